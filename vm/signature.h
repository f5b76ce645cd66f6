// Signature: the parameters and the result of a builtin.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/annotation.h"
#include "vm/function.h"

namespace rille {

// Written like the signature of a script function:
//   softmax(x: number[..., n], axis: int = -1) -> float[..., n]
//   rng.normal(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]
//   print(...x: any) -> nil
// Sizes with the same name are equal. The default of a parameter is always accepted, such as nil.
// `inout` marks a parameter that is written back. A key that is used for sampling is `inout key:
// key`: the function takes it by value and returns nothing for it, and a call `f(&key)` first
// splits the key, keeps one half in the variable, and passes the other (R.draw).
struct Signature {
  struct Parameter {
    std::string name;
    Annotation type;
    std::optional<Value> fallback = {};  // nullopt if required; of a dtype, its name
    std::string fallback_text = {};      // as written
    bool is_inout = false;
    bool is_rest = false;
    bool draws() const { return is_inout && type.word == "key"; }
    bool falls_to_nil() const { return fallback && fallback->is_nil(); }
  };
  std::string name;  // with the module: "rng.normal"
  std::vector<Parameter> params;
  Annotation result;
  bool gives_key() const { return result.word == "key"; }

  FunctionInfo info;  // the signature for calls
};

Signature parse_signature(std::string_view text);

// Parses the field of a struct: "w: float[in, out] = nil".
Signature::Parameter parse_parameter(std::string_view text);

}  // namespace rille
