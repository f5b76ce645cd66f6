// data.window: neighbouring items together, moved along.
#include <deque>

#include "stdlib/data/streams/stages.h"
#include "vm/memory/account.h"

namespace rille {
namespace {

struct WindowStream {
  static const Struct& record();
  Value source;  // where the next window begins, or what a longer step leaves out before it
  int64_t size = 1, step = 1;
  int64_t at = 0;

  Value next(State& state) {
    check();
    if (!reader_) reader_ = Stream(source);
    for (; left_out() > 0 && skipped_ < left_out(); ++skipped_) {
      if (reader_->next(state).is_nil()) return {};
    }
    while (std::ssize(held_) < size) {
      Value place = reader_->value(), item = reader_->next(state);
      if (item.is_nil()) return {};
      size_t bytes = item.is_string() ? item.string().size() : 0;
      held_.push_back({std::move(place), std::move(item), Charge(bytes)});
    }
    Values items;
    for (const Held& each : held_) items.push_back(each.item);
    Value out = joined(items, at);
    for (int64_t i = 0; i < step && !held_.empty(); ++i) held_.pop_front();
    source = held_.empty() ? reader_->value() : held_.front().place;
    skipped_ = 0;
    ++at;
    return out;
  }

  // Windows are of one epoch each.
  bool is_free(State& state) const {
    return start().is_free(state) && start().numbers(state).dense();
  }
  ItemNumbers numbers(State& state) const {
    ItemNumbers all = start().numbers(state);
    if (at != 0 || !all.dense() || size < 1 || step < 1) return {};
    if (all.count == ItemNumbers::endless) return all;
    return {all.count < size ? 0 : (all.count - size) / step + 1};
  }
  Value item(State& state, int64_t number) const {
    int64_t all = start().numbers(state).count;
    auto [epoch, place] = place_of(number, numbers(state).count);
    int64_t before = all == ItemNumbers::endless ? 0 : number_in(epoch, all, 0);
    Charge charge;
    std::vector<int64_t> which = numbers_from(before + place * step, size, charge);
    Value whole = start().stacked(state, which);
    return whole.is_nil() ? joined(start().items(state, which), number) : whole;
  }

 private:
  struct Held {
    Value place, item;  // the source before the item
    Charge charge;      // of its text
  };

  void check() const {
    need_above_zero(size, "data.window", "size");
    need_above_zero(step, "data.window", "step");
    need_count(at, "data.window", "at");
  }
  int64_t left_out() const { return at == 0 ? 0 : step - size; }
  const Stream& start() const {
    if (!start_) start_ = Stream(source);
    return *start_;
  }
  Value joined(const Values& items, int64_t number) const {
    return at_item("data.window", number, [&] { return batch_of(items); });
  }

  std::optional<Stream> reader_;
  std::deque<Held> held_;  // of the next window, read already
  int64_t skipped_ = 0;
  mutable std::optional<Stream> start_;  // whose items have numbers: nobody moves it on
};

WindowStream windows(State& state, const Value& source, int64_t size, int64_t step) {
  need_above_zero(size, "data.window", "size");
  need_above_zero(step, "data.window", "step");
  WindowStream out;
  out.source = stream_of(state, source, "data.window").value();
  out.size = size;
  out.step = step;
  return out;
}

}  // namespace

extern const Struct data_window_struct = {
    .name = "data.Window",
    .brief = "The stream of another's neighbouring items, so many at a time, stacked.",
    .fields = {field<&WindowStream::source>("var source: stream", "where the next window begins"),
               field<&WindowStream::size>("size: int", "items in a window, > 0"),
               field<&WindowStream::step>("step: int = 1",
                                          "items from one window to the next, > 0"),
               field<&WindowStream::at>("var at: int = 0", "how many it has given")},
    .methods = {STREAM_METHODS(WindowStream)},
    .example =
        "(w for w in data.Window(data.Range(0, 5), 3))  #> ([0, 1, 2], [1, 2, 3], [2, 3, 4])",
    .source = "numpy.lib.stride_tricks.sliding_window_view, of items",
    .open = open_stream<WindowStream>,
};
const Struct& WindowStream::record() { return data_window_struct; }

extern const Builtin data_window_builtin = {
    .signature = "data.window(source: any, size: int, step: int = 1) -> stream",
    .brief = "The stream of windows: `size` neighbouring items, stacked, moved along by `step`.",
    .params = {{"source",
                "a stream, or what data.stream takes, of items of one form; of a tree each leaf "
                "is stacked, strings become a tuple"},
               {"size",
                "items in a window, > 0; what is left at the end and fills none is dropped"},
               {"step", "items from the first of one window to the first of the next, > 0"}},
    .errors =
        "error[value] where size or step is not above 0; error[shape] and error[type] where the "
        "items of a window differ, with its number",
    .example =
        "(w for w in data.window(0..5, 3))  #> ([0, 1, 2], [1, 2, 3], [2, 3, 4])\n"
        "(w for w in data.window(0..9, 2, step = 4))  #> ([0, 1], [4, 5])",
    .source = "numpy.lib.stride_tricks.sliding_window_view, of items",
    .call = bind<&windows>,
};

}  // namespace rille
