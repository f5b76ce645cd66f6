// fft.window: Hann, Hamming, Blackman, Bartlett, Kaiser.
#include <cmath>
#include <numbers>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// The value of the window at x, 0 ≤ x ≤ 1.
double weight_at(double x, const std::string& kind, double beta) {
  double turn = 2 * std::numbers::pi * x, away = 2 * x - 1;
  if (kind == "bartlett") return 1 - std::abs(away);
  if (kind == "hann") return 0.5 - 0.5 * std::cos(turn);
  if (kind == "hamming") return 0.54 - 0.46 * std::cos(turn);
  if (kind == "blackman") return 0.42 - 0.5 * std::cos(turn) + 0.08 * std::cos(2 * turn);
  double inside = std::sqrt(std::max(0.0, 1 - away * away));
  return std::cyl_bessel_i(0.0, beta * inside) / std::cyl_bessel_i(0.0, beta);
}

Array window(int64_t n, const std::string& kind, double beta) {
  if (n < 0 || n > int64_t{1} << 40) {
    throw labelled(Error(Code::value, str("fft.window: `n` is ", n, ", expected 0 to 2^40")), "n");
  }
  if (!(beta >= 0 && beta <= 700)) {
    Error error(Code::value, str("fft.window: `beta` is ", beta, ", expected 0 to 700"));
    throw labelled(std::move(error), "beta");
  }
  Array out(Type(Dtype::f32, {Extent(n)}));
  auto to = out.edit<float>();
  for (size_t i = 0; i < to.size(); ++i) {
    double x = n == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(n - 1);
    to[i] = n == 1 ? 1 : static_cast<float>(weight_at(x, kind, beta));
  }
  return out;
}

}  // namespace

extern const Builtin fft_window_builtin = {
    .signature =
        "fft.window(n: int, kind: \"hann\" or \"hamming\" or \"blackman\" or \"bartlett\" or "
        "\"kaiser\" = \"hann\", beta: real = 8.6) -> f32[n]",
    .brief =
        "Returns a symmetric window function of `n` samples. It decreases from 1 in the center "
        "toward both ends.",
    .params = {{"n", "Number of samples, 0 ≤ n ≤ 2^40."},
               {"kind", "Type of the window."},
               {"beta", "Shape parameter of the \"kaiser\" window, 0 ≤ beta ≤ 700."}},
    .errors = "error[value] if `n` is negative or above 2^40, or `beta` is not in [0, 700]",
    .example = "fft.window(5)  #> [0, 0.5, 1, 0.5, 0]",
    .source = "numpy.hanning, hamming, blackman, bartlett, kaiser",
    .call = bind<&window>,
};

}  // namespace rille
