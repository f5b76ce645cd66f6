// nn.Lora, nn.LoraLinear: low-rank adapters.
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct Lora {
  static const Struct& record();
  Array a, b;
  std::optional<Layer> base;
  LayerDtype dtype;

  Array call(State& state, const Array& x) {
    Array low = matmul(dtype.operand(x), dtype.operand(a));
    Array out = dtype.result(matmul(low, dtype.operand(b)));
    return base ? out + base->call(state, x, "base") : out;
  }
};

struct LoraLinear {
  static const Struct& record();
  Array w, low, high;
  std::optional<Array> bias;
  LayerDtype dtype;

  Array call(const Array& given) const {
    Array x = dtype.operand(given), y = matmul(x, dtype.operand(w));
    if (bias) y = y + dtype.operand(*bias);
    Array more = matmul(matmul(x, dtype.operand(low)), dtype.operand(high));
    return dtype.result(y + more);
  }
};

Lora drawn(KeySource& keys, int64_t in, int64_t rank, int64_t out, std::string_view maker) {
  need_size(in, maker, "in_features");
  need_size(rank, maker, "rank");
  need_size(out, maker, "out_features");
  Lora layer;
  layer.a = he_uniform(keys.sole(), {in, rank}, Dtype::f32);
  keys.pass();
  layer.b = zeros({rank, out});
  return layer;
}

Lora lora(KeySource& keys, int64_t in, int64_t rank, int64_t out, const Value& base) {
  Lora layer = drawn(keys, in, rank, out, "nn.lora");
  if (!base.is_nil()) layer.base = Layer(base);
  return layer;
}

LoraLinear lora_linear(KeySource& keys, int64_t in, int64_t out, int64_t rank, bool bias) {
  need_size(in, "nn.lora_linear", "in_features");
  need_size(out, "nn.lora_linear", "out_features");
  LoraLinear layer;
  layer.w = lecun_normal(keys.next(), {in, out}, Dtype::f32);
  if (bias) {
    keys.pass();
    layer.bias = zeros({out});
  }
  Lora low =
      keys.part([&](KeySource& part) { return drawn(part, in, rank, out, "nn.lora_linear"); });
  layer.low = low.a;
  layer.high = low.b;
  return layer;
}

// --- merging: an adapter and its base become one linear layer of weights w + a @ b

constexpr int deepest = 200;

std::optional<Value> with_weights(const Value& base, const Array& more) {
  const Value* w = base.field("w");
  bool is_linear = struct_of(base) != nullptr && struct_of(base)->name == "nn.Linear";
  if (!is_linear || w == nullptr) return {};
  Values items = base.items();
  items[static_cast<size_t>(w - base.items().data())] = Value(w->as_array() + more);
  return Value::like(base.branch(), std::move(items));
}

Value merged(State& state, const Value& tree, int depth) {
  if (depth > deepest)
    throw Error(Code::limit, "nn.merge_lora: `model` exceeds the maximum depth of 200 levels");
  if (!tree.is_branch()) return tree;
  Values items;
  for (const Value& item : tree.items()) items.push_back(merged(state, item, depth + 1));
  Value node = Value::like(tree.branch(), std::move(items));
  const Struct* record = struct_of(node);
  if (record == &LoraLinear::record()) {
    auto layer = record_from<LoraLinear>(node);
    return linear_layer(state, layer.w + matmul(layer.low, layer.high), layer.bias,
                        layer.dtype.value());
  }
  if (record != &Lora::record()) return node;
  auto layer = record_from<Lora>(node);
  Array product = matmul(layer.a, layer.b);
  if (!layer.base) return linear_layer(state, product, {}, layer.dtype.value());
  return with_weights(layer.base->value(), product).value_or(node);
}

Value merge(State& state, const Value& model) { return merged(state, model, 0); }

constexpr std::string_view lora_a_text = "Low-rank adapter matrix A.";
constexpr std::string_view lora_b_text = "Low-rank adapter matrix B.";
constexpr std::string_view lora_in_text = "Size of the last axis of the input, ≥ 1.";
constexpr std::string_view lora_out_text = "Size of the last axis of the output, ≥ 1.";
constexpr std::string_view lora_rank_text = "Rank of the adapter, ≥ 1.";
constexpr std::string_view lora_base_text =
    "Base layer, whose output is added. If nil, the layer computes the adapter alone.";

}  // namespace

extern const Struct nn_lora_struct = {
    .name = "nn.Lora",
    .brief = "Low-rank adapter (LoRA) of another layer: x @ lora_a @ lora_b + base(x).",
    .fields = {field<&Lora::a>("lora_a: float[in, rank]", lora_a_text),
               field<&Lora::b>("lora_b: float[rank, out]", lora_b_text),
               field<&Lora::base>("base: fn = nil", lora_base_text),
               field<&Lora::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&Lora::call>(
        "call(x: number[..., in]) -> number[..., out]",
        "Computes x @ lora_a @ lora_b + base(x), or `x @ lora_a @ lora_b` if `base` is nil.")},
    .example = "nn.Lora([[1.0]], [[2.0]], x => 10.0 * x)([3.0])  #> [36]",
    .source = "Hu et al., arXiv 2106.09685, eq. 3; flax.nnx.LoRA",
};
const Struct& Lora::record() { return nn_lora_struct; }

extern const Struct nn_lora_linear_struct = {
    .name = "nn.LoraLinear",
    .brief =
        "Linear layer with a low-rank adapter (LoRA). It computes `x @ w + b + x @ low @ high`.",
    .fields = {field<&LoraLinear::w>("w: float[in, out]", "Weights of the linear layer."),
               field<&LoraLinear::low>("lora_a: float[in, rank]", lora_a_text),
               field<&LoraLinear::high>("lora_b: float[rank, out]", lora_b_text),
               field<&LoraLinear::bias>("b: float[out] = nil", "Bias. If nil, no bias is added."),
               field<&LoraLinear::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&LoraLinear::call>(
        "call(x: number[..., in]) -> number[..., out]",
        "Computes `x @ w + b + x @ low @ high` over the last axis of `x`.")},
    .example = "nn.LoraLinear([[1.0]], [[2.0]], [[3.0]])([1.0])  #> [7]",
    .source = "Hu et al., arXiv 2106.09685, eq. 3; flax.nnx.LoRALinear",
};
const Struct& LoraLinear::record() { return nn_lora_linear_struct; }

extern const Builtin nn_lora_builtin = {
    .signature =
        "nn.lora(inout key: key or nn.Rngs, in_features: int, rank: int, out_features: int, base: "
        "fn = nil) -> nn.Lora",
    .brief =
        "Creates a low-rank adapter (LoRA) of another layer: x @ lora_a @ lora_b + base(x). "
        "`lora_a` is initialized by nn.he_uniform, `lora_b` by zeros, so that the adapter "
        "initially adds 0.",
    .params = {{"key", layer_key_text},
               {"in_features", lora_in_text},
               {"rank", lora_rank_text},
               {"out_features", lora_out_text},
               {"base", lora_base_text}},
    .errors = "error[value] if a size is below 1",
    .example =
        "let line = nn.linear(rng.key(0), 3, 2)\n"
        "same(nn.lora(rng.key(1), 3, 1, 2, line)(ones(3)), line(ones(3)))  #> true",
    .source = "flax.nnx.LoRA",
    .call = bind<&lora>,
};

extern const Builtin nn_lora_linear_builtin = {
    .signature =
        "nn.lora_linear(inout key: key or nn.Rngs, in_features: int, out_features: int, rank: int, "
        "bias: bool = true) -> nn.LoraLinear",
    .brief =
        "Creates a linear layer with a low-rank adapter (LoRA). It computes `x @ w + b + x @ "
        "lora_a @ lora_b`. `w` is initialized by nn.lecun_normal, `lora_a` by nn.he_uniform, "
        "`lora_b` and the bias by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", lora_in_text},
               {"out_features", lora_out_text},
               {"rank", lora_rank_text},
               {"bias", "If true, a bias is added. If false, `b` is nil."}},
    .errors = "error[value] if a size is below 1",
    .example = "nn.lora_linear(rng.key(0), 3, 2, rank = 1)(ones(3)).shape  #> (2,)",
    .source = "flax.nnx.LoRALinear",
    .call = bind<&lora_linear>,
};

extern const Builtin nn_merge_lora_builtin = {
    .signature = "nn.merge_lora(model: tree) -> tree",
    .brief = "Returns the model with its low-rank adapters merged into the base weights.",
    .params = {{"model",
                "Each nn.LoraLinear becomes an nn.Linear. Each nn.Lora becomes an nn.Linear if its "
                "base is an nn.Linear or nil. Everything else is unchanged."}},
    .errors = "error[limit] if `model` is deeper than 200 levels",
    .example = "nn.merge_lora((nn.Lora([[1.0]], [[2.0]], nn.Linear([[5.0]])),))[0].w  #> [[7]]",
    .source = "Hu et al., arXiv 2106.09685, sec. 4.1",
    .call = bind<&merge>,
};

}  // namespace rille
