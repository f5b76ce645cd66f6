// Samples of the ops with regions.
#include "jit/ops/cond.h"
#include "jit/ops/samples.h"
#include "jit/ops/scan.h"

namespace rille {
namespace {

const Graph nowhere = {};

std::vector<Type> operand_types() {
  std::vector<Type> out;
  for (const Shape& shape : sample_shapes()) out.push_back(f64(shape));
  for (Dtype dtype : {Dtype::f32, Dtype::bf16}) {
    out.push_back({dtype, {3}});
    out.push_back({dtype, Shape{}});
  }
  return out;
}

Var one(Builder& b, Var like) { return op::fill(b, b.type(like), 1.0); }

}  // namespace

std::vector<Sample> call_samples() {
  std::vector<Sample> out;
  for (Type type : operand_types()) {
    Types in{type, type};
    Region body = make_region(nowhere, in, [](Builder& b, const Vars& x) {
      return Vars{op::add(b, op::mul(b, x[0], x[1]), x[0]), op::tanh(b, x[1])};
    });
    out.push_back({.in = in, .regions = {body}});
  }
  return out;
}

std::vector<Sample> cond_samples() {
  std::vector<Sample> out;
  for (Type type : operand_types()) {
    Types in{type, type};
    Region product = make_region(nowhere, in, [](Builder& b, const Vars& x) {
      return Vars{op::mul(b, op::sin(b, x[0]), x[1]), x[1]};
    });
    Region swap =
        make_region(nowhere, in, [](Builder&, const Vars& x) { return Vars{x[1], x[0]}; });
    Region constant = make_region(nowhere, in, [](Builder& b, const Vars& x) {
      return Vars{one(b, x[0]), op::mul(b, x[0], x[0])};
    });
    out.push_back({.in = {flag_type(), type, type}, .regions = {product, swap}});
    out.push_back({.in = {i32({}), type, type}, .regions = {constant, product, swap}});
  }
  out.push_back({.in = {i32({})}, .regions = {make_region(nowhere, {}, [](Builder& b, const Vars&) {
                                    return Vars{op::fill(b, f64({2}), 0.5)};
                                  })}});
  return out;
}

// (w | s, n | x) -> (s w + x, n + 1 | tanh s)
std::vector<Sample> scan_samples() {
  std::vector<Sample> out;
  for (Type type : operand_types()) {
    for (int64_t length : {0, 1, 3}) {
      LoopShape shape{};
      shape.length = length;
      shape.reverse = length == 3 && type.rank() == 1;
      Region body =
          make_region(nowhere, {type, type, i32({}), type}, [](Builder& b, const Vars& x) {
            Var next = op::add(b, op::mul(b, x[1], x[0]), x[3]);
            Var count = op::add(b, x[2], op::fill(b, b.type(x[2]), int64_t{1}));
            return Vars{next, count, op::tanh(b, x[1])};
          });
      out.push_back({.in = {type, type, i32({}), stacked(type, shape)},
                     .attrs = scan_attrs(shape, 1, 2, false),
                     .regions = {body},
                     .low = -1,
                     .high = 1});
    }
  }
  return out;
}

// (w, last | n, s): while n < 3 { n += 1; s = sin(s) w + s }
std::vector<Sample> while_samples() {
  std::vector<Sample> out;
  for (Type type : operand_types()) {
    Types in{type, i32({}), type};
    Region condition = make_region(nowhere, in, [](Builder& b, const Vars& x) {
      return Vars{op::lt(b, x[1], op::fill(b, b.type(x[1]), int64_t{3}))};
    });
    Region body = make_region(nowhere, in, [](Builder& b, const Vars& x) {
      Var next = op::add(b, op::mul(b, op::sin(b, x[2]), x[0]), x[2]);
      return Vars{op::add(b, x[1], op::fill(b, b.type(x[1]), int64_t{1})), next};
    });
    out.push_back({.in = in, .attrs = {{"consts", int64_t{1}}}, .regions = {condition, body}});
  }
  return out;
}

}  // namespace rille
