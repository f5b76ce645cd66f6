// dropout, nn.dropout, nn.Dropout: dropout.
#include "stdlib/nn/layers.h"
#include "stdlib/rngs.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Applies dropout. Kept elements are divided by 1 - rate, so that the expected result is x. The
// mask is broadcast along the axes in `shared`.
Array dropped(const Array& key, const Array& x, double rate, const Ints& shared) {
  Array given = strong(inexact(x));
  Shape shape = given.shape();
  for (int64_t axis : shared) {
    int64_t at = axis < 0 ? axis + given.rank() : axis;
    if (at < 0 || at >= given.rank()) {
      throw Error(Code::shape, str("nn.Dropout: `broadcast_dims` contains the axis ", axis,
                                   ", expected an axis of `x`, which is ", given.type()));
    }
    shape[static_cast<size_t>(at)] = 1;
  }
  Array kept = broadcast(rng::bernoulli(key, 1.0 - rate, shape), given.shape());
  return where(kept, given / (1.0 - rate), 0.0);
}

Array dropout(const Array& key, const Array& x, double rate, bool train) {
  if (!(rate >= 0 && rate < 1)) {
    throw labelled(Error(Code::value, str("dropout: `rate` is ", rate, ", expected 0 <= rate < 1")),
                   "rate");
  }
  return !train || rate == 0 ? x : dropped(key, x, rate, {});
}

struct Dropout {
  static const Struct& record();
  double rate = 0.5;
  Ints shared;
  std::optional<Value> stream;
  bool train = true;

  Array call(const Array& x) {
    if (!(rate >= 0 && rate <= 1)) {
      throw Error(Code::value, str("nn.Dropout: `rate` is ", rate, ", expected 0 <= rate <= 1"));
    }
    if (!train || rate == 0) return x;
    if (rate == 1) return zeros_like(strong(inexact(x)));
    if (!stream) {
      throw Error(Code::value,
                  "nn.Dropout: `stream` is nil, expected an nn.RngStream because `train` is true")
          .help("`nn.RngStream(rng.key(0))` creates a stream; `nn.eval(model)` disables dropout");
    }
    auto keys = record_from<KeyStream>(*stream);
    Array out = dropped(keys.key(), x, rate, shared);
    stream = changed_instance(KeyStream::record(), *stream, &keys);
    return out;
  }
};

Dropout dropout_layer(State& state, double rate, KeySource& keys, const Ints& shared) {
  if (!(rate >= 0 && rate <= 1)) {
    Error error(Code::value, str("nn.dropout: `rate` is ", rate, ", expected 0 <= rate <= 1"));
    throw labelled(std::move(error), "rate");
  }
  Dropout out{rate, shared};
  if (Value stream = keys.fork(state, "dropout"); !stream.is_nil()) out.stream = stream;
  return out;
}

constexpr std::string_view rate_text =
    "Dropout rate: the probability that an element is set to 0, 0 ≤ rate ≤ 1.";
constexpr std::string_view shared_text =
    "Axes along which the dropout mask is broadcast: all elements along them are zeroed or kept "
    "together.";

}  // namespace

extern const Struct nn_dropout_struct = {
    .name = "nn.Dropout",
    .brief =
        "Dropout layer. In training, it sets elements to 0 at random and divides the others by 1 - "
        "rate; layer!(x) advances its RNG stream.",
    .fields = {field<&Dropout::rate>("const rate: real = 0.5", rate_text),
               field<&Dropout::stream>(
                   "var stream: nn.RngStream = nil",
                   "RNG stream, which provides one key per call. If nil, the layer cannot be "
                   "called while `train` is true, unless `rate` is 0 or 1."),
               field<&Dropout::shared>("const broadcast_dims: int or (int, ...) = ()", shared_text),
               field<&Dropout::train>(
                   "train: bool = true",
                   "If true, dropout is applied. If false, `x` is returned unchanged.")},
    .methods = {method<&Dropout::call>(
        "call(x: number[...]) -> number[...]",
        "Applies dropout to `x` if `train` is true: elements are set to 0 with probability `rate`, "
        "the others are divided by 1 - rate.")},
    .example =
        "var drop = nn.Dropout(0.5, nn.RngStream(rng.key(0)))\n"
        "drop!(ones(4)); drop.stream.count  #> 1",
    .source = "Srivastava et al., JMLR 15, 2014; flax.nnx.Dropout",
};
const Struct& Dropout::record() { return nn_dropout_struct; }

extern const Builtin nn_dropout_builtin = {
    .signature =
        "nn.dropout(rate: real = 0.5, inout key: key or nn.Rngs or nil = nil, broadcast_dims: int "
        "or (int, ...) = ()) -> nn.Dropout",
    .brief =
        "Creates a dropout layer. In training, it sets elements to 0 at random and divides the "
        "others by 1 - rate.",
    .params =
        {{"rate", rate_text},
         {"key",
          "Source of the layer's RNG stream: a key, or an `nn.Rngs`, whose stream `dropout` (else "
          "`default`) is forked. If nil, the layer has no stream and cannot be used in training."},
         {"broadcast_dims", shared_text}},
    .errors = "error[value] if `rate` is not from 0 to 1",
    .example =
        "var r = nn.rngs(0)\n"
        "let drop = nn.dropout(0.1, &r, broadcast_dims = (1, 2))\n"
        "(drop.rate, drop.broadcast_dims, drop.stream.name)  #> (0.1, (1, 2), \"default\")",
    .source = "Srivastava et al., JMLR 15, 2014; flax.nnx.Dropout",
    .call = bind<&dropout_layer>,
};

extern const Builtin dropout_builtin = {
    .signature =
        "dropout(inout key: key, x: number[...], rate: real = 0.5, train: bool = true) -> "
        "number[...]",
    .brief = "Applies dropout. It sets elements to 0 at random and divides the others by 1 - rate.",
    .params = {{"key", "Random key of the dropout mask. Passed as `&key`, it is advanced."},
               {"x", "Input of any shape."},
               {"rate", "Dropout rate: the probability that an element is set to 0, 0 ≤ rate < 1."},
               {"train", "If true, dropout is applied. If false, `x` is returned unchanged."}},
    .errors = "error[value] if `rate` is not in [0, 1)",
    .example = "dropout(rng.key(0), [1.0, 2.0], train = false)  #> [1, 2]",
    .source = "Srivastava et al., JMLR 15, 2014; flax.linen.Dropout",
    .call = bind<&dropout>,
};

}  // namespace rille
