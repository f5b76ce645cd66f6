// sort(x, by = f): sorting by a key function.
#include "stdlib/array/order_by.h"

#include "stdlib/array/pick.h"
#include "stdlib/text.h"
#include "stdlib/trace/mapped.h"
#include "vm/call.h"

namespace rille {
namespace {

Error no_key(const std::string& got, std::string_view whose) {
  std::string text = str("the sort key is ", got, ", expected a number or a string");
  return labelled(Error(Code::type, std::move(text)), whose);
}

Values keys_of(const Values& items, const Function& by) {
  Values out;
  PollCounter polls;
  for (const Value& item : items) {
    polls.step();
    out.push_back(call_all(by, {item}).at(0));
  }
  return out;
}

// The keys of all rows, from a single vectorized call of `by`.
Array keys_of_rows(const Array& x, const Function& by) {
  if (x.rank() == 0) {
    throw labelled(Error(Code::shape, str("sort: `x` is ", x.type(),
                                          ", expected an array with at least one axis")),
                   "x");
  }
  Value keys = mapped_over_rows(by, {Value::from_array(x)}).at(0);
  if (!keys.is_leaf()) throw no_key(kind_text(keys), "by");
  Array out = strong(keys.as_array());
  if (out.rank() == 1) return out;
  throw no_key(str("an array of rank ", out.rank() - 1), "by");
}

Array places_of_keys(const Values& keys, bool descending, std::string_view whose) {
  if (keys.empty()) return zeros({Extent(0)}, Dtype::i32);
  if (std::ranges::all_of(keys, &Value::is_string)) return places_of_strings(keys, descending);
  Arrays numbers;
  for (const Value& key : keys) {
    if (!key.is_leaf()) throw no_key(kind_text(key), whose);
    numbers.push_back(strong(key.as_array()));
    if (numbers.back().rank() != 0) throw no_key(text(numbers.back().type()), whose);
  }
  return argsort(stack(numbers, 0), 0, descending);
}

}  // namespace

Array places_by(const Value& x, const std::optional<Function>& by, bool descending) {
  if (!x.is_tuple()) return argsort(keys_of_rows(x.as_array(), *by), 0, descending);
  return places_of_keys(by ? keys_of(x.items(), *by) : x.items(), descending, by ? "by" : "x");
}

Value sorted_by(const Value& x, const std::optional<Function>& by, bool descending) {
  Array places = places_by(x, by, descending);
  if (!x.is_tuple()) return Value::from_array(picked(strong(x.as_array()), 0, places));
  if (places.is_traced()) {
    throw Error(Code::trace, "sort: the order of the items of a tuple depends on traced values")
        .help("stack the items: the rows of an array can be sorted by traced keys");
  }
  Values out;
  for (int32_t place : places.as<int32_t>()) out.push_back(x.items()[static_cast<size_t>(place)]);
  return Value::tuple(std::move(out));
}

}  // namespace rille
