// Factors agree with types, batch rules, and values.
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "jit/transform.h"
#include "tests/unit/jit/cases.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;
using Role = Factor::Role;

Factors factors_of(const Op& op, const Types& in, const Attrs& attrs) {
  static const Regions none;
  OpCall call{in, attrs, none, {}};
  return op.factors.fn(call, op.type(call));
}
Factors factors_of(const Case& c) { return factors_of(*c.op, c.sample.in, c.sample.attrs); }

bool has(const AxisFactors& axes, int factor) {
  return std::ranges::any_of(
      axes, [&](const auto& axis) { return std::ranges::find(axis, factor) != axis.end(); });
}

bool is_anywhere(const std::vector<AxisFactors>& values, int factor) {
  return std::ranges::any_of(values, [&](const AxisFactors& axes) { return has(axes, factor); });
}

// A factor restricted to the elements [from, to).
struct Part {
  const Factors& factors;
  int factor;
  int64_t from, to;

  int64_t extent(int other) const {
    if (other == factor) return to - from;
    return factors.factors[static_cast<size_t>(other)].extent.number();
  }
  Shape shape(const AxisFactors& axes) const {
    Shape out;
    for (const auto& axis : axes) {
      int64_t whole = 1;
      for (int other : axis) whole *= extent(other);
      out.emplace_back(whole);
    }
    return out;
  }
};

// Bytes before, within one step of, and after a factor, where the axes of a value are split into
// factors.
struct Lines {
  int64_t outer = 1, inner = 1;

  Lines(const Factors& factors, const AxisFactors& axes, int factor, Dtype dtype) {
    bool behind = false;
    for (const auto& axis : axes) {
      for (int other : axis) {
        int64_t extent = factors.factors[static_cast<size_t>(other)].extent.number();
        if (other != factor) (behind ? inner : outer) *= extent;
        behind |= other == factor;
      }
    }
    inner *= static_cast<int64_t>(bytes(dtype));
  }
};

void copy_part(const Part& part, const AxisFactors& axes, const std::byte* whole, Array& out) {
  Lines lines(part.factors, axes, part.factor, out.dtype());
  int64_t extent = part.factors.factors[static_cast<size_t>(part.factor)].extent.number();
  auto length = static_cast<size_t>((part.to - part.from) * lines.inner);
  for (int64_t i = 0; i < lines.outer; ++i) {
    std::memcpy(out.edit_data() + static_cast<size_t>(i) * length,
                whole + (i * extent + part.from) * lines.inner, length);
  }
}

Array cut(const Part& part, const AxisFactors& axes, const Array& x) {
  if (!has(axes, part.factor)) return x;
  Array out(x.type().with(part.shape(axes)));
  copy_part(part, axes, x.data(), out);
  return out;
}

// Attributes that are the shape of a result become the shape of the part.
Attrs cut(const Part& part, const Types& out, const Attrs& attrs) {
  Attrs made = attrs;
  for (const Attr& attr : attrs.items()) {
    auto* shape = std::get_if<Shape>(&attr.value);
    for (size_t k = 0; shape != nullptr && k < out.size(); ++k) {
      if (*shape == out[k].shape()) made = made.with(attr.name, part.shape(part.factors.out[k]));
    }
  }
  return made;
}

Arrays run(const Op& op, const Arrays& args, const Attrs& attrs) {
  Builder b;
  Vars in;
  for (const Array& x : args) in.push_back(b.param(x.type()));
  Vars out = b.emit(op, in, attrs);
  return evaluate(std::move(b).finish(out), args);
}

// Floats as doubles, complex numbers as two doubles; nothing for exact dtypes.
std::vector<double> numbers_of(const Array& x) {
  std::vector<double> out;
  with_type(x.dtype(), [&]<class T>(T) {
    for (const T& number : x.as<T>()) {
      if constexpr (requires { number.imag(); }) {
        out.push_back(number.real()), out.push_back(number.imag());
      } else if constexpr (std::floating_point<T> || requires { static_cast<float>(number); }) {
        if (is_float(x.dtype())) out.push_back(static_cast<double>(static_cast<float>(number)));
      }
    }
  });
  return out;
}

double rounding_of(Dtype dtype) {
  if (bytes(dtype) == 1) return 0.5;
  if (bytes(dtype) == 2) return 0.05;
  return 1e-5;
}

// Equal up to some rounding errors of the largest element; equal bits for exact dtypes.
bool is_near(const Array& x, const Array& y) {
  std::vector<double> a = numbers_of(x), b = numbers_of(y);
  if (a.empty()) return static_cast<bool>(same_bits(x, y));
  double most = 1;
  for (double number : a) {
    if (std::isfinite(number)) most = std::max(most, std::abs(number));
  }
  for (size_t i = 0; i < a.size(); ++i) {
    bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
    if (!same && !(std::abs(a[i] - b[i]) <= rounding_of(x.dtype()) * most)) return false;
  }
  return x.type() == y.type();
}

// The first inconsistency between factors and shapes.
std::string fault_of_shapes(const Factors& factors, const Types& in, const Types& out) {
  if (factors.in.size() != in.size() || factors.out.size() != out.size()) return "values";
  Part whole{factors, -1, 0, 0};
  for (size_t i = 0; i < in.size(); ++i) {
    if (whole.shape(factors.in[i]) != in[i].shape()) return str("shape of operand ", i);
  }
  for (size_t k = 0; k < out.size(); ++k) {
    if (whole.shape(factors.out[k]) != out[k].shape()) return str("shape of result ", k);
  }
  for (int f = 0; f < std::ssize(factors.factors); ++f) {
    Role role = factors.factors[static_cast<size_t>(f)].role;
    bool read = is_anywhere(factors.in, f), made = is_anywhere(factors.out, f);
    auto lacks = [&](const AxisFactors& axes) { return !has(axes, f); };
    if (role == Role::summed && (made || !read)) return str("summed factor ", f);
    bool partly = (read || made) && std::ranges::any_of(factors.out, lacks);
    if (role == Role::plain && partly) return str("a result without factor ", f);
  }
  return "";
}

// Combines the results of the parts along a factor and compares them with the whole, by the
// reference.
class Division {
 public:
  Division(const Op& op, const Factors& factors, const Attrs& attrs, const Arrays& args)
      : op_(op), factors_(factors), attrs_(attrs), args_(args), whole_(run(op, args, attrs)) {
    for (const Array& y : whole_) out_.push_back(y.type());
  }

  std::string fault(int factor) const {
    const Factor& it = factors_.factors[static_cast<size_t>(factor)];
    int64_t extent = it.extent.number();
    bool is_used = is_anywhere(factors_.in, factor) || is_anywhere(factors_.out, factor);
    if (it.role == Role::special || extent < 2 || !is_used) return "";
    Part low{factors_, factor, 0, 1}, high{factors_, factor, 1, extent};
    try {
      Arrays first = part_of(low), second = part_of(high);
      for (size_t k = 0; k < out_.size(); ++k) {
        std::string what = it.role == Role::plain
                               ? fault_of_plain(k, low, high, first[k], second[k])
                               : fault_of_sum(k, first[k], second[k]);
        if (!what.empty()) return str(what, " ", k, " by factor ", factor);
      }
    } catch (const Error& error) {
      return str("factor ", factor, ": ", error.what());
    }
    return "";
  }

 private:
  Arrays part_of(const Part& part) const {
    Arrays args;
    for (size_t i = 0; i < args_.size(); ++i) args.push_back(cut(part, factors_.in[i], args_[i]));
    return run(op_, args, cut(part, out_, attrs_));
  }

  std::string fault_of_plain(size_t k, const Part& low, const Part& high, const Array& first,
                             const Array& second) const {
    const AxisFactors& axes = factors_.out[k];
    if (first.type() != out_[k].with(low.shape(axes))) return "type of result";
    if (second.type() != out_[k].with(high.shape(axes))) return "type of result";
    bool same = same_bits(cut(low, axes, whole_[k]), first) &&
                same_bits(cut(high, axes, whole_[k]), second);
    return same ? "" : "numbers of result";
  }

  std::string fault_of_sum(size_t k, const Array& first, const Array& second) const {
    if (first.type() != out_[k] || second.type() != out_[k]) return "type of partial result";
    Array both = run(op_of(factors_.combiner), {first, second}, {})[0];
    return is_near(whole_[k], both) ? "" : "partial results";
  }

  const Op& op_;
  const Factors& factors_;
  const Attrs& attrs_;
  const Arrays& args_;
  Arrays whole_;
  Types out_;
};

std::string fault_of(const Case& c, const Factors& factors) {
  Draws draws(11, c.sample.low, c.sample.high);
  Graph f = graph_of(c);
  std::string shapes = fault_of_shapes(factors, c.sample.in, f.types_of(f.results));
  if (!shapes.empty()) return shapes;
  Arrays args = draws.draw(c.sample.in);
  Division division(*c.op, factors, c.sample.attrs, args);
  for (int factor = 0; factor < std::ssize(factors.factors); ++factor) {
    std::string what = division.fault(factor);
    if (!what.empty()) return what;
  }
  return "";
}

// Checks the factors of the node that a batch rule emits, if it is a single node of the same op:
// they are the factors of the unbatched node, plus one plain factor for the leading batch axes.
// None for other nodes.
std::optional<std::string> fault_of_batch(const Case& c, const std::vector<int>& axes) {
  Graph many = vmap(graph_of(c), 3, {.in = axes, .out = {}});
  if (many.nodes.size() != 1 || many.nodes[0].op != c.op) return std::nullopt;
  const Node& node = many.nodes[0];
  Factors factors = factors_of(*node.op, many.types_of(node.in), node.attrs);
  std::set<int> rows;
  auto take_row = [&](AxisFactors& value) {
    if (value.empty() || value[0].size() != 1) return rows.insert(-1), void();
    rows.insert(value[0][0]);
    value.erase(value.begin());
  };
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] == 0) take_row(factors.in[i]);
  }
  for (AxisFactors& value : factors.out) take_row(value);
  bool is_plain = rows.size() == 1 && *rows.begin() >= 0 &&
                  factors.factors[static_cast<size_t>(*rows.begin())].role == Role::plain;
  if (!is_plain) return str("rows of ", print(many));
  std::string want = text(factors_of(c)), got = text(factors);
  return got == want ? "" : str(got, " for ", want, " in ", print(many));
}

class FactorTable : public testing::TestWithParam<Case> {};

TEST_P(FactorTable, parts_make_the_whole) {
  if (!GetParam().op->factors) GTEST_SKIP() << GetParam().op->factors.why;
  Factors factors = factors_of(GetParam());
  EXPECT_EQ(fault_of(GetParam(), factors), "") << text(factors);
}

INSTANTIATE_TEST_SUITE_P(ops, FactorTable, testing::ValuesIn(all_cases()), case_name);

TEST(Factors, agree_with_batch_rules) {
  std::set<std::string_view> judged;
  for (const Case& c : all_cases()) {
    if (!c.op->factors || !c.op->batch || c.sample.in.empty()) continue;
    std::vector<std::vector<int>> ways{std::vector<int>(c.sample.in.size(), 0)};
    for (size_t i = 0; i < c.sample.in.size() && c.sample.in.size() > 1; ++i) {
      ways.push_back(std::vector<int>(c.sample.in.size(), -1));
      ways.back()[i] = 0;
    }
    for (const std::vector<int>& axes : ways) {
      auto fault = fault_of_batch(c, axes);
      if (!fault) continue;
      judged.insert(c.op->name);
      EXPECT_EQ(*fault, "") << c.op->name;
    }
  }
  EXPECT_GE(judged.size(), 80u);
}

Case case_of(const Op& op, const Types& in, const Attrs& attrs = {}) {
  return {&op, {.in = in, .attrs = attrs}, 0};
}

const Type square(Dtype::f32, {3, 3});
const Case sum_case = case_of(sum_op, {square}, {{"axes", Ints{1}}});
const Case scan_case = case_of(cumsum_op, {square}, {{"axis", int64_t{1}}, {"reverse", false}});
const Case turn_case = case_of(permute_op, {square}, {{"axes", Ints{1, 0}}});
const Case dot_case = case_of(dot_general_op, {square, square},
                              {{"left_batch", Ints{}},
                               {"right_batch", Ints{}},
                               {"left_contracted", Ints{1}},
                               {"right_contracted", Ints{0}},
                               {"dtype", Dtype::f32}});

TEST(Factors, print_as_letters) {
  auto of = [](const Case& c) { return text(factors_of(c)); };
  EXPECT_EQ(of(dot_case), "([i, j], [j, k]) -> ([i, k]) reduction {j}");
  EXPECT_EQ(of(case_of(add_op, {square, square})), "([i, j], [i, j]) -> ([i, j])");
  EXPECT_EQ(of(sum_case), "([i, j]) -> ([i]) reduction {j}");
  EXPECT_EQ(of(case_of(prod_op, {square}, {{"axes", Ints{0}}})),
            "([i, j]) -> ([j]) reduction {i} by mul");
  EXPECT_EQ(of(scan_case), "([i, j]) -> ([i, j]) special {j}");
  EXPECT_EQ(of(turn_case), "([i, j]) -> ([j, i])");
  Type cube(Dtype::f32, {2, 3, 4});
  EXPECT_EQ(of(case_of(reshape_op, {cube}, {{"shape", Shape{6, 4}}})), "([i, j, k]) -> ([ij, k])");
  EXPECT_EQ(of(case_of(reshape_op, {cube}, {{"shape", Shape{8, 1, 3}}})),
            "([i, j, k]) -> ([l, m, n]) special {i, j, k, l, m, n}");
  EXPECT_EQ(of(case_of(concatenate_op, {square, cube.with({3, 1})}, {{"axis", int64_t{1}}})),
            "([i, j], [i, k]) -> ([i, l]) special {j, k, l}");
  EXPECT_EQ(of(case_of(gather_op, {cube, Type(Dtype::i64, {5, 1})}, {{"axes", Ints{1}}})),
            "([i, j, k], [l, m]) -> ([l, i, k]) special {j, m}");
  EXPECT_EQ(of(case_of(eigh_op, {cube.with({2, 3, 3})})),
            "([i, j, k]) -> ([i, l], [i, m, n]) special {j, k, l, m, n}");
}

// The checks above detect wrong factors.
TEST(Factors, that_are_wrong_are_found) {
  auto wrong = [](const Case& c, void (*change)(Factors&)) {
    Factors factors = factors_of(c);
    EXPECT_EQ(fault_of(c, factors), "");
    change(factors);
    return fault_of(c, factors);
  };
  EXPECT_EQ(wrong(scan_case, [](Factors& f) { f.factors[1].role = Role::plain; }),
            "numbers of result 0 by factor 1");
  EXPECT_EQ(wrong(turn_case, [](Factors& f) { f.out[0] = f.in[0]; }),
            "type of result 0 by factor 0");
  EXPECT_EQ(wrong(sum_case, [](Factors& f) { f.combiner = Scalar::max; }),
            "partial results 0 by factor 1");
  EXPECT_EQ(wrong(sum_case, [](Factors& f) { std::swap(f.factors[0].role, f.factors[1].role); }),
            "summed factor 0");
  EXPECT_EQ(wrong(dot_case, [](Factors& f) { f.in[1] = {f.in[0][0], f.in[1][1]}; }),
            "factor 0: dot_general: axes (1) of f32[1, 3] do not match axes (0) of f32[1, 3]");
  EXPECT_EQ(wrong(dot_case, [](Factors& f) { f.factors[0].extent = 2; }), "shape of operand 0");
}

}  // namespace
}  // namespace rille
