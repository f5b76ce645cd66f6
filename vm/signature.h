// Signature: what a builtin takes and gives, as data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/annotation.h"
#include "vm/function.h"

namespace rille {

// Written as a script writes the head of a function:
//   softmax(x: number[..., n], axis: int = -1) -> float[..., n]
//   rng.normal(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]
//   print(...x: any) -> nil
// Sizes of one name are equal. What a parameter falls back to may be given as well, nil for one.
// `inout` marks a parameter that is written back; of a key, `inout key: key`, one that is drawn
// from: the function takes it by value and gives nothing back, and who lends a place to it,
// `f(&key)`, splits the place's key first, keeps one half there and passes the other (R.draw).
struct Signature {
  struct Parameter {
    std::string name;
    Annotation type;
    std::optional<Value> fallback = {};  // none: must be given; of a dtype, its name
    std::string fallback_text = {};      // as written
    bool is_inout = false;
    bool is_rest = false;
    bool draws() const { return is_inout && type.word == "key"; }
    bool falls_to_nil() const { return fallback && fallback->is_nil(); }
  };
  std::string name;  // with its module: "rng.normal"
  std::vector<Parameter> params;
  Annotation result;
  bool gives_key() const { return result.word == "key"; }

  FunctionInfo info;  // the same, for calls
};

Signature parse_signature(std::string_view text);

// "w: float[in, out] = nil", of a struct's field.
Signature::Parameter parse_parameter(std::string_view text);

}  // namespace rille
