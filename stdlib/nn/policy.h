// LayerDtype: the dtypes in which a layer computes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/array.h"
#include "vm/struct.h"

namespace rille {

// An instance of nn.Policy. A dtype that is nil leaves arrays as they are, except that results then
// have the dtype of the computation.
struct DtypePolicy {
  std::optional<Dtype> params, compute, output;
};
void take(const Value& from, DtypePolicy& to);  // a dtype, an nn.Policy, or nil
std::string text(const DtypePolicy& policy);    // "bf16", "bf16 -> f32"

// The index of the field `dtype` of a layer, or -1; the policy that it holds, or "".
int dtype_field(const Value& layer);
std::string policy_text(const Value& layer);

// The field `dtype` of a layer, which nn.with_policy sets. Parameters keep their own dtype: a call
// converts them, so that the gradients have the dtype of the parameters.
class LayerDtype {
 public:
  LayerDtype() = default;
  explicit LayerDtype(Value value);
  const Value& value() const { return value_; }
  // Whether operands and results stay as they are.
  bool is_unset() const { return !policy_.compute && !policy_.output; }

  // An operand in the dtype of the computation. Complex operands are unchanged.
  Array operand(const Array& x) const;
  std::optional<Array> operand(const std::optional<Array>& x) const;
  // The result of the layer in the output dtype.
  Array result(const Array& y) const;
  // Operands of layers that compute in f32 or wider: converted only to a dtype of that width.
  Array wide_operand(const Array& x) const;
  // The dtype of results, if it is not that of the operands.
  std::optional<Dtype> output() const;

 private:
  Value value_;
  DtypePolicy policy_;
};

inline void take(const Value& from, LayerDtype& to) { to = LayerDtype(from); }
inline Value give(const LayerDtype& dtype) { return dtype.value(); }

// The field of a layer record.
inline constexpr std::string_view layer_dtype_head = "const dtype: dtype or nn.Policy = nil";
inline constexpr std::string_view layer_dtype_text =
    "Dtype of the computation, to which a call converts the input and the parameters, or an "
    "`nn.Policy`. If nil, it is the promoted dtype of the input and the parameters. "
    "`nn.with_policy` sets it.";
inline constexpr std::string_view norm_dtype_text =
    "Dtype of the output, or an `nn.Policy`. The computation is in f32 or wider. If nil, it is the "
    "promoted dtype of the input and the parameters. `nn.with_policy` sets it.";

}  // namespace rille
