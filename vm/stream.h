// Stream: a sequence of items, from any object with `next`.
#pragma once

#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "vm/struct.h"

namespace rille {

// The number of items of a stream with random access. Streams that have not advanced may provide
// random access, like an array: a range, the rows of an array, a map of either. Their items have
// indices from 0. A consumer may use indices beyond the last one: `count` items are an epoch, and
// item count + i is item i of the next epoch, which differs only after stages that draw an order or
// a key for each epoch.
struct ItemNumbers {
  static constexpr int64_t endless = std::numeric_limits<int64_t>::max();
  int64_t count = -1;     // of an epoch; -1 without random access
  bool has_gaps = false;  // an item may be nil, if a filter drops it
  bool known() const { return count >= 0; }
  bool dense() const { return known() && !has_gaps; }
};

// An open stream of the library: its C++ object, with those of its inner streams, which persist
// from one item to the next.
class OpenStream {
 public:
  virtual ~OpenStream() = default;
  virtual Value next(State& state) = 0;
  virtual Value instance() const = 0;  // the stream at its current position
  virtual ItemNumbers numbers(State&) const { return {}; }
  // Whether its items can be created on any thread, because they run no code of a script.
  virtual bool is_free(State&) const { return false; }
  virtual Value item(State& state, int64_t number) const;  // number ≥ 0, with random access
  // Several items at once: a stream that reads a file reads them together.
  virtual Values items(State& state, std::span<const int64_t> numbers) const;
  // The items stacked as by data.batch, if they are contiguous anyway; nil if items() must be used.
  virtual Value stacked(State&, std::span<const int64_t>) const { return {}; }
};

// A stream inside of another, or one that a loop reads: an instance whose struct, of the library or
// of a script, has a method `next` with an inout self. A stream of the library is opened at its
// first item; from then on, items need no conversion.
class Stream {
 public:
  Stream() = default;
  explicit Stream(Value value) : value_(std::move(value)) {}
  // Returns the next item, or nil after the last one. Polls, and checks the native stack.
  Value next(State& state);
  // A stream of a script has random access if it has methods `count(self)` and `item(self, i)`.
  ItemNumbers numbers(State& state) const;
  Value item(State& state, int64_t number) const;
  Values items(State& state, std::span<const int64_t> numbers) const;
  Value stacked(State& state, std::span<const int64_t> numbers) const;
  bool is_free(State& state) const;
  Value value() const { return open_ == nullptr ? value_ : open_->instance(); }

 private:
  void open() const;
  std::string_view stage_name() const;  // "data.Batch"; empty unless a capture is open
  Value made(State& state);
  Value made(State& state, int64_t number) const;
  ItemNumbers find_numbers(State& state) const;

  Value value_;
  mutable std::unique_ptr<OpenStream> open_;
  mutable std::optional<ItemNumbers> numbers_;  // valid until the stream advances
};

inline void take(const Value& from, Stream& to) { to = Stream(from); }
inline Value give(const Stream& stream) { return stream.value(); }

bool is_stream(const Value& value);

// Methods of records of streams that may have random access.
Values count_of_stream(State& state, Values args);
Values item_of_stream(State& state, Values args);
inline constexpr StructMethod count_method = {
    "count() -> int", "Returns the number of items, if the stream has random access.", false,
    &count_of_stream};
inline constexpr StructMethod item_method = {"item(i: int) -> any",
                                             "Returns item i, from 0; nil if a filter drops it.",
                                             false, &item_of_stream};

// `.open` of the record of a struct T with `Value next(State&)`, and, for random access,
// `ItemNumbers numbers(State&) const` and `Value item(State&, int64_t) const`. The types of fields
// are checked here, once, since a script may have assigned any value to a field.
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
