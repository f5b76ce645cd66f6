// R: literals, stacked trees, strings, lengths, keys.
#include <algorithm>
#include <cmath>

#include "stdlib/array.h"
#include "stdlib/core/region.h"
#include "stdlib/core/runtime.h"
#include "stdlib/rngs.h"
#include "stdlib/text.h"
#include "stdlib/transform/traced.h"
#include "vm/tree.h"

namespace rille {
namespace {

Array nested_array(const Value& rows, std::optional<Dtype> dtype) {
  Arrays elements;
  for (const Value& item : rows.items()) {
    if (item.is_tuple()) {
      elements.push_back(nested_array(item, dtype));
    } else if (item.is_leaf() || std::holds_alternative<bool>(item.any())) {
      bool is_bool = std::holds_alternative<bool>(item.any());
      Array x = is_bool ? Array(std::get<bool>(item.any())) : item.as_array();
      elements.push_back(dtype ? convert(x, *dtype) : x);
    } else {
      throw Error(Code::type, str("an element of an array literal is ", kind_text(item),
                                  ", expected a number, a bool, or an array"))
          .help("a tuple `( )` holds values of any type");
    }
  }
  Array out = literal(elements);
  return dtype && out.dtype() != *dtype ? convert(out, *dtype) : out;
}

// Fast path for literals of host scalars.
bool fill_numbers(const Values& items, Array& out, std::optional<Dtype> dtype) {
  bool floats = false;
  for (const Value& item : items) {
    if (!item.is_number()) return false;
    floats = floats || std::holds_alternative<double>(item.any());
  }
  Dtype wanted = dtype.value_or(floats ? Dtype::f32 : Dtype::i32);
  if (items.empty() || (wanted != Dtype::f32 && wanted != Dtype::f64)) return false;
  out = Array(Type(wanted, {Extent(static_cast<int64_t>(items.size()))}));
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* whole = std::get_if<int64_t>(&items[i].any());
    double x = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(items[i].any());
    if (wanted == Dtype::f64) {
      out.edit<double>()[i] = x;
    } else {
      out.edit<float>()[i] = static_cast<float>(x);
      if (std::isinf(out.edit<float>()[i]) && !std::isinf(x)) return false;  // nested_array raises
    }
  }
  return true;
}

Array array_literal(Value rows, std::optional<Dtype> dtype) {
  Array out;
  if (fill_numbers(rows.items(), out, dtype)) return out;
  return nested_array(rows, dtype);
}

// Stacks the numbers, arrays, and bools of trees of the same structure, whose static values are
// equal. The trees are parts of `whole`: an error names the path from the root of `whole`.
Value stack_trees(const Values& all, const Values& whole) {
  if (std::ranges::all_of(all, is_joint)) return stack_leaves(all);
  const Value& first = all[0];
  bool alike = std::ranges::all_of(all, [&](const Value& x) {
    if (!first.is_branch() || !x.is_branch()) return same_static(first, x);
    return is_same_form(first.branch(), x.branch());
  });
  if (!alike) {
    map_leaves(whole, false, stack_leaves);  // raises with the path at which they differ
    return map_leaves(all, false, stack_leaves);
  }
  if (!first.is_branch()) return first;
  Values items;
  for (size_t i = 0; i < first.items().size(); ++i) {
    Values column;
    for (const Value& x : all) column.push_back(x.items()[i]);
    items.push_back(stack_trees(column, whole));
  }
  return Value::like(first.branch(), std::move(items));
}

// The tree with its host scalars converted to a dtype, like those of a literal.
Value read_in(const Value& tree, Dtype dtype) {
  return map_joints(tree, [dtype](const Value& leaf) {
    return leaf.is_number() ? Value(convert(leaf.as_array(), dtype)) : leaf;
  });
}

Value stack_values(Value items, std::optional<Dtype> dtype) {
  if (items.items().empty()) return Array(Type(dtype.value_or(Dtype::f32), {Extent(0)}));
  bool has_none = std::ranges::all_of(items.items(), [](const Value& x) { return x.is_nil(); });
  if (has_none) return Value();  // nil has no leaf to stack
  for (const Value& item : items.items()) {
    if (is_joint(item) || item.is_branch()) continue;
    throw Error(Code::type, str("the body of a `for` in an array or as a value returns ",
                                kind_text(item), ", expected a number, an array, or a tree"));
  }
  if (!dtype) return stack_trees(items.items(), items.items());
  Values read;
  for (const Value& item : items.items()) read.push_back(read_in(item, *dtype));
  return stack_trees(read, read);
}

int64_t leading_size(Value tree) {
  int64_t size = -1;
  map_leaves(tree, [&](const Value& leaf) {
    Array x = leaf.as_array();
    if (x.rank() == 0) throw Error(Code::shape, "`rows` needs leaves with a leading axis").label(0);
    int64_t n = x.type().extent(0).number();
    if (size >= 0 && n != size) {
      throw Error(Code::shape,
                  str("`rows` needs leaves of the same length, got ", size, " and ", n))
          .label(0);
    }
    size = n;
    return leaf;
  });
  if (size < 0)
    throw Error(Code::type, str("`rows` takes a tree of arrays, got ", kind_text(tree)));
  return size;
}

Value row_of(Value tree, Array at) {
  return map_leaves(tree, [&](const Value& leaf) {
    Subscript sub;
    sub.form = Subscript::Kind::index;
    sub.index = at;
    return Value(index(leaf.as_array(), {sub}));
  });
}

bool contains(std::string text, std::string part) {
  return find_text(text, part) != std::string::npos;
}

std::string show_text(Value value) {
  return value.is_string() ? str("\"", value.string(), "\"") : text(value);
}

// R.draw: splits the key in a variable. Returns one half for sampling, and the variable keeps the
// other one. RNG streams return the next key of the stream `default`.
Value draw(State& state, Value& place) {
  if (struct_of(place) == &Rngs::record()) {
    auto rngs = record_from<Rngs>(place);
    Array key = rngs.key("default");
    place = make_instance(state, rngs);
    return Value(key);
  }
  if (struct_of(place) == &KeyStream::record()) {
    auto stream = record_from<KeyStream>(place);
    Array key = stream.key();
    place = make_instance(state, stream);
    return Value(key);
  }
  Array key = place.is_leaf() ? place.as_array() : Array();
  if (key.is_none()) {
    throw Error(Code::type, str("a random key is needed, got ", kind_text(place)))
        .help("`rng.key(0)` makes one from a seed");
  }
  Array half = rng::next(key);
  place = Value(key);
  return Value(half);
}

// R.lend_key: R.draw for a key. Any other value is moved out of the variable, which becomes nil
// until the call returns the value.
Value lend_key(State& state, Value& place) {
  if (place.is_leaf() || struct_of(place) == &KeyStream::record()) return draw(state, place);
  return std::exchange(place, Value());
}

// The keys of a dict are part of the structure of a tree, so a traced key is an error.
void traced_key(State& state, Array key) {
  throw unknown_value(state, key,
                      str("a dict key must be static while tracing, got a traced ", key.type()))
      .help("store the values in an array, and index the array by the traced number");
}

Value parts_of_text(Value value) { return Value::tuple(text_parts(value)); }

const Builtin literal_ = {.signature = "literal(rows: any, dtype: dtype = nil)",
                          .call = bind<&array_literal>};
const Builtin stack_ = {.signature = "stack_tree(x: any, dtype: dtype = nil)",
                        .call = bind<&stack_values>};
const Builtin rows_ = {.signature = "tree_rows(x: any)", .call = bind<&leading_size>};
const Builtin row_ = {.signature = "tree_row(x: any, y: any)", .call = bind<&row_of>};
const Builtin contains_ = {.signature = "contains(text: str, part: str) -> bool",
                           .call = bind<&contains>};
const Builtin key_ = {.signature = "traced_key(x: any)", .call = bind<&traced_key>};
const Builtin show_text_ = {.signature = "show_text(x: any)", .call = bind<&show_text>};
const Builtin draw_ = {.signature = "draw(inout key: any)", .call = bind<&draw>};
const Builtin lend_key_ = {.signature = "lend_key(inout key: any)", .call = bind<&lend_key>};
const Builtin parts_ = {.signature = "text_parts(x: any)", .call = bind<&parts_of_text>};

}  // namespace

std::vector<const Builtin*> tree_functions() {
  return {&literal_,   &stack_, &rows_,     &row_, &contains_,
          &show_text_, &draw_,  &lend_key_, &key_, &parts_};
}

}  // namespace rille
