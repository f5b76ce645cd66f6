// Lanes: SIMD vectors of the target instruction set.
#pragma once

#include <immintrin.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace rille::dense {

#if defined(__AVX512F__)
constexpr int64_t vector_bytes = 64, tile_rows = 8;
#elif defined(__AVX2__)
constexpr int64_t vector_bytes = 32, tile_rows = 4;
#else
constexpr int64_t vector_bytes = 16, tile_rows = 4;
#endif

template <class T>
struct LanesOf {
  using Type [[gnu::vector_size(vector_bytes)]] = T;
};
template <class T>
using Lanes = typename LanesOf<T>::Type;
template <class T>
constexpr int64_t lanes = vector_bytes / static_cast<int64_t>(sizeof(T));

// The number of vectors per row of a register tile of a product.
#if defined(__AVX2__)
constexpr int64_t tile_vectors = 3;
#else
constexpr int64_t tile_vectors = 2;
#endif
template <class T>
constexpr int64_t panel_width = tile_vectors * lanes<T>;

template <class T>
Lanes<T> load(const T* from) {
  Lanes<T> out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
template <class T>
void store(T* to, Lanes<T> x) {
  std::memcpy(to, &x, sizeof x);
}
template <class T>
Lanes<T> splat(T x) {
  return x - Lanes<T>{};  // constant-folded, and exact for -0, too
}

// Computes a b + c, with a single rounding if the instruction set has FMA.
template <std::floating_point T>
T fma(T a, T b, T c) {
#if defined(__FMA__)
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}
#if defined(__AVX512F__)
inline __m512 fma(__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); }
inline __m512d fma(__m512d a, __m512d b, __m512d c) { return _mm512_fmadd_pd(a, b, c); }
#elif defined(__AVX2__)
inline __m256 fma(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
inline __m256d fma(__m256d a, __m256d b, __m256d c) { return _mm256_fmadd_pd(a, b, c); }
#else
inline __m128 fma(__m128 a, __m128 b, __m128 c) { return a * b + c; }
inline __m128d fma(__m128d a, __m128d b, __m128d c) { return a * b + c; }
#endif

// The sum of all lanes by pairwise halving.
template <class T>
T sum_of(Lanes<T> x) {
  T parts[lanes<T>];
  store(parts, x);
  for (int64_t half = lanes<T> / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half; ++i) parts[i] += parts[i + half];
  }
  return parts[0];
}

}  // namespace rille::dense
