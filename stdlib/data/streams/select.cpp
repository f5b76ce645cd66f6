// data.select: items of several streams, as a function says.
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
    need_count(at, select_who, "at");
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
        throw Error(Code::value, str("the function of ", select_who, " gives a stream from 0 to ",
                                     most - 1, ", got ", choice[0]));
      }
      const Stream& source = sources[static_cast<size_t>(choice[0])];
      if (!source.numbers(state).known()) {
        throw Error(Code::value,
                    str(select_who, ": the items of stream ", choice[0], " have no numbers"));
      }
      need_count(choice[1], select_who, "the number of an item");
      return source.item(state, choice[1]);
    });
  }

 private:
  Ints choice_of(State& state, int64_t number) const {
    Value given = call_value(state, f, Value(number));
    bool is_pair = given.is_tuple() && given.items().size() == 2 &&
                   std::ranges::all_of(given.items(), [](const Value& x) { return x.is_leaf(); });
    if (!is_pair) {
      throw Error(Code::type, str("the function of ", select_who,
                                  " gives the number of a stream and that of its item, got ",
                                  kind_text(given)));
    }
    Ints out;
    for (const Value& x : given.items()) out.push_back(x.as_array().integer());
    return out;
  }
};

SelectStream selected(State& state, const Value& sources, int64_t length, const Value& f) {
  need_count(length, select_who, "length");
  if (!sources.is_tuple() || sources.items().empty()) {
    throw labelled(Error(Code::type, str(select_who, " needs a tuple of streams")), "sources");
  }
  SelectStream out{.sources = {}, .f = f, .length = length};
  for (const Value& source : sources.items()) {
    out.sources.push_back(stream_of(state, source, select_who));
    if (out.sources.back().numbers(state).known()) continue;
    throw labelled(Error(Code::value, str(select_who, ": the items of stream ",
                                          out.sources.size() - 1, " have no numbers")),
                   "sources");
  }
  return out;
}

}  // namespace

extern const Struct data_select_struct = {
    .name = "data.Select",
    .brief = "The stream of items of several that a function names.",
    .fields = {field<&SelectStream::sources>("sources: (stream, ...)", "their items have numbers"),
               field<&SelectStream::f>("f: fn(i)", "gives (which stream, which of its items)"),
               field<&SelectStream::length>("length: int", "how many items there are"),
               field<&SelectStream::at>("var at: int = 0", "how far it is")},
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
    .brief = "The stream of items of several streams that a function names.",
    .params = {{"sources",
                "streams whose items have numbers, or what data.stream takes: concatenations, "
                "mixtures and curricula of one's own"},
               {"length", "how many items there are, >= 0"},
               {"f",
                "of a number from 0, the tuple of which stream and of which of its items; numbers "
                "go on in the further rounds of data.repeat"}},
    .errors =
        "error[type] where f gives no two numbers; error[value] where there is no such stream, or "
        "the items of one have no numbers; both with the number of the item",
    .example =
        "let s = data.select((0..100, 500..600), 4, i => if i < 2 { (0, i) } else { (1, i) })\n"
        "(x for x in s)  #> (0, 1, 502, 503)",
    .source = "Grain's DatasetSelectionMap",
    .call = bind<&selected>,
};

}  // namespace rille
