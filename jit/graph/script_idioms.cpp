// Idioms: groups of nodes written as one builtin.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "jit/graph/script_row.h"
#include "vm/text.h"

namespace rille {
namespace {

using Out = std::optional<ScriptExpr>;

class Matcher {
 public:
  Matcher(const Graph& graph, const DefiningNodes& makers, const std::vector<bool>& live)
      : graph_(graph), makers_(makers) {
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      if (live[i]) match(graph.nodes[i]);
    }
  }

  std::vector<Idiom> found = {};

 private:
  void match(const Node& node) {
    if (node.op == &select_op) return divided(node);
    if (node.op == &cholesky_op || node.op == &eigh_op) return symmetric(node);
    if (node.op == &sort_op) return ordered(node);
    if (node.op == &max_op) return uniform(node);
    if (node.op == &div_op) return averaged(node);
    if (node.op == &mul_op) return normal(node);
  }

  const Node* made(Var v, const Op& op) const { return makers_.of(v, op); }

  // f(a, b) or f(b, a)
  template <class F>
  static bool either_way(const Node* node, F f) {
    return node != nullptr && (f(node->in[0], node->in[1]) || f(node->in[1], node->in[0]));
  }

  // Such a comparison with 0; for the shared operand of a batch, before its broadcast.
  bool compares(Var v, const Op& op, Var x) const {
    const Node* node = made(root(v), op);
    return node != nullptr && is_same(node->in[0], x) && makers_.is_number(node->in[1], 0);
  }
  bool has_signs(Var v, const Op& left, Var x, const Op& right, Var y) const {
    auto is = [&](Var a, Var b) { return compares(a, left, x) && compares(b, right, y); };
    return either_way(made(v, bit_and_op), is);
  }

  // where(signs differ, rest + y, rest); where(signs differ, q - 1, q)
  void divided(const Node& node) {
    if (is_float(graph_.type(node.out[0]).dtype())) divided_floats(node);
    Var plain = node.in[2];
    const Node* rest = made(plain, rem_op);
    const Node* quotient = made(plain, div_op);
    const Node* sum = made(node.in[1], add_op);
    const Node* less = made(node.in[1], sub_op);
    bool is_rest = rest != nullptr && sum != nullptr && sum->in[0] == plain &&
                   is_same(sum->in[1], rest->in[1]) && differ(node.in[0], plain, rest->in[1]);
    if (is_rest) return add(node, rest->in, percent);
    bool is_quotient = quotient != nullptr && less != nullptr && less->in[0] == plain &&
                       makers_.is_number(less->in[1], 1);
    if (!is_quotient) return;
    const Node* either = made(node.in[0], bit_or_op);
    if (either == nullptr) return;
    for (const Node& other : graph_.nodes) {
      bool is_rest_of = other.op == &rem_op && is_same(other.in[0], quotient->in[0]) &&
                        is_same(other.in[1], quotient->in[1]);
      if (is_rest_of && differ(node.in[0], other.out[0], quotient->in[1])) {
        return add(node, quotient->in, floored);
      }
    }
  }
  // For floats: the floor of the quotient, minus one if the remainder has the wrong sign; nan for
  // an infinity divided by a nonzero number.
  void divided_floats(const Node& node) {
    const Node* nan = made(node.in[1], sub_op);
    const Node* none = made(node.in[0], bit_and_op);
    const Node* chosen = made(node.in[2], select_op);
    const Node* below = chosen == nullptr ? nullptr : made(chosen->in[2], floor_op);
    const Node* less = chosen == nullptr ? nullptr : made(chosen->in[1], sub_op);
    const Node* quotient = below == nullptr ? nullptr : made(below->in[0], div_op);
    if (nan == nullptr || none == nullptr || less == nullptr || quotient == nullptr) return;
    Var x = quotient->in[0], y = quotient->in[1];
    bool is_less = less->in[0] == chosen->in[2] && makers_.is_number(less->in[1], 1);
    bool is_nan = is_same(nan->in[0], x) && is_same(nan->in[1], x);
    auto is_none = [&](Var a, Var b) { return is_infinite(a, x) && compares(b, ne_op, y); };
    if (!is_less || !is_nan || !either_way(none, is_none)) return;
    for (const Node& rest : graph_.nodes) {
      if (rest.op != &select_op || !is_infinite(rest.in[0], y) || !is_same(rest.in[1], x)) continue;
      const Node* left = made(rest.in[2], fma_op);
      const Node* minus = left == nullptr ? nullptr : made(left->in[0], neg_op);
      bool is_left = minus != nullptr && minus->in[0] == chosen->in[2] && is_same(left->in[1], y) &&
                     is_same(left->in[2], x);
      if (is_left && differ(chosen->in[0], rest.out[0], y)) return add(node, quotient->in, floored);
    }
  }
  bool is_infinite(Var v, Var x) const {
    const Node* equal = made(root(v), eq_op);
    const Node* size = equal == nullptr ? nullptr : made(equal->in[0], abs_op);
    constexpr double inf = std::numeric_limits<double>::infinity();
    return size != nullptr && is_same(size->in[0], x) && makers_.is_number(equal->in[1], inf);
  }
  bool differ(Var v, Var rest, Var y) const {
    return either_way(made(v, bit_or_op), [&](Var a, Var b) {
      return has_signs(a, lt_op, rest, gt_op, y) && has_signs(b, gt_op, rest, lt_op, y);
    });
  }
  static Out two(const ScriptNode& n, std::string_view sign) {
    auto both = together(n.in, n.result().shape());
    return ScriptExpr{
        str(held(both[0], Precedence::product), " ", sign, " ", held(both[1], Precedence::unary)),
        Precedence::product};
  }
  static Out percent(const Idiom&, const ScriptNode& n) { return two(n, "%"); }
  static Out floored(const Idiom&, const ScriptNode& n) { return two(n, "//"); }

  // (x + x.T) * 0.5, which the builtin computes from its matrix
  void symmetric(const Node& node) {
    const Node* half = made(node.in[0], mul_op);
    if (half == nullptr || !makers_.is_number(half->in[1], 0.5)) return;
    const Node* sum = made(half->in[0], add_op);
    const Node* turned = sum == nullptr ? nullptr : made(sum->in[1], permute_op);
    if (turned == nullptr || !is_conjugate(turned->in[0], sum->in[0])) return;
    Ints axes;
    int rank = graph_.type(sum->in[0]).rank();
    for (int64_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
    if (turned->attrs.ints("axes") != axes) return;
    add(node, {sum->in[0]}, node.op == &eigh_op ? eigh : cholesky);
  }
  bool is_conjugate(Var y, Var x) const {
    if (!is_complex(graph_.type(x).dtype())) return x == y;
    const Node* both = made(y, complex_op);
    const Node* re = both == nullptr ? nullptr : made(both->in[0], real_op);
    const Node* less = both == nullptr ? nullptr : made(both->in[1], neg_op);
    const Node* im = less == nullptr ? nullptr : made(less->in[0], imag_op);
    return re != nullptr && im != nullptr && re->in[0] == x && im->in[0] == x;
  }
  static Out eigh(const Idiom&, const ScriptNode& n) {
    return called("linalg.eigh", {n.exactly(0)});
  }
  static Out cholesky(const Idiom&, const ScriptNode& n) {
    return called("linalg.cholesky", {n.exactly(0)});
  }

  // Sorted values together with the permutation that sorts them, or several arrays in that order.
  void ordered(const Node& node) {
    Vars reads = node.in;
    int64_t keys = node.attrs.integer("num_keys");
    for (size_t i = 0; i < reads.size(); ++i) {
      Dtype dtype = graph_.type(reads[i]).dtype();
      if (!is_integer(dtype) && !is_float(dtype)) return;
    }
    if (reads.size() < 2) return;
    const Node* places = made(reads.back(), iota_op);
    bool counts = places != nullptr && keys == 1 && reads.size() == 2 &&
                  places->attrs.integer("axis") == node.attrs.integer("axis") &&
                  places->attrs.dtype("dtype") == Dtype::i32;
    if (counts) return add(node, {reads[0]}, sorted);
    add(node, reads, sorted_by);
  }
  static std::string axis_text(const ScriptNode& n) {
    int64_t axis = n.integer("axis");
    return axis == n.given().rank() - 1 ? "" : str(", axis = ", axis);
  }
  static Out sorted(const Idiom&, const ScriptNode& n) {
    std::string x = n.exactly(0), by = axis_text(n);
    if (n.integer("num_keys") != 1) return {};
    return ScriptExpr{str("(sort(", x, by, "), argsort(", x, by, "))")};
  }
  static Out sorted_by(const Idiom&, const ScriptNode& n) {
    std::string by = axis_text(n), order;
    auto keys = static_cast<size_t>(n.integer("num_keys"));
    if (keys == 1) order = str("argsort(", n.exactly(0), by, ")");
    if (keys > 1) {
      std::vector<std::string> all;
      for (size_t k = keys; k-- > 0;) all.push_back(n.exactly(k));
      order = str("lexsort((", join(all), ")", by, ")");
    }
    std::vector<std::string> out;
    for (size_t i = 0; i < n.in.size(); ++i) {
      out.push_back(i == 0 && keys == 1
                        ? str("sort(", n.exactly(0), by, ")")
                        : str("take_along_axis(", n.exactly(i), ", ", order, by, ")"));
    }
    return ScriptExpr{str("(", join(out), ")")};
  }

  // The sum of each window divided by the number of its elements.
  void averaged(const Node& node) {
    const Node* sum = made(node.in[0], window_sum_op);
    if (sum == nullptr) return;
    double count = 1;
    for (int64_t size : sum->attrs.ints("size")) count *= static_cast<double>(size);
    auto x = std::make_shared<Term>();
    x->type = graph_.type(sum->in[0]);
    ScriptNode trial(graph_, *sum, {x});
    bool fits = is_float(x->type.dtype()) && script_pool(trial) && trial.told_all();
    if (!fits || !makers_.is_number(node.in[1], count)) return;
    add(node, sum->in, average);
    found.back().nodes = {sum};
  }
  static Out average(const Idiom& idiom, const ScriptNode& n) {
    ScriptNode sum(n.graph, *idiom.nodes[0], n.in);
    sum.word = "nn.avg_pool";
    return script_pool(sum);
  }

  // --- random numbers

  Var root(Var v) const {
    while (const Node* node = made(v, broadcast_op)) v = node->in[0];
    return v;
  }
  bool is_same(Var a, Var b) const {
    const AttrValue *x = makers_.number(a), *y = makers_.number(b);
    return root(a) == root(b) || (x != nullptr && y != nullptr && *x == *y);
  }

  // A number in [0, 1): random bits as the mantissa of a float with the exponent of 1, minus 1.
  // Returns the key; none if the value is not such a number.
  Var unit_key(Var v) const {
    struct UnitFloatLayout {
      Dtype dtype;
      int64_t shift, one;
    };
    constexpr UnitFloatLayout forms[] = {
        {Dtype::f32, 9, 0x3f800000}, {Dtype::f64, 12, 0x3ff0000000000000}, {Dtype::f16, 6, 0x3c00}};
    const UnitFloatLayout* form =
        std::ranges::find(forms, graph_.type(v).dtype(), &UnitFloatLayout::dtype);
    const Node* less = made(v, sub_op);
    if (form == std::end(forms) || less == nullptr || !makers_.is_number(less->in[1], 1)) return {};
    const Node* turned = made(less->in[0], bitcast_op);
    const Node* joined = turned == nullptr ? nullptr : made(turned->in[0], bit_or_op);
    const Node* drawn = nullptr;
    auto holds = [&](Var bits, Var one) {
      const Node* shifted = made(bits, shift_right_op);
      if (shifted == nullptr || !is_int(one, form->one)) return false;
      drawn = made(shifted->in[0], rng_bits_op);
      return drawn != nullptr && is_int(shifted->in[1], form->shift);
    };
    if (!either_way(joined, holds) || graph_.type(drawn->in[0]).rank() > 1) return {};
    return drawn->in[0];
  }
  bool is_int(Var v, int64_t number) const {
    const AttrValue* is = makers_.number(v);
    return is != nullptr && std::get_if<int64_t>(is) != nullptr && std::get<int64_t>(*is) == number;
  }

  // max(fma(unit, high - low, low), low): returns the key, low, and high; empty if the value
  // differs.
  Vars bounded(Var v) const {
    const Node* most = made(v, max_op);
    const Node* fused = nullptr;
    Var low;
    auto holds = [&](Var x, Var bound) {
      fused = made(x, fma_op);
      low = bound;
      return fused != nullptr && is_same(fused->in[2], bound);
    };
    if (!either_way(most, holds)) return {};
    const Node* span = made(root(fused->in[1]), sub_op);
    Var key = unit_key(fused->in[0]);
    if (key.none() || span == nullptr || !is_same(span->in[1], low)) return {};
    if (graph_.type(span->in[0]).rank() != 0 || graph_.type(span->in[1]).rank() != 0) return {};
    return {key, span->in[1], span->in[0]};
  }
  void uniform(const Node& node) {
    Vars reads = bounded(node.out[0]);
    if (reads.empty()) return;
    bool is_many = graph_.type(reads[0]).rank() == 1;
    bool are_numbers = makers_.number(reads[1]) != nullptr && makers_.number(reads[2]) != nullptr;
    if (!is_many || are_numbers) add(node, reads, uniform_text);
  }
  // For an array of keys: one sample per key.
  static Out drawn(const ScriptNode& n, std::string_view word,
                   const std::vector<std::string>& more) {
    Shape shape = n.result().shape();
    bool is_many = n.given().rank() == 1;
    if (is_many) shape.erase(shape.begin());
    std::vector<std::string> args{is_many ? "k" : n.exactly(0), shape_text(shape)};
    args.insert(args.end(), more.begin(), more.end());
    Dtype dtype = n.result().dtype();
    if (dtype != Dtype::f32) args.push_back(str("dtype = ", dtype));
    ScriptExpr one = called(word, args);
    return is_many ? ScriptExpr{str("vmap(k => ", one.text, ")(", n.exactly(0), ")")} : one;
  }
  static Out uniform_text(const Idiom&, const ScriptNode& n) {
    std::vector<std::string> args;
    auto bound = [&](size_t i) {
      bool is_literal = n.in[i]->form == Term::TermForm::literal;
      return is_literal ? number_literal(n.given(i).dtype(), n.in[i]->value) : n.exactly(i);
    };
    if (!is_number(*n.in[1], 0)) args.push_back(str("low = ", bound(1)));
    if (!is_number(*n.in[2], 1)) args.push_back(str("high = ", bound(2)));
    return drawn(n, "rng.uniform", args);
  }

  // erf_inv(uniform(-1 + ulp, 1)) * sqrt(2), with the polynomials of XLA
  void normal(const Node& node) {
    const Node* inverse = made(node.in[0], erf_inv_op);
    if (inverse == nullptr || inverse->attrs.find("peer") == nullptr) return;
    bool is_wide = graph_.type(node.in[0]).dtype() == Dtype::f64;
    bool is_known = is_wide || graph_.type(node.in[0]).dtype() == Dtype::f32;
    double root = std::numbers::sqrt2, least = std::ldexp(1.0, is_wide ? -53 : -24) - 1;
    if (!is_wide) root = static_cast<float>(root);
    Vars reads = bounded(inverse->in[0]);
    if (!is_known || reads.empty() || !makers_.is_number(node.in[1], root)) return;
    if (!makers_.is_number(reads[1], least) || !makers_.is_number(reads[2], 1)) return;
    add(node, {reads[0]}, normal_text);
  }
  static Out normal_text(const Idiom&, const ScriptNode& n) { return drawn(n, "rng.normal", {}); }

  void add(const Node& node, Vars reads, Out (*write)(const Idiom& idiom, const ScriptNode& n)) {
    found.push_back({.node = &node, .reads = std::move(reads), .write = write});
  }

  const Graph& graph_;
  const DefiningNodes& makers_;
};

}  // namespace

std::vector<Idiom> idioms_of(const Graph& graph, const DefiningNodes& makers,
                             const std::vector<bool>& live) {
  std::vector<Idiom> out = std::move(Matcher(graph, makers, live).found);
  for (Idiom& idiom : index_idioms(graph, makers, live)) out.push_back(std::move(idiom));
  return out;
}

}  // namespace rille
