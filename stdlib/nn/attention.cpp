// nn.attention: multi-head attention.
#include "stdlib/nn/attend.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"
#include "stdlib/nn/rope.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Shapes: B any leading axes, T positions, C channels, H heads, D = C / H. The weights are
// [C, H, D] and [H, D, C], so that the number of heads is part of a shape and not a leaf of the
// tree.
Array heads_of(const Array& x, const Array& w, const std::optional<Array>& b,
               const LayerDtype& dtype) {
  Shape flat = {w.shape()[0], w.shape()[1] * w.shape()[2]};
  Array y = matmul(dtype.operand(x), reshape_to(dtype.operand(w), flat));
  Shape shape(x.shape().begin(), x.shape().end() - 1);
  shape.insert(shape.end(), w.shape().begin() + 1, w.shape().end());
  y = reshape_to(y, shape);
  return b ? y + dtype.operand(*b) : y;  // [B, T, H, D]
}

struct Attention {
  static const Struct& record();
  Array q, k, v, out;
  bool causal = false;
  std::optional<Array> q_bias, k_bias, v_bias, out_bias;
  std::optional<Layer> q_norm, k_norm;
  double dropout = 0;
  bool broadcast_dropout = true, train = true;
  std::optional<Value> stream;
  std::optional<Array> cache_k, cache_v;
  Array cache_at = Array(int64_t{0});
  std::optional<Array> rope;
  bool rope_interleaved = false;
  LayerDtype dtype;

  Array call(State& state, const Array& x, const std::optional<Array>& keys,
             const std::optional<Array>& values, const std::optional<Array>& mask,
             const std::optional<Array>& bias, const std::optional<Array>& positions) {
    Array of = keys ? *keys : x;
    Array query = heads_of(x, q, q_bias, dtype), key = heads_of(of, k, k_bias, dtype);
    Array value = heads_of(values ? *values : of, v, v_bias, dtype);
    if (q_norm) query = q_norm->call(state, query, "q_norm");
    if (k_norm) key = k_norm->call(state, key, "k_norm");
    if (rope) {
      Array at = positions ? *positions : positions_of(query);
      query = roped(query, at, *rope, rope_interleaved);
      key = roped(key, keys ? positions_of(key) : at, *rope, rope_interleaved);
    }
    AttentionOptions seen{.causal = causal, .mask = mask, .bias = bias};
    if (cache_k && cache_v) remember(key, value, seen);
    seen.kept = drops(swap(query, -2, -3), key);
    return joined(attend(swap(query, -2, -3), swap(key, -2, -3), swap(value, -2, -3), seen));
  }

  void init_cache(const Ints& batch, int64_t length) {
    if (length < 1) {
      throw Error(Code::value,
                  str("nn.Attention.init_cache: `length` is ", length, ", expected at least 1"));
    }
    Shape shape(batch.begin(), batch.end());
    shape.emplace_back(length);
    Shape values = shape;
    shape.insert(shape.end(), k.shape().begin() + 1, k.shape().end());
    values.insert(values.end(), v.shape().begin() + 1, v.shape().end());
    cache_k = dtype.operand(zeros(shape, k.dtype()));
    cache_v = dtype.operand(zeros(values, v.dtype()));
    cache_at = Array(int64_t{0});
  }

 private:
  // Positions of this call: from the cache index on, or from 0 without a cache.
  Array positions_of(const Array& heads) const {
    Array out = arange(0, heads.shape()[heads.shape().size() - 3].number());
    return cache_k && cache_v ? convert(cache_at, Dtype::i32) + out : out;
  }

  // Output projection, from [B, H, T, D] to [B, T, C].
  Array joined(const Array& heads) const {
    Array mixed = swap(heads, -2, -3);
    Shape shape(mixed.shape().begin(), mixed.shape().end() - 2);
    shape.push_back(out.shape()[0] * out.shape()[1]);
    Array w = reshape_to(dtype.operand(out), {out.shape()[0] * out.shape()[1], out.shape()[2]});
    Array y = matmul(dtype.operand(reshape_to(mixed, shape)), w);
    return dtype.result(out_bias ? y + dtype.operand(*out_bias) : y);
  }

  // Writes the keys and values of this call to the cache at the cache index, and replaces `key` and
  // `value` by the cache. Each query attends to the positions up to its own.
  void remember(Array& key, Array& value, AttentionOptions& seen) {
    int64_t times = key.shape()[key.shape().size() - 3].number();
    need_cache(key);
    Array at = convert(cache_at, Dtype::i32) + arange(0, times);
    put(*cache_k, key, at);
    put(*cache_v, value, at);
    cache_at = cache_at + Array(times);
    key = *cache_k;
    value = *cache_v;
    Array length = arange(0, key.shape()[key.shape().size() - 3].number());
    Array before = le(length, expand(at, {1}));  // [T, L]
    seen.mask = seen.mask ? logical_and(*seen.mask, before) : before;
    seen.causal = false;
  }

  void need_cache(const Array& key) const {
    Shape wanted = cache_k->shape();
    const Shape& got = key.shape();
    bool fits = wanted.size() == got.size();
    if (fits) wanted[wanted.size() - 3] = got[got.size() - 3];
    if (fits && wanted == got) return;
    throw Error(Code::shape,
                str("nn.Attention: the KV cache is ", cache_k->type(), " and the new keys are ",
                    key.type(), ", expected shapes that differ along T only"))
        .help("`init_cache!(batch, length)` creates a cache for another batch shape");
  }

  static void put(Array& cache, const Array& x, const Array& at) {
    Subscript all{.form = Subscript::Kind::slice};
    update(cache,
           {{.form = Subscript::Kind::ellipsis},
            {.form = Subscript::Kind::index, .index = at},
            all,
            all},
           convert(x, cache.dtype()));
  }

  // Factors of the attention weights: 0 or 1 / (1 - rate). With broadcast_dropout, the batch and
  // all heads share one mask.
  std::optional<Array> drops(const Array& query, const Array& key) {
    if (!(dropout >= 0 && dropout < 1)) {
      throw Error(Code::value,
                  str("nn.Attention: `dropout` is ", dropout, ", expected 0 <= dropout < 1"));
    }
    if (!train || dropout == 0) return {};
    if (!stream) {
      throw Error(Code::value,
                  "nn.Attention: `stream` is nil, expected an nn.RngStream for dropout in training")
          .help("`nn.RngStream(rng.key(0))` creates a stream; `nn.eval(model)` disables dropout");
    }
    auto keys = record_from<KeyStream>(*stream);
    Shape shape(query.shape().begin(), query.shape().end() - 1);
    if (broadcast_dropout) std::fill(shape.begin(), shape.end() - 1, Extent(1));
    shape.push_back(key.shape()[key.shape().size() - 3]);
    Array kept =
        convert(rng::bernoulli(keys.key(), 1.0 - dropout, shape), Dtype::f32) / (1.0 - dropout);
    stream = changed_instance(KeyStream::record(), *stream, &keys);
    return kept;
  }
};

struct AttentionDims {
  int64_t size, kv_size, heads, kv_heads, part, out;
};

void need_sizes(const AttentionDims& s, int64_t qkv_size) {
  if (s.heads < 1 || qkv_size < 1 || qkv_size % s.heads != 0) {
    throw Error(Code::value,
                str("nn.attention: `qkv_features` (or `features`) is ", qkv_size,
                    " and `heads` is ", s.heads, ", expected a positive multiple of `heads`"))
        .label(1)
        .label(2);
  }
  need_size(s.size, "nn.attention", "features");
  need_size(s.kv_size, "nn.attention", "kv_features");
  need_size(s.out, "nn.attention", "out_features");
  if (s.kv_heads > 0 && s.heads % s.kv_heads == 0) return;
  Error error(Code::value, str("nn.attention: `kv_heads` is ", s.kv_heads,
                               ", expected a divisor of `heads`, which is ", s.heads));
  throw labelled(std::move(error), "kv_heads");
}

// Returns projection weights [in, heads, head_dim], and sets a bias of zeros if one is wanted.
Array projection(KeySource& keys, int64_t in, int64_t heads, int64_t part,
                 std::optional<Array>* bias) {
  Array w = lecun_normal(keys.next(), {in, heads * part}, Dtype::f32);
  if (bias != nullptr) {
    keys.pass();
    *bias = zeros({heads, part});
  }
  return reshape(w, {in, heads, part});
}

// Returns the frequencies of the rotary embedding: a number is the base, an array holds
// frequencies.
Array frequencies_of(const Array& given, int64_t part) {
  bool is_base = given.rank() == 0;
  if (is_base && (part % 2 != 0 || !(given.number() > 0))) {
    throw labelled(Error(Code::value, str("nn.attention: `rope` is the base ", given.number(),
                                          " and head_dim is ", part,
                                          ", expected a base above 0 and an even head_dim")),
                   "rope");
  }
  bool fits = is_base || (given.rank() == 1 && given.size() > 0 &&
                          2 * static_cast<int64_t>(given.size()) <= part);
  if (fits) return convert(is_base ? rope_frequencies(part, given.number()) : given, Dtype::f32);
  throw labelled(
      Error(Code::shape, str("nn.attention: `rope` is ", given.type(), ", expected 1 to ", part / 2,
                             " frequencies for a head_dim of ", part)),
      "rope");
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Value attention(State& state, KeySource& keys, int64_t size, int64_t heads, bool causal, bool bias,
                std::optional<int64_t> kv_heads, std::optional<int64_t> kv_size,
                std::optional<int64_t> qkv_size, std::optional<int64_t> out, bool norm,
                double dropout, bool broadcast_dropout, const std::optional<Array>& rope,
                bool rope_interleaved) {
  int64_t whole = qkv_size.value_or(size);
  AttentionDims s{size, kv_size.value_or(size), heads, kv_heads.value_or(heads),
                  0,    out.value_or(size)};
  need_sizes(s, whole);
  s.part = whole / heads;
  Attention layer;
  layer.q = projection(keys, s.size, heads, s.part, bias ? &layer.q_bias : nullptr);
  layer.k = projection(keys, s.kv_size, s.kv_heads, s.part, bias ? &layer.k_bias : nullptr);
  layer.v = projection(keys, s.kv_size, s.kv_heads, s.part, bias ? &layer.v_bias : nullptr);
  if (norm) {
    layer.q_norm = Layer(scaling_norm(state, keys, s.part));
    layer.k_norm = Layer(scaling_norm(state, keys, s.part));
  }
  layer.out =
      reshape(lecun_normal(keys.next(), {whole, s.out}, Dtype::f32), {heads, s.part, s.out});
  if (bias) {
    keys.pass();
    layer.out_bias = zeros({s.out});
  }
  layer.causal = causal;
  if (rope) layer.rope = frequencies_of(*rope, s.part);
  layer.rope_interleaved = rope_interleaved;
  layer.dropout = dropout;
  layer.broadcast_dropout = broadcast_dropout;
  if (dropout > 0) layer.stream = keys.fork(state, "dropout");
  return make_instance(state, layer);
}

}  // namespace

extern const Struct nn_attention_struct = {
    .name = "nn.Attention",
    .brief =
        "Multi-head attention layer. It applies query, key and value projections, scaled "
        "dot-product attention per head, and an output projection.",
    .fields =
        {field<&Attention::q>("q: float[size, heads, head_dim]", "Query projection weights."),
         field<&Attention::k>("k: float[kv_size, kv_heads, head_dim]", "Key projection weights."),
         field<&Attention::v>("v: float[kv_size, kv_heads, head_dim]", "Value projection weights."),
         field<&Attention::out>("out_proj: float[heads, head_dim, out_size]",
                                "Output projection weights, which combine the heads."),
         field<&Attention::causal>("const causal: bool = false",
                                   "If true, a query attends only to keys at its own and earlier "
                                   "positions (causal mask)."),
         field<&Attention::q_bias>("q_bias: float[heads, head_dim] = nil",
                                   "Bias of the query projection. If nil, no bias is added."),
         field<&Attention::k_bias>("k_bias: float[kv_heads, head_dim] = nil",
                                   "Bias of the key projection. If nil, no bias is added."),
         field<&Attention::v_bias>("v_bias: float[kv_heads, head_dim] = nil",
                                   "Bias of the value projection. If nil, no bias is added."),
         field<&Attention::out_bias>("out_bias: float[out_size] = nil",
                                     "Bias of the output projection. If nil, no bias is added."),
         field<&Attention::q_norm>("q_norm: fn = nil",
                                   "Layer that normalizes the queries of each head over head_dim. "
                                   "If nil, queries are not normalized."),
         field<&Attention::k_norm>("k_norm: fn = nil",
                                   "Layer that normalizes the keys of each head over head_dim. If "
                                   "nil, keys are not normalized."),
         field<&Attention::dropout>("const dropout: real = 0.0",
                                    "Dropout rate of the attention weights, 0 ≤ dropout < 1."),
         field<&Attention::broadcast_dropout>(
             "const broadcast_dropout: bool = true",
             "If true, one dropout mask [T, S] is shared by the whole batch and all heads."),
         field<&Attention::train>("train: bool = true",
                                  "If true, dropout is applied. If false, it is not."),
         field<&Attention::stream>("var stream: nn.RngStream = nil",
                                   "RNG stream for the dropout masks. It may be nil if `dropout` "
                                   "is 0 or `train` is false."),
         field<&Attention::cache_k>(
             "var cache_k: float[...] = nil",
             "Key cache, [batch..., length, kv_heads, head_dim]. If nil, no KV cache is used."),
         field<&Attention::cache_v>(
             "var cache_v: float[...] = nil",
             "Value cache, [batch..., length, kv_heads, head_dim]. If nil, no KV cache is used."),
         field<&Attention::cache_at>(
             "var cache_index: int = 0",
             "Cache index: the number of positions already in the KV cache."),
         field<&Attention::rope>("var rope: float[_] = nil",
                                 "Frequencies of the rotary embedding of queries and keys, in "
                                 "radians per position. If nil, no rotary embedding is applied."),
         field<&Attention::rope_interleaved>(
             "const rope_interleaved: bool = false",
             "If true, elements 2 i and 2 i + 1 of a head are rotated as a pair. If false, "
             "elements i and i + n are, where n is the number of frequencies."),
         field<&Attention::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&Attention::call>(
                    "call(x: number[..., T, size], keys: number[..., _, kv_size] = nil, values: "
                    "number[..., _, kv_size] = nil, mask: bool[...] = nil, bias: real[...] = nil, "
                    "positions: int[...] = nil) -> number[..., T, out_size]",
                    "Attends from the positions of `x` to `keys` and `values`. `keys` defaults to "
                    "`x`, and `values` to `keys`. `mask` and `bias` broadcast to [..., heads, T, "
                    "S]; false masks a key out. With a KV cache, layer!(x) appends the new keys "
                    "and values at the cache index; each query then attends to the positions up to "
                    "its own. `positions`, [..., T], are those of the rotary embedding. If nil, "
                    "they count from the cache index, or from 0 without a cache."),
                method<&Attention::init_cache>(
                    "init_cache(batch: shape, length: int) -> nil",
                    "Creates an empty KV cache for `length` positions, so that successive calls "
                    "process a sequence in chunks (autoregressive decoding).")},
    .example = "nn.attention(rng.key(0), 8, heads = 2).q.shape  #> (8, 2, 4)",
    .source = "Vaswani et al., arXiv 1706.03762, sec. 3.2; flax.nnx.MultiHeadAttention",
};
const Struct& Attention::record() { return nn_attention_struct; }

extern const Builtin nn_attention_builtin = {
    .signature =
        "nn.attention(inout key: key or nn.Rngs, features: int, heads: int = 8, causal: bool = "
        "false, bias: bool = false, kv_heads: int = nil, kv_features: int = nil, qkv_features: int "
        "= nil, out_features: int = nil, normalize_qk: bool = false, dropout: real = 0.0, "
        "broadcast_dropout: bool = true, rope: real[...] = nil, rope_interleaved: bool = false) -> "
        "nn.Attention",
    .brief =
        "Creates a multi-head attention layer with random weights. Weights are initialized by "
        "nn.lecun_normal, biases by zeros.",
    .params =
        {{"key", layer_key_text},
         {"features", "Size of the last axis of `x`."},
         {"heads", "Number of heads, which must divide `qkv_features`."},
         {"causal",
          "If true, a query attends only to keys at its own and earlier positions (causal mask)."},
         {"bias", "If true, all four projections have a bias."},
         {"kv_heads",
          "Number of key and value heads, which must divide `heads`. Each serves heads / kv_heads "
          "query heads (grouped-query attention). If nil, it is `heads`."},
         {"kv_features",
          "Size of the last axis of the keys and values given to the layer. If nil, it is "
          "`features`."},
         {"qkv_features",
          "Size of all query heads together: heads * head_dim. If nil, it is `features`."},
         {"out_features", "Size of the last axis of the output. If nil, it is `features`."},
         {"normalize_qk",
          "If true, queries and keys are normalized per head by nn.layer_norm without a bias."},
         {"dropout", "Dropout rate of the attention weights in training, 0 ≤ dropout < 1."},
         {"broadcast_dropout",
          "If true, one dropout mask [T, S] is shared by the whole batch and all heads."},
         {"rope",
          "Rotary position embedding of queries and keys: its base (theta), or frequencies in "
          "radians per position from nn.rope_frequencies. If nil, no rotary embedding is applied."},
         {"rope_interleaved",
          "If true, neighboring elements of a head are rotated as a pair. If false, elements i and "
          "i + head_dim / 2 are (GPT-NeoX, models of the Hub and of ckpt.hf)."}},
    .errors =
        "error[value] if `heads` does not divide `qkv_features`, `kv_heads` does not divide "
        "`heads`, or a size is below 1; error[value] if the base `rope` is not above 0 or head_dim "
        "is odd; error[shape] if `rope` has more than head_dim / 2 frequencies",
    .example = "nn.attention(rng.key(0), 8, heads = 2)(ones((3, 8))).shape  #> (3, 8)",
    .source = "Vaswani et al., arXiv 1706.03762, sec. 3.2; flax.nnx.MultiHeadAttention",
    .call = bind<&attention>,
};

}  // namespace rille
