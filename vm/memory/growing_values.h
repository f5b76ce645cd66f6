// GrowingValues: a list of any number of values.
#pragma once

#include <utility>

#include "vm/run/running.h"
#include "vm/value.h"

namespace rille {

// A vector would move millions of values at once when it grows, and drop as many after an error.
// This list polls in between, and dropped values become remains (vm/value/remains.h).
class GrowingValues {
 public:
  GrowingValues() = default;
  ~GrowingValues();
  GrowingValues(const GrowingValues&) = delete;
  GrowingValues& operator=(const GrowingValues&) = delete;

  // Appends a value and polls, with the size of all values as scratch.
  void add(Value item) {
    constexpr size_t in_value = sizeof(std::string) / 2;  // characters stored inside of a string
    if (items_.size() == items_.capacity()) make_room();
    if (item.is_string() && item.string().size() >= in_value) texts_ += item.string().size() + 1;
    items_.push_back(std::move(item));
    polls_.step(2 * items_.size() * sizeof(Value) + texts_);
  }

  size_t size() const { return items_.size(); }
  Values take() { return std::move(items_); }

 private:
  void make_room();

  Values items_;
  size_t texts_ = 0;  // bytes of strings outside of the values
  PollCounter polls_;
};

}  // namespace rille
