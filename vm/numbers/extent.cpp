// Extent: checked arithmetic and the table of polynomials.
#include "vm/numbers/extent.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "vm/error.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr int64_t limit = int64_t{1} << 62;

// A sorted list of names with repetition: n*n*m is {"m", "n", "n"}. Higher degrees come first, so
// that the first term of a polynomial is its leading one (graded lexicographic order).
using Monomial = std::vector<std::string>;
struct DegreeOrder {
  bool operator()(const Monomial& a, const Monomial& b) const {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  }
};
using Polynomial = std::map<Monomial, int64_t, DegreeOrder>;  // no zero coefficient

struct PolynomialTable {
  std::mutex mutex;
  std::deque<Polynomial> items;
  std::map<Polynomial, int64_t> places;
};

PolynomialTable& table() {
  static auto* const only = new PolynomialTable;  // lives as long as any static Array
  return *only;
}

int64_t intern(const Polynomial& p) {
  PolynomialTable& t = table();
  std::lock_guard lock(t.mutex);
  auto [at, is_new] = t.places.try_emplace(p, static_cast<int64_t>(t.items.size()));
  if (is_new) t.items.push_back(p);
  return -1 - at->second;
}

[[noreturn]] void too_large() {
  throw Error(Code::memory, "array is too large: more than 2^62 elements or bytes");
}

int64_t checked_sum(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum > limit || sum < -limit) too_large();
  return sum;
}

int64_t signed_product(int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || product > limit || product < -limit) too_large();
  return product;
}

Polynomial polynomial(Extent x) {
  if (x.known()) return x.number() == 0 ? Polynomial{} : Polynomial{{{}, x.number()}};
  PolynomialTable& t = table();
  std::lock_guard lock(t.mutex);
  return t.items[static_cast<size_t>(-1 - static_cast<int64_t>(x.word()))];
}

void accumulate(Polynomial& into, const Monomial& m, int64_t factor) {
  int64_t& place = into[m];
  place = checked_sum(place, factor);
  if (place == 0) into.erase(m);
}

Monomial times(const Monomial& a, const Monomial& b) {
  Monomial out;
  std::ranges::merge(a, b, std::back_inserter(out));
  return out;
}

bool divides(const Monomial& small, const Monomial& big) {
  return std::ranges::includes(big, small);
}

Monomial quotient(const Monomial& big, const Monomial& small) {
  Monomial out;
  std::ranges::set_difference(big, small, std::back_inserter(out));
  return out;
}

std::string term_text(const Monomial& m, int64_t factor) {
  if (m.empty()) return std::to_string(factor);
  std::string names = join(m, "*");
  return factor == 1 ? names : str(factor, "*", names);
}

[[noreturn]] void indivisible(Extent a, Extent b) {
  throw Error(Code::shape, str("a size of ", text(a), " is not a multiple of ", text(b)));
}

}  // namespace

// A friend of Extent that is not in the header: converts a polynomial to an Extent.
struct ExtentTable {
  static Extent make(const Polynomial& p) {
    if (p.empty()) return Extent(0);
    if (p.size() == 1 && p.begin()->first.empty()) return Extent(p.begin()->second);
    Extent out;
    out.word_ = intern(p);
    return out;
  }
};

void Extent::refuse_negative(int64_t number) {
  throw Error(Code::shape, str("a size must not be negative, got ", number));
}

Extent Extent::named(std::string_view name) {
  return ExtentTable::make({{Monomial{std::string(name)}, 1}});
}

int64_t Extent::number() const {
  RILLE_CHECK(known(), "the extent ", text(*this), " is unknown");
  return word_;
}

std::optional<int64_t> Extent::if_known() const {
  return known() ? std::optional(word_) : std::nullopt;
}

Extent Extent::operator+(Extent other) const {
  if (known() && other.known()) return Extent(checked_sum(word_, other.word_));
  Polynomial sum = polynomial(*this);
  for (const auto& [m, factor] : polynomial(other)) accumulate(sum, m, factor);
  return ExtentTable::make(sum);
}

Extent Extent::operator-(Extent other) const {
  if (known() && other.known()) return Extent(word_ - other.word_);
  Polynomial rest = polynomial(*this);
  for (const auto& [m, factor] : polynomial(other)) accumulate(rest, m, -factor);
  return ExtentTable::make(rest);
}

Extent Extent::operator*(Extent other) const {
  if (known() && other.known()) return Extent(signed_product(word_, other.word_));
  Polynomial product;
  Polynomial right = polynomial(other);
  for (const auto& [m, factor] : polynomial(*this)) {
    for (const auto& [n, by] : right) accumulate(product, times(m, n), signed_product(factor, by));
  }
  return ExtentTable::make(product);
}

Extent Extent::divided_by(Extent other) const {
  if (other == Extent(0))
    throw Error(Code::shape, str("division of the size ", text(*this), " by 0"));
  Polynomial rest = polynomial(*this), by = polynomial(other), result;
  const auto& [lead, factor] = *by.begin();
  while (!rest.empty()) {
    auto [m, n] = *rest.begin();
    if (!divides(lead, m) || n % factor != 0) indivisible(*this, other);
    Monomial q = quotient(m, lead);
    accumulate(result, q, n / factor);
    for (const auto& [k, c] : by) accumulate(rest, times(q, k), -signed_product(n / factor, c));
  }
  return ExtentTable::make(result);
}

std::string text(Extent extent) {
  if (extent.known()) return std::to_string(extent.number());
  std::string out;
  for (const auto& [m, factor] : polynomial(extent)) {
    if (out.empty()) {
      out = factor == -1 && !m.empty() ? str("-", term_text(m, 1)) : term_text(m, factor);
    } else {
      out += factor < 0 ? " - " : " + ";
      out += term_text(m, std::abs(factor));
    }
  }
  return out;
}

int64_t checked_product(int64_t a, int64_t b) { return signed_product(a, b); }

}  // namespace rille
