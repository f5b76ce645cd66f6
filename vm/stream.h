// Stream: items one after another, from whatever has `next`.
#pragma once

#include <memory>
#include <utility>

#include "vm/struct.h"

namespace rille {

// A stream of the library that is being read: its C++ object, and those of the streams within it,
// which stay as they are from one item to the next.
class OpenStream {
 public:
  virtual ~OpenStream() = default;
  virtual Value next(State& state) = 0;
  virtual Value instance() const = 0;  // the stream where it is now
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
  Value value() const { return open_ == nullptr ? value_ : open_->instance(); }

 private:
  Value value_;
  std::unique_ptr<OpenStream> open_;
};

inline void take(const Value& from, Stream& to) { to = Stream(from); }
inline Value give(const Stream& stream) { return stream.value(); }

bool is_stream(const Value& value);

// `.open` of the record of a struct T with `Value next(State&)`. A script may have put anything
// into a field: what the fields' types say is checked here, once.
template <IsRecord T>
class OpenRecord final : public OpenStream {
 public:
  explicit OpenRecord(const Value& from) : from_(from), object_(record_from<T>(from)) {}
  Value next(State& state) override { return object_.next(state); }
  Value instance() const override { return changed_instance(T::record(), from_, &object_); }

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
