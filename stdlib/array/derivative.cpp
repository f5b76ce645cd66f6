// with_jvp, with_slope: recorded where a graph is open.
#include "stdlib/array/derivative.h"

#include <algorithm>

#include "backends/apply.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/transform.h"
#include "stdlib/array.h"

namespace rille {

namespace {

using Arrays = std::vector<Array>;

// What was recorded of x, of its tangents too where `moves`, and of arrays of outside.
struct Part {
  Graph graph;
  Arrays captures;
};

class Recorder {
 public:
  explicit Recorder(const Arrays& x) : x_(x), place_(Trace::innermost()->place()) {}

  Part part(bool moves, const std::function<Arrays(const Arrays&, const Arrays&)>& f) const {
    Trace trace([&] { return place_; });
    Arrays at = params(trace, x_), dx = moves ? params(trace, x_) : Arrays{};
    Graph graph = trace.finish(f(at, dx));
    return {std::move(graph), trace.captures()};
  }

  // The part over all operands, of which it sees x and its captures, which start at `first`; what
  // is captured does not move.
  Region over(const Part& part, bool moves, const Arrays& operands, size_t first) const {
    Trace trace([&] { return place_; });
    Arrays all = params(trace, operands), in(all.begin(), all.begin() + std::ssize(x_));
    for (const Array& each : moves ? operands : Arrays{}) {
      if (!has_tangent(each.type())) continue;
      Array dx = trace.param(each.type());
      if (in.size() < 2 * x_.size()) in.push_back(dx);
    }
    auto captured = all.begin() + static_cast<std::ptrdiff_t>(first);
    in.insert(in.end(), captured, captured + std::ssize(part.captures));
    Arrays out = run_graph(part.graph, in);
    return std::make_shared<const Graph>(trace.finish(out));
  }

 private:
  static Arrays params(Trace& trace, const Arrays& like) {
    Arrays out;
    for (const Array& each : like) out.push_back(trace.param(each.type()));
    return out;
  }

  const Arrays& x_;
  Origin place_;
};

}  // namespace

Array with_jvp(const std::vector<Array>& x, const ArraysFn& f, const JvpRuleOfMany& rule) {
  Trace* open = Trace::innermost();
  if (open == nullptr || std::ranges::none_of(x, &Array::is_traced)) return f(x);
  Recorder recorder(x);
  Part value = recorder.part(false, [&](const Arrays& at, const Arrays&) { return Arrays{f(at)}; });
  Part moved = recorder.part(true, [&](const Arrays& at, const Arrays& dx) {
    auto [y, dy] = rule(at, dx);
    return Arrays{y, dy};
  });
  Arrays operands = x;
  for (const Part* part : {&value, &moved}) {
    operands.insert(operands.end(), part->captures.begin(), part->captures.end());
  }
  Regions regions{recorder.over(value, false, operands, x.size()),
                  recorder.over(moved, true, operands, x.size() + value.captures.size())};
  return apply(custom_jvp_op, operands, {}, regions)[0];
}

Array with_jvp(const Array& x, const ArrayFn& f, const JvpRule& rule) {
  return with_jvp(
      std::vector{x}, [&](const std::vector<Array>& at) { return f(at[0]); },
      [&](const std::vector<Array>& at, const std::vector<Array>& dx) {
        return rule(at[0], dx[0]);
      });
}

Array with_slope(const Array& x, const ArrayFn& f, const SlopeFn& slope) {
  Trace* open = Trace::innermost();
  if (open == nullptr || !x.is_traced()) return f(x);
  Origin place = open->place();
  auto here = [&] { return place; };
  auto primal = [&] {
    Trace trace(here);
    Array y = f(trace.param(x.type()));
    return std::make_shared<const Graph>(trace.finish({&y, 1}));
  };
  auto derivative = [&] {
    Trace trace(here);
    Array at = trace.param(x.type()), y = trace.param(x.type()), dx = trace.param(x.type());
    Array dy = slope(at, y) * dx;
    return std::make_shared<const Graph>(trace.finish({&dy, 1}));
  };
  Region value = primal(), moved = derivative();
  return apply(custom_jvp_op, {&x, 1}, {{"of_result", true}}, {value, moved})[0];
}

Array with_slopes(const Array& x, const Array& y, const ArrayFn2& f, const SlopesFn& slopes) {
  Trace* open = Trace::innermost();
  if (open == nullptr || !(x.is_traced() || y.is_traced())) return f(x, y);
  Origin place = open->place();
  auto here = [&] { return place; };
  auto primal = [&] {
    Trace trace(here);
    Array from = trace.param(x.type()), to = trace.param(y.type()), out = f(from, to);
    return std::make_shared<const Graph>(trace.finish({&out, 1}));
  };
  auto derivative = [&] {
    Trace trace(here);
    Array from = trace.param(x.type()), to = trace.param(y.type());
    trace.param(x.type());
    Array dx = trace.param(x.type()), dy = trace.param(y.type());
    auto [by_x, by_y] = slopes(from, to);
    Array moved = by_x * dx + by_y * dy;
    return std::make_shared<const Graph>(trace.finish({&moved, 1}));
  };
  Array in[] = {x, y};
  Region value = primal(), moved = derivative();
  return apply(custom_jvp_op, in, {{"of_result", true}}, {value, moved})[0];
}

}  // namespace rille
