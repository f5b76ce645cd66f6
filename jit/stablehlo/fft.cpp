// StableHLO fft: transforms of the last axes.
#include <numeric>

#include "jit/op.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

// The transform along an axis, which is moved to the last position and back.
Var along(Builder& b, Var x, int64_t axis, std::string kind, int64_t n) {
  Ints order(static_cast<size_t>(b.type(x).rank()));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<size_t>(axis)], order.back());
  return in_order(b, op::fft(b, in_order(b, x, order), std::move(kind), n), order);
}

Vars fft(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  std::string kind = word_of(op, "type", 0);
  if (kind.empty()) kind = word_of(op, "fft_type", 0);
  Ints length = ints_of(op, {"length", "fft_length"});
  Type type = b.type(in[0]);
  auto count = static_cast<int>(length.size());
  if (count < 1 || count > type.rank())
    refuse(op, str("fft_length has ", count, " entries, expected 1 to ", type.rank()));
  int first = type.rank() - count, last = type.rank() - 1;
  for (int i = 0; i < count; ++i) {
    int64_t own = type.extent(first + i).number(), wanted = length[static_cast<size_t>(i)];
    if (kind == "IRFFT" && first + i == last) wanted = wanted / 2 + 1;
    if (own != wanted)
      refuse(op, str("fft: axis ", first + i, " has size ", own, ", expected ", wanted));
  }
  bool inverse = kind == "IFFT" || kind == "IRFFT";
  if (kind != "FFT" && kind != "RFFT" && !inverse)
    refuse(op, str("fft type ", kind, " is not supported"));
  if ((kind == "RFFT") == is_complex(type.dtype()))
    refuse(op, str(kind, " does not accept ", type));
  // The real transform is on the last axis: it runs first in RFFT and last in IRFFT.
  std::string one = inverse ? "ifft" : "fft", last_kind = kind == "RFFT"    ? "rfft"
                                                          : kind == "IRFFT" ? "irfft"
                                                                            : one;
  Var x = in[0];
  if (kind == "RFFT") x = along(b, x, last, last_kind, length.back());
  for (int axis = first; axis < last; ++axis) {
    x = along(b, x, axis, one, length[static_cast<size_t>(axis - first)]);
  }
  return {kind == "RFFT" ? x : along(b, x, last, last_kind, length.back())};
}

constexpr HloRule fourier_table[] = {{"fft", fft}};

}  // namespace

std::span<const HloRule> fourier_rules() { return fourier_table; }

}  // namespace rille
