// Stream: reads items of streams of C++ and of scripts.
#include "vm/stream.h"

#include "vm/run/observer.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/state.h"

namespace rille {

namespace {

// The observers of streams; null if there are none. A prefetch thread has no observers in its
// context, so it reports nothing.
const Observers* listening() {
  const Observers* observers = running().observers;
  return observers != nullptr && observers->want(Topic::stream) ? observers : nullptr;
}

template <class F>
Value told(const Observers& observers, const Stream& stream, const Value& origin, F make) {
  observers.tell(event::ItemRequest{stream, origin});
  Value out;
  try {
    out = make();
  } catch (...) {
    observers.tell(event::ItemResult{nullptr});
    throw;
  }
  observers.tell(event::ItemResult{&out});
  return out;
}

}  // namespace

bool is_stream(const Value& value) { return is_stream(value.layout()); }

Value OpenStream::item(State&, int64_t) const {
  throw Error(Code::type,
              str(kind_text(instance()), " is a sequential stream without random access"));
}

namespace {

template <class Item>
Values one_by_one(std::span<const int64_t> numbers, const Item& item) {
  Values out;
  PollCounter polls;
  for (int64_t number : numbers) {
    polls.step(out.capacity() * sizeof(Value));
    out.push_back(item(number));
  }
  return out;
}

}  // namespace

Values OpenStream::items(State& state, std::span<const int64_t> numbers) const {
  return one_by_one(numbers, [&](int64_t number) { return item(state, number); });
}

void Stream::open() const {
  check_stack();
  PollCounter polls;
  polls.step();
  if (open_ != nullptr) return;
  if (!is_stream(value_)) {
    throw Error(Code::type, str("expected a stream, got ", kind_text(value_)));
  }
  if (const Struct* record = struct_of(value_)) open_ = record->open(value_);
}

// A profiler does not observe streams, because observers disable prefetch threads.
Value Stream::next(State& state) {
  open();
  numbers_.reset();
  RecordedSpan recorded(SpanCategory::input, stage_name());
  const Observers* observers = listening();
  if (observers == nullptr) return made(state);
  return told(*observers, *this, value_, [&] { return made(state); });
}

std::string_view Stream::stage_name() const {
  if (Recorder::current() == nullptr) return {};
  const StructType* type = struct_type(value_.layout());
  return type == nullptr ? "stream" : std::string_view(type->name);
}

Value Stream::made(State& state) {
  if (open_ != nullptr) return open_->next(state);
  Values out = call_method(state, value_, "next", {});
  value_ = std::move(out[1]);
  return std::move(out[0]);
}

bool Stream::is_free(State& state) const {
  open();
  return open_ != nullptr && open_->is_free(state);
}

ItemNumbers Stream::numbers(State& state) const {
  if (!numbers_) numbers_ = find_numbers(state);
  return *numbers_;
}

ItemNumbers Stream::find_numbers(State& state) const {
  open();
  if (open_ != nullptr) return open_->numbers(state);
  bool has_both = has_method(state, value_, "count") && has_method(state, value_, "item");
  if (!has_both) return {};
  ItemNumbers out;
  Value count = call_method(state, value_, "count", {})[0];
  const int64_t* known = std::get_if<int64_t>(&count.any());
  if (known == nullptr || *known < 0) {
    throw Error(Code::type, str("`count` of ", kind_text(value_),
                                " must return an integer ≥ 0, got ", kind_text(count)));
  }
  out.count = *known;
  return out;
}

Value Stream::item(State& state, int64_t number) const {
  open();
  RecordedSpan recorded(SpanCategory::input, stage_name());
  const Observers* observers = listening();
  if (observers == nullptr) return made(state, number);
  return told(*observers, *this, value_, [&] { return made(state, number); });
}

// Each item is reported to observers.
Values Stream::items(State& state, std::span<const int64_t> numbers) const {
  open();
  if (listening() == nullptr && open_ != nullptr) return open_->items(state, numbers);
  return one_by_one(numbers, [&](int64_t number) { return item(state, number); });
}

Value Stream::stacked(State& state, std::span<const int64_t> numbers) const {
  open();
  return listening() == nullptr && open_ != nullptr ? open_->stacked(state, numbers) : Value();
}

Value Stream::made(State& state, int64_t number) const {
  if (open_ != nullptr) return open_->item(state, number);
  int64_t count = numbers(state).count, at = count > 0 ? number % count : number;
  Value out = call_method(state, value_, "item", {Value(at)})[0];
  if (!out.is_nil()) return out;
  throw Error(Code::type, str("`item` of ", kind_text(value_), " returned nil for index ", at,
                              ": only data.filter can drop items"));
}

namespace {

int64_t known_count(State& state, const Stream& stream) {
  ItemNumbers numbers = stream.numbers(state);
  if (!numbers.known()) {
    throw Error(Code::type,
                str("this ", kind_text(stream.value()),
                    " has no random access: the stream has advanced, or its source must "
                    "be iterated"));
  }
  return numbers.count;
}

}  // namespace

Values count_of_stream(State& state, Values args) {
  return {Value(known_count(state, Stream(args[0])))};
}

Values item_of_stream(State& state, Values args) {
  Stream stream(args[0]);
  int64_t count = known_count(state, stream), number = 0;
  take(args[1], number);
  if (number < 0 || number >= count) {
    throw Error(Code::index,
                str("index ", number, " is out of range for a stream of length ", count));
  }
  return {stream.item(state, number)};
}

}  // namespace rille
