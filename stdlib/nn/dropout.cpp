// nn.dropout, nn.Dropout: elements become 0 at random.
#include "stdlib/nn/layers.h"
#include "stdlib/rngs.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// What is kept grows by 1 / (1 - rate), so that the expected result is x. Axes of `shared` have one
// draw for all their places.
Array dropped(const Array& key, const Array& x, double rate, const Ints& shared) {
  Array given = strong(inexact(x));
  Shape shape = given.shape();
  for (int64_t axis : shared) {
    int64_t at = axis < 0 ? axis + given.rank() : axis;
    if (at < 0 || at >= given.rank()) {
      throw Error(Code::shape, str("axis ", axis, " is not one of the axes of ", given.type()));
    }
    shape[static_cast<size_t>(at)] = 1;
  }
  Array kept = broadcast(rng::bernoulli(key, 1.0 - rate, shape), given.shape());
  return where(kept, given / (1.0 - rate), 0.0);
}

Array dropout(const Array& key, const Array& x, double rate, bool train) {
  if (!(rate >= 0 && rate < 1)) {
    throw labelled(Error(Code::value, str("nn.dropout needs 0 <= rate < 1, got ", rate)), "rate");
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
      throw Error(Code::value, str("nn.Dropout needs a rate from 0 to 1, got ", rate));
    }
    if (!train || rate == 0) return x;
    if (rate == 1) return zeros_like(strong(inexact(x)));
    if (!stream) {
      throw Error(Code::value, "nn.Dropout needs keys while it trains: its `stream` is nil")
          .help("`nn.Stream(rng.key(0))` is one; `nn.eval(model)` drops nothing");
    }
    auto keys = record_from<KeyStream>(*stream);
    Array out = dropped(keys.key(), x, rate, shared);
    stream = changed_instance(KeyStream::record(), *stream, &keys);
    return out;
  }
};

Dropout dropout_layer(State& state, double rate, Keys& keys, const Ints& shared) {
  if (!(rate >= 0 && rate <= 1)) {
    Error error(Code::value, str("nn.dropout_layer needs a rate from 0 to 1, got ", rate));
    throw labelled(std::move(error), "rate");
  }
  Dropout out{rate, shared};
  if (Value stream = keys.fork(state, "dropout"); !stream.is_nil()) out.stream = stream;
  return out;
}

}  // namespace

extern const Struct nn_dropout_struct = {
    .name = "nn.Dropout",
    .brief = "A layer that sets elements to 0 at random while training; layer!(x) moves on.",
    .fields = {field<&Dropout::rate>("const rate: real = 0.5", "the probability of 0, from 0 to 1"),
               field<&Dropout::stream>("var stream: nn.Stream = nil",
                                       "gives a key to each call; nil: none may train"),
               field<&Dropout::shared>("const shared: int or (int, ...) = ()",
                                       "axes along which all are kept or none"),
               field<&Dropout::train>("train: bool = true", "false: x itself")},
    .methods = {method<&Dropout::call>(
        "call(x: number[...]) -> number[...]",
        "x with elements set to 0, the others divided by 1 - rate.")},
    .example =
        "var drop = nn.Dropout(0.5, nn.Stream(rng.key(0)))\n"
        "drop!(ones(4)); drop.stream.count  #> 1",
    .source = "Srivastava et al., JMLR 15, 2014; flax.nnx.Dropout",
};
const Struct& Dropout::record() { return nn_dropout_struct; }

extern const Builtin nn_dropout_layer_builtin = {
    .signature =
        "nn.dropout_layer(rate: real = 0.5, inout key: key or nn.Rngs or nil = nil, shared: int or "
        "(int, ...) = ()) -> nn.Dropout",
    .brief = "A layer that sets elements to 0 at random while training; layer!(x) moves on.",
    .params = {{"rate", "the chance of 0"},
               {"key",
                "where its stream comes from, of nn.Rngs the one named `dropout`; nil: it "
                "may not train"},
               {"shared", "axes along which all are kept or none"}},
    .errors = "error[value] where rate is not from 0 to 1",
    .example =
        "var r = nn.rngs(0)\n"
        "let drop = nn.dropout_layer(0.1, &r, shared = (1, 2))\n"
        "(drop.rate, drop.shared, drop.stream.name)  #> (0.1, (1, 2), \"default\")",
    .source = "Srivastava et al., JMLR 15, 2014; flax.nnx.Dropout",
    .call = bind<&dropout_layer>,
};

extern const Builtin nn_dropout_builtin = {
    .signature =
        "nn.dropout(inout key: key, x: number[...], rate: real = 0.5, train: bool = true) -> "
        "number[...]",
    .brief = "x with elements set to 0 at random while training; a place `&key` moves on.",
    .params = {{"rate", "the chance of 0, below 1"}, {"train", "false: x itself"}},
    .errors = "error[value] where rate is not from 0 to below 1",
    .example = "nn.dropout(rng.key(0), [1.0, 2.0], train = false)  #> [1, 2]",
    .source = "Srivastava et al., JMLR 15, 2014; flax.linen.Dropout",
    .call = bind<&dropout>,
};

}  // namespace rille
