// Numbers for arrays.
#include "tests/diff/chance.h"

#include <cmath>
#include <complex>
#include <concepts>
#include <limits>

namespace rille::diff {

// Seeds that follow each other start far apart.
Chance::Chance(uint64_t seed) : next_(seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull) {}

double Chance::real(double low, double high) {
  double part = static_cast<double>(next_() >> 11) * 0x1p-53;
  return low + (high - low) * part;
}

namespace {

double special(Chance& chance) {
  constexpr double all[] = {0.0,     -0.0,  INFINITY,     -INFINITY, NAN,   1.0,
                            -1.0,    1e-40, -1e-40,       1e-310,    1e38,  -1e300,
                            65504.0, 0.5,   2147483648.0, -9.3e18,   256.0, 3.4028235e38};
  return chance.one_of(all);
}

double real(Chance& chance, Numbers numbers) {
  if (numbers == Numbers::wild && chance.once_in(4)) return special(chance);
  double value = chance.real(-2, 2);
  bool is_near = numbers == Numbers::apart && std::abs(value) < 0.05;
  return is_near ? value + std::copysign(0.05, value) : value;
}

template <class T>
T whole(Chance& chance, Numbers numbers) {
  int64_t value = chance.from(-3, 6);
  if (numbers != Numbers::wild || !chance.once_in(4)) return T(value);
  if constexpr (std::integral<T>) {
    constexpr T ends[] = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(0),
                          T(-1)};
    if (chance.once_in(2)) return chance.one_of(ends);
  }
  return T(static_cast<int64_t>(chance.word()));
}

template <class T>
T element(Chance& chance, Numbers numbers) {
  if constexpr (std::same_as<T, bool>) {
    return chance.once_in(2);
  } else if constexpr (std::same_as<T, KeyBits>) {
    return {static_cast<uint32_t>(chance.word()), static_cast<uint32_t>(chance.word())};
  } else if constexpr (std::integral<T> || std::same_as<T, Int4> || std::same_as<T, UInt4>) {
    return whole<T>(chance, numbers);
  } else if constexpr (requires(T x) { x.imag(); }) {
    using Part = typename T::value_type;
    auto part = static_cast<Part>(real(chance, numbers));
    return T(part, static_cast<Part>(real(chance, numbers)));
  } else {
    return static_cast<T>(real(chance, numbers));
  }
}

}  // namespace

Array draw(Chance& chance, const Type& type, Numbers numbers) {
  Array out(type);
  with_type(type.dtype(), [&](auto zero) {
    for (auto& x : out.edit<decltype(zero)>()) x = element<decltype(zero)>(chance, numbers);
  });
  return out;
}

Arrays draw(Chance& chance, const Types& types, Numbers numbers) {
  Arrays out;
  for (const Type& type : types) out.push_back(draw(chance, type, numbers));
  return out;
}

}  // namespace rille::diff
