// What layers share: their argument, calls of other layers.
#pragma once

#include "stdlib/array.h"
#include "stdlib/structs.h"

namespace rille {

// The one argument of a layer's `call`, an array; `layer` names it in the error.
Array input_of(const Values& args, std::string_view layer);

// layer(x), of any instance with `call` or any function: what a model's surgery may have put there.
Array call_layer(State& state, const Value& layer, const Array& x);

}  // namespace rille
