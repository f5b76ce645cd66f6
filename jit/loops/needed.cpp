// Selects after a product, and what they tell about a tile.
#include "jit/loops/needed.h"

#include <algorithm>

namespace rille {

NeededElements::NeededElements(const Stage& stage) : stage_(stage) {
  if (!reaches_results(stage.code.size())) return;
  for (size_t i = 0; i < stage.code.size() && condition_ < 0; ++i) {
    if (stage.code[i].name != Scalar::select || reaches_results(i)) continue;
    // Every way from the product to a result leads through this one.
    std::vector<bool> reached(stage.code.size());
    for (size_t k = 0; k < i; ++k) {
      const NestStep& step = stage.code[k];
      reached[k] = step.name == Scalar::product || std::ranges::any_of(step.in, [&](int at) {
                     return reached[static_cast<size_t>(at)];
                   });
    }
    auto has = [&](size_t operand) {
      return reached[static_cast<size_t>(stage.code[i].in[operand])];
    };
    if (has(0) || has(1) == has(2)) continue;
    condition_ = stage.code[i].in[0];
    truth_ = has(1);
    select_ = static_cast<int>(i);
    instead_ = stage.code[i].in[truth_ ? 2 : 1];
  }
}

// Whether a result or a check depends on the product, but for what step `without` hands on.
bool NeededElements::reaches_results(size_t without) const {
  std::vector<bool> reached(stage_.code.size());
  auto is_reached = [&](int at) { return at >= 0 && reached[static_cast<size_t>(at)]; };
  for (size_t i = 0; i < stage_.code.size(); ++i) {
    const NestStep& step = stage_.code[i];
    bool reads = std::ranges::any_of(step.in, is_reached) || is_reached(step.access.computed) ||
                 is_reached(step.access.guard);
    reached[i] = i != without && (step.name == Scalar::product || reads);
  }
  auto is_result = [&](const Store& store) { return is_reached(store.step); };
  auto is_asked = [&](const NestCheck& check) {
    return is_reached(check.failed) || std::ranges::any_of(check.payload, is_reached);
  };
  return std::ranges::any_of(stage_.stores, is_result) ||
         std::ranges::any_of(stage_.checks, is_asked);
}

// No value of it wraps in the dtype.
bool NeededElements::fits(const Affine& x, Dtype dtype) const {
  constexpr int64_t most = int64_t{1} << 31;
  if (dtype != Dtype::i32 && dtype != Dtype::i64) return false;
  __int128 reach = x.offset < 0 ? -static_cast<__int128>(x.offset) : x.offset;
  for (auto [loop, by] : x.of_loop) {
    Size extent = stage_.loops[static_cast<size_t>(loop)];
    if (by != 0 && !extent.known()) return false;
    reach += static_cast<__int128>(by < 0 ? -by : by) * extent.number;
  }
  return reach < most;
}

std::optional<NeededElements::Affine> NeededElements::affine(int number) const {
  const NestStep& step = stage_.code[static_cast<size_t>(number)];
  Affine out;
  if (step.name == Scalar::loop) {
    out.of_loop[step.loop] = 1;
  } else if (step.name == Scalar::constant) {
    const auto* value = std::get_if<int64_t>(&step.value);
    if (value == nullptr) return {};
    out.offset = *value;
  } else if (step.name == Scalar::convert || step.name == Scalar::neg) {
    auto x = affine(step.in[0]);
    if (!x) return {};
    out = *x;
    if (step.name == Scalar::neg) out = minus({}, *x);
  } else if (step.name == Scalar::add || step.name == Scalar::sub) {
    auto x = affine(step.in[0]), y = affine(step.in[1]);
    if (!x || !y) return {};
    out = minus(*x, step.name == Scalar::sub ? *y : minus({}, *y));
  } else {
    return {};
  }
  return fits(out, step.dtype) ? std::optional(out) : std::nullopt;
}

NeededElements::Affine NeededElements::minus(Affine x, const Affine& y) {
  for (auto [loop, by] : y.of_loop) x.of_loop[loop] -= by;
  x.offset -= y.offset;
  return x;
}

// Of a comparison of places: x < y is x - y < 0, for one of the range if for the least x - y.
Register NeededElements::compare(LoopBuilder& b, const NestStep& step, bool truth,
                                 const Ranges& ranges) const {
  bool less = step.name == Scalar::lt || step.name == Scalar::le,
       equal = step.name == Scalar::le || step.name == Scalar::ge;
  if (!less && step.name != Scalar::gt && step.name != Scalar::ge) return -1;
  auto x = affine(step.in[0]), y = affine(step.in[1]);
  if (!x || !y) return -1;
  if (!truth) less = !less, equal = !equal;
  Affine gap = minus(*x, *y);
  Register extreme = b.i64(gap.offset);
  for (auto [loop, by] : gap.of_loop) {
    const Range& range = ranges[static_cast<size_t>(loop)];
    Register at = (by < 0) == less ? range.last : range.first;
    extreme = b.plus(extreme, b.times(at, b.i64(by)));
  }
  Scalar name = equal ? Scalar::ge : Scalar::gt;
  if (less) name = equal ? Scalar::le : Scalar::lt;
  return b.truth(name, extreme, b.i64(0));
}

// Whether a condition may have that truth somewhere; null: nothing is known.
Register NeededElements::may(LoopBuilder& b, int number, bool truth, const Ranges& ranges) const {
  const NestStep& step = stage_.code[static_cast<size_t>(number)];
  if (step.name == Scalar::bit_not) return may(b, step.in[0], !truth, ranges);
  if (step.name != Scalar::bit_and && step.name != Scalar::bit_or)
    return compare(b, step, truth, ranges);
  Register x = may(b, step.in[0], truth, ranges), y = may(b, step.in[1], truth, ranges);
  if ((step.name == Scalar::bit_and) != truth)
    return x >= 0 && y >= 0 ? b.compute(Scalar::bit_or, Dtype::boolean, {x, y}) : -1;
  if (x < 0 || y < 0) return x < 0 ? y : x;
  return b.compute(Scalar::bit_and, Dtype::boolean, {x, y});
}

Register NeededElements::somewhere(LoopBuilder& b, const Ranges& ranges) const {
  return condition_ < 0 ? -1 : may(b, condition_, truth_, ranges);
}

namespace {

// A row of numbers that stand side by side along the last loop.
bool is_row(const Access& access) {
  return access.computed < 0 && access.guard < 0 && access.offset == 0 &&
         access.strides.back().is(1);
}

// Which steps are one number along the last loop where the product drops; rows: the locals that
// are, and which product's drops make them so.
std::vector<bool> one_numbers(const Stage& stage, const std::map<int, int>& rows, int product) {
  std::vector<bool> out;
  std::optional<NeededElements> own;
  if (is_product(stage)) own.emplace(stage);
  auto is_one = [&](int at) { return at < 0 || out[static_cast<size_t>(at)]; };
  for (const NestStep& step : stage.code) {
    bool one = std::ranges::all_of(step.in, is_one);
    if (step.name == Scalar::load) {
      auto row = rows.find(step.access.buffer);
      bool is_dropped = row != rows.end() && row->second == product && is_row(step.access);
      bool stays = step.access.strides.back().is(0);
      one = is_dropped || (stays && is_one(step.access.computed) && is_one(step.access.guard));
    } else if (step.name == Scalar::loop) {
      one = step.loop + 1 != std::ssize(stage.loops);
    } else if (step.name == Scalar::product || step.name == Scalar::folded) {
      one = false;
    } else if (own && std::ssize(out) == own->select()) {
      one = is_one(own->instead());
    }
    out.push_back(one);
  }
  return out;
}

}  // namespace

std::vector<int> uniform_stages(const Nest& nest) {
  std::vector<int> out(nest.stages.size(), -1);
  std::map<int, int> rows;
  for (size_t i = 0; i < nest.stages.size(); ++i) {
    const Stage& stage = nest.stages[i];
    int product = -1;
    if (is_product(stage) && !stage.sums_outer_products && NeededElements(stage).drops())
      product = static_cast<int>(i);
    for (const NestStep& step : stage.code) {
      auto row = step.name == Scalar::load ? rows.find(step.access.buffer) : rows.end();
      if (row != rows.end() && stage.form == StageForm::pointwise) product = row->second;
    }
    if (product < 0 || stage.loops != nest.stages[static_cast<size_t>(product)].loops) continue;
    std::vector<bool> one = one_numbers(stage, rows, product);
    auto is_uniform = [&](const Store& store) {
      return nest.is_local(store.access.buffer) && is_row(store.access) &&
             one[static_cast<size_t>(store.step)];
    };
    for (const Store& store : stage.stores) {
      if (is_uniform(store)) rows[store.access.buffer] = product;
    }
    bool all = stage.checks.empty() && std::ranges::all_of(stage.stores, is_uniform);
    if (all && !is_product(stage)) out[i] = product;
  }
  return out;
}

}  // namespace rille
