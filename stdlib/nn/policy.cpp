// nn.Policy: the dtypes of parameters, computation, output.
#include "stdlib/nn/policy.h"

#include <algorithm>

#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The float dtype of a field or argument; nothing for nil.
std::optional<Dtype> float_dtype(const Value& given, std::string_view name) {
  if (given.is_nil()) return {};
  std::optional<Dtype> found = named_dtype(given);
  if (found && is_float(*found)) return found;
  throw Error(found ? Code::dtype : Code::type,
              str("nn.Policy: `", name, "` is ", found ? text(*found) : text(given),
                  ", expected a float dtype"));
}

Value cast_floats(const Value& tree, std::optional<Dtype> dtype) {
  if (!dtype) return tree;
  FlatTree flat = flatten(tree);
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    Array& leaf = flat.leaves[i];
    bool is_cast = is_float(leaf.dtype()) && !leaf.is_weak() && !flat.state[i];
    if (is_cast) leaf = convert(leaf, *dtype);
  }
  return flat.shape.unflatten(std::move(flat.leaves));
}

struct PolicyRecord {
  static const Struct& record();
  Value params, compute, output;

  DtypePolicy dtypes() const {
    return {float_dtype(params, "params"), float_dtype(compute, "compute"),
            float_dtype(output, "output")};
  }
  Value cast_to_param(const Value& tree) const { return cast_floats(tree, dtypes().params); }
  Value cast_to_compute(const Value& tree) const { return cast_floats(tree, dtypes().compute); }
  Value cast_to_output(const Value& tree) const {
    DtypePolicy own = dtypes();
    return cast_floats(tree, own.output ? own.output : own.compute);
  }
};

Value dtype_word(const Value& dtype) {
  std::optional<Dtype> found = named_dtype(dtype);
  return found ? Value(text(*found)) : Value();
}

PolicyRecord policy(const Value& params, const Value& compute, const Value& output) {
  PolicyRecord out{dtype_word(params), dtype_word(compute), dtype_word(output)};
  out.dtypes();
  return out;
}

// All numbers of the tree in one float dtype.
Value promote_dtype(const Value& tree, const Value& dtype) {
  DtypePolicy policy;
  take(dtype, policy);
  FlatTree flat = flatten(tree);
  Arrays numbers;
  for (const Array& leaf : flat.leaves) {
    if (is_number(leaf.dtype())) numbers.push_back(leaf);
  }
  if (numbers.empty()) return tree;
  LayerDtype layer(dtype);
  bool has_dtype = !std::ranges::all_of(numbers, &Array::is_weak);
  Dtype common = has_dtype ? common_dtype(numbers) : Dtype::f32;
  if (!is_inexact(common)) common = Dtype::f32;
  for (Array& leaf : flat.leaves) {
    if (!is_number(leaf.dtype())) continue;
    leaf = policy.compute ? layer.operand(leaf) : convert(leaf, common);
  }
  return flat.shape.unflatten(std::move(flat.leaves));
}

constexpr std::string_view policy_params_text =
    "Dtype of the parameters, in which gradients and optimizer states are computed (master "
    "weights). If nil, they are unchanged.";
constexpr std::string_view policy_compute_text =
    "Dtype in which layers compute: products, convolutions, and activations. If nil, it is the "
    "promoted dtype of the input and the parameters.";
constexpr std::string_view policy_output_text =
    "Dtype of the output of each layer with this policy. If nil, it is `compute`.";
constexpr std::string_view cast_tree_text =
    "Tree. Its float arrays are converted, except those in `var` fields. All other values are "
    "unchanged.";

}  // namespace

void take(const Value& from, DtypePolicy& to) {
  bool is_policy = struct_of(from) == &PolicyRecord::record();
  to = is_policy ? record_from<PolicyRecord>(from).dtypes()
                 : DtypePolicy{{}, float_dtype(from, "dtype"), {}};
}

std::string text(const DtypePolicy& policy) {
  std::string out = policy.compute ? text(*policy.compute) : "";
  bool differs = policy.output && policy.output != policy.compute;
  return differs ? str(out, out.empty() ? "" : " ", "-> ", text(*policy.output)) : out;
}

int dtype_field(const Value& layer) {
  const Layout* layout = layer.layout();
  if (struct_type(layout) == nullptr) return -1;
  int at = layout->find("dtype");
  return at >= 0 && layout->is_const(static_cast<size_t>(at)) ? at : -1;
}

std::string policy_text(const Value& layer) {
  int at = dtype_field(layer);
  if (at < 0) return "";
  const Value& given = layer.items()[static_cast<size_t>(at)].unwrapped();
  bool is_policy = struct_of(given) == &PolicyRecord::record() || named_dtype(given);
  DtypePolicy policy;
  if (is_policy) take(given, policy);
  return text(policy);
}

LayerDtype::LayerDtype(Value value) : value_(std::move(value)) {
  if (!value_.is_nil()) take(value_, policy_);
}

Array LayerDtype::operand(const Array& x) const {
  bool is_kept = !policy_.compute || is_complex(x.dtype());
  return is_kept ? x : convert(strong(inexact(x)), *policy_.compute);
}

std::optional<Array> LayerDtype::operand(const std::optional<Array>& x) const {
  return x ? operand(*x) : x;
}

Array LayerDtype::wide_operand(const Array& x) const {
  return policy_.compute && bytes(*policy_.compute) >= bytes(Dtype::f32) ? operand(x) : x;
}

std::optional<Dtype> LayerDtype::output() const {
  return policy_.output ? policy_.output : policy_.compute;
}

Array LayerDtype::result(const Array& y) const {
  std::optional<Dtype> wanted = output();
  return wanted && !is_complex(y.dtype()) ? convert(y, *wanted) : y;
}

extern const Struct nn_policy_struct = {
    .name = "nn.Policy",
    .brief =
        "Mixed-precision policy: the dtypes of the parameters, the computation, and the output of "
        "layers.",
    .fields = {field<&PolicyRecord::params>("const params: dtype = nil", policy_params_text),
               field<&PolicyRecord::compute>("const compute: dtype = nil", policy_compute_text),
               field<&PolicyRecord::output>("const output: dtype = nil", policy_output_text)},
    .methods = {method<&PolicyRecord::cast_to_param>(
                    "cast_to_param(tree: tree) -> tree",
                    "Returns the tree with float arrays in the dtype `params`."),
                method<&PolicyRecord::cast_to_compute>(
                    "cast_to_compute(tree: tree) -> tree",
                    "Returns the tree with float arrays in the dtype `compute`."),
                method<&PolicyRecord::cast_to_output>(
                    "cast_to_output(tree: tree) -> tree",
                    "Returns the tree with float arrays in the dtype `output`.")},
    .example = "nn.Policy(compute = bf16).cast_to_compute(([1.0], [2]))  #> ([1], [2])",
    .source = "jmp.Policy",
};
const Struct& PolicyRecord::record() { return nn_policy_struct; }

extern const Builtin nn_policy_builtin = {
    .signature =
        "nn.policy(params: dtype or nil = f32, compute: dtype or nil = bf16, output: dtype or nil "
        "= nil) -> nn.Policy",
    .brief =
        "Creates a mixed-precision policy for `nn.with_policy`. By default, layers compute in bf16 "
        "and parameters are f32.",
    .params = {{"params", policy_params_text},
               {"compute", policy_compute_text},
               {"output", policy_output_text}},
    .errors = "error[dtype] if a dtype is not a float dtype",
    .example =
        "let model = nn.with_policy(nn.linear(rng.key(0), 3, 2), nn.policy(output = f32))\n"
        "(model.w.dtype, model(ones(3)).dtype)  #> (\"f32\", \"f32\")",
    .source = "jmp.Policy; keras.DTypePolicy",
    .call = bind<&policy>,
};

extern const Builtin nn_promote_dtype_builtin = {
    .signature = "nn.promote_dtype(arrays: tree, dtype: dtype or nn.Policy or nil = nil) -> tree",
    .brief = "Converts all numbers of a tree to one float dtype, as layers convert their operands.",
    .params = {{"arrays",
                "Input and parameters of a layer, for example the tuple `(x, self.w)`. Complex "
                "arrays keep their dtype if `dtype` is given."},
               {"dtype",
                "Float dtype, or an `nn.Policy`, whose `compute` is used. If nil, it is the "
                "promoted dtype of all numbers, at least a float dtype."}},
    .errors = "error[dtype] if `dtype` is not a float dtype",
    .example = "nn.promote_dtype(([1.0], [2]), bf16)[1].dtype  #> bf16",
    .source = "flax.nnx.nn.dtypes.promote_dtype",
    .call = bind<&promote_dtype>,
};

}  // namespace rille
