// nn.alibi: attention with linear biases.
#include <bit>
#include <cmath>

#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// Returns the slopes 2^(-8 i / heads) for i from 1. If the number of heads is not a power of 2, the
// slopes of the next lower power come first, then every second one between them.
Array slopes_of(int64_t heads) {
  auto lower = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(heads)));
  Array out(Type(Dtype::f32, {heads}));
  auto* slopes = reinterpret_cast<float*>(out.edit_data());
  PollCounter polls;
  for (int64_t i = 0; i < heads; ++i) {
    polls.step();
    double step = i < lower ? -8.0 * static_cast<double>(i + 1)
                            : -4.0 * static_cast<double>(2 * (i - lower) + 1);
    slopes[i] = static_cast<float>(std::exp2(step / static_cast<double>(lower)));
  }
  return out;
}

Array alibi(int64_t heads, int64_t times, std::optional<int64_t> seen) {
  for (int64_t size : {heads, times, seen.value_or(1)}) {
    if (size < 1)
      throw Error(Code::value, str("nn.alibi: a size is ", size, ", expected at least 1"));
  }
  int64_t columns = seen.value_or(times);
  Shape shape = {times, columns};
  Array apart = iota(shape, 1) - (iota(shape, 0) + Array(columns - times));
  Array distance = convert(-abs(apart), Dtype::f32);
  return expand(slopes_of(heads), {1, 2}) * distance;
}

}  // namespace

extern const Builtin nn_alibi_builtin = {
    .signature =
        "nn.alibi(heads: int, query_length: int, key_length: int = nil) -> f32[heads, times, _]",
    .brief =
        "Returns the ALiBi attention bias. It decreases linearly with the distance between query "
        "and key, at one rate per head. Distances count in both directions; a causal mask removes "
        "one of them.",
    .params = {{"heads", "Number of heads, ≥ 1."},
               {"query_length", "Number of queries T, ≥ 1."},
               {"key_length",
                "Number of keys S, ≥ 1. The last key is at the position of the last query. If nil, "
                "it is `query_length`."}},
    .returns = "the bias, [heads, T, S]",
    .errors = "error[value] if a size is below 1",
    .example = "nn.alibi(8, 2)[0]\n#> [[0, -0.5],\n#>  [-0.5, 0]]",
    .source = "Press et al., arXiv 2108.12409, sec. 3",
    .call = bind<&alibi>,
};

}  // namespace rille
