// gcd, lcm: common divisors and multiples.
#include <memory>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// Euclid's algorithm for all elements at once: (a, b) becomes (b, a % b) while b is not 0.
Graph euclid(const Type& type) {
  auto two = [&](Builder& b) { return Vars{b.param(type), b.param(type)}; };
  auto goes_on = [&](Builder& b, Var y) { return op::ne(b, y, op::fill(b, type, int64_t{0})); };
  Builder condition, body, out;
  Vars c = two(condition);
  Ints axes;
  for (int i = 0; i < type.rank(); ++i) axes.push_back(i);
  Var some = goes_on(condition, c[1]);
  if (!axes.empty()) some = op::reduce_or(condition, some, axes);
  Region test = std::make_shared<Graph>(std::move(condition).finish({some}));
  Vars v = two(body);
  Var left = goes_on(body, v[1]);
  Var divisor = op::select(body, left, v[1], op::fill(body, type, int64_t{1}));
  Var rest = op::rem(body, v[0], divisor);
  Vars next{op::select(body, left, v[1], v[0]), op::select(body, left, rest, v[1])};
  Region turn = std::make_shared<Graph>(std::move(body).finish(next));
  Vars in = two(out);
  Vars results = op::while_loop(out, {.consts = {}, .carry = in}, test, turn);
  return std::move(out).finish({results[0]});
}

// The magnitudes of both operands as unsigned ints, which also hold the magnitude of the most
// negative int. `dtype` is the dtype of the result.
struct MagnitudePair {
  Array x, y;
  Dtype dtype;
  bool weak;
};

Dtype unsigned_of(Dtype dtype) {
  switch (bits(dtype)) {
    case 8: return Dtype::u8;
    case 16: return Dtype::u16;
    case 32: return Dtype::u32;
    default: return Dtype::u64;
  }
}

MagnitudePair together(const Array& x, const Array& y) {
  bool weak = x.is_weak() && y.is_weak();
  Arrays both{x, y};
  promote_together(both);
  if (both[0].dtype() == Dtype::boolean) {
    throw labelled(
        Error(Code::dtype, str(calling_name("gcd"), ": got ", given(x), ", expected integers")),
        "x");
  }
  Shape shape = common_shape(both, calling_name("gcd"));
  Dtype dtype = both[0].dtype();
  for (Array& each : both) {
    each = convert(abs(fit(each, shape).with_weak(false)), unsigned_of(dtype));
  }
  return {both[0], both[1], dtype, weak};
}

Array divisor_of(const MagnitudePair& both) {
  Arrays in{both.x, both.y};
  return run_graph(euclid(in[0].type()), in)[0];
}

Array gcd(const Array& x, const Array& y) {
  MagnitudePair both = together(x, y);
  return convert(divisor_of(both), both.dtype).with_weak(both.weak);
}

Array lcm(const Array& x, const Array& y) {
  MagnitudePair both = together(x, y);
  Array divisor = divisor_of(both);
  Array is_zero = eq(divisor, 0);
  Array out = mul(both.x, floor_div(both.y, where(is_zero, 1, divisor)));
  return convert(where(is_zero, 0, out), both.dtype).with_weak(both.weak);
}

}  // namespace

extern const Builtin gcd_builtin = {
    .signature = "gcd(x: int[...], y: int[...]) -> int[...]",
    .brief = "Computes the greatest common divisor of each pair; 0 if both are 0.",
    .params = {{"y", "Integers; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "gcd([12, 7], 18)  #> [6, 1]",
    .source = "numpy.gcd",
    .call = bind<&gcd>,
};

extern const Builtin lcm_builtin = {
    .signature = "lcm(x: int[...], y: int[...]) -> int[...]",
    .brief = "Computes the least common multiple of each pair; 0 if one is 0.",
    .params = {{"y", "Integers; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "lcm([4, 0], 6)  #> [12, 0]",
    .source = "numpy.lcm",
    .call = bind<&lcm>,
};

}  // namespace rille
