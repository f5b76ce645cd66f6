// Scratch: one growing block per thread.
#include "backends/host/scratch.h"

#include <memory>
#include <new>

#include "backends/host/runtime.h"

namespace rille {
namespace {

constexpr std::align_val_t line{64};
constexpr size_t max_kept = size_t{16} << 20;

struct LineDeleter {
  void operator()(char* block) const { ::operator delete(block, line); }
};

struct ScratchBlock {
  std::unique_ptr<char, LineDeleter> memory;
  size_t bytes = 0;
};

thread_local ScratchBlock block;  // NOLINT(*-global-variables)

}  // namespace

Scratch::Scratch(size_t bytes) {
  if (bytes <= block.bytes) return;
  block = {};
  block.memory.reset(static_cast<char*>(::operator new(bytes, line)));
  block.bytes = bytes;
}

Scratch::~Scratch() {
  if (block.bytes > max_kept) block = {};
}

}  // namespace rille

extern "C" char* rille_scratch() { return rille::block.memory.get(); }
