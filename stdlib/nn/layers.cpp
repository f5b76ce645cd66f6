// What layers share.
#include "stdlib/nn/layers.h"

#include "vm/call.h"

namespace rille {

Array input_of(const Values& args, std::string_view layer) {
  if (args.size() == 2 && args[1].is_leaf()) return args[1].as_array();
  std::string given = args.size() == 2 ? kind_text(args[1]) : str(args.size() - 1, " arguments");
  throw Error(Code::type, str(layer, " needs one array, got ", given));
}

Array call_layer(State& state, const Value& layer, const Array& x) {
  Values args{Value::from_array(x)};
  Function f;
  if (layer.is_function()) {
    f = layer.function();
  } else if (layer.is_branch() && layer.branch().layout != nullptr &&
             layer.branch().layout->type != nullptr) {
    f = state.method(*layer.branch().layout->type, "call");
    args.insert(args.begin(), layer);
  }
  if (f.is_none())
    throw Error(Code::type, str("a layer must be callable, got a ", kind_text(layer)));
  return call(f, args).as_array();
}

}  // namespace rille
