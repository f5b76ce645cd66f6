// Tape: rows that a loop of unknown length saves.
#pragma once

#include <memory>
#include <vector>

#include "vm/array.h"

namespace rille {

// A list of rows of one type: arrays (contiguous bytes) or tapes. The slot of a value of Form::tape
// is a pointer to a Tape.
class Tape {
 public:
  Tape() = default;
  Tape(Tape&&) = default;
  Tape& operator=(Tape&&) = default;
  Tape(const Tape& other) { *this = other; }
  Tape& operator=(const Tape& other);  // nested tapes are copied too

  size_t size() const { return count_; }
  void clear();
  void resize(size_t rows, const Type& row);  // new rows are zeros

  // The address of row `at`, its bytes or a Tape, valid until the next resize.
  char* row(size_t at, const Type& row);

  // The representation of the reference evaluator (jit/ops/tapes.cpp): an array of bytes.
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
