// nn.rope, nn.alibi: where a time stands.
#include <bit>
#include <cmath>

#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// The numbers that turn together: the first half with the second one, or neighbours.
Array turned(const Array& x, const Array& angle, bool neighbours) {
  int64_t half = x.shape().back().number() / 2;
  Array c = cos(angle), s = sin(angle);
  if (!neighbours) {
    Array a = slice_axis(x, -1, 0, half), b = slice_axis(x, -1, half, half);
    return concat({a * c - b * s, b * c + a * s}, -1);
  }
  Array a = slice_axis(x, -1, 0, half, 2), b = slice_axis(x, -1, 1, half, 2);
  Array both = stack({a * c - b * s, b * c + a * s}, -1);
  return reshape_to(both, x.shape());
}

Array rope(const Array& given, const std::optional<Array>& positions, double base,
           bool interleaved) {
  Array x = widened(given);
  if (x.rank() < 3 || x.shape().back().number() % 2 != 0) {
    throw labelled(
        Error(Code::shape, str("nn.rope needs [..., time, heads, part] with an even part, "
                               "got ",
                               given.type())),
        "x");
  }
  int64_t part = x.shape().back().number(), times = x.shape()[x.shape().size() - 3].number();
  Array at = positions ? *positions : arange(0, times);
  Array powers = convert(arange(0, part, 2), x.dtype()) / static_cast<double>(part);
  Array speeds = exp(powers * -std::log(base));
  Array angle = expand(convert(at, x.dtype()), {-1, -2}) * speeds;  // [..., time, 1, part / 2]
  return convert(turned(x, angle, interleaved), strong(inexact(given)).dtype());
}

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

extern const Builtin nn_rope_builtin = {
    .signature =
        "nn.rope(x: real[...], positions: int[...] = nil, base: real = 10000.0, interleaved: bool "
        "= false) -> float[...]",
    .brief = "x with the numbers of each head turned by angles that grow with their time.",
    .params = {{"x", "queries or keys, [..., time, heads, part], part even"},
               {"positions", "[..., time]; nil: 0, 1, and so on"},
               {"base", "the slowest pair turns once in about 2 pi base times"},
               {"interleaved", "neighbours turn together; else the halves of a part"}},
    .errors = "error[shape] where x has fewer than three axes or the part is odd",
    .example = "nn.rope(ones((1, 1, 2)))[0, 0]  #> [1, 1]",
    .source = "Su et al., arXiv 2104.09864, eq. 34",
    .call = bind<&rope>,
};

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
