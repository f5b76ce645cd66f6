// Layer: how a layer calls another one.
#include "stdlib/nn/layers.h"

#include <algorithm>

#include "vm/calling.h"
#include "vm/run/module_scope.h"
#include "vm/state.h"
#include "vm/text.h"

namespace rille {
bool changes_itself(State& state, const Value& layer) {
  if (const Struct* record = struct_of(layer)) {
    return record->methods.begin()[find_method(*record, "call")].changes_self;
  }
  const StructType* type = struct_type(layer.layout());
  return type != nullptr && state.method(*type, "call").info().params[0].is_inout;
}

Array Layer::call(State& state, const Array& x, std::string_view field, int at) {
  return in_layer(state, {field, at, value_.is_function()}, [&] { return run(state, x); });
}

Array Layer::run(State& state, const Array& x) {
  if (!is_callable(state, value_)) {
    throw Error(Code::type, str("the layer is ", kind_text(value_),
                                ", expected a function or a struct with `call`"));
  }
  if (value_.is_function()) return call_value(state, value_, Value::from_array(x)).as_array();
  Values out = call_method(state, value_, "call", {Value::from_array(x)});
  if (changes_itself(state, value_)) value_ = out[1];
  return out[0].as_array();
}

void need_size(int64_t size, std::string_view layer, std::string_view parameter, int64_t most) {
  if (size > 0 && size <= most) return;
  std::string limit = size > 0 ? str("at most ", most) : "at least 1";
  throw labelled(
      Error(Code::value, str(layer, ": `", parameter, "` is ", size, ", expected ", limit)),
      parameter);
}

}  // namespace rille
