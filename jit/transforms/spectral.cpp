// SpectralTangents: derivatives of functions of eigenvectors.
#include "jit/transforms/spectral.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/matrix.h"

namespace rille {
namespace {

double unit_of(const Type& type) {
  return real_dtype(type.dtype()) == Dtype::f64 ? std::numeric_limits<double>::epsilon()
                                                : double{std::numeric_limits<float>::epsilon()};
}

Ints leading_axes(int64_t count) {
  Ints out(static_cast<size_t>(count));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

// Whether the node contracts the columns of `left` with those of `right`, with leading batch axes.
bool joins(const Node& node, const ScaledColumns& left, const ScaledColumns& right, int rank) {
  Ints batch = leading_axes(rank - 2);
  return left.from == right.from && left.first == right.first && left.count == right.count &&
         node.attrs.ints("left_contracted") == Ints{left.column} &&
         node.attrs.ints("right_contracted") == Ints{right.column} &&
         node.attrs.ints("left_batch") == batch && node.attrs.ints("right_batch") == batch;
}

// Zeros whose derivative is NaN where `here` is true: the second derivative exists, but is not
// computed.
Var unknown_slope(Builder& b, Var here, Var of) {
  Var zero = filled_like(b, of, 0), one = filled_like(b, of, 1);
  Var root = op::sqrt(b, op::select(b, here, op::mul(b, of, zero), one));
  return op::sub(b, root, op::select(b, here, zero, one));
}

}  // namespace

Var SpectralTangents::values_of(const Node& from) const {
  return from.op == &eigh_op ? from.out[0] : from.out[1];
}

std::optional<Var> SpectralTangents::tangent_of(const Node& node) {
  if (!finder_.has_any()) return {};
  if (node.op == &dot_general_op) {
    std::optional<Var> out = of_product(node);
    return out ? out : of_applied(node);
  }
  return node.op == &slice_op ? of_slice(node) : std::nullopt;
}

std::optional<Var> SpectralTangents::of_product(const Node& node) {
  const auto& left = finder_.find(node.in[0]);
  if (!left) return {};
  const auto& right = finder_.find(node.in[1]);
  if (!right || !joins(node, *left, *right, graph_.type(node.out[0]).rank())) return {};
  bool is_svd = left->from->op == &svd_op;
  if (tangent_[left->from->in[0]].none() || is_svd != (left->right != right->right)) return {};
  bool has_parts = is_complex(graph_.type(node.out[0]).dtype());
  if (has_parts && (left->conj || !right->conj)) return {};
  std::optional<FactorDerivatives> g = numbers_of(*left, *right);
  if (!g) return {};
  if (!is_svd) return eigen_product(*left->from, *g);
  if (!left->right) return singular_product(*left->from, *g);
  FactorDerivatives turned{conjugated(b_, g->value), Var{}};  // the adjoint of u g v'
  if (!g->tangent.none()) turned.tangent = conjugated(b_, g->tangent);
  if (!g->split.none()) turned.split = conjugated(b_, g->split);
  if (!g->shift.none()) turned.shift = conjugated(b_, g->shift);
  return adjoint(b_, singular_product(*left->from, turned));
}

// d(v g v' b) = d(v g v') b + v g v' db.
std::optional<Var> SpectralTangents::of_applied(const Node& node) {
  std::optional<AppliedColumns> found = finder_.applied(node);
  if (!found || tangent_[found->left.from->in[0]].none()) return {};
  std::optional<FactorDerivatives> g = numbers_of(found->left, found->right);
  if (!g) return {};
  const Node& eigh = *found->left.from;
  auto times = [&](Var matrix, Var b) {
    return op::dot_general(b_, matrix, b, {{}, {}, {1}, {0}}, b_.type(matrix).dtype());
  };
  Var out = times(eigen_product(eigh, *g), primal_[found->b]), db = tangent_[found->b];
  if (db.none()) return out;
  Var v = primal_[eigh.out[1]];
  Var rows = op::mul(b_, v, along_rows(b_, g->value, b_.type(v)));
  return op::add(b_, out, times(matrix_product(b_, rows, adjoint(b_, v)), db));
}

// With m = v' dx v: d(v g v') = v (m (g_j - g_i) / (w_j - w_i) + dg) v'.
Var SpectralTangents::eigen_product(const Node& eigh, const FactorDerivatives& g) {
  Var w = primal_[eigh.out[0]], v = primal_[eigh.out[1]];
  Type type = b_.type(v), real = type.with(real_dtype(type.dtype()));
  Var dx = mirrored(b_, tangent_[eigh.in[0]]);
  Var m = matrix_product(b_, matrix_product(b_, adjoint(b_, v), dx), v);
  auto gap = [&](Var x, const Type& like) {
    return op::sub(b_, along_rows(b_, x, like), along_columns(b_, x, like));
  };
  auto sum = [&](Var x) {
    return op::add(b_, along_rows(b_, x, real), along_columns(b_, x, real));
  };
  Var place = place_of(b_.type(w));
  Var most = op::reduce_max(b_, op::abs(b_, w), {b_.type(w).rank() - 1});
  Var bound = op::broadcast(b_, most, real.shape(), {real.rank() - 2, real.rank() - 1});
  Var middle = ratio({gap(g.value, type), gap(w, real), gap(g.split, type), gap(place, real),
                      gap(g.shift, type), scaled(b_, sum(place), 0.5)},
                     sum(greatest_part(b_, g.value)), bound);
  Var one = identity_like(b_, v), zero = filled_like(b_, v, 0);
  middle = op::mul(b_, m, op::select(b_, on_diagonal(b_, type), zero, middle));
  if (!g.tangent.none()) {
    middle = op::add(b_, middle, op::mul(b_, one, along_rows(b_, g.tangent, type)));
  }
  return matrix_product(b_, matrix_product(b_, v, middle), adjoint(b_, v));
}

// With p = u' dx v, its Hermitian part h and its skew-Hermitian part a:
// d(u g v') = u (h (g_j - g_i) / (s_j - s_i) + a (g_j + g_i) / (s_j + s_i) + dg) v'
//             + (1 - u u') dx v (g / s) v'.
Var SpectralTangents::singular_product(const Node& svd, const FactorDerivatives& g) {
  Var u = primal_[svd.out[0]], s = primal_[svd.out[1]], vt = primal_[svd.out[2]];
  Type type = b_.type(vt), real = type.with(real_dtype(type.dtype()));
  Var moved = matrix_product(b_, tangent_[svd.in[0]], adjoint(b_, vt));
  Var p = matrix_product(b_, adjoint(b_, u), moved), pt = adjoint(b_, p);
  auto both = [&](auto join, Var x, const Type& like) {
    return join(b_, along_rows(b_, x, like), along_columns(b_, x, like));
  };
  Var place = place_of(b_.type(s));
  Var most = op::reduce_max(b_, s, {b_.type(s).rank() - 1});
  Var bound = op::broadcast(b_, most, real.shape(), {real.rank() - 2, real.rank() - 1});
  Var sizes = both(op::add, greatest_part(b_, g.value), real);
  Var shift = both(op::sub, g.shift, type);
  auto quotient = [&](auto join, auto other) {
    return ratio({both(join, g.value, type), both(join, s, real), both(join, g.split, type),
                  both(join, place, real), shift, scaled(b_, both(other, place, real), 0.5)},
                 sizes, bound);
  };
  Var differences =
      op::select(b_, on_diagonal(b_, type), filled_like(b_, p, 0), quotient(op::sub, op::add));
  Var sums = quotient(op::add, op::sub);
  Var middle = scaled(b_,
                      op::add(b_, op::mul(b_, op::add(b_, p, pt), differences),
                              op::mul(b_, op::sub(b_, p, pt), sums)),
                      0.5);
  if (!g.tangent.none()) {
    Var on = op::mul(b_, identity_like(b_, p), along_rows(b_, g.tangent, type));
    middle = op::add(b_, middle, on);
  }
  Var rows = matrix_product(b_, u, middle);
  if (b_.type(u).shape() != type.shape()) {
    Var outside = op::sub(b_, moved, matrix_product(b_, u, p));
    rows = op::add(b_, rows,
                   op::mul(b_, outside, along_rows(b_, diagonal_of(b_, sums), b_.type(outside))));
  }
  return matrix_product(b_, rows, vt);
}

// above / below. If both are nearly 0, the limit: the quotient of the derivatives along `apart`,
// corrected for the difference of the derivatives along `together`. `sizes` is the magnitude of the
// terms subtracted in `above`; `bound` is the largest eigenvalue.
Var SpectralTangents::ratio(const Quotient& of, Var sizes, Var bound) {
  Type type = b_.type(of.above);
  double unit = unit_of(type);
  auto as_type = [&](Var x) { return of_real(b_, x, type.dtype()); };
  Var zero = filled_like(b_, of.split_below, 0), one = filled_like(b_, zero, 1);
  Var by = op::select(b_, op::eq(b_, of.split_below, zero), one, of.split_below);
  Var moved = op::sub(b_, of.split_above, op::mul(b_, of.shift, as_type(of.middle)));
  Var limit = op::div(b_, moved, as_type(by));
  Var rest = op::sub(b_, of.above, op::mul(b_, as_type(of.below), limit));
  Var is_near = op::le(b_, op::abs(b_, of.below), scaled(b_, bound, std::sqrt(unit)));
  Var vanishes = op::le(b_, greatest_part(b_, rest), scaled(b_, sizes, 8 * unit));
  Var is_limit = op::bit_and(b_, is_near, vanishes);
  Var quotient = op::div(b_, of.above, as_type(op::select(b_, is_limit, one, of.below)));
  Var unknown = as_type(unknown_slope(b_, is_limit, of.below));
  return op::select(b_, is_limit, op::add(b_, limit, unknown), quotient);
}

std::optional<SpectralTangents::FactorDerivatives> SpectralTangents::numbers_of(
    const ScaledColumns& left, const ScaledColumns& right) {
  const Node& from = *left.from;
  Type vectors = graph_.type(from.out.back());
  Type numbers(vectors.dtype(), without(vectors.shape(), {vectors.rank() - 2}));
  Shape part = numbers.shape();
  part.back() = Extent(left.count);
  FactorDerivatives all{op::fill(b_, numbers.with(part), 1.0), Var{}};
  for (const ScaledColumns* side : {&left, &right}) {
    for (const ScaledColumns::ColumnFactor& by : side->by) multiply(all, by, *side);
  }
  if (is_lost_) return std::nullopt;
  if (all.split.none()) all.split = filled_like(b_, all.value, 0);
  if (all.shift.none()) all.shift = filled_like(b_, all.value, 0);
  int64_t after = numbers.shape().back().number() - left.first - left.count;
  if (left.first == 0 && after == 0) return all;
  Ints none(part.size(), 0), low = none, high = none;
  low.back() = left.first;
  high.back() = after;
  for (Var* each : {&all.value, &all.tangent, &all.split, &all.shift}) {
    if (each->none()) continue;
    Var zero = op::fill(b_, Type(numbers.dtype(), Shape{}), 0.0);
    *each = op::pad(b_, *each, zero, low, high, none);
  }
  return all;
}

void SpectralTangents::multiply(FactorDerivatives& all, const ScaledColumns::ColumnFactor& by,
                                const ScaledColumns& of) {
  Type type = b_.type(all.value);
  Var split = slope_of(by.vector, *of.from, EigenDirection::apart);
  Var shift = slope_of(by.vector, *of.from, EigenDirection::together),
      tangent = tangent_[by.vector];
  if (is_lost_) return;
  Var value = placed(primal_[by.vector], by, type), factor;
  if (by.inverse) {
    value = op::div(b_, filled_like(b_, value, 1), value);
    factor = op::neg(b_, op::mul(b_, value, value));
  }
  for (Var* each : {&tangent, &split, &shift}) {
    if (each->none()) continue;
    *each = placed(*each, by, type);
    if (by.inverse) *each = op::mul(b_, factor, *each);
  }
  auto product = [&](Var old, Var moved) {
    Var left = old.none() ? Var{} : op::mul(b_, old, value);
    Var right = moved.none() ? Var{} : op::mul(b_, all.value, moved);
    return added(b_, left, right);
  };
  all = {op::mul(b_, all.value, value), product(all.tangent, tangent), product(all.split, split),
         product(all.shift, shift)};
}

Var SpectralTangents::placed(Var v, const ScaledColumns::ColumnFactor& by, const Type& type) {
  if (b_.type(v).dtype() != type.dtype()) v = op::convert(b_, v, type.dtype());
  if (!by.new_axes.empty()) v = op::broadcast(b_, v, type.shape(), by.new_axes);
  return by.conj ? conjugated(b_, v) : v;
}

// The direction `apart` of the eigenvalues: 1, 2, 3, ….
Var SpectralTangents::place_of(const Type& values) {
  Var place = op::iota(b_, values, values.rank() - 1);
  return op::add(b_, place, filled_like(b_, place, 1));
}

// The derivative of v by the eigenvalues of `from` along `how`, with constant eigenvectors.
Var SpectralTangents::slope_of(Var v, const Node& from, EigenDirection how) {
  auto& known = slopes_[{&from, how}];
  auto at = known.find(v.id);
  if (at != known.end()) return at->second;
  Var values = values_of(from);
  if (v == values) {
    Var moved = how == EigenDirection::apart ? place_of(b_.type(primal_[v]))
                                             : filled_like(b_, primal_[v], 1);
    return known[v.id] = moved;
  }
  auto& depends = depends_[&from];
  if (depends.empty()) {
    depends.assign(graph_.types.size(), 0);
    auto flag = [&](Var x) -> char& { return depends[static_cast<size_t>(x.id)]; };
    flag(values) = 1;
    for (const Node& node : graph_.nodes) {
      if (!std::ranges::any_of(node.in, [&](Var x) { return flag(x) != 0; })) continue;
      for (Var x : node.out) flag(x) = 1;
    }
  }
  const Node* node = finder_.maker(v);
  if (node == nullptr || depends[static_cast<size_t>(v.id)] == 0) return known[v.id] = Var{};
  Vars dx;
  for (Var x : node->in) {
    if (is_lost_ || known.size() > 200) is_lost_ = true;
    dx.push_back(is_lost_ ? Var{} : slope_of(x, from, how));
  }
  if (is_lost_ || !node->op->jvp) {
    is_lost_ = is_lost_ || has_tangent(graph_.type(v));
    return known[v.id] = Var{};
  }
  Node copy = *node;
  for (Var& x : copy.in) x = primal_[x];
  for (Var& x : copy.out) x = primal_[x];
  size_t skipped = node->regions.empty() ? 0 : node->out.size();
  Vars moved;
  if (!std::ranges::all_of(dx, &Var::none)) moved = node->op->jvp.fn(b_, copy, dx);
  for (size_t i = 0; i < node->out.size(); ++i) {
    known[node->out[i].id] = moved.empty() ? Var{} : moved[skipped + i];
  }
  return known[v.id];
}

// Only eigenvalue gaps with one of the taken columns are needed, so other eigenvalues may be equal.
std::optional<Var> SpectralTangents::of_slice(const Node& node) {
  const auto& columns = finder_.find(node.in[0]);
  if (!columns || columns->from->op != &eigh_op || !columns->by.empty()) return {};
  const Node& from = *columns->from;
  if (tangent_[from.in[0]].none()) return {};
  auto axis = static_cast<size_t>(columns->column);
  int64_t first = columns->first + node.attrs.ints("start")[axis];
  int64_t extent = graph_.type(node.out[0]).extent(static_cast<int>(axis)).number();
  Var dv = moved_columns(from, first, (extent - 1) * node.attrs.ints("step")[axis] + 1);
  Type type = b_.type(dv);
  if (columns->count < type.shape().back().number()) {
    Ints start(static_cast<size_t>(type.rank()), 0), step(start.size(), 1);
    start.back() = columns->first;
    Shape shape = type.shape();
    shape.back() = Extent(columns->count);
    dv = op::slice(b_, dv, start, shape, step);
  }
  if (columns->conj) dv = conjugated(b_, dv);
  if (columns->column < columns->row) dv = matrix_transposed(b_, dv);
  return b_.emit(*node.op, {dv}, node.attrs)[0];
}

// The tangents of the eigenvectors from `first` on, zeros for the others.
Var SpectralTangents::moved_columns(const Node& eigh, int64_t first, int64_t count) {
  Var w = primal_[eigh.out[0]], v = primal_[eigh.out[1]];
  Type type = b_.type(v), real = type.with(real_dtype(type.dtype()));
  Var dx = mirrored(b_, tangent_[eigh.in[0]]);
  Var m = matrix_product(b_, matrix_product(b_, adjoint(b_, v), dx), v);
  Var gap = op::sub(b_, along_rows(b_, w, real), along_columns(b_, w, real));
  Type places = type.with(Dtype::i32);
  Var column = op::iota(b_, places, type.rank() - 1);
  auto bound = [&](int64_t at) {
    Var number = op::fill(b_, Type(Dtype::i32, Shape{}), at);
    return op::broadcast(b_, number, places.shape(), leading_axes(type.rank()));
  };
  Var taken =
      op::bit_and(b_, op::ge(b_, column, bound(first)), op::lt(b_, column, bound(first + count)));
  Var factor = op::select(b_, taken, inverse_of_gap(b_, gap), filled_like(b_, gap, 0));
  Var dv = matrix_product(b_, v, op::mul(b_, m, of_real(b_, factor, type.dtype())));
  if (!is_complex(type.dtype())) return dv;
  Var turns = along_rows(b_, moves_of_turns(b_, v, dv), type);
  return op::sub(b_, dv, op::mul(b_, v, turns));
}

}  // namespace rille
