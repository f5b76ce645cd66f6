// GrowingValues: values that come one by one, however many.
#pragma once

#include <utility>

#include "vm/run/running.h"
#include "vm/value.h"

namespace rille {

// A vector would move millions of values to a place with more room at once, and drop as many where
// an error ends the gathering. Here stops are heard between, and what goes is left behind
// (vm/value/remains.h).
class GrowingValues {
 public:
  GrowingValues() = default;
  ~GrowingValues();
  GrowingValues(const GrowingValues&) = delete;
  GrowingValues& operator=(const GrowingValues&) = delete;

  // Polls, with all that was added as what the work holds.
  void add(Value item) {
    constexpr size_t in_value = sizeof(std::string) / 2;  // letters that take nothing else
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
  size_t texts_ = 0;  // bytes that do not stand in the values themselves
  Polls polls_;
};

}  // namespace rille
