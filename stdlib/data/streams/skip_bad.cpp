// data.skip_bad: what cannot be made is left out and counted.
#include "stdlib/data/streams.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Limits and stops are no fault of a record.
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
  std::optional<Value> stuck = {};  // where the source stood at the last fault

  Value next(State& state) {
    need_count(at, "data.skip_bad", "at");
    ItemNumbers all = source.numbers(state);
    if (all.known()) return next_numbered(state, *this, all.count, at);
    Polls polls;
    for (;;) {
      polls.step();
      try {
        Value item = source.next(state);
        if (!item.is_nil()) ++at;
        return item;
      } catch (const Error& error) {
        // One that does not move on fails at the same place again.
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
  if (most) need_count(*most, "data.skip_bad", "most");
  return {stream_of(state, source, "data.skip_bad"), most, report};
}

}  // namespace

extern const Struct data_skip_bad_struct = {
    .name = "data.SkipBad",
    .brief = "The stream of another's items without those that cannot be made.",
    .fields = {field<&SkipBadStream::source>("source: stream"),
               field<&SkipBadStream::most>("most: int = nil", "how many may be left out"),
               field<&SkipBadStream::report>("report: fn(message) = nil", "told of each"),
               field<&SkipBadStream::skipped>("var skipped: int = 0", "how many were left out"),
               field<&SkipBadStream::at>("var at: int = 0", "how far it is")},
    .methods = {STREAM_METHODS(SkipBadStream)},
    .example = "(i for i in data.SkipBad(data.Range(0, 3)))  #> (0, 1, 2)",
    .source = "ours",
    .open = open_stream<SkipBadStream>,
};
const Struct& SkipBadStream::record() { return data_skip_bad_struct; }

extern const Builtin data_skip_bad_builtin = {
    .signature = "data.skip_bad(source: any, most: int = nil, report: fn(message) = nil) -> stream",
    .brief = "The stream of the items that can be made; others are left out and counted.",
    .params = {{"source",
                "a stream, or what data.stream takes. Where its items have no numbers, it has to "
                "move on behind what it cannot make, as data.tfrecord does behind a record whose "
                "checksum differs; else the error is raised"},
               {"most", "the error that follows so many is raised; nil: none is"},
               {"report", "is called with the message of each; nil: nobody is told"}},
    .returns = "its field `skipped` counts them",
    .errors = "those of limits, of memory and of stops; any where the source does not move on",
    .example = "(x for x in data.map((\"1\", \"x\", \"3\"), int) |> data.skip_bad)  #> (1, 3)",
    .source = "ours",
    .call = bind<&skipping>,
};

}  // namespace rille
