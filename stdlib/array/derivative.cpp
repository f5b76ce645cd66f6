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

Arrays params(Trace& trace, const Arrays& like) {
  Arrays out;
  for (const Array& each : like) out.push_back(trace.param(each.type()));
  return out;
}

// f of params of these types.
Region recorded(const Arrays& like, const std::function<Array(const Arrays&)>& f) {
  Origin place = Trace::innermost()->place();
  Trace trace([&] { return place; });
  Array y = f(params(trace, like));
  return std::make_shared<const Graph>(trace.finish({&y, 1}));
}

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
  if (Trace::innermost() == nullptr || !x.is_traced()) return f(x);
  Region value = recorded({x}, [&](const Arrays& at) { return f(at[0]); });
  Region moved = recorded(
      {x, x, x}, [&](const Arrays& x_y_dx) { return slope(x_y_dx[0], x_y_dx[1]) * x_y_dx[2]; });
  return apply(custom_jvp_op, {&x, 1}, {{"of_result", true}}, {value, moved})[0];
}

Array with_slopes(const Array& x, const Array& y, const ArrayFn2& f, const SlopesFn& slopes) {
  if (Trace::innermost() == nullptr || !(x.is_traced() || y.is_traced())) return f(x, y);
  Region value = recorded({x, y}, [&](const Arrays& at) { return f(at[0], at[1]); });
  Region moved = recorded({x, y, x, x, y}, [&](const Arrays& at) {  // x, y, the result, dx, dy
    auto [by_x, by_y] = slopes(at[0], at[1]);
    return by_x * at[3] + by_y * at[4];
  });
  Array in[] = {x, y};
  return apply(custom_jvp_op, in, {{"of_result", true}}, {value, moved})[0];
}

}  // namespace rille
