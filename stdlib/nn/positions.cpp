// nn.alibi: distances of positions as a bias.
#include <bit>
#include <cmath>

#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// 2^(-8 / heads), and so on; of heads that are no power of 2 those between.
std::vector<double> slopes_of(int64_t heads) {
  auto lower = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(heads)));
  std::vector<double> out;
  for (int64_t i = 1; i <= lower; ++i) {
    out.push_back(std::exp2(-8.0 * static_cast<double>(i) / static_cast<double>(lower)));
  }
  for (int64_t i = 1; std::ssize(out) < heads; i += 2) {
    out.push_back(std::exp2(-4.0 * static_cast<double>(i) / static_cast<double>(lower)));
  }
  return out;
}

Array alibi(int64_t heads, int64_t times, std::optional<int64_t> seen) {
  for (int64_t size : {heads, times, seen.value_or(1)}) {
    if (size < 1) throw Error(Code::value, str("nn.alibi needs sizes above 0, got ", size));
  }
  int64_t columns = seen.value_or(times);
  Arrays slopes;
  for (double slope : slopes_of(heads)) slopes.emplace_back(slope);
  Shape shape = {times, columns};
  Array apart = iota(shape, 1) - (iota(shape, 0) + Array(columns - times));
  Array distance = convert(-abs(apart), Dtype::f32);
  return expand(convert(stack(slopes), Dtype::f32), {1, 2}) * distance;
}

}  // namespace

extern const Builtin nn_alibi_builtin = {
    .signature = "nn.alibi(heads: int, times: int, seen: int = nil) -> f32[heads, times, _]",
    .brief = "A bias of attention that falls with the distance of times, for each head another.",
    .params = {{"heads", "how many, > 0"},
               {"times", "how many, > 0"},
               {"seen",
                "how many times are seen, of which the last one is the last of `times`; nil: "
                "times"}},
    .errors = "error[value] where a size is not above 0",
    .example = "nn.alibi(8, 2)[0]\n#> [[0, -0.5],\n#>  [-0.5, 0]]",
    .source = "Press et al., arXiv 2108.12409, sec. 3; both ways, a causal mask drops one",
    .call = bind<&alibi>,
};

}  // namespace rille
