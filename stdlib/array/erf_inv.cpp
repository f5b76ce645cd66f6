// erf_inv: the inverse of the error function.
#include <array>
#include <limits>
#include <span>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

const std::vector<Param> params = {{"x", "array f[...]", "", "from -1 to 1; NaN outside"}};

// Polynomials in w = -log(1 - x^2), less 2.5, or in sqrt(w) less a constant for large w, from the
// highest power down: Giles, "Approximating the erfinv function", GPU Computing Gems 2, 2011, ch.
// 10, single precision (table 5) and double precision (listing 5).
constexpr std::array<double, 9> single_small = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                                -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                                -0.00417768164,  0.246640727,    1.50140941};
constexpr std::array<double, 9> single_large = {-0.000200214257, 0.000100950558, 0.00134934322,
                                                -0.00367342844,  0.00573950773,  -0.0076224613,
                                                0.00943887047,   1.00167406,     2.83297682};
constexpr std::array<double, 23> double_small = {
    -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,
    1.115787767802518096e-17,   -1.333171662854620906e-16,  2.0972767875968561637e-17,
    6.6376381343583238325e-15,  -4.0545662729752068639e-14, -8.1519341976054721522e-14,
    2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
    1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08,
    4.2347877827932403518e-07,  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
    0.0001867342080340571352,   -0.00074070253416626697512, -0.0060336708714301490533,
    0.24015818242558961693,     1.6536545626831027356};
constexpr std::array<double, 19> double_middle = {
    2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
    1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
    2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
    6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
    0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
    -0.0037512085075692412107, 0.005370914553590063617,   1.0052589676941592334,
    3.0838856104922207635};
constexpr std::array<double, 17> double_large = {
    -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
    -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
    2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
    -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
    7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
    1.0103004648645343977,      4.8499064014085844221};

Array polynomial(const Array& w, std::span<const double> factors) {
  Array out = mul(w, factors[0]) + factors[1];
  for (double factor : factors.subspan(2)) out = mul(out, w) + factor;
  return out;
}

// Both polynomials at once: the factors are selected, the arithmetic is done once.
Array selected(const Array& small, const Array& w, std::span<const double> a,
               std::span<const double> b) {
  Array out = where(small, convert(a[0], w.dtype()), convert(b[0], w.dtype()));
  for (size_t i = 1; i < a.size(); ++i) {
    Array factor = where(small, convert(a[i], w.dtype()), convert(b[i], w.dtype()));
    out = add(factor, mul(out, w));
  }
  return out;
}

Array in_single(const Array& x) {
  Array w = neg(log1p(neg(mul(x, x))));
  Array small = lt(w, 5.0);
  Array shifted = where(small, sub(w, 2.5), sub(sqrt(w), 3.0));
  return mul(selected(small, shifted, single_small, single_large), x);
}

Array in_double(const Array& x) {
  Array w = neg(log1p(neg(mul(x, x))));
  Array root = sqrt(w);
  Array far = where(lt(w, 16.0), polynomial(sub(root, 3.25), double_middle),
                    polynomial(sub(root, 5.0), double_large));
  Array near = polynomial(sub(w, 3.125), double_small);
  return mul(where(lt(w, 6.25), near, far), x);
}

}  // namespace

Array erf_inv(const Array& given) {
  Array x = inexact(given);
  Dtype dtype = x.dtype();
  bool narrow = is_float(dtype) && bits(dtype) < 32;
  if (narrow) x = convert(x, Dtype::f32);
  Array out = x.dtype() == Dtype::f64 ? in_double(x) : in_single(x);
  double far = std::numeric_limits<double>::infinity();
  Array ends = where(gt(x, 0.0), far, -far);
  out = where(eq(abs(x), 1.0), ends, out);
  return narrow ? convert(out, dtype) : out;
}

extern const Builtin erf_inv_builtin = {
    .name = "erf_inv",
    .brief = "The number whose error function is x.",
    .params = params,
    .returns = "array f[...]",
    .errors = "error[dtype] where x is no number",
    .example = "erf_inv([0.0, 1.0])  #> [0, inf]",
    .source = "scipy.special.erfinv; Giles 2011",
    .call = bind<&erf_inv>,
};

}  // namespace rille
