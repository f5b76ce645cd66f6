// data.window: sliding windows of consecutive items.
#include <deque>

#include "stdlib/data/streams/stages.h"
#include "vm/memory/account.h"

namespace rille {
namespace {

struct WindowStream {
  static const Struct& record();
  Value source;  // the stream before the next window, or before the items that a long step skips
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
    for (const WindowItem& each : held_) items.push_back(each.item);
    Value out = joined(items, at);
    for (int64_t i = 0; i < step && !held_.empty(); ++i) held_.pop_front();
    source = held_.empty() ? reader_->value() : held_.front().place;
    skipped_ = 0;
    ++at;
    return out;
  }

  // A window does not cross the end of an epoch.
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
  struct WindowItem {
    Value place, item;  // the source before the item
    Charge charge;      // for the bytes of a string
  };

  void check() const {
    need_above_zero(size, "data.window", "size");
    need_above_zero(step, "data.window", "step");
    need_count(at, "data.window", "position");
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
  std::deque<WindowItem> held_;  // items of the next window that were read already
  int64_t skipped_ = 0;
  mutable std::optional<Stream> start_;  // for access by index; never advanced
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
    .brief = "Stream of sliding windows of stacked items.",
    .fields = {field<&WindowStream::source>("var source: stream", "Stream before the next window."),
               field<&WindowStream::size>("size: int", "Number of items in a window, > 0."),
               field<&WindowStream::step>(
                   "step: int = 1",
                   "Stride: number of items between the starts of consecutive windows, > 0."),
               field<&WindowStream::at>("var position: int = 0",
                                        "Iterator position: number of windows already returned.")},
    .methods = {STREAM_METHODS(WindowStream)},
    .example =
        "(w for w in data.Window(data.Range(0, 5), 3))  #> ([0, 1, 2], [1, 2, 3], [2, 3, 4])",
    .source = "numpy.lib.stride_tricks.sliding_window_view, of items",
    .open = open_stream<WindowStream>,
};
const Struct& WindowStream::record() { return data_window_struct; }

extern const Builtin data_window_builtin = {
    .signature = "data.window(source: any, size: int, step: int = 1) -> stream",
    .brief = "Stacks sliding windows of `size` consecutive items, `step` items apart.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. All items have the same tree "
                "structure. Each leaf is stacked along a new axis 0; strings become a tuple."},
               {"size",
                "Number of items in a window, > 0. An incomplete window at the end is dropped."},
               {"step", "Stride: number of items between the starts of consecutive windows, > 0."}},
    .errors =
        "error[value] if `size` or `step` is not above 0; error[shape] or error[type] if the items "
        "of a window differ in shape or structure, with the index of the window",
    .example =
        "(w for w in data.window(0..5, 3))  #> ([0, 1, 2], [1, 2, 3], [2, 3, 4])\n"
        "(w for w in data.window(0..9, 2, step = 4))  #> ([0, 1], [4, 5])",
    .source = "numpy.lib.stride_tricks.sliding_window_view, of items",
    .call = bind<&windows>,
};

}  // namespace rille
