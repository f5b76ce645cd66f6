// nn.attention: multi-head attention.
#include "stdlib/nn/attend.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/rope.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Shapes: B any leading axes, T time, C channels, H heads, D = C / H. The weights are [C, H, D]
// and [H, D, C], so that the number of heads is no leaf of the tree.
Array heads_of(const Array& x, const Array& w, const std::optional<Array>& b) {
  Shape flat = {w.shape()[0], w.shape()[1] * w.shape()[2]};
  Array y = matmul(x, reshape_to(w, flat));
  Shape shape(x.shape().begin(), x.shape().end() - 1);
  shape.insert(shape.end(), w.shape().begin() + 1, w.shape().end());
  y = reshape_to(y, shape);
  return b ? y + *b : y;  // [B, T, H, D]
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

  Array call(State& state, const Array& x, const std::optional<Array>& keys,
             const std::optional<Array>& values, const std::optional<Array>& mask,
             const std::optional<Array>& bias, const std::optional<Array>& positions) {
    Array of = keys ? *keys : x;
    Array query = heads_of(x, q, q_bias), key = heads_of(of, k, k_bias);
    Array value = heads_of(values ? *values : of, v, v_bias);
    if (q_norm) query = q_norm->call(state, query, "q_norm");
    if (k_norm) key = k_norm->call(state, key, "k_norm");
    if (rope) {
      Array at = positions ? *positions : positions_of(query);
      query = roped(query, at, *rope, rope_interleaved);
      key = roped(key, keys ? positions_of(key) : at, *rope, rope_interleaved);
    }
    Seen seen{.causal = causal, .mask = mask, .bias = bias};
    if (cache_k && cache_v) remember(key, value, seen);
    seen.kept = drops(swap(query, -2, -3), key);
    return joined(attend(swap(query, -2, -3), swap(key, -2, -3), swap(value, -2, -3), seen));
  }

  void init_cache(const Ints& batch, int64_t length) {
    if (length < 1) {
      throw Error(Code::value, str("a cache has a length above 0, got ", length));
    }
    Shape shape(batch.begin(), batch.end());
    shape.emplace_back(length);
    Shape values = shape;
    shape.insert(shape.end(), k.shape().begin() + 1, k.shape().end());
    values.insert(values.end(), v.shape().begin() + 1, v.shape().end());
    cache_k = zeros(shape, k.dtype());
    cache_v = zeros(values, v.dtype());
    cache_at = Array(int64_t{0});
  }

 private:
  // Those behind what is in the cache; 0, 1, … without one.
  Array positions_of(const Array& heads) const {
    Array out = arange(0, heads.shape()[heads.shape().size() - 3].number());
    return cache_k && cache_v ? convert(cache_at, Dtype::i32) + out : out;
  }

  // [B, H, T, D] to [B, T, C].
  Array joined(const Array& heads) const {
    Array mixed = swap(heads, -2, -3);
    Shape shape(mixed.shape().begin(), mixed.shape().end() - 2);
    shape.push_back(out.shape()[0] * out.shape()[1]);
    Array w = reshape_to(out, {out.shape()[0] * out.shape()[1], out.shape()[2]});
    Array y = matmul(reshape_to(mixed, shape), w);
    return out_bias ? y + *out_bias : y;
  }

  // The times of this call stand in the cache behind those before, and each sees what stands in
  // front of it.
  void remember(Array& key, Array& value, Seen& seen) {
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
    throw Error(Code::shape, str("the cache of nn.Attention is ", cache_k->type(),
                                 ", the keys are ", key.type()))
        .help("`init_cache!(batch, length)` makes one for them");
  }

  static void put(Array& cache, const Array& x, const Array& at) {
    Subscript all{.form = Subscript::Form::slice};
    update(cache,
           {{.form = Subscript::Form::ellipsis},
            {.form = Subscript::Form::index, .index = at},
            all,
            all},
           convert(x, cache.dtype()));
  }

  // What the weights are multiplied by; one draw for all of a batch and all heads where it is
  // broadcast.
  std::optional<Array> drops(const Array& query, const Array& key) {
    if (!(dropout >= 0 && dropout < 1)) {
      throw Error(Code::value,
                  str("nn.Attention needs a dropout from 0 to below 1, got ", dropout));
    }
    if (!train || dropout == 0) return {};
    if (!stream) {
      throw Error(Code::value, "nn.Attention with dropout needs keys: its `stream` is nil")
          .help("`nn.Stream(rng.key(0))` is one; `nn.eval(model)` drops nothing");
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

struct Sizes {
  int64_t size, kv_size, heads, kv_heads, part, out;
};

void need_sizes(const Sizes& s, int64_t qkv_size) {
  if (s.heads < 1 || qkv_size < 1 || qkv_size % s.heads != 0) {
    throw Error(Code::value, str("nn.attention needs a size that is a multiple of the heads, got ",
                                 qkv_size, " and ", s.heads))
        .label(1)
        .label(2);
  }
  need_size(s.size, "nn.attention", "size");
  need_size(s.kv_size, "nn.attention", "kv_size");
  need_size(s.out, "nn.attention", "out");
  if (s.kv_heads > 0 && s.heads % s.kv_heads == 0) return;
  Error error(Code::value, str("nn.attention needs kv_heads that divide the heads, got ",
                               s.kv_heads, " for ", s.heads));
  throw labelled(std::move(error), "kv_heads");
}

// Weights [in, heads, part], and zeros for a bias.
Array projection(Keys& keys, int64_t in, int64_t heads, int64_t part, std::optional<Array>* bias) {
  Array w = lecun_normal(keys.next(), {in, heads * part}, Dtype::f32);
  if (bias != nullptr) {
    keys.pass();
    *bias = zeros({heads, part});
  }
  return reshape(w, {in, heads, part});
}

// A number is the base, an array are frequencies.
Array frequencies_of(const Array& given, int64_t part) {
  bool is_base = given.rank() == 0;
  if (is_base && (part % 2 != 0 || !(given.number() > 0))) {
    throw labelled(Error(Code::value, str("nn.attention needs a base above 0 and heads of an even "
                                          "size for `rope`, got ",
                                          given.number(), " and ", part)),
                   "rope");
  }
  bool fits = is_base || (given.rank() == 1 && given.size() > 0 &&
                          2 * static_cast<int64_t>(given.size()) <= part);
  if (fits) return convert(is_base ? rope_frequencies(part, given.number()) : given, Dtype::f32);
  throw labelled(Error(Code::shape, str("nn.attention needs 1 to ", part / 2,
                                        " frequencies for `rope`, got ", given.type())),
                 "rope");
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Value attention(State& state, Keys& keys, int64_t size, int64_t heads, bool causal, bool bias,
                std::optional<int64_t> kv_heads, std::optional<int64_t> kv_size,
                std::optional<int64_t> qkv_size, std::optional<int64_t> out, bool norm,
                double dropout, bool broadcast_dropout, const std::optional<Array>& rope,
                bool rope_interleaved) {
  int64_t whole = qkv_size.value_or(size);
  Sizes s{size, kv_size.value_or(size), heads, kv_heads.value_or(heads), 0, out.value_or(size)};
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
    .brief = "A layer in which every time looks at all others, in several heads.",
    .fields = {field<&Attention::q>("q: float[size, heads, part]", "what a time asks for"),
               field<&Attention::k>("k: float[kv_size, kv_heads, part]", "what a time has to say"),
               field<&Attention::v>("v: float[kv_size, kv_heads, part]", "what it then gives"),
               field<&Attention::out>("out: float[heads, part, out_size]", "joins the heads"),
               field<&Attention::causal>("const causal: bool = false", "no time sees a later one"),
               field<&Attention::q_bias>("q_bias: float[heads, part] = nil", "added; nil: nothing"),
               field<&Attention::k_bias>("k_bias: float[kv_heads, part] = nil", "likewise"),
               field<&Attention::v_bias>("v_bias: float[kv_heads, part] = nil", "likewise"),
               field<&Attention::out_bias>("out_bias: float[out_size] = nil", "likewise"),
               field<&Attention::q_norm>("q_norm: fn = nil",
                                         "of what is asked, by head; nil: none"),
               field<&Attention::k_norm>("k_norm: fn = nil", "of what is said"),
               field<&Attention::dropout>("const dropout: real = 0.0",
                                          "the probability of 0 of a weight, below 1"),
               field<&Attention::broadcast_dropout>("const broadcast_dropout: bool = true",
                                                    "one draw for all of a batch and all heads"),
               field<&Attention::train>("train: bool = true", "false: nothing is dropped"),
               field<&Attention::stream>("var stream: nn.Stream = nil", "gives keys for the drops"),
               field<&Attention::cache_k>("var cache_k: float[...] = nil",
                                          "keys of times before, [..., length, kv_heads, part]"),
               field<&Attention::cache_v>("var cache_v: float[...] = nil", "and their values"),
               field<&Attention::cache_at>("var cache_at: int = 0",
                                           "cache index: positions already in the KV cache"),
               field<&Attention::rope>("var rope: float[_] = nil",
                                       "rotary embedding of queries and keys: angles per position; "
                                       "nil: none"),
               field<&Attention::rope_interleaved>(
                   "const rope_interleaved: bool = false",
                   "pairs are neighbours; else element i and i + n of n frequencies")},
    .methods =
        {method<&Attention::call>(
             "call(x: number[..., time, size], keys: number[..., _, kv_size] = nil, values: "
             "number[..., _, kv_size] = nil, mask: bool[...] = nil, bias: real[...] = nil, "
             "positions: int[...] = nil) -> number[..., time, out_size]",
             "What each time makes of those that it sees: of x, or of `keys` and `values`; `mask` "
             "and `bias` fit [..., heads, time, times seen]. With a cache layer!(x) goes on from "
             "the times before. `positions` are those of the rotary embedding, [..., time]; nil: "
             "0, 1, and so on, after what is in the cache."),
         method<&Attention::init_cache>("init_cache(batch: shape, length: int) -> nil",
                                        "A cache for so many times: calls then go through a "
                                        "sequence piece by piece.")},
    .example = "nn.attention(rng.key(0), 8, heads = 2).q.shape  #> (8, 2, 4)",
    .source = "Vaswani et al., arXiv 1706.03762, sec. 3.2; flax.nnx.MultiHeadAttention",
};
const Struct& Attention::record() { return nn_attention_struct; }

extern const Builtin nn_attention_builtin = {
    .signature =
        "nn.attention(inout key: key or nn.Rngs, size: int, heads: int = 8, causal: bool = false, "
        "bias: bool = false, kv_heads: int = nil, kv_size: int = nil, qkv_size: int = nil, out: "
        "int = nil, norm: bool = false, dropout: real = 0.0, broadcast_dropout: bool = true, rope: "
        "real[...] = nil, rope_interleaved: bool = false) -> nn.Attention",
    .brief = "A layer in which every time looks at all others, in several heads.",
    .params =
        {{"size", "of the last axis of x"},
         {"heads", "divides qkv_size"},
         {"causal", "no time sees a later one"},
         {"bias", "add vectors to all four products"},
         {"kv_heads", "heads of keys and values, each for as many heads; nil: all"},
         {"kv_size", "of the last axis of what is looked at; nil: size"},
         {"qkv_size", "of all heads together; nil: size"},
         {"out", "of the last axis of what it gives; nil: size"},
         {"norm", "nn.layer_norm of what is asked and said, by head"},
         {"dropout", "the chance of 0 of a weight while training, below 1"},
         {"broadcast_dropout", "one draw for all of a batch and all heads"},
         {"rope",
          "rotary position embedding of queries and keys: its base (theta), or the angles per "
          "position of nn.rope_frequencies; nil: none"},
         {"rope_interleaved",
          "false: element i is rotated with i + head_dim / 2 (GPT-NeoX, models of the Hub and "
          "of ckpt.hf); true: neighbours"}},
    .errors =
        "error[value] where heads does not divide qkv_size, or kv_heads the heads, or `rope` is "
        "not "
        "above 0; error[shape] where there are more frequencies than pairs",
    .example = "nn.attention(rng.key(0), 8, heads = 2)(ones((3, 8))).shape  #> (3, 8)",
    .source = "Vaswani et al., arXiv 1706.03762, sec. 3.2; flax.nnx.MultiHeadAttention",
    .call = bind<&attention>,
};

}  // namespace rille
