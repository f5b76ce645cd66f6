// with_slope: a C++ function with a custom JVP rule.
#include "stdlib/transform/with_slope.h"

#include <algorithm>

#include "jit/op.h"
#include "stdlib/trace/region.h"

namespace rille {

Array with_slope(const std::vector<Array>& x, const ArraysFn& f, const TangentRule& slope) {
  using Arrays = std::vector<Array>;
  if (std::ranges::none_of(x, &Array::is_traced)) return f(x);
  RecordedGraph value = record(x, [&](const Arrays& in) { return Arrays{f(in)}; });
  Arrays y{Array(value.graph.type(value.graph.results[0]))}, params = x, dx = moving(x);
  params.push_back(y[0]);
  params.insert(params.end(), dx.begin(), dx.end());
  RecordedGraph rule = record(params, [&](const Arrays& in) {
    auto own = in.begin() + static_cast<std::ptrdiff_t>(x.size());
    return Arrays{slope({in.begin(), own}, *own, {own + 1, in.end()})};
  });
  Arrays operands = x;
  operands.insert(operands.end(), value.captures.begin(), value.captures.end());
  size_t captured = operands.size();
  operands.insert(operands.end(), rule.captures.begin(), rule.captures.end());
  Regions regions{over_operands(value, x.size(), x.size(), operands),
                  over(rule, RuleParams{0, x.size(), captured, {y[0].type()}}, operands)};
  return apply(custom_jvp_op, operands, {{"of_result", true}}, regions)[0];
}

}  // namespace rille
