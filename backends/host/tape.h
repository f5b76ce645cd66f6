// Tape: rows that a loop with an open end leaves for later.
#pragma once

#include <memory>
#include <vector>

#include "vm/array.h"

namespace rille {

// A list of rows of one type: arrays (bytes one after the other) or tapes. A value of
// Form::tape stands in a plan's places as a pointer to one of these.
class Tape {
 public:
  Tape() = default;
  Tape(Tape&&) = default;
  Tape& operator=(Tape&&) = default;
  Tape(const Tape& other) { *this = other; }
  Tape& operator=(const Tape& other);  // nested tapes are copied too

  size_t size() const { return count_; }
  void clear();
  void resize(size_t rows, const Type& row);  // rows that are new are zeros

  // Where row `at` stands: its bytes, or the tape that it is; until the next resize.
  char* row(size_t at, const Type& row);

  // As the reference evaluator holds a tape (jit/ops/tapes.cpp): an array of bytes.
  Array bytes(const Type& row) const;
  static Tape of_bytes(const std::byte* from, const Type& row);

 private:
  void charge();

  void put(std::vector<std::byte>& out, const Type& row) const;

  size_t count_ = 0;
  std::vector<char> rows_;
  Charge charge_ = {};  // of the capacity of rows_ and nested_
  std::vector<std::unique_ptr<Tape>> nested_;
};

}  // namespace rille
