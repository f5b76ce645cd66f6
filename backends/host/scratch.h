// Scratch: memory that a thread lends to kernels it runs.
#pragma once

#include <cstddef>

namespace rille {

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
