// Lowerings, interpreted step by step, match the reference.
#include <cstring>
#include <optional>

#include "tests/unit/jit/cases.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

// Evaluates the steps for one element at a time. An operation is evaluated by the reference of the
// op of the same name.
class Steps {
 public:
  Steps(const Scalars& code, const Arrays& in, Type out) : code_(code), in_(in), out_(out) {}

  Array at(const Ints& index) {
    Arrays values;
    for (const Scalars::ScalarStep& step : code_.steps) {
      int operands = facts_of(step.name).operands;
      RILLE_CHECK(operands < 0 || operands == std::ssize(step.in), step.name);
      values.push_back(run(step, index, values));
      RILLE_CHECK(values.back().type() == Type(step.dtype, Shape{}), step.name, " gives ",
                  values.back().type());
    }
    return values.back();
  }

 private:
  static Array whole(int64_t x) {
    Array out(Type(Dtype::i64, Shape{}));
    out.edit<int64_t>()[0] = x;
    return out;
  }

  Array element(const Array& x, const Ints& index) const {
    Ints shape = x.type().ints();
    RILLE_CHECK(shape.size() == index.size(), "an index of another rank");
    size_t at = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      RILLE_CHECK(index[axis] >= 0 && index[axis] < shape[axis], "an index out of range");
      at = at * static_cast<size_t>(shape[axis]) + static_cast<size_t>(index[axis]);
    }
    return x.view(Type(x.dtype(), Shape{}), at * bytes(x.dtype()));
  }

  Array run(const Scalars::ScalarStep& step, const Ints& index, const Arrays& values) const {
    auto number = [&] { return static_cast<size_t>(std::get<int64_t>(step.value)); };
    if (step.name == Scalar::index) return whole(index[number()]);
    if (step.name == Scalar::extent) return whole(out_.shape()[number()].number());
    if (step.name == Scalar::input) return element(in_[number()], index);
    if (step.name == Scalar::load) {
      const Array& x = in_[number()];
      Ints at;
      for (int i : step.in) at.push_back(values[static_cast<size_t>(i)].integer());
      if (at.size() > static_cast<size_t>(x.type().rank()) && at.back() == 0) {
        Array zero(Type(x.dtype(), Shape{}));
        std::ranges::fill(std::span(zero.edit_data(), bytes(x.dtype())), std::byte{0});
        return zero;
      }
      at.resize(static_cast<size_t>(x.type().rank()));
      return element(x, at);
    }
    Builder b;
    Arrays args;
    Vars in;
    for (int i : step.in) {
      args.push_back(values[static_cast<size_t>(i)]);
      in.push_back(b.param(args.back().type()));
    }
    Type type(step.dtype, Shape{});
    bool has_order = step.name == Scalar::bessel_jn || step.name == Scalar::expn;
    if (has_order) return in_order(op_of(step.name), args[0], args[1]);
    Var out = step.name == Scalar::constant ? op::fill(b, type, step.value)
              : step.name == Scalar::convert || step.name == Scalar::bitcast
                  ? cast(b, step, in[0])
                  : b.emit(op_of(step.name), in)[0];
    return evaluate(std::move(b).finish({out}), args)[0];
  }

  // The integer order that steps read as a number is an attribute of the ops.
  static Array in_order(const Op& op, const Array& order, const Array& x) {
    double n = order.dtype() == Dtype::f64 ? order.as<double>()[0] : order.as<float>()[0];
    Builder b;
    Attrs attrs{{"n", static_cast<int64_t>(n)}};
    Vars out = b.emit(op, {b.param(x.type())}, attrs);
    return evaluate(std::move(b).finish(out), Arrays{x})[0];
  }

  // Steps may read keys as words, which the ops do not.
  static Var cast(Builder& b, const Scalars::ScalarStep& step, Var x) {
    if (step.name == Scalar::convert) return op::convert(b, x, step.dtype);
    if (step.dtype == Dtype::key) return op::key_wrap(b, halves(b, x));
    if (b.type(x).dtype() == Dtype::key) return joined(b, op::key_unwrap(b, x));
    return op::bitcast(b, x, step.dtype);
  }
  static Var number(Builder& b, int64_t x) { return op::fill(b, Type(Dtype::u64, Shape{}), x); }
  static Var halves(Builder& b, Var x) {
    Vars parts;
    for (Var v : {x, op::shift_right(b, x, number(b, 32))}) {
      parts.push_back(op::reshape(b, op::convert(b, v, Dtype::u32), {1}));
    }
    return op::concatenate(b, parts, 0);
  }
  static Var joined(Builder& b, Var words) {
    Vars parts;
    for (int64_t k : {0, 1}) {
      Var one = op::reshape(b, op::slice(b, words, {k}, {1}, {1}), Shape{});
      parts.push_back(op::convert(b, one, Dtype::u64));
    }
    return op::bit_or(b, parts[0], op::shift_left(b, parts[1], number(b, 32)));
  }

  const Scalars& code_;
  const Arrays& in_;
  Type out_;
};

// Calls f with each index below the extents, in row-major order.
template <class F>
void each_index(const Ints& shape, F f) {
  Ints index(shape.size(), 0);
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (size_t axis = shape.size(); axis-- > 0;) {
      index[axis] = rest % shape[axis];
      rest /= shape[axis];
    }
    f(static_cast<size_t>(i), index);
  }
}

void put(Array& out, size_t i, const std::byte* from) {
  size_t size = bytes(out.dtype());
  std::memcpy(out.edit_data() + i * size, from, size);
}

Array run(const Pointwise& lowering, const Arrays& in, Type type) {
  Array out(type);
  Steps steps(lowering.code, in, type);
  each_index(type.ints(),
             [&](size_t i, const Ints& index) { put(out, i, steps.at(index).data()); });
  return out;
}

Array run(const View& view, const Arrays& in, Type type) {
  Array out(type);
  Ints shape = in[0].type().ints();
  each_index(type.ints(), [&](size_t i, const Ints& index) {
    size_t at = view.reshape ? i : 0;
    bool inside = true;
    for (size_t axis = 0; axis < view.axes.size(); ++axis) {
      const View::Axis& map = view.axes[axis];
      int64_t place = map.offset;
      if (map.output_axis >= 0) place += map.step * index[static_cast<size_t>(map.output_axis)];
      if (map.within >= 0) place += map.within_step * index[static_cast<size_t>(map.within)];
      inside = inside && place % map.divide == 0 && place >= 0 && place / map.divide < shape[axis];
      at = at * static_cast<size_t>(shape[axis]) + static_cast<size_t>(place / map.divide);
    }
    ASSERT_TRUE(inside || view.guarded);
    size_t size = bytes(type.dtype());
    put(out, i, inside ? in[0].data() + at * size : in[1].data());
  });
  return out;
}

// Applies a combiner to two scalars; none if it returns indices.
std::optional<Graph> combined(Scalar name, Dtype dtype) {
  if (gives_place(name)) return std::nullopt;
  Builder b;
  Type one(dtype, Shape{});
  Vars both{b.param(one), b.param(one)};
  return std::move(b).finish(b.emit(op_of(name), both));
}

// Identity elements change nothing, in any order.
void check_identity(const Reduce& reduce, const Array& x) {
  std::optional<Graph> combine = combined(reduce.combiner, x.dtype());
  if (!combine) return;
  Builder b;
  Type one(x.dtype(), Shape{});
  Var identity = op::fill(b, one, reduce.identity);
  Array start = evaluate(std::move(b).finish({identity}), {})[0];
  for (size_t i = 0; i < x.size(); ++i) {
    Array element = x.view(one, i * bytes(x.dtype()));
    EXPECT_TRUE(same_bits(evaluate(*combine, std::vector{start, element})[0], element));
  }
}

class Lowered : public testing::TestWithParam<Case> {};

void check(const Case& c, const Lowering& lowering) {
  Graph f = graph_of(c);
  Arrays in = Draws(3, c.sample.low, c.sample.high).draw(c.sample.in);
  if (auto* pointwise = std::get_if<Pointwise>(&lowering)) {
    EXPECT_TRUE(same_bits(run(*pointwise, in, f.type(f.results[0])), evaluate(f, in)[0]));
  } else if (auto* view = std::get_if<View>(&lowering)) {
    EXPECT_TRUE(view->reshape || view->axes.size() == c.sample.in[0].shape().size());
    EXPECT_TRUE(same_bits(run(*view, in, f.type(f.results[0])), evaluate(f, in)[0]));
  } else if (auto* reduce = std::get_if<Reduce>(&lowering)) {
    for (int64_t axis : reduce->axes) EXPECT_LT(axis, c.sample.in[0].rank());
    check_identity(*reduce, in[0]);
  }
}

TEST_P(Lowered, gives_what_reference_gives) {
  auto [op, sample, number] = GetParam();
  if (!op->lower) GTEST_SKIP() << op->lower.why;
  check(GetParam(), op->lower.fn({sample.in, sample.attrs, sample.regions, {}}));
}

// Replaces each extent above 1 by a name.
Shape named(Shape shape) {
  for (Extent& extent : shape) {
    if (extent.number() > 1) extent = Extent::named(str("n", extent.number()));
  }
  return shape;
}

TEST_P(Lowered, of_named_sizes_gives_it_too) {
  auto [op, sample, number] = GetParam();
  auto is_array = [](const Type& type) { return type.form() == TypeForm::array; };
  bool has_sizes = sample.regions.empty() && std::ranges::all_of(sample.in, is_array);
  if (!op->lower || !has_sizes) GTEST_SKIP();
  Types in;
  for (const Type& type : sample.in) in.push_back(type.with(named(type.shape())));
  Attrs attrs = sample.attrs;
  for (const Attr& attr : sample.attrs.items()) {
    if (auto* shape = std::get_if<Shape>(&attr.value)) attrs = attrs.with(attr.name, named(*shape));
  }
  std::optional<Lowering> lowering;
  try {
    op->type({in, attrs, sample.regions, {}});
    lowering = op->lower.fn({in, attrs, sample.regions, {}});
  } catch (const std::exception&) {
    GTEST_SKIP() << "it needs to know the sizes";
  }
  check(GetParam(), *lowering);
}

INSTANTIATE_TEST_SUITE_P(ops, Lowered, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace rille
