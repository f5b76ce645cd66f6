// nn.ragged_dot, nn.moe: grouped products, mixture of experts.
#include <algorithm>
#include <bit>
#include <cmath>

#include "stdlib/array/pick.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/norms.h"
#include "stdlib/nn/policy.h"
#include "stdlib/transform/loops.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Rows sorted by group and cut into tiles of rows of one group each, so that the work is
// proportional to the rows and not to rows times groups. The number of tiles with rows depends on
// the group sizes. The maximum number does not, since each group with rows leaves less than one
// tile empty.
struct Tiles {
  Array rows;    // i64[tiles, height]: index of the row at each position
  Array filled;  // bool[tiles, height]: whether the position holds a row
  Array groups;  // i64[tiles]: group of each tile
  Array places;  // i64[rows]: flat position of each row within [tiles, height]
  Array is_in;   // bool[rows]: whether the row belongs to a group
};

// Returns the height of a tile. A tile much higher than the mean group is mostly empty; a low tile
// reads the weights often.
int64_t tile_height(int64_t rows, int64_t groups) {
  auto share = static_cast<uint64_t>((rows - 1) / groups + 1);
  return static_cast<int64_t>(std::clamp<uint64_t>(std::bit_ceil(share), 8, 64));
}

Tiles tiles_of(const Array& sizes, int64_t rows) {
  int64_t groups = sizes.shape()[0].number(), height = tile_height(rows, groups);
  int64_t most = rows / height + std::min(groups, rows);
  auto count_to = [](int64_t end) { return convert(iota({Extent(end)}, 0), Dtype::i64); };
  auto up_to = [&](const Array& ends,
                   const Array& at) {  // number of groups that end at or before it
    Array before = sum(convert(le(ends, expand(at, {1})), Dtype::i64), Ints{1});
    return minimum(before, groups - 1);
  };
  Array own = minimum(maximum(convert(sizes, Dtype::i64), 0), rows);
  Array sums = cumsum(own), ends = minimum(sums, rows), starts = minimum(sums - own, rows);
  Array tiles = floor_div(ends - starts + (height - 1), height), last = cumsum(tiles);
  Array first = last - tiles, at = count_to(most), row = count_to(rows);
  Tiles out;
  out.groups = up_to(last, at);
  Array begin = picked(starts, 0, out.groups) + (at - picked(first, 0, out.groups)) * height;
  Array all = expand(begin, {1}) + count_to(height);
  out.filled = lt(all, expand(picked(ends, 0, out.groups), {1}));
  out.rows = minimum(all, rows - 1);
  Array of = up_to(ends, row);
  Array place = picked(first, 0, of) * height + (row - picked(starts, 0, of));
  out.places = minimum(place, most * height - 1);
  out.is_in = lt(row, sum(ends - starts));
  return out;
}

// Returns x[at] for a traced index: one row along the first axis, without that axis.
Array row_at(const Array& x, const Array& at) {
  Shape size = x.shape();
  size[0] = Extent(1);
  Arrays in(static_cast<size_t>(x.rank()) + 1, convert(Array(0), Dtype::i64));
  in[0] = x;
  in[1] = at;
  Shape row(size.begin() + 1, size.end());
  return reshape_to(apply(dynamic_slice_op, in, {{"size", size}})[0], row);
}

Array ragged_dot(const Array& given, const Array& w, const Array& sizes) {
  Array x = strong(given);
  bool fits = x.rank() == 2 && w.rank() == 3 && sizes.rank() == 1 && x.shape()[1] == w.shape()[1] &&
              w.shape()[0] == sizes.shape()[0];
  if (!fits) {
    throw Error(Code::shape,
                str("nn.ragged_dot: `x` is ", x.type(), ", `w` is ", w.type(), " and `sizes` is ",
                    sizes.type(), ", expected x[rows, in], w[groups, in, out] and sizes[groups]"));
  }
  Arrays both = {x, w};
  Dtype dtype = common_dtype(both);
  int64_t rows = x.shape()[0].number();
  if (rows == 0 || w.shape()[0].number() == 0) return zeros({rows, w.shape()[2]}, dtype);
  Tiles tiles = tiles_of(sizes, rows);
  Array laid = where(expand(tiles.filled, {2}), picked(x, 0, tiles.rows), 0.0);
  auto turn = [&](const Arrays& at) {
    return Arrays{convert(matmul(at[0], row_at(w, at[1])), dtype)};
  };
  Array made = run_scan_loop({}, {laid, tiles.groups}, turn)[0];
  made = reshape_to(made, {made.shape()[0].number() * made.shape()[1].number(), w.shape()[2]});
  return where(expand(tiles.is_in, {1}), picked(made, 0, tiles.places), 0.0);
}

// Routing of rows: probabilities of all experts, and weights and indices of the k selected ones.
struct Routes {
  Array chances, parts, experts;  // [n, experts], [n, k], [n, k]
};

struct Moe {
  static const Struct& record();
  Layer router;
  Array gate, up, down;
  int64_t k = 2;
  std::optional<double> capacity;
  LayerDtype dtype;

  Array call(State& state, const Array& given) {
    Array x = reshape(strong(given), {-1, gate.shape()[1].number()});
    Routes routes = routed(state, x);
    int64_t n = x.shape()[0].number(), picks = routes.experts.shape()[1].number();
    Array of = flatten_array(routes.experts), order = argsort(of);
    Array rows = floor_div(order, Array(picks));
    Array sizes = counts(of);
    Array inputs = take(dtype.operand(x), rows, 0);
    Array open = ragged_dot(inputs, dtype.operand(gate), sizes);
    Array y = open * sigmoid(open) * ragged_dot(inputs, dtype.operand(up), sizes);
    y = ragged_dot(y, dtype.operand(down), sizes);
    Array parts = take(flatten_array(routes.parts), order, 0);
    if (capacity) parts = where(has_place(take(of, order, 0), sizes, n * picks), parts, 0.0);
    Array out = zeros({n, y.shape()[1]}, y.dtype());
    Subscript at{.form = Subscript::Kind::index, .index = rows};
    update(out, {at}, y * convert(expand(parts, {1}), y.dtype()), UpdateOp::add);
    return dtype.result(reshape_to(out, given.shape()));
  }

  // Load-balancing loss: the number of experts times the sum over experts of the fraction of rows
  // routed to the expert times its mean probability. It is 1 under uniform routing.
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
    int64_t experts = gate.shape()[0].number();
    if (k < 1 || k > experts) {
      throw Error(Code::value, str("nn.Moe: `k` is ", k,
                                   ", expected 1 to the number of experts, which is ", experts));
    }
    Array scores = router.call(state, x, "router");
    if (scores.type().shape() != Shape{x.shape()[0], Extent(experts)}) {
      throw Error(Code::shape,
                  str("nn.Moe: `router` returned ", scores.type(), " for ", x.type(),
                      ", expected one logit per row and expert, of ", experts, " experts"));
    }
    Array chances = softmax(widened(scores), -1);
    Arrays best = top_k(chances, k);
    return {chances, best[0] / sum(best[0], Ints{-1}, true), best[1]};
  }
  Array counts(const Array& of) const {
    Array each = iota({gate.shape()[0]}, 0);
    return sum(convert(eq(expand(of, {1}), each), Dtype::i32), Ints{0});
  }
  // Whether a row is within the capacity of its expert. `of` holds the rows' experts, sorted.
  Array has_place(const Array& of, const Array& sizes, int64_t count) const {
    auto experts = static_cast<double>(gate.shape()[0].number());
    double places = std::ceil(*capacity * static_cast<double>(count) / experts);
    if (!(places >= 0)) {
      throw Error(Code::value,
                  str("nn.Moe: `capacity_factor` is ", *capacity, ", expected a number above 0"));
    }
    auto most = static_cast<int64_t>(std::min(places, static_cast<double>(count)));
    Array begin = cumsum(sizes) - sizes;
    return lt(iota({Extent(count)}, 0) - take(begin, of, 0), Array(most));
  }
};

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Value moe(State& state, KeySource& keys, int64_t size, int64_t hidden, int64_t experts, int64_t k,
          std::optional<double> capacity) {
  constexpr std::string_view maker = "nn.moe";
  need_size(size, maker, "features");
  need_size(hidden, maker, "hidden_size");
  need_size(experts, maker, "experts");
  if (k < 1 || k > experts) {
    Error error(Code::value,
                str(maker, ": `k` is ", k, ", expected 1 to `experts`, which is ", experts));
    throw labelled(std::move(error), "k");
  }
  if (capacity && !(*capacity > 0)) {
    throw labelled(Error(Code::value, str(maker, ": `capacity_factor` is ", *capacity,
                                          ", expected a number above 0")),
                   "capacity_factor");
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
  out.k = k;
  out.capacity = capacity;
  return make_instance(state, out);
}

constexpr std::string_view capacity_text =
    "Capacity factor: the maximum number of rows per expert, relative to a uniform split. Rows "
    "beyond it are dropped by that expert. If nil, no row is dropped.";

}  // namespace

extern const Struct nn_moe_struct = {
    .name = "nn.Moe",
    .brief =
        "Mixture-of-experts (MoE) layer with top-k routing. Each row is routed to its k most "
        "probable experts, which are gated MLPs: down(silu(gate(x)) * up(x)).",
    .fields = {field<&Moe::router>(
                   "router: fn",
                   "Layer from rows [rows, size] to logits of the experts, [rows, experts]."),
               field<&Moe::gate>("gate: float[experts, size, hidden]",
                                 "Gate projection weights of each expert."),
               field<&Moe::up>("up: float[experts, size, hidden]",
                               "Up projection weights of each expert."),
               field<&Moe::down>("down: float[experts, hidden, size]",
                                 "Down projection weights of each expert."),
               field<&Moe::k>("const k: int = 2", "Number of experts per row."),
               field<&Moe::capacity>("const capacity_factor: real = nil", capacity_text),
               field<&Moe::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&Moe::call>(
                    "call(x: real[..., size]) -> float[..., size]",
                    "Computes the weighted sum of the outputs of each row's k experts. The weights "
                    "are the router's probabilities, normalized to the sum 1 over the k experts."),
                method<&Moe::balance>("balance(x: real[..., size]) -> float",
                                      "Computes the load-balancing loss. The minimum, 1, is "
                                      "reached under uniform routing.")},
    .example = "nn.moe(rng.key(0), 4, 8, experts = 3)(ones((2, 4))).shape  #> (2, 4)",
    .source = "Shazeer et al., arXiv 1701.06538; Fedus et al., arXiv 2101.03961, eq. 4",
};
const Struct& Moe::record() { return nn_moe_struct; }

extern const Builtin nn_moe_builtin = {
    .signature =
        "nn.moe(inout key: key or nn.Rngs, features: int, hidden_size: int, experts: int, k: int = "
        "2, capacity_factor: real = nil) -> nn.Moe",
    .brief =
        "Creates a mixture-of-experts (MoE) layer with top-k routing. Experts are gated MLPs; "
        "weights are initialized by nn.lecun_normal.",
    .params = {{"key", layer_key_text},
               {"features", "Size of the last axis of `x` and of the output."},
               {"hidden_size", "Hidden size of each expert."},
               {"experts", "Number of experts."},
               {"k", "Number of experts per row, from 1 to `experts`."},
               {"capacity_factor", capacity_text}},
    .errors =
        "error[value] if a size is below 1, `k` is not from 1 to `experts`, or `capacity_factor` "
        "is not above 0",
    .example = "nn.moe(rng.key(0), 4, 8, experts = 3)(ones((2, 5, 4))).shape  #> (2, 5, 4)",
    .source = "Shazeer et al., arXiv 1701.06538",
    .call = bind<&moe>,
};

extern const Builtin nn_ragged_dot_builtin = {
    .signature =
        "nn.ragged_dot(x: real[rows, in], w: real[groups, in, out], sizes: int[groups]) -> "
        "number[rows, out]",
    .brief = "Computes a grouped matrix product, in which each group of rows has its own weights.",
    .params = {{"x", "Rows sorted by group: those of group 0, then those of group 1, and so on."},
               {"w", "Weights of each group."},
               {"sizes", "Number of rows of each group. Rows after the last group give 0."}},
    .errors =
        "error[shape] if the shapes are not x[rows, in], w[groups, in, out], and sizes[groups]",
    .example =
        "nn.ragged_dot([[1.0], [2.0], [3.0]], [[[1.0]], [[10.0]]], [1, 2])[:, 0]  #> [1, 20, 30]",
    .source = "jax.lax.ragged_dot",
    .call = bind<&ragged_dot>,
};

}  // namespace rille
