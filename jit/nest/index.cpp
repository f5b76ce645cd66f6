// Linear forms: exact division if possible.
#include "jit/nest/index.h"

#include "jit/nest/same.h"

namespace rille {

Index Indexer::number(int64_t value) const {
  Index out;
  out.constant = value;
  out.factors.resize(stage_.loops.size(), 0);
  return out;
}

Index Indexer::loop(int loop) const {
  Index out = number(0);
  if (stage_.loops[static_cast<size_t>(loop)].is(1)) return out;  // the factor is irrelevant
  out.factors[static_cast<size_t>(loop)] = 1;
  return out;
}

Index Indexer::of_step(int step) const {
  const NestStep& it = stage_.code[static_cast<size_t>(step)];
  if (it.name == Scalar::constant) return number(std::get<int64_t>(it.value));
  if (it.name == Scalar::loop) return loop(it.loop);
  Index out = number(0);
  out.extra = step;
  return out;
}

int Indexer::push(NestStep step) {
  std::vector<int>& bucket = known_[hash_of(step)];
  for (int old : bucket) {
    if (same_step(stage_.code[static_cast<size_t>(old)], step)) return old;
  }
  stage_.code.push_back(std::move(step));
  bucket.push_back(static_cast<int>(stage_.code.size()) - 1);
  return bucket.back();
}

int Indexer::constant(int64_t value) {
  return push({.name = Scalar::constant, .dtype = Dtype::i64, .value = value});
}

int Indexer::call(Scalar name, Dtype dtype, SmallVector<int, 3> in) {
  return push({.name = name, .dtype = dtype, .in = std::move(in)});
}

Index Indexer::add(const Index& a, const Index& b) {
  Index out = a;
  out.constant += b.constant;
  for (size_t i = 0; i < out.factors.size(); ++i) out.factors[i] += b.factors[i];
  if (b.extra >= 0) {
    out.extra = a.extra < 0 ? b.extra : call(Scalar::add, Dtype::i64, {a.extra, b.extra});
  }
  return out;
}

Index Indexer::scale(const Index& a, int64_t by) {
  if (by == 1) return a;
  Index out = a;
  out.constant *= by;
  for (int64_t& factor : out.factors) factor *= by;
  if (a.extra >= 0) {
    out.extra = by == 0 ? -1 : call(Scalar::mul, Dtype::i64, {a.extra, constant(by)});
  }
  return out;
}

std::optional<Bounds> Indexer::bounds(const Index& a) const {
  if (a.extra >= 0) return std::nullopt;
  Bounds out{a.constant, a.constant};
  for (size_t i = 0; i < a.factors.size(); ++i) {
    int64_t most = a.factors[i] * (stage_.loops[i].number - 1);
    (most < 0 ? out.low : out.high) += most;
  }
  return out;
}

bool Indexer::below(const Index& a, int64_t limit) const {
  auto range = bounds(a);
  return range && range->low >= 0 && range->high < limit;
}

Indexer::Split Indexer::split(const Index& a, int64_t by) const {
  Split out{number(0), a};
  auto take = [by](int64_t& rest, int64_t& whole) {
    if (rest % by == 0) {
      whole = rest / by;
      rest = 0;
    }
  };
  for (size_t i = 0; i < a.factors.size(); ++i) take(out.rest.factors[i], out.whole.factors[i]);
  int64_t down = a.constant >= 0 ? a.constant / by : -((by - 1 - a.constant) / by);
  out.whole.constant = down;
  out.rest.constant = a.constant - down * by;
  return out;
}

// (q * by + r) / by is q if 0 <= r < by.
Index Indexer::divide(const Index& a, int64_t by) {
  if (by == 1) return a;
  Split parts = split(a, by);
  if (below(parts.rest, by)) return parts.whole;
  return of_step(call(Scalar::div, Dtype::i64, {step(a), constant(by)}));
}

Index Indexer::remainder(const Index& a, int64_t by) {
  if (by == 1) return number(0);
  Split parts = split(a, by);
  if (below(parts.rest, by)) return parts.rest;
  return of_step(call(Scalar::rem, Dtype::i64, {step(a), constant(by)}));
}

int Indexer::step(const Index& a) {
  int sum = a.extra;
  auto plus = [&](int term) { sum = sum < 0 ? term : call(Scalar::add, Dtype::i64, {sum, term}); };
  for (size_t i = 0; i < a.factors.size(); ++i) {
    if (a.factors[i] == 0) continue;
    NestStep loop{.name = Scalar::loop, .dtype = Dtype::i64};
    loop.loop = static_cast<int>(i);
    int term = push(loop);
    if (a.factors[i] != 1) term = call(Scalar::mul, Dtype::i64, {term, constant(a.factors[i])});
    plus(term);
  }
  if (a.constant != 0 || sum < 0) plus(constant(a.constant));
  return sum;
}

}  // namespace rille
