// data.select: items of several streams, by a function.
#include <algorithm>

#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view select_who = "data.select";

struct SelectStream {
  static const Struct& record();
  std::vector<Stream> sources;
  Value f;
  int64_t length = 0;
  int64_t at = 0;

  Value next(State& state) {
    need_count(at, select_who, "position");
    return next_numbered(state, *this, length, at);
  }

  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    ItemNumbers out{std::max<int64_t>(length, 0)};
    for (const Stream& source : sources) {
      ItemNumbers each = source.numbers(state);
      if (!each.known()) return {};
      out.has_gaps = out.has_gaps || each.has_gaps;
    }
    return out;
  }

  Value item(State& state, int64_t number) const {
    return at_item(select_who, number, [&] {
      Ints choice = choice_of(state, number);
      int64_t most = std::ssize(sources);
      if (choice[0] < 0 || choice[0] >= most) {
        throw Error(Code::value, str(select_who, ": the function returned stream ", choice[0],
                                     ", expected 0 to ", most - 1));
      }
      const Stream& source = sources[static_cast<size_t>(choice[0])];
      if (!source.numbers(state).known()) {
        throw Error(Code::value, str(select_who, ": stream ", choice[0],
                                     " is sequential, expected a random-access stream"));
      }
      need_count(choice[1], select_who, "index of the item");
      return source.item(state, choice[1]);
    });
  }

 private:
  Ints choice_of(State& state, int64_t number) const {
    Value given = call_value(state, f, Value(number));
    bool is_pair = given.is_tuple() && given.items().size() == 2 &&
                   std::ranges::all_of(given.items(), [](const Value& x) { return x.is_leaf(); });
    if (!is_pair) {
      throw Error(Code::type, str(select_who, ": the function returned ", kind_text(given),
                                  ", expected a tuple (index of the stream, index of the item)"));
    }
    Ints out;
    for (const Value& x : given.items()) out.push_back(x.as_array().integer());
    return out;
  }
};

SelectStream selected(State& state, const Value& sources, int64_t length, const Value& f) {
  need_count(length, select_who, "length");
  if (!sources.is_tuple() || sources.items().empty()) {
    throw labelled(
        Error(Code::type, str(select_who, ": `sources` must be a tuple of at least one stream")),
        "sources");
  }
  SelectStream out{.sources = {}, .f = f, .length = length};
  for (const Value& source : sources.items()) {
    out.sources.push_back(stream_of(state, source, select_who));
    if (out.sources.back().numbers(state).known()) continue;
    throw labelled(Error(Code::value, str(select_who, ": stream ", out.sources.size() - 1,
                                          " is sequential, expected a random-access stream")),
                   "sources");
  }
  return out;
}

}  // namespace

extern const Struct data_select_struct = {
    .name = "data.Select",
    .brief = "Stream of items that a function selects from several streams.",
    .fields =
        {field<&SelectStream::sources>("sources: (stream, ...)", "Random-access streams."),
         field<&SelectStream::f>(
             "f: fn(i)",
             "Function that maps an index to a tuple (index of the stream, index of the item)."),
         field<&SelectStream::length>("length: int", "Number of items, ≥ 0."),
         field<&SelectStream::at>("var position: int = 0",
                                  "Iterator position: index of the next item.")},
    .methods = {STREAM_METHODS(SelectStream)},
    .example =
        "(x for x in data.Select((data.Range(0, 3), data.Range(7, 9)), i => (i % 2, i // 2), 4))  "
        "#> (0, 7, 1, 8)",
    .source = "Grain's DatasetSelectionMap",
    .open = open_stream<SelectStream>,
};
const Struct& SelectStream::record() { return data_select_struct; }

extern const Builtin data_select_builtin = {
    .signature = "data.select(sources: (any, ...), length: int, f: fn(i)) -> stream",
    .brief =
        "Selects items of several streams by a function. Use it for custom concatenations, "
        "mixtures, and curricula.",
    .params = {{"sources",
                "Tuple of random-access streams, or of values that `data.stream` accepts."},
               {"length", "Number of items in an epoch, ≥ 0."},
               {"f",
                "Function that maps an index, counted from 0, to a tuple (index of the stream, "
                "index of the item). The index keeps counting in later epochs of `data.repeat`."}},
    .errors =
        "error[type] if `sources` is not a tuple of at least one stream or `f` does not return two "
        "numbers; error[value] if an index of a stream or item is out of range, a stream is "
        "sequential, or `length` is below 0; errors of an item have its index",
    .example =
        "let s = data.select((0..100, 500..600), 4, i => if i < 2 { (0, i) } else { (1, i) })\n"
        "(x for x in s)  #> (0, 1, 502, 503)",
    .source = "Grain's DatasetSelectionMap",
    .call = bind<&selected>,
};

}  // namespace rille
