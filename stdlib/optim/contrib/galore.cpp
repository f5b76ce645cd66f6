// scale_by_galore, galore: low-rank gradient projection.
#include "stdlib/core/either.h"
#include "stdlib/linalg.h"
#include "stdlib/linalg/matrices.h"
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/contrib/matrices.h"

namespace rille {
namespace {

constexpr std::string_view who = "optim.scale_by_galore";

struct Galore {
  static const Struct& record();
  int64_t rank = 128;
  Array update_proj_gap, scale;
  Value base_optimizer, weight_dimension_numbers;

  GradTransformation base(State& state) const {
    return GradTransformation(base_optimizer.is_nil()
                                  ? make_rule(state, optim_scale_by_adam_struct, {})
                                  : base_optimizer);
  }

  MatrixOptions matrices(State& state) const { return {state, weight_dimension_numbers, who}; }

  // Whether the first axis is the longer one, which is projected to the size `rank`.
  static bool is_left(const Array& matrix) {
    return known_size(matrix.shape()[matrix.rank() - 2], who) >=
           known_size(matrix.shape()[matrix.rank() - 1], who);
  }
  static Array down(const Array& matrix, const Array& by) {
    return is_left(matrix) ? matmul(transposed(by), matrix) : matmul(matrix, by);
  }
  static Array up(const Array& low, const Array& by, bool left) {
    return left ? matmul(by, low) : matmul(low, transposed(by));
  }

  void need_rank() const {
    if (rank < 1) throw Error(Code::value, str(who, ": `rank` is ", rank, ", expected at least 1"));
  }

  // The leading singular vectors of the longer axis, as columns.
  Array vectors(const Array& matrix) const {
    need_rank();
    bool is_narrow = bytes(matrix.dtype()) < bytes(Dtype::f32);
    Arrays parts = svd(is_narrow ? convert(matrix, Dtype::f32) : matrix);
    Array all = is_left(matrix) ? parts[0] : transposed(parts[2]);
    int64_t count = std::min(rank, columns_of(all));
    return convert(slice_axis(all, -1, 0, count), matrix.dtype());
  }

  Value init(State& state, const Value& params) const {
    need_rank();
    Value moving = zeros_for(params);
    auto projectors = each_matrix(matrices(state), {moving}, [&](const auto& at, const auto& as) {
      if (!as) return zeros({Extent(0), Extent(0)}, at[0].dtype());
      Array matrix = as->matrix(at[0]);
      int64_t m = rows_of(matrix), n = columns_of(matrix);
      Shape shape = matrix.shape();
      shape[shape.size() - 2] = std::max(m, n);
      shape[shape.size() - 1] = std::min({rank, m, n});
      return zeros(shape, at[0].dtype());
    });
    Value low = lowered(state, moving, projectors);
    return Value::record(state, {{"count", no_steps()},
                                 {"base_optimizer_state", base(state).init(state, low)},
                                 {"projector", projectors}});
  }

  Value lowered(State& state, const Value& grads, const Value& projectors) const {
    return each_matrix(matrices(state), {grads, projectors}, [](const auto& at, const auto& as) {
      return as ? down(as->matrix(at[0]), at[1]) : at[0];
    });
  }

  Value renewed(State& state, const Value& grads, const Value& old, const Array& due) const {
    Value made =
        each_matrix(matrices(state), {grads, old}, [&](const auto& at, const auto& as) -> Array {
          if (!as) return at[1];
          return either(
                     state, due,
                     [&] { return Value(kept_kind(at[1], vectors(as->matrix(at[0])))); },
                     [&] { return Value(at[1]); })
              .as_array();
        });
    return kept(old, made);
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value&,
                const Value& extra) const {
    Array count = part_of(old, "count").as_array();
    Value projectors =
        renewed(state, grads, part_of(old, "projector"), eq(mod(count, update_proj_gap), 0));
    auto [low, next] = base(state).update(state, lowered(state, grads, projectors),
                                          part_of(old, "base_optimizer_state"), Value(), extra);
    Value updates =
        each_matrix(matrices(state), {grads, low, projectors}, [&](const auto& at, const auto& as) {
          if (!as) return at[1];
          Array matrix = up(at[1], at[2], is_left(as->matrix(at[0])));
          return kept_kind(at[0], fit(scale, matrix) * as->leaf(matrix, at[0]));
        });
    return {updates, Value::record(state, {{"count", next_step(count)},
                                           {"base_optimizer_state", next},
                                           {"projector", projectors}})};
  }
};

Values galore(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_galore_struct), given.rule(optim_add_decayed_weights_struct),
          given.learning_rate()};
}

constexpr std::string_view rank_text =
    "Rank of the projection: the size to which the longer axis of a matrix is reduced, > 0.";
constexpr std::string_view gap_text = "Number of steps between two updates of the projection.";
constexpr std::string_view scale_text = "Factor that multiplies the updates of matrices.";
constexpr std::string_view base_text =
    "Gradient transformation of the projected gradients, which receives no parameters. If nil, "
    "`optim.scale_by_adam()`.";

}  // namespace

extern const Struct optim_scale_by_galore_struct = {
    .name = "optim.scale_by_galore",
    .brief =
        "GaLore transformation: applies another one to low-rank projections of gradients. Each "
        "matrix is projected onto the leading singular vectors of its gradient.",
    .fields = {field<&Galore::rank>("rank: int = 128", rank_text),
               field<&Galore::update_proj_gap>("update_proj_gap: int = 200", gap_text),
               field<&Galore::scale>("scale: real = 1.0", scale_text),
               field<&Galore::base_optimizer>("base_optimizer: any = nil", base_text),
               field<&Galore::weight_dimension_numbers>("weight_dimension_numbers: fn(path) = nil",
                                                        dimensions_text)},
    .methods = {init_method<&Galore::init>(
                    "Returns the state `(count, base_optimizer_state, projector)`."),
                extra_method<&Galore::update>()},
    .example =
        "let rule = optim.scale_by_galore(1, base_optimizer = optim.identity())\n"
        "let g = [[3.0, 0.0], [0.0, 4.0]]\n"
        "rule.update(g, rule.init(g), nil)[0][1]  #> [0, 4]",
    .source = "Zhao et al., arXiv 2403.03507, algorithm 2; optax.contrib.scale_by_galore",
};
const Struct& Galore::record() { return optim_scale_by_galore_struct; }

extern const Builtin optim_galore_builtin = {
    .signature =
        "optim.galore(params: tree = nil, lr: real or fn(step) = 1e-3, rank: int = 128, "
        "update_proj_gap: int = 200, scale: real = 1.0, base_optimizer: any = nil, weight_decay: "
        "real or fn(step) = 0.0, mask: any = nil, weight_dimension_numbers: fn(path) = nil) -> "
        "optim.Optimizer",
    .brief =
        "GaLore optimizer: Adam on low-rank projections of gradients, which saves memory. Each "
        "matrix is projected onto the leading singular vectors of its gradient.",
    .params = {aliases::params,
               aliases::lr,
               {"rank", rank_text},
               {"update_proj_gap", gap_text},
               {"scale", scale_text},
               {"base_optimizer", base_text},
               aliases::weight_decay,
               aliases::mask,
               {"weight_dimension_numbers", dimensions_text}},
    .returns = aliases::returns,
    .errors = aliases::errors,
    .example =
        "var p = ones((2, 2)); var opt = optim.galore(p, 0.5, rank = 1)\n"
        "opt.update!(&p, [[3.0, 0.0], [0.0, 4.0]]); round(100.0 * p[1])  #> [100, 50]",
    .source = "Zhao et al., arXiv 2403.03507, algorithm 2; optax.contrib.galore",
    .call = alias<&galore>,
};

}  // namespace rille
