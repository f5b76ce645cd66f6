// Random graphs of smooth operations and regions.
#include "tests/unit/support/random_graph.h"

namespace rille {
namespace {

const Type scalar = f64({}), row = f64({3}), table = f64({2, 3});

struct Maker {
  std::mt19937& rng;
  Builder& b;
  int depth;
  Vars values;

  int below(int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); }

  // A value of the type: an existing one, the newest first, or one computed from another value.
  Var get(const Type& type) {
    Vars fits;
    for (Var v : values) {
      if (b.type(v) == type) fits.push_back(v);
    }
    if (!fits.empty()) {
      int last = static_cast<int>(fits.size());
      return fits[static_cast<size_t>(below(2) ? last - 1 : below(last))];
    }
    if (type.dtype() == Dtype::boolean) return compare();
    if (type.dtype() == Dtype::i32) return op::fill(b, type, int64_t{below(3)});
    return op::fill(b, type, 0.25 * (1 + below(4)));
  }

  Var compare() {
    Var x = get(scalar), y = op::fill(b, scalar, 0.01 * below(100) - 0.5);
    return below(2) ? op::lt(b, x, y) : op::gt(b, x, y);
  }

  Type some() {
    const Type all[] = {scalar, row, row, table};
    return all[below(4)];
  }

  Var unary(Var x) {
    switch (below(6)) {
      case 0: return op::sin(b, x);
      case 1: return op::tanh(b, x);
      case 2: return op::logistic(b, x);
      case 3: return op::neg(b, x);
      case 4: return op::cos(b, x);
      default: return op::exp(b, op::neg(b, op::mul(b, x, x)));
    }
  }

  Var binary(Var x, Var y) {
    switch (below(5)) {
      case 0: return op::tanh(b, op::add(b, x, y));
      case 1: return op::sub(b, x, op::sin(b, y));
      case 2: return op::div(b, x, op::add(b, op::fill(b, b.type(x), 2.0), op::tanh(b, y)));
      case 3: {
        Var c = op::lt(b, x, y);
        return op::select(b, c, op::sin(b, x), op::cos(b, y));
      }
      default: return op::mul(b, op::tanh(b, x), op::cos(b, y));
    }
  }

  Var reshaping() {
    switch (below(6)) {
      case 0: return op::tanh(b, op::sum(b, get(table), {0}));
      case 1: return op::tanh(b, op::sum(b, get(row), {0}));
      case 2: return op::broadcast(b, get(row), {2, 3}, {0});
      case 3: return op::broadcast(b, get(scalar), {3}, {0});
      case 4: return op::reverse(b, get(row), {0});
      default: {
        Var turned = op::permute(b, get(table), {1, 0});
        return op::permute(b, op::slice(b, turned, {0, 0}, {3, 2}, {1, 1}), {1, 0});
      }
    }
  }

  Types operands() {
    Types out;
    for (int i = 1 + below(2); i > 0; --i) out.push_back(some());
    return out;
  }

  Region region(const Types& params, const Types& results) {
    return random_region(rng, params, results, 2 + below(3), depth - 1);
  }

  Vars args(const Types& types) {
    Vars out;
    for (const Type& type : types) out.push_back(get(type));
    return out;
  }

  void cond() {
    Types in = operands(), out{some(), some()};
    bool index = below(2) == 0;
    Regions regions;
    for (int i = index ? 3 : 2; i > 0; --i) regions.push_back(region(in, out));
    Var selector = get(index ? i32({}) : truth());
    values.append(op::cond(b, selector, args(in), regions));
  }

  void scan() {
    Type carried = some(), read = some();
    Shape shape = read.shape();
    shape.insert(shape.begin(), 2);
    Type captured = some();
    Region body = region({captured, carried, read}, {carried, scalar});
    Var xs = op::broadcast(b, get(read), shape, {0});
    Vars y = op::scan(b, {{get(captured)}, {get(carried)}, {op::sin(b, xs)}}, body, 2, below(2));
    values.push_back(y[0]);
    values.push_back(op::tanh(b, op::sum(b, y[1], {0})));
  }

  // At most three iterations: a counter or a value that exceeds a bound ends the loop.
  void loop() {
    Type carried = some(), captured = some();
    Types all{captured, i32({}), carried};
    Region step = region({captured, carried}, {carried, truth()});
    Region goes = rille::region(all, [](Builder& b, const Vars& x) {
      return Vars{op::lt(b, x[1], op::fill(b, i32({}), int64_t{3}))};
    });
    Region body = rille::region(all, [&](Builder& b, const Vars& x) {
      Vars y = inline_graph(b, *step, {x[0], x[2]});
      Var two = op::fill(b, i32({}), int64_t{2}), one = op::fill(b, i32({}), int64_t{1});
      return Vars{op::add(b, x[1], op::select(b, y[1], one, two)), y[0]};
    });
    Vars y = op::while_loop(b, {{get(captured)}, {get(i32({})), get(carried)}}, goes, body);
    values.append(y);
  }

  void wrapped() {
    Types in = operands(), out{some()};
    Region body = region(in, out);
    Vars x = args(in);
    switch (below(4)) {
      case 0: return values.append(op::remat(b, x, body));
      case 1: return values.append(op::call(b, "inner", x, body));
      case 2:
        return values.append(op::custom_jvp(b, x, body, std::make_shared<const Graph>(jvp(*body))));
      default: {
        Vjp rules = vjp(*body);
        values.append(op::custom_vjp(b, x,
                                     {body, std::make_shared<const Graph>(rules.forward),
                                      std::make_shared<const Graph>(rules.backward)}));
      }
    }
  }

  void step() {
    switch (below(depth > 0 ? 10 : 6)) {
      case 0:
      case 1: return values.push_back(unary(get(some())));
      case 2:
      case 3: {
        Type type = some();
        return values.push_back(binary(get(type), get(type)));
      }
      case 4:
      case 5: return values.push_back(reshaping());
      case 6: return cond();
      case 7: return scan();
      case 8: return loop();
      default: return wrapped();
    }
  }
};

}  // namespace

Region random_region(std::mt19937& rng, const Types& params, const Types& results, int size,
                     int depth) {
  return region(params, [&](Builder& b, const Vars& in) {
    Maker maker{rng, b, depth, in};
    for (int i = 0; i < size; ++i) maker.step();
    Vars out;
    for (const Type& type : results) out.push_back(maker.get(type));
    return out;
  });
}

}  // namespace rille
