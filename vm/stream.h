// Stream: items one after another, from whatever has `next`.
#pragma once

#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "vm/struct.h"

namespace rille {

// What a stream says of its numbered items. Some streams can give any item at once, as an array
// can, as long as they have not been moved on: a range, the rows of an array, a map of either. The
// items of those have numbers, from 0. What takes such a stream may ask for numbers beyond the
// last: `count` items are an epoch, and item count + i is item i of the next one, which differs
// from item i only behind what draws an order or a key for each epoch anew.
struct ItemNumbers {
  static constexpr int64_t endless = std::numeric_limits<int64_t>::max();
  int64_t count = -1;     // of an epoch; -1: its items have no numbers
  bool has_gaps = false;  // an item may be nil: a filter left it out
  bool known() const { return count >= 0; }
  bool dense() const { return known() && !has_gaps; }
};

// A stream of the library that is being read: its C++ object, and those of the streams within it,
// which stay as they are from one item to the next.
class OpenStream {
 public:
  virtual ~OpenStream() = default;
  virtual Value next(State& state) = 0;
  virtual Value instance() const = 0;  // the stream where it is now
  virtual ItemNumbers numbers(State&) const { return {}; }
  // Whether its items can be made on any thread: no code of a script runs for them.
  virtual bool is_free(State&) const { return false; }
  virtual Value item(State& state, int64_t number) const;  // 0 or more, where there are numbers
  // Those of several numbers: what reads a file reads them together.
  virtual Values items(State& state, std::span<const int64_t> numbers) const;
  // Those stacked as data.batch stacks them, by who has them side by side anyway; nil: by items().
  virtual Value stacked(State&, std::span<const int64_t>) const { return {}; }
};

// A stream within another, or the one that a loop reads: an instance whose struct has a method
// `next` with an inout self, of the library or of a script. One of the library is opened when its
// first item is asked for: from then on nothing is converted at an item.
class Stream {
 public:
  Stream() = default;
  explicit Stream(Value value) : value_(std::move(value)) {}
  // nil behind the last item. It polls, and counts as a level of the native stack.
  Value next(State& state);
  // A script's stream has numbers if it has methods `count(self)` and `item(self, i)`.
  ItemNumbers numbers(State& state) const;
  Value item(State& state, int64_t number) const;
  Values items(State& state, std::span<const int64_t> numbers) const;
  Value stacked(State& state, std::span<const int64_t> numbers) const;
  bool is_free(State& state) const;
  Value value() const { return open_ == nullptr ? value_ : open_->instance(); }

 private:
  void open() const;
  Value made(State& state);
  Value made(State& state, int64_t number) const;
  ItemNumbers find_numbers(State& state) const;

  Value value_;
  mutable std::unique_ptr<OpenStream> open_;
  mutable std::optional<ItemNumbers> numbers_;  // until it is moved on
};

inline void take(const Value& from, Stream& to) { to = Stream(from); }
inline Value give(const Stream& stream) { return stream.value(); }

bool is_stream(const Value& value);

// Rows of a record whose items may have numbers: what scripts call.
Values count_of_stream(State& state, Values args);
Values item_of_stream(State& state, Values args);
inline constexpr StructMethod count_method = {
    "count() -> int", "How many items it has, where they have numbers.", false, &count_of_stream};
inline constexpr StructMethod item_method = {
    "item(i: int) -> any", "The item of that number; nil where a filter leaves it out.", false,
    &item_of_stream};

// `.open` of the record of a struct T with `Value next(State&)`, and, where its items may have
// numbers, `ItemNumbers numbers(State&) const` and `Value item(State&, int64_t) const`. A script
// may have put anything into a field: what the fields' types say is checked here, once.
template <IsRecord T>
class OpenRecord final : public OpenStream {
 public:
  explicit OpenRecord(const Value& from) : from_(from), object_(record_from<T>(from)) {}
  Value next(State& state) override { return object_.next(state); }
  Value instance() const override { return changed_instance(T::record(), from_, &object_); }
  ItemNumbers numbers(State& state) const override {
    if constexpr (requires { object_.numbers(state); }) return object_.numbers(state);
    return {};
  }
  bool is_free(State& state) const override {
    if constexpr (requires { object_.is_free(state); }) return object_.is_free(state);
    return false;
  }
  Value item(State& state, int64_t number) const override {
    if constexpr (requires { object_.item(state, number); }) return object_.item(state, number);
    return OpenStream::item(state, number);
  }
  Values items(State& state, std::span<const int64_t> numbers) const override {
    if constexpr (requires { object_.items(state, numbers); }) {
      return object_.items(state, numbers);
    }
    return OpenStream::items(state, numbers);
  }
  Value stacked(State& state, std::span<const int64_t> numbers) const override {
    if constexpr (requires { object_.stacked(state, numbers); }) {
      return object_.stacked(state, numbers);
    }
    return {};
  }

 private:
  Value from_;
  T object_;
};
template <IsRecord T>
std::unique_ptr<OpenStream> open_stream(const Value& instance) {
  NamedSizes sizes;
  check_fields(T::record(), instance, sizes);
  return std::make_unique<OpenRecord<T>>(instance);
}

}  // namespace rille
