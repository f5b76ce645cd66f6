// Schur forms, validated by their defining equations.
#include <algorithm>

#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"

namespace rille {
namespace {

// A matrix of n rows.
struct Square {
  size_t n;
  std::vector<double> numbers;

  explicit Square(size_t size) : n(size), numbers(size * size) {}
  explicit Square(const Array& x) : Square(static_cast<size_t>(x.type().ints().back())) {
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = as_double(x, i);
  }
  double& operator()(size_t i, size_t j) { return numbers[i * n + j]; }
  double operator()(size_t i, size_t j) const { return numbers[i * n + j]; }

  Square operator*(const Square& other) const {
    Square out(n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t p = 0; p < n; ++p) {
        for (size_t j = 0; j < n; ++j) out(i, j) += (*this)(i, p) * other(p, j);
      }
    }
    return out;
  }
  Square turned() const {
    Square out(n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) out(i, j) = (*this)(j, i);
    }
    return out;
  }
};

double apart(const Square& a, const Square& b) {
  double most = 0;
  for (size_t i = 0; i < a.numbers.size(); ++i) {
    most = std::max(most, std::abs(a.numbers[i] - b.numbers[i]));
  }
  return most;
}

// t is triangular, except for 2 x 2 blocks with a pair of complex eigenvalues.
void expect_form(const Square& t) {
  for (size_t i = 1; i < t.n; ++i) {
    for (size_t j = 0; j + 1 < i; ++j) EXPECT_EQ(t(i, j), 0);
    if (t(i, i - 1) == 0) continue;
    EXPECT_EQ(t(i, i), t(i - 1, i - 1));
    EXPECT_LT(t(i, i - 1) < 0 ? -t(i - 1, i) : t(i - 1, i), 0);
    if (i + 1 < t.n) {
      EXPECT_EQ(t(i + 1, i), 0);
    }
  }
}

void expect_schur(const Array& x, const Arrays& got) {
  Square whole(x), t(got[0]), z(got[1]), one(whole.n);
  for (size_t i = 0; i < one.n; ++i) one(i, i) = 1;
  double most = 0;
  for (double number : whole.numbers) most = std::max(most, std::abs(number));
  double rounding = std::ldexp(8 * static_cast<double>(one.n + 2), -fraction_bits(x.dtype()));
  EXPECT_LE(apart(z * t * z.turned(), whole), rounding * most) << text(x);
  EXPECT_LE(apart(z.turned() * z, one), rounding) << text(x);
  expect_form(t);
}

TEST(Schur, multiplies_back_on_the_device_and_in_plain_loops) {
  std::mt19937 rng{3};
  for (Dtype dtype : {Dtype::f64, Dtype::f32}) {
    for (int64_t n : {1, 2, 3, 4, 5, 8, 17, 40}) {
      Sample sample{{Type(dtype, {n, n})}};
      for (int turn = 0; turn < 8; ++turn) {
        Arrays x = random_arrays(sample.in, rng);
        Graph graph = graph_of(schur_op, sample);
        expect_schur(x[0], evaluate(graph, x));
        expect_schur(x[0], host_device().compile(graph)->run(x, {}));
      }
    }
  }
}

}  // namespace
}  // namespace rille
