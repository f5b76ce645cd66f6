// The inverse of the error function, of doubles.
#include "jit/codegen/erf_inv.h"

#include "vm/numbers/formulas.h"

namespace rille {
namespace {

using formula::infinity, formula::polynomial;

// erf_inv(x) / x by w = -log(1 - x^2): where w < 6.25 in w - 3.125, and in sqrt(w) less 3.25 up to
// w = 16, less 5.125 beyond. Our own fits (Chebyshev, 60 digits), to 2.4e-18, 2.2e-17 and 4.4e-18;
// the variables are those of Giles, GPU Computing Gems 2, 2011, ch. 10.
constexpr double near[] = {
    0x1.a755e7c99ae86p+0,   0x1.ebd80d9b13df9p-3,   -0x1.8b6c33114ea71p-8,  -0x1.8457694835230p-11,
    0x1.879c2a20b13a0p-13,  -0x1.d1d1f7ca61a14p-17, -0x1.6e8a53ca14edfp-20, 0x1.c6b4f898a7553p-22,
    -0x1.f36cee3c60d01p-26, -0x1.1a9eb3bfcd07cp-28, 0x1.20f53f519ed0ap-30,  -0x1.dc3e5172ac9cfp-35,
    -0x1.c8a5ab52e0019p-37, 0x1.7231a3e48d582p-39,  -0x1.6ba68d1796bcfp-44, -0x1.682f41a549495p-45,
    0x1.d63b2bb633bd2p-48,  -0x1.97658b3d58e2ep-55, -0x1.1ac450727647cp-53, 0x1.2702e1128be12p-56,
    0x1.7997aa9237e9cp-61,  -0x1.bed537ed97e92p-62, 0x1.61fa58bed690ap-66,  0x1.493dd47a7b686p-68,
    -0x1.98901e99d9c27p-72, -0x1.71e85cb7c66e7p-76};
constexpr double middle[] = {
    0x1.8abcc380d5a48p+1,   0x1.0158a6d641d54p+0,   0x1.5ffcfe5b71831p-8,   -0x1.ebadabb9fd945p-9,
    0x1.468eeca71fc73p-9,   -0x1.ba9240d9b7431p-10, 0x1.f3cc552091e2bp-11,  -0x1.7448bc8217f18p-12,
    0x1.932d7684a6a52p-16,  0x1.1e6ab36be6c27p-14,  -0x1.8cf0bea0971c6p-15, 0x1.a242f876789c6p-17,
    0x1.88af4a1d56a98p-19,  -0x1.0b8068913d37bp-18, 0x1.924ec74d8058bp-20,  -0x1.cfedcff902170p-26,
    -0x1.235ac6aaf025ep-22, 0x1.1969ef2a93940p-23,  0x1.7f235c757454ep-31,  -0x1.03765b5ec5c93p-26};
constexpr double far[] = {
    0x1.3e79eb73b06f4p+2,  0x1.02a027c1f336ep+0,   -0x1.bdda7d4c2ae8ap-13, -0x1.795c0dd311f5ap-13,
    0x1.0f552c1dcab2bp-14, -0x1.16550eadbe3e4p-16, 0x1.f6fdc3fe398b3p-19,  -0x1.ab7a489d7eeabp-21,
    0x1.6bb2298b61fecp-23, -0x1.64f3a034e697dp-25, 0x1.f118f19e27d05p-27,  -0x1.df59b589da77ep-28,
    0x1.f7ff8e48f8db4p-29, -0x1.e57265ed8a087p-30, 0x1.8868732bc1c41p-31,  -0x1.11c63ff92962bp-32,
    0x1.578758bb31ea4p-34, -0x1.0f4f82b7d510dp-37, -0x1.65d55e3240452p-37, 0x1.05c66af8b0842p-38};

}  // namespace

// 1 - x^2 without cancellation: (1 - x)(1 + x), or 1 - x^2 with what the sum lost.
Vec erf_inv(Vec x) {
  Vec size = abs(x), z = -(x * x), rest = 1.0 + z;
  Mask small = size < 0.5;
  Vec t = select(small, rest, (1.0 - size) * (1.0 + size));
  Vec lost = select(small, (z - (rest - 1.0)) / rest, 0.0);
  Vec w = -(formula::log(t) + lost), root = sqrt(w);
  Vec beyond = select(w < 16.0, polynomial(root - 3.25, middle), polynomial(root - 5.125, far));
  Vec factor = select(w < 6.25, polynomial(w - 3.125, near), beyond);
  return x * select(size == 1.0, infinity, factor);
}

}  // namespace rille
