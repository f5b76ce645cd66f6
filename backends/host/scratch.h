// Scratch: memory that a thread lends to kernels it runs.
#pragma once

#include <cstddef>
#include <vector>

namespace rille {

// What the ranges of one run of a kernel have in common: zeros at first.
struct alignas(64) SharedLine {
  char bytes[64];
};
class SharedLines {
 public:
  explicit SharedLines(size_t bytes) : lines_((bytes + 63) / 64) {}
  char* at() { return lines_[0].bytes; }  // where there are any

 private:
  std::vector<SharedLine> lines_;
};

// While it stands, rille_scratch() gives this thread at least so many bytes, at a multiple of 64.
// What is not too large is kept for the next one. std::bad_alloc where there is none.
class Scratch {
 public:
  explicit Scratch(size_t bytes);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

}  // namespace rille
