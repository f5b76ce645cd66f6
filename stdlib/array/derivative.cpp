// with_jvp, with_slope: recorded while a graph is open.
#include "stdlib/array/derivative.h"

#include <algorithm>

#include "backends/apply.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/trace/region.h"

namespace rille {

namespace {

using Arrays = std::vector<Array>;

// f recorded as a region with parameters of these types.
Region recorded(const Arrays& like, const std::function<Array(const Arrays&)>& f) {
  RecordedGraph all =
      record_region(strong_specs_of(like), [&](const Arrays& in) { return Arrays{f(in)}; });
  return std::make_shared<const Graph>(std::move(all.graph));
}

}  // namespace

Array with_jvp(const std::vector<Array>& x, const ArraysFn& f, const NaryJvpRule& rule) {
  Trace* open = Trace::innermost();
  if (open == nullptr || std::ranges::none_of(x, &Array::is_traced)) return f(x);
  Arrays both = x;
  both.insert(both.end(), x.begin(), x.end());
  RecordedGraph value =
      record_region(strong_specs_of(x), [&](const Arrays& at) { return Arrays{f(at)}; });
  RecordedGraph moved = record_region(strong_specs_of(both), [&](const Arrays& in) {
    auto half = in.begin() + std::ssize(x);
    auto [y, dy] = rule({in.begin(), half}, {half, in.end()});
    return Arrays{y, dy};
  });
  Arrays operands = x;
  for (const RecordedGraph* part : {&value, &moved}) {
    operands.insert(operands.end(), part->captures.begin(), part->captures.end());
  }
  size_t captured = x.size() + value.captures.size();
  Regions regions{over_operands(value, x.size(), x.size(), operands),
                  over(moved, RuleParams{0, x.size(), captured}, operands)};
  return apply(custom_jvp_op, operands, {}, regions)[0];
}

Array with_jvp(const Array& x, const ArrayFn& f, const JvpRule& rule) {
  return with_jvp(
      std::vector{x}, [&](const std::vector<Array>& at) { return f(at[0]); },
      [&](const std::vector<Array>& at, const std::vector<Array>& dx) {
        return rule(at[0], dx[0]);
      });
}

Array with_slope(const Array& x, const ArrayFn& f, const DerivativeFn& slope) {
  if (Trace::innermost() == nullptr || !x.is_traced()) return f(x);
  Region value = recorded({x}, [&](const Arrays& at) { return f(at[0]); });
  Region moved = recorded(
      {x, x, x}, [&](const Arrays& x_y_dx) { return slope(x_y_dx[0], x_y_dx[1]) * x_y_dx[2]; });
  return apply(custom_jvp_op, {&x, 1}, {{"of_result", true}}, {value, moved})[0];
}

Array with_slopes(const Array& x, const Array& y, const BinaryArrayFn& f,
                  const PartialDerivativesFn& slopes) {
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
