// data.skip_bad: skips and counts items that raise errors.
#include "stdlib/data/streams.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Whether an error is caused by an item. Exceeded limits and interrupts are not.
bool is_of_record(Code code) {
  return code != Code::memory && code != Code::limit && code != Code::interrupt &&
         code != Code::trace && code != Code::bug;
}

struct SkipBadStream {
  static const Struct& record();
  Stream source;
  std::optional<int64_t> most;
  Value report;
  mutable int64_t skipped = 0;
  int64_t at = 0;
  std::optional<Value> stuck = {};  // the source at the last error

  Value next(State& state) {
    need_count(at, "data.skip_bad", "position");
    ItemNumbers all = source.numbers(state);
    if (all.known()) return next_numbered(state, *this, all.count, at);
    PollCounter polls;
    for (;;) {
      polls.step();
      try {
        Value item = source.next(state);
        if (!item.is_nil()) ++at;
        return item;
      } catch (const Error& error) {
        // A source that does not advance after an error would raise it again without end.
        Value here = source.value();
        if (stuck && same(*stuck, here)) throw;
        count(state, error);
        stuck = std::move(here);
      }
    }
  }

  ItemNumbers numbers(State& state) const {
    ItemNumbers all = source.numbers(state);
    if (at != 0 || !all.known()) return {};
    return {all.count, true};
  }
  Value item(State& state, int64_t number) const {
    try {
      return source.item(state, number);
    } catch (const Error& error) {
      count(state, error);
      return {};
    }
  }
  bool is_free(State& state) const { return report.is_nil() && source.is_free(state); }

 private:
  void count(State& state, const Error& error) const {
    if (!is_of_record(error.code()) || (most && skipped >= *most)) throw;
    ++skipped;
    if (!report.is_nil()) call_value(state, report, Value(std::string(error.what())));
  }
};

SkipBadStream skipping(State& state, const Value& source, std::optional<int64_t> most,
                       const Value& report) {
  if (most) need_count(*most, "data.skip_bad", "max_skipped");
  return {stream_of(state, source, "data.skip_bad"), most, report};
}

}  // namespace

extern const Struct data_skip_bad_struct = {
    .name = "data.SkipBad",
    .brief = "Stream without the items that raise an error.",
    .fields = {field<&SkipBadStream::source>("source: stream", "Stream of the items."),
               field<&SkipBadStream::most>(
                   "max_skipped: int = nil",
                   "Maximum number of skipped items, ≥ 0. If nil, any number may be skipped."),
               field<&SkipBadStream::report>("report: fn(message) = nil",
                                             "Function that is called with the error message of "
                                             "each skipped item. If nil, nothing is reported."),
               field<&SkipBadStream::skipped>("var skipped: int = 0", "Number of skipped items."),
               field<&SkipBadStream::at>("var position: int = 0",
                                         "Iterator position: index of the next item with random "
                                         "access, otherwise number of items already returned.")},
    .methods = {STREAM_METHODS(SkipBadStream)},
    .example = "(i for i in data.SkipBad(data.Range(0, 3)))  #> (0, 1, 2)",
    .source = "ours",
    .open = open_stream<SkipBadStream>,
};
const Struct& SkipBadStream::record() { return data_skip_bad_struct; }

extern const Builtin data_skip_bad_builtin = {
    .signature =
        "data.skip_bad(source: any, max_skipped: int = nil, report: fn(message) = nil) -> stream",
    .brief = "Skips and counts the items that raise an error.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. A sequential stream must advance "
                "past an item that raises an error, as `data.tfrecord` does past a record with a "
                "wrong checksum; otherwise the error is raised."},
               {"max_skipped",
                "Maximum number of skipped items, ≥ 0; the next error is raised. If nil, any "
                "number may be skipped."},
               {"report",
                "Function that is called with the error message of each skipped item. If nil, "
                "nothing is reported."}},
    .returns = "a stream whose field `skipped` is the number of skipped items",
    .errors =
        "error[value] if `max_skipped` is below 0; errors of kind memory, limit, interrupt, trace, "
        "and bug, which are not skipped; any error if `max_skipped` is exceeded or the source does "
        "not advance past it",
    .example = "(x for x in data.map((\"1\", \"x\", \"3\"), int) |> data.skip_bad)  #> (1, 3)",
    .source = "ours",
    .call = bind<&skipping>,
};

}  // namespace rille
