// Tests compositions of transforms, regions included.
#include "tests/unit/support/judge.h"
#include "tests/unit/support/random_graph.h"

namespace rille {
namespace {

const Type v3 = f64({3});

Var number(Builder& b, double x, const Type& type) { return op::fill(b, type, x); }
Var plus_one(Builder& b, Var n) { return op::add(b, n, op::fill(b, b.type(n), int64_t{1})); }

// (x, y) -> (x tanh y, exp x)
Graph smooth() {
  return graph({v3, v3}, [](Builder& b, const Vars& x) {
    return Vars{op::mul(b, x[0], op::tanh(b, x[1])), op::exp(b, x[0])};
  });
}

// (c, x, y) -> if c { x tanh(y) } else { -x }
Graph branch() {
  Region yes = region({v3, v3}, [](Builder& b, const Vars& x) {
    return Vars{op::mul(b, x[0], op::tanh(b, x[1]))};
  });
  Region no = region({v3, v3}, [](Builder& b, const Vars& x) { return Vars{op::neg(b, x[0])}; });
  return graph({truth(), v3, v3}, [&](Builder& b, const Vars& x) {
    return op::cond(b, x[0], {x[1], x[2]}, {yes, no});
  });
}

// (k, x) -> one of sin x, x x, 1
Graph choice() {
  Region a = region({v3}, [](Builder& b, const Vars& x) { return Vars{op::sin(b, x[0])}; });
  Region c = region({v3}, [](Builder& b, const Vars& x) { return Vars{op::mul(b, x[0], x[0])}; });
  Region d = region({v3}, [](Builder& b, const Vars&) { return Vars{number(b, 1, v3)}; });
  return graph({i32({}), v3},
               [&](Builder& b, const Vars& x) { return op::cond(b, x[0], {x[1]}, {a, c, d}); });
}

// (w, s, xs): s = sin(s w + x), ys = s s
Graph recurrence(bool reverse) {
  Region body = region({v3, v3, v3}, [](Builder& b, const Vars& x) {
    Var s = op::sin(b, op::add(b, op::mul(b, x[1], x[0]), x[2]));
    return Vars{s, op::mul(b, s, s)};
  });
  return graph({v3, v3, f64({4, 3})}, [=](Builder& b, const Vars& x) {
    return op::scan(b, {{x[0]}, {x[1]}, {x[2]}}, body, 4, reverse);
  });
}

// (w, n, s): while n < 3 { s = sin(s w); n += 1 }
Region below_three() {
  return region({v3, i32({}), v3}, [](Builder& b, const Vars& x) {
    return Vars{op::lt(b, x[1], op::fill(b, i32({}), int64_t{3}))};
  });
}
Graph repetition() {
  Region body = region({v3, i32({}), v3}, [](Builder& b, const Vars& x) {
    Var s = op::add(b, x[2], op::mul(b, op::sin(b, x[2]), x[0]));
    return Vars{plus_one(b, x[1]), s};
  });
  return graph({v3, i32({}), v3}, [=](Builder& b, const Vars& x) {
    return op::while_loop(b, {{x[0]}, {x[1], x[2]}}, below_three(), body);
  });
}

// (w, s): for 3 iterations { n = i; while n < 3 { s = s + sin(s) w }; if s... }
Graph nested() {
  Graph inner = repetition();
  Region body = region({v3, i32({}), v3}, [inner](Builder& b, const Vars& x) {
    Vars y = inline_graph(b, inner, {x[0], x[1], x[2]});
    return Vars{plus_one(b, x[1]), op::tanh(b, y[1]), y[1]};
  });
  return graph({v3, v3}, [=](Builder& b, const Vars& x) {
    Var n = op::fill(b, i32({}), int64_t{0});
    return op::scan(b, {{x[0]}, {n, x[1]}, {}}, body, 3, false);
  });
}

// A while in a branch of a cond in a while.
Graph deep() {
  Graph inner = repetition();
  Region yes = region({v3, i32({}), v3}, [inner](Builder& b, const Vars& x) {
    return Vars{inline_graph(b, inner, {x[0], x[1], x[2]})[1]};
  });
  Region no = region({v3, i32({}), v3},
                     [](Builder& b, const Vars& x) { return Vars{op::mul(b, x[2], x[0])}; });
  Region body = region({v3, i32({}), v3}, [=](Builder& b, const Vars& x) {
    Var odd = op::gt(b, x[1], op::fill(b, i32({}), int64_t{0}));
    Vars y = op::cond(b, odd, {x[0], x[1], x[2]}, {yes, no});
    return Vars{plus_one(b, x[1]), y[0]};
  });
  return graph({v3, i32({}), v3}, [=](Builder& b, const Vars& x) {
    return op::while_loop(b, {{x[0]}, {x[1], x[2]}}, below_three(), body);
  });
}

Graph wrapped(bool remat) {
  auto inner = std::make_shared<const Graph>(smooth());
  return graph({v3, v3}, [=](Builder& b, const Vars& x) {
    Vars y = remat ? op::remat(b, x, inner) : op::call(b, "smooth", x, inner);
    return Vars{op::mul(b, y[0], y[1]), y[1]};
  });
}

// A remat of a loop: the known and the linear part are in one region.
Graph remat_loop() {
  auto inner = std::make_shared<const Graph>(nested());
  return graph({v3, v3},
               [=](Builder& b, const Vars& x) { return Vars{op::remat(b, x, inner)[1]}; });
}

Graph custom_forward() {
  auto primal = std::make_shared<const Graph>(smooth());
  auto rule = std::make_shared<const Graph>(jvp(smooth()));
  return graph({v3, v3},
               [=](Builder& b, const Vars& x) { return op::custom_jvp(b, x, primal, rule); });
}

// exp(x y), by a custom rule that reads its own result: higher-order derivatives use the rule
// again.
Graph custom_of_result() {
  Region primal = region(
      {v3, v3}, [](Builder& b, const Vars& x) { return Vars{op::exp(b, op::mul(b, x[0], x[1]))}; });
  Region rule = region({v3, v3, v3, v3, v3}, [](Builder& b, const Vars& x) {
    Var moved = op::add(b, op::mul(b, x[3], x[1]), op::mul(b, x[0], x[4]));
    return Vars{op::mul(b, x[2], moved)};
  });
  return graph({v3, v3}, [=](Builder& b, const Vars& x) {
    return b.emit(custom_jvp_op, x, {{"of_result", true}}, {primal, rule});
  });
}

// A remat that saves its product.
Graph remat_dots() {
  Region inner = region({v3, f64({3, 3})}, [](Builder& b, const Vars& x) {
    Var y = op::dot_general(b, op::sin(b, x[0]), x[1], {{}, {}, {0}, {0}}, Dtype::f64);
    return Vars{op::mul(b, op::tanh(b, y), y), x[0]};
  });
  return graph({v3, f64({3, 3})}, [=](Builder& b, const Vars& x) {
    return b.emit(remat_op, x, {{"save", std::string("dots")}}, {inner});
  });
}

struct Named {
  const char* name;
  Graph (*make)();
};

class Compose : public testing::TestWithParam<Named> {};

TEST_P(Compose, to_third_order) {
  for (unsigned seed = 1; seed <= 4 && !HasFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Judge(seed).judge(GetParam().make(), 3);
  }
}

const Named all[] = {
    {"smooth", smooth},
    {"branch", branch},
    {"choice", choice},
    {"recurrence", [] { return recurrence(false); }},
    {"backwards", [] { return recurrence(true); }},
    {"repetition", repetition},
    {"nested", nested},
    {"deep", deep},
    {"call", [] { return wrapped(false); }},
    {"remat", [] { return wrapped(true); }},
    {"remat_loop", remat_loop},
    {"custom_jvp", custom_forward},
    {"custom_jvp_of_result", custom_of_result},
    {"remat_dots", remat_dots},
};

INSTANTIATE_TEST_SUITE_P(graphs, Compose, testing::ValuesIn(all),
                         [](const auto& info) { return std::string(info.param.name); });

// Random small graphs to second order, smaller ones to third.
class Random : public testing::TestWithParam<unsigned> {};

TEST_P(Random, keeps_every_promise) {
  unsigned seed = GetParam();
  std::mt19937 rng(seed);
  bool third = seed % 4 == 0;
  Types params{v3, f64({}), truth(), f64({2, 3})};
  Region f = random_region(rng, params, {v3, f64({})}, third ? 3 : 6, third ? 1 : 2);
  Judge(seed).judge(*f, third ? 3 : 2);
}

INSTANTIATE_TEST_SUITE_P(seeds, Random, testing::Range(1u, 121u));

}  // namespace
}  // namespace rille
