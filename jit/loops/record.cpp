// Records of the kernels that code is made of, for tests.
#include "jit/loops/record.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "vm/text.h"

namespace rille {
namespace {

const char* folder() {
  static const char* const out = std::getenv("RILLE_TEST_KERNELS");
  return out;
}

// Other processes may write the same file.
void write(const std::string& text) {
  static std::atomic<int> count = 0;
  std::string path = str(folder(), "/", std::hash<std::string>()(text), ".kernel");
  std::error_code fault;
  if (std::filesystem::exists(path, fault)) return;
  std::string unfinished = str(path, ".", getpid(), ".", ++count);
  std::ofstream(unfinished) << text;
  std::filesystem::rename(unfinished, path, fault);
}

}  // namespace

void record(const ScheduledNest& kernel) {
  if (folder() != nullptr) write(text(kernel));
}

void record(const LoopProgram& program) {
  if (folder() != nullptr) write(text(program));
}

}  // namespace rille
