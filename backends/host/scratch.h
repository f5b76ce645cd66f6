// Scratch: per-thread scratch memory of kernels.
#pragma once

#include <cstddef>
#include <vector>

namespace rille {

// Memory shared by the ranges of one run of a kernel, initialized with zeros.
struct alignas(64) SharedLine {
  char bytes[64];
};
class SharedLines {
 public:
  explicit SharedLines(size_t bytes) : lines_((bytes + 63) / 64) {}
  char* at() { return lines_[0].bytes; }  // requires at least one line

 private:
  std::vector<SharedLine> lines_;
};

// During its lifetime, rille_scratch() returns at least `bytes` bytes on this thread, aligned to
// 64. Memory that is not too large is kept for the next Scratch. Throws std::bad_alloc if memory is
// exhausted.
class Scratch {
 public:
  explicit Scratch(size_t bytes);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

}  // namespace rille
