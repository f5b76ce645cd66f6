// The perf map: address, size, and loops of each kernel.
#include "backends/host/perf_map.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "vm/error.h"

namespace rille {
namespace {

// The headings of the stages in the text of a kernel.
std::string name_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    bool is_head = line.starts_with("pointwise") || line.starts_with("fold") ||
                   line.starts_with("scan") || line.starts_with("contract") ||
                   line.starts_with("loop");
    if (is_head) out += str(out.empty() ? "" : "; ", line);
  }
  return out.empty() ? "kernel" : out;
}

}  // namespace

void note_for_perf(const void* code, size_t max_bytes, std::string_view text) {
  static const bool is_asked = std::getenv("RILLE_PERF") != nullptr;
  if (!is_asked) return;
  static std::mutex writing;
  std::lock_guard lock(writing);
  static std::FILE* file = std::fopen(str("/tmp/perf-", getpid(), ".map").c_str(), "ae");
  if (file == nullptr) return;
  std::fprintf(file, "%lx %zx %s\n", reinterpret_cast<uintptr_t>(code), max_bytes,
               name_of(text).c_str());
  std::fflush(file);
}

}  // namespace rille
