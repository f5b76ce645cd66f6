// data.stream: streams of in-memory values.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/data/streams.h"
#include "vm/call.h"
#include "vm/tree.h"

namespace rille {
namespace {

struct RangeStream {
  static const Struct& record();
  int64_t lo = 0, hi = 0, at = 0;

  Value next(State&) {
    need_count(at, "data.Range", "position");
    uint64_t count = hi > lo ? static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) : 0;
    if (static_cast<uint64_t>(at) >= count) return {};
    return static_cast<int64_t>(static_cast<uint64_t>(lo) + static_cast<uint64_t>(at++));
  }

  bool is_free(State&) const { return true; }
  ItemNumbers numbers(State&) const {
    uint64_t count = hi > lo ? static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) : 0;
    if (at != 0 || count >= static_cast<uint64_t>(ItemNumbers::endless)) return {};
    return {static_cast<int64_t>(count)};
  }
  Value item(State& state, int64_t number) const {
    return lo + place_of(number, numbers(state).count).at;
  }
};

struct ItemsStream {
  static const Struct& record();
  Value items;
  int64_t at = 0;

  Value next(State&) {
    need_count(at, "data.Items", "position");
    if (static_cast<uint64_t>(at) >= items.items().size()) return {};
    return there(at++);
  }

  bool is_free(State&) const { return true; }
  ItemNumbers numbers(State&) const {
    return at == 0 ? ItemNumbers{std::ssize(items.items())} : ItemNumbers();
  }
  Value item(State&, int64_t number) const {
    return there(place_of(number, std::ssize(items.items())).at);
  }

 private:
  const Value& there(int64_t number) const {
    const Value& item = items.items()[static_cast<size_t>(number)];
    if (!item.is_nil()) return item;
    throw Error(Code::type,
                str("item ", number, " is nil, expected a value: nil marks the end of a stream"));
  }
};

Array row(const Array& x, int64_t at) {
  if (x.is_traced()) {
    Subscript sub;
    sub.form = Subscript::Kind::index;
    sub.index = Array(at);
    return index(x, {sub});
  }
  Shape shape = x.shape();
  size_t bytes = x.byte_size() / static_cast<size_t>(shape[0].number());
  shape.erase(shape.begin());
  return x.view(x.type().with(shape), static_cast<size_t>(at) * bytes);
}

struct RowsStream {
  static const Struct& record();
  Value tree;
  int64_t at = 0;
  mutable std::optional<FlatTree> flat = {};  // the flattened tree, set by look()
  mutable int64_t count = 0;
  mutable bool has_words = false;  // true if a column is a tuple of strings

  Value next(State&) {
    need_count(at, "data.Rows", "position");
    look();
    return at >= count ? Value() : there(at++);
  }

  bool is_free(State&) const {
    look();
    return std::ranges::none_of(flat->leaves, [](const Array& x) { return x.is_traced(); });
  }
  ItemNumbers numbers(State&) const {
    look();
    return at == 0 ? ItemNumbers{count} : ItemNumbers();
  }
  Value item(State&, int64_t number) const {
    look();
    return there(place_of(number, count).at);
  }

 private:
  void look() const {
    if (flat) return;
    flat = flatten(tree);
    count = row_count(tree);
    map_columns(tree, [&](const Value& column) {
      has_words = has_words || column.is_tuple();
      return column;
    });
  }
  Value there(int64_t number) const {
    if (has_words) {
      return map_columns(tree, [&](const Value& column) -> Value {
        if (column.is_tuple()) return column.items()[static_cast<size_t>(number)];
        return Value::from_array(row(column.as_array(), number));
      });
    }
    Values leaves;
    for (const Array& leaf : flat->leaves) leaves.push_back(Value::from_array(row(leaf, number)));
    return flat->shape.unflatten_values(std::move(leaves));
  }
};

bool has_rows(const Value& x) { return x.is_array() || (x.is_branch() && !x.is_tuple()); }

Value streamed(State& state, const Value& x) { return stream_of(state, x, "data.stream").value(); }

}  // namespace

Stream stream_of(State& state, const Value& x, std::string_view who, int at) {
  if (is_stream(x)) return Stream(x);
  if (const auto* object = std::get_if<OpaqueValue>(&x.any())) {
    Value ends = contents_of(*object), items = items_of(*object);
    if (items.is_tuple()) return stream_of(state, items, who, at);
    if (ends.is_tuple()) {
      RangeStream range;
      take(ends.items()[0], range.lo);
      take(ends.items()[1], range.hi);
      return Stream(make_instance(state, range));
    }
  }
  if (x.is_tuple()) return Stream(make_instance(state, ItemsStream{x}));
  if (!has_rows(x)) {
    throw Error(
        Code::type,
        str(who, ": expected a stream, a range, a tuple, an array, or a tree of arrays, got ",
            kind_text(x)))
        .label(at);
  }
  row_count(x);
  return Stream(make_instance(state, RowsStream{x}));
}

extern const Struct data_range_struct = {
    .name = "data.Range",
    .brief = "Stream of the ints from `lo` to `hi`, exclusive.",
    .fields = {field<&RangeStream::lo>("lo: int", "First int."),
               field<&RangeStream::hi>("hi: int", "End of the range, exclusive."),
               field<&RangeStream::at>("var position: int = 0",
                                       "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(RangeStream)},
    .example = "(i for i in data.Range(2, 5))  #> (2, 3, 4)",
    .source = "ours",
    .open = open_stream<RangeStream>,
};
const Struct& RangeStream::record() { return data_range_struct; }

extern const Struct data_items_struct = {
    .name = "data.Items",
    .brief = "Stream of the items of a tuple.",
    .fields = {field<&ItemsStream::items>("items: tuple", "Tuple without nil items."),
               field<&ItemsStream::at>("var position: int = 0",
                                       "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(ItemsStream)},
    .example = "var s = data.Items((\"a\", \"b\"), position = 1); s.next!()  #> b",
    .source = "ours",
    .open = open_stream<ItemsStream>,
};
const Struct& ItemsStream::record() { return data_items_struct; }

extern const Struct data_rows_struct = {
    .name = "data.Rows",
    .brief = "Stream of the rows of a tree. Item i holds element i of axis 0 of each leaf.",
    .fields = {field<&RowsStream::tree>("tree: tree",
                                        "Tree whose leaves have the same size of axis 0."),
               field<&RowsStream::at>("var position: int = 0",
                                      "Iterator position: number of rows already returned.")},
    .methods = {STREAM_METHODS(RowsStream)},
    .example = "(r.x for r in data.Rows((x = [1, 2, 3])))  #> (1, 2, 3)",
    .source = "ours",
    .open = open_stream<RowsStream>,
};
const Struct& RowsStream::record() { return data_rows_struct; }

extern const Builtin data_stream_builtin = {
    .signature = "data.stream(x: any) -> stream",
    .brief = "Creates a stream from a range, a tuple, an array, or a tree of arrays.",
    .params = {{"x",
                "Range; tuple, whose items must not be nil; array, which is read by rows; record, "
                "dict, or struct of arrays, which is read as trees of rows, as by `rows`; or "
                "stream, which is returned unchanged."}},
    .errors =
        "error[type] if `x` is another value; error[shape] if a leaf has no axes or the leaves "
        "have different numbers of rows",
    .example =
        "data.stream(0..6) |> data.map(i => i * i) |> data.batch(4) |> data.take(1)\n"
        "(b for b in data.stream((x = [1, 2], y = [3, 4])))  #> ((x = 1, y = 3), (x = 2, y = 4))",
    .source = "ours",
    .call = bind<&streamed>,
};

}  // namespace rille
