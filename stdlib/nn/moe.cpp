// nn.ragged_dot, nn.moe: groups of rows, each with weights.
#include <cmath>

#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/norms.h"
#include "stdlib/transform/turns.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// One turn for each group, over all rows: no size depends on what the groups are.
Array ragged_dot(const Array& given, const Array& w, const Array& sizes) {
  Array x = strong(given);
  bool fits = x.rank() == 2 && w.rank() == 3 && sizes.rank() == 1 && x.shape()[1] == w.shape()[1] &&
              w.shape()[0] == sizes.shape()[0];
  if (!fits) {
    throw Error(Code::shape, str("nn.ragged_dot needs x[rows, in], w[groups, in, out] and "
                                 "sizes[groups], got ",
                                 x.type(), ", ", w.type(), " and ", sizes.type()));
  }
  Arrays both = {x, w};
  Dtype dtype = common_dtype(both);
  Array out = zeros({x.shape()[0], w.shape()[2]}, dtype);
  if (w.shape()[0].number() == 0) return out;
  Array ends = convert(cumsum(sizes), Dtype::i32);
  Array starts = ends - convert(sizes, Dtype::i32);
  Array place = expand(iota({x.shape()[0]}, 0), {1});
  auto turn = [&](const Arrays& at) {
    Array mine = logical_and(ge(place, at[2]), lt(place, at[3]));
    Array made = convert(matmul(where(mine, x, 0.0), at[1]), dtype);
    return Arrays{at[0] + where(mine, made, 0.0)};
  };
  return turns_over({out}, {w, starts, ends}, turn)[0];
}

// What the router makes of rows: how much of which experts each takes, and all chances.
struct Routes {
  Array chances, parts, experts;  // [n, experts], [n, k], [n, k]
};

struct Moe {
  static const Struct& record();
  Layer router;
  Array gate, up, down;
  std::string k = "2";
  std::optional<std::string> capacity;

  Array call(State& state, const Array& given) {
    Array x = reshape(strong(given), {-1, gate.shape()[1].number()});
    Routes routes = routed(state, x);
    int64_t n = x.shape()[0].number(), picks = routes.experts.shape()[1].number();
    Array of = flatten_array(routes.experts), order = argsort(of);
    Array rows = floor_div(order, Array(picks));
    Array sizes = counts(of);
    Array inputs = take(x, rows, 0);
    Array open = ragged_dot(inputs, gate, sizes);
    Array y = ragged_dot(open * sigmoid(open) * ragged_dot(inputs, up, sizes), down, sizes);
    Array parts = take(flatten_array(routes.parts), order, 0);
    if (capacity) parts = where(has_place(take(of, order, 0), sizes, n * picks), parts, 0.0);
    Array out = zeros({n, y.shape()[1]}, y.dtype());
    Subscript at{.form = Subscript::Form::index, .index = rows};
    update(out, {at}, y * convert(expand(parts, {1}), y.dtype()), Update::add);
    return reshape_to(out, given.shape());
  }

  // Experts times the sum of what part of the rows each takes, times its mean chance: 1 where all
  // are alike.
  Array balance(State& state, const Array& given) {
    Array x = reshape(strong(given), {-1, gate.shape()[1].number()});
    Routes routes = routed(state, x);
    auto experts = static_cast<double>(gate.shape()[0].number());
    Array taken = convert(counts(flatten_array(routes.experts)), routes.chances.dtype()) /
                  static_cast<double>(routes.experts.type().count());
    return sum(taken * mean(routes.chances, Ints{0})) * experts;
  }

 private:
  Routes routed(State& state, const Array& x) {
    Ints picks = settings_of(k, "k", record().name);
    int64_t experts = gate.shape()[0].number();
    if (picks.size() != 1 || picks[0] < 1 || picks[0] > experts) {
      throw Error(Code::value,
                  str("nn.Moe needs k from 1 to its ", experts, " experts, got \"", k, "\""));
    }
    Array chances = softmax(widened(router.call(state, x, record().name, "router")), -1);
    Arrays best = top_k(chances, picks[0]);
    return {chances, best[0] / sum(best[0], Ints{-1}, true), best[1]};
  }
  Array counts(const Array& of) const {
    Array each = iota({gate.shape()[0]}, 0);
    return sum(convert(eq(expand(of, {1}), each), Dtype::i32), Ints{0});
  }
  // Whether a row is among the first ones of its expert; `of` is sorted.
  Array has_place(const Array& of, const Array& sizes, int64_t count) const {
    double factor = setting_of(*capacity, "capacity", record().name);
    auto experts = static_cast<double>(gate.shape()[0].number());
    auto most = static_cast<int64_t>(std::ceil(factor * static_cast<double>(count) / experts));
    Array begin = cumsum(sizes) - sizes;
    return lt(iota({Extent(count)}, 0) - take(begin, of, 0), Array(most));
  }
};

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Value moe(State& state, Keys& keys, int64_t size, int64_t hidden, int64_t experts, int64_t k,
          std::optional<double> capacity) {
  constexpr std::string_view maker = "nn.moe";
  need_size(size, maker, "size");
  need_size(hidden, maker, "hidden");
  need_size(experts, maker, "experts");
  if (k < 1 || k > experts) {
    Error error(Code::value, str(maker, " needs k from 1 to its ", experts, " experts, got ", k));
    throw labelled(std::move(error), "k");
  }
  if (capacity && !(*capacity > 0)) {
    throw labelled(Error(Code::value, str(maker, " needs a capacity above 0, got ", *capacity)),
                   "capacity");
  }
  auto stacked = [&](int64_t in, int64_t out) {
    Arrays all;
    for (int64_t i = 0; i < experts; ++i) {
      all.push_back(lecun_normal(keys.next(), {in, out}, Dtype::f32));
    }
    return stack(all);
  };
  Moe out;
  out.router =
      Layer(linear_layer(state, lecun_normal(keys.next(), {size, experts}, Dtype::f32), {}));
  out.gate = stacked(size, hidden);
  out.up = stacked(size, hidden);
  out.down = stacked(hidden, size);
  out.k = settings_text({k});
  if (capacity) out.capacity = setting_text(*capacity);
  return make_instance(state, out);
}

}  // namespace

extern const Struct nn_moe_struct = {
    .name = "nn.Moe",
    .brief = "A layer of experts, gated layers of which each row takes the k that fit it best.",
    .fields = {field<&Moe::router>("router: fn", "gives a score for each expert"),
               field<&Moe::gate>("gate: float[experts, size, hidden]", "of nn.GatedMlp, of each"),
               field<&Moe::up>("up: float[experts, size, hidden]", "likewise"),
               field<&Moe::down>("down: float[experts, hidden, size]", "likewise"),
               field<&Moe::k>("k: str = \"2\"", "how many experts a row takes, as text"),
               field<&Moe::capacity>("capacity: str or nil = nil",
                                     "rows for each expert over their mean, as text; what comes "
                                     "after is dropped; nil: nothing is")},
    .methods = {method<&Moe::call>("call(x: real[..., size]) -> float[..., size]",
                                   "The experts' results by softmax of their scores, which add up "
                                   "to 1 over the k."),
                method<&Moe::balance>("balance(x: real[..., size]) -> float",
                                      "A loss that is least, 1, where all experts take as much.")},
    .example = "nn.moe(rng.key(0), 4, 8, experts = 3)(ones((2, 4))).shape  #> (2, 4)",
    .source = "Shazeer et al., arXiv 1701.06538; Fedus et al., arXiv 2101.03961, eq. 4",
};
const Struct& Moe::record() { return nn_moe_struct; }

extern const Builtin nn_moe_builtin = {
    .signature =
        "nn.moe(inout key: key or nn.Rngs, size: int, hidden: int, experts: int, k: int = 2, "
        "capacity: real = nil) -> nn.Moe",
    .brief = "A layer of experts, of which each row takes the k that fit it best.",
    .params = {{"key", "a place `&key` moves on, as `&rngs` does"},
               {"size", "of the last axis of x"},
               {"hidden", "of what is gated within an expert"},
               {"experts", "how many there are"},
               {"k", "how many a row takes"},
               {"capacity",
                "rows for each expert over their mean, 1.25: what comes after is "
                "dropped; nil: nothing is"}},
    .errors = "error[value] where a size is not above 0 or k not from 1 to experts",
    .example = "nn.moe(rng.key(0), 4, 8, experts = 3)(ones((2, 5, 4))).shape  #> (2, 5, 4)",
    .source = "Shazeer et al., arXiv 1701.06538",
    .call = bind<&moe>,
};

extern const Builtin nn_ragged_dot_builtin = {
    .signature =
        "nn.ragged_dot(x: real[rows, in], w: real[groups, in, out], sizes: int[groups]) -> "
        "number[rows, out]",
    .brief = "Products of groups of rows, one behind the other, with weights of their own.",
    .params = {{"x", "the rows of group 0, then those of group 1, and so on"},
               {"w", "weights of each group"},
               {"sizes", "how many rows each group has; rows behind all of them give 0"}},
    .errors = "error[shape] where the axes do not fit",
    .example =
        "nn.ragged_dot([[1.0], [2.0], [3.0]], [[[1.0]], [[10.0]]], [1, 2])[:, 0]  #> [1, 20, 30]",
    .source = "jax.lax.ragged_dot",
    .call = bind<&ragged_dot>,
};

}  // namespace rille
