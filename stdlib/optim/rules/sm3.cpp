// scale_by_sm3: accumulators for rows and columns.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Sm3 {
  static const Struct& record();
  Array b1, b2, eps;

  // The state has one accumulator array for each axis of each leaf.
  Value init(State& state, const Value& params) const {
    Value mu = for_moving(params, [](const Array& x) {
      Values lines;
      for (int i = 0; i < x.rank(); ++i) {
        lines.emplace_back(zeros({x.shape()[static_cast<size_t>(i)]}, as_wide(x).dtype()));
      }
      return Value::tuple(std::move(lines));
    });
    return Value::record(state, {{"mu", mu}, {"nu", zeros_for(params)}});
  }

  // For each element, the minimum of its accumulators over the axes, plus the squared gradient.
  Array sums(const Array& grad, const Values& lines) const {
    Array g = as_wide(grad);
    Array least;
    for (size_t i = 0; i < lines.size(); ++i) {
      Ints shape(lines.size(), 1);
      shape[i] = -1;
      Array line = reshape(lines[i].as_array(), shape);
      least = least.is_none() ? line : minimum(least, line);
    }
    Array square = g * g;
    Array share = where(eq(b2, 1), kept_kind(g, 1.0), kept_kind(g, 1.0 - b2));
    if (least.is_none()) return share * square;
    return share * square + fit(b2, g) * least;
  }

  // The accumulators of a leaf in a state: a tuple with one array for each axis, else error[type].
  static const Values& sums_in(const Value& lines, const Array& g) {
    bool fits = lines.is_tuple() && std::ssize(lines.items()) == g.rank() &&
                std::ranges::all_of(lines.items(), &Value::is_array);
    if (fits) return lines.items();
    throw Error(Code::type, str("optim.scale_by_sm3: the state of a leaf is ", form_text(lines),
                                ", expected a tuple with one array for each axis of ", g.type()));
  }

  static Value lines_of(const Array& sums) {
    Values out;
    for (int i = 0; i < sums.rank(); ++i) {
      Ints others;
      for (int k = 0; k < sums.rank(); ++k) {
        if (k != i) others.push_back(k);
      }
      out.emplace_back(others.empty() ? sums : max(sums, others));
    }
    return Value::tuple(std::move(out));
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value &mu = part_of(old, "mu"), &before = part_of(old, "nu");
    auto all_of = [&](const Array& g, const Value& lines) {
      return Value::from_array(sums(g, sums_in(lines, g)));
    };
    Value all = zip_leaves(grads, mu, all_of, false);
    Value scaled = each({grads, all}, [&](const auto& at) {
      Array root = where(gt(at[1], 0), 1.0 / sqrt(at[1] + fit(eps, at[1])), zeros_like(at[1]));
      return at[0] * root;
    });
    Value nu = moment(before, scaled, b1);
    Value next = zip_leaves(grads, mu, [&](const Array& g, const Value& lines) {
      return kept(lines, lines_of(sums(g, sums_in(lines, g))));
    });
    return {narrowed_like(grads, nu),
            Value::record(state, {{"mu", next}, {"nu", kept(before, nu)}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_sm3_struct = {
    .name = "optim.scale_by_sm3",
    .brief =
        "SM3 transformation: divides by the root of accumulated squared gradients. It stores one "
        "accumulator for each index along each axis, instead of one for each element.",
    .fields = {field<&Sm3::b1>("b1: real = 0.9",
                               "Exponential decay rate of the moving average of updates."),
               field<&Sm3::b2>(
                   "b2: real = 1.0",
                   "Decay rate of the accumulators. With 1, they are sums of squared gradients."),
               field<&Sm3::eps>("eps: real = 1e-8",
                                "Epsilon added inside the square root, for numerical stability.")},
    .methods = {init_method<&Sm3::init>("Returns the state `(mu, nu)`: for each leaf its "
                                        "accumulators, a tuple, and its average update."),
                update_method<&Sm3::update>()},
    .example =
        "let rule = optim.scale_by_sm3(0.5); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [0.5, -0.5]",
    .source = "Anil et al., arXiv 1901.11150, algorithm SM3-II; optax.scale_by_sm3",
};
const Struct& Sm3::record() { return optim_scale_by_sm3_struct; }

}  // namespace rille
