// The functions that random draws pass through, step by step.
#include "jit/codegen/peer.h"

#include <limits>
#include <span>

namespace rille::peer {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Cephes, logf.c: three interleaved parts of one polynomial, and ln 2 in two.
constexpr float log_a[] = {0x1.204376p-4F, -0x1.d7a37p-4F, 0x1.de4a34p-4F};
constexpr float log_b[] = {-0x1.fcba9ep-4F, 0x1.23d37ep-3F, -0x1.555ca0p-3F};
constexpr float log_c[] = {0x1.999d58p-3F, -0x1.fffff8p-3F, 0x1.555554p-2F};
constexpr float ln2_high = 0x1.63p-1F, ln2_low = -0x1.bd0106p-13F;

// Cephes, log1p.c: x - x^2/2 + x^3 P(x) / Q(x) for 1 + x from sqrt(1/2) to sqrt(2). The highest
// power stands first; floats take the same numbers, rounded.
constexpr double log1p_over[] = {0x1.7bc0962b395cap-15, 0x1.fe818a0fe1a83p-2, 0x1.a509f46f4fa53p+2,
                                 0x1.de9738b8cb9c9p+4,  0x1.e798eb86c3351p+5, 0x1.c8e7597479a10p+5,
                                 0x1.40a202d99830ap+4};
constexpr double log1p_under[] = {1.0,
                                  0x1.e20359e903e37p+3,
                                  0x1.4c30b52213498p+6,
                                  0x1.bb86590fcfb56p+7,
                                  0x1.351945dc908a5p+8,
                                  0x1.b0db13e48e066p+7,
                                  0x1.e0f304466448ep+5};
constexpr double log1p_near = 0x1.a827999fcef32p-2;  // sqrt(2) - 1, as there

// Giles, "Approximating the erfinv function", GPU Computing Gems 2, 2011, ch. 10: single precision
// (table 5) and double precision (listing 5), in w = -log(1 - x^2) less a constant or in sqrt(w).
constexpr double single_small[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                   -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                   -0.00417768164,  0.246640727,    1.50140941};
constexpr double single_large[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                                   -0.00367342844,  0.00573950773,  -0.0076224613,
                                   0.00943887047,   1.00167406,     2.83297682};
constexpr double double_small[] = {
    -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,
    1.115787767802518096e-17,   -1.333171662854620906e-16,  2.0972767875968561637e-17,
    6.6376381343583238325e-15,  -4.0545662729752068639e-14, -8.1519341976054721522e-14,
    2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
    1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08,
    4.2347877827932403518e-07,  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
    0.0001867342080340571352,   -0.00074070253416626697512, -0.0060336708714301490533,
    0.24015818242558961693,     1.6536545626831027356};
constexpr double double_middle[] = {
    2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
    1.8239629214228755e-08,    1.5027403968909827627e-06, -4.013867526981545969e-06,
    2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
    6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
    0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
    -0.0037512085075692412107, 0.005370914553590063617,   1.0052589676941592334,
    3.0838856104922207635};
constexpr double double_large[] = {
    -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
    -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
    2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
    -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
    7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
    1.0103004648645343977,      4.8499064014085844221};

// From the highest power down.
template <class T>
Vec downwards(Vec x, std::span<const T> c) {
  Vec sum = x.of(c[0]);
  for (T factor : c.subspan(1)) sum = fma(sum, x, x.of(factor));
  return sum;
}

// Both polynomials at once: the factors are selected, the arithmetic is done once.
Vec selected(Mask near, Vec x, std::span<const double> a, std::span<const double> b) {
  Vec sum = select(near, a[0], x.of(b[0]));
  for (size_t i = 1; i < a.size(); ++i) sum = fma(sum, x, select(near, a[i], x.of(b[i])));
  return sum;
}

// x - x^2/2 + x^3 P/Q for small x, `far` for others.
Vec log1p_of(Vec x, Vec far) {
  std::span<const double> over = log1p_over, under = log1p_under;
  Vec z = x * x;
  Vec tail = x * z * (downwards(x, over) / downwards(x, under));
  Vec near = x + fma(z, -0.5, tail);
  double end = is_single(x) ? static_cast<float>(log1p_near) : log1p_near;
  return select(abs(x) < end, near, far);
}

Vec erf_inv_single(Vec x) {
  Vec w = -log1p(-(x * x));
  Mask near = w < 5.0;
  Vec at = select(near, w - 2.5, sqrt(w) - 3.0);
  return selected(near, at, single_small, single_large);
}

// erf_inv(x) / x of doubles, from w = -log(1 - x^2).
Vec erf_inv_factor(Vec w) {
  Mask near = w < 6.25, middle = w < 16.0;
  Vec root = sqrt(w);
  Vec far = select(middle, downwards<double>(root - 3.25, double_middle),
                   downwards<double>(root - 5.0, double_large));
  return select(near, downwards<double>(w - 3.125, double_small), far);
}

}  // namespace

Vec log(Vec x) {
  Mask tiny = x < 0x1p-126;  // there XLA takes 2^-126 instead
  Bits bits = bits_of(select(tiny, x * 0x1p25, x));
  Vec e = x.make(x.b->CreateSIToFP(((bits >> 23) - 126).v, x.v->getType()));
  e = select(tiny, e - 25.0, e);
  Vec m = float_of((bits & 0x7fffff) + 0x3f000000, x);
  Mask low = m < 0x1.6a09e6p-1;
  m = (m - 1.0) + select(low, m, 0.0);
  e = e - select(low, 1.0, x.of(0.0));
  Vec square = m * m, cube = square * m;
  Vec a = downwards<float>(m, log_a), b = downwards<float>(m, log_b);
  Vec c = downwards<float>(m, log_c);
  Vec sum = fma(fma(fma(a, cube, b), cube, c), cube, e * ln2_low);
  Vec out = fma(e, ln2_high, fma(square, -0.5, m) + sum);
  out = select(x == 0.0, -infinity, select(x == infinity, x, out));
  return select((x < 0.0) | is_nan(x), nan, out);
}

Vec log1p(Vec x) { return log1p_of(x, log(1.0 + x)); }

Vec erf_inv(Vec x, Vec log_beside) {
  Vec factor = is_single(x) ? erf_inv_single(x) : erf_inv_factor(-log1p_of(-(x * x), log_beside));
  return x * select(abs(x) == 1.0, infinity, factor);
}

}  // namespace rille::peer
