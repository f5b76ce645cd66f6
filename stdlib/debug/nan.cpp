// debug.nan: finds the operation that produced a NaN.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "jit/op.h"
#include "jit/regions.h"
#include "stdlib/debug.h"
#include "stdlib/debug/stepped.h"
#include "stdlib/transform.h"
#include "vm/bind.h"

namespace rille {
namespace {

enum class NonFinite : uint8_t { nan, infinite };

bool has_nans(const Type& type) {
  return type.form() == TypeForm::array && (is_float(type.dtype()) || is_complex(type.dtype()));
}

// The index of the first NaN or infinite element, or nullopt.
std::optional<size_t> first_bad(const Array& x, NonFinite bad) {
  if (x.is_none() || !has_nans(x.type()) || x.size() == 0) return std::nullopt;
  Array finite = device_of(x).run_one(is_finite_op, {{x}}, {});
  auto is_finite = finite.as<bool>();
  if (std::ranges::find(is_finite, false) == is_finite.end()) return std::nullopt;
  Array odd = device_of(x).run_one(ne_op, {{x, x}}, {});
  auto is_nan = odd.as<bool>();
  for (size_t i = 0; i < is_nan.size(); ++i) {
    if (!is_finite[i] && is_nan[i] == (bad == NonFinite::nan)) return i;
  }
  return std::nullopt;
}

std::string element(const Array& x, size_t i) {
  Type one(x.dtype(), Shape{});
  return filled("{0}", std::vector<Array>{x.view(one, i * bytes(x.dtype()))});
}

// "[2, 0]", or "" for a scalar.
std::string index_text(const Shape& shape, size_t i) {
  if (shape.empty()) return "";
  std::vector<std::string> parts(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    auto extent = static_cast<size_t>(shape[axis].number());
    parts[axis] = str(i % extent);
    i /= extent;
  }
  return str("[", join(parts), "]");
}

// Describes a node that produced a bad element from good operands, or was the first to read one.
struct NanOrigin {
  std::string text;
  Origin origin;
  std::vector<int64_t> turns = {};
  const NanOrigin* cause = nullptr;  // the origin of the infinity that became the NaN
};

// The element of an operand at the index of the bad element, or the operand's type if their shapes
// differ.
std::string operand_text(const Array& x, const Array& out, size_t i) {
  if (x.size() == 1) return element(x, 0);
  return x.shape() == out.shape() ? element(x, i) : text(x.type());
}

std::string finding_text(const event::Operation& step, const Array& out, size_t i, bool is_given) {
  std::string at = index_text(out.shape(), i);
  if (!at.empty()) at = str(" at ", at);
  std::vector<std::string> operands;
  for (const Array& x : step.in) operands.push_back(operand_text(x, out, i));
  return str("`", step.node.op->name, is_given ? "` received " : "` computed ", element(out, i), at,
             is_given ? " in its operands " : " from ", join(operands));
}

// Follows bad elements from array to array by the identity of the arrays' bodies. An array that a
// loop stacks is a new one: it takes the finding of the iteration that computed its first bad row,
// or the latest finding if that iteration has none.
class NanSearch {
 public:
  explicit NanSearch(NonFinite bad, const NanSearch* cause = nullptr) : bad_(bad), cause_(cause) {}

  void see(const event::Operation& step) {
    const NanOrigin* from = nullptr;
    for (const Array& x : step.in) {
      if (from == nullptr && first_bad(x, bad_)) from = known(step, x);
    }
    for (const Array& out : step.out) {
      if (!out.is_none()) follow(step, out, from);
    }
    if (step.is_whole()) forget_turns(step);
  }

  // The finding for the first bad array in `values`, or null if none is bad or has a finding.
  const NanOrigin* among(std::span<const Array> values) const {
    for (const Array& x : values) {
      if (!first_bad(x, bad_)) continue;
      auto found = of_.find(x.body());
      if (found != of_.end()) return found->second;
      if (bad_ == NonFinite::nan) return latest_;
    }
    return nullptr;
  }

 private:
  void follow(const event::Operation& step, const Array& out, const NanOrigin* from) {
    auto at = first_bad(out, bad_);
    if (!at) {
      of_.erase(out.body());
    } else if (step.is_whole()) {
      const NanOrigin* stacked = of_row(step, out, *at);
      if (stacked != nullptr) {
        note(step, out, stacked);
      } else if (latest_ != nullptr) {
        of_.try_emplace(out.body(), latest_);
      }
    } else if (from != nullptr) {
      note(step, out, from);
    } else if (makes(step)) {
      note(step, out, add(step, finding_text(step, out, *at, false)));
    }
  }

  void note(const event::Operation& step, const Array& out, const NanOrigin* finding) {
    of_[out.body()] = latest_ = finding;
    std::vector<int64_t> turns;
    for (int64_t turn : step.turns) {
      turns.push_back(turn);
      of_turn_[turns] = finding;
    }
  }

  // The finding of the iteration that computed the row of a bad element; null if `out` is not
  // stacked.
  const NanOrigin* of_row(const event::Operation& step, const Array& out, size_t element) const {
    if (step.node.op->control != RegionControl::scan) return nullptr;
    LoopShape loop = loop_shape(step.node);
    auto result = static_cast<size_t>(&out - step.out.data());
    auto rows = static_cast<size_t>(out.shape().empty() ? 0 : out.shape()[0].number());
    if (result < loop.carry || rows == 0) return nullptr;
    size_t row = element / (out.size() / rows);
    std::vector<int64_t> turns(step.turns.begin(), step.turns.end());
    turns.push_back(static_cast<int64_t>(loop.reverse ? rows - 1 - row : row));
    auto found = of_turn_.find(turns);
    return found == of_turn_.end() ? nullptr : found->second;
  }

  // Drops the findings of the iterations of a loop that has ended: its numbers come again.
  void forget_turns(const event::Operation& loop) {
    std::vector<int64_t> first(loop.turns.begin(), loop.turns.end()), end = first;
    first.push_back(0);
    end.push_back(INT64_MAX);
    of_turn_.erase(of_turn_.lower_bound(first), of_turn_.upper_bound(end));
  }

  // Whether the operation produced the bad element. Infinite constants of the script, such as -inf
  // in a mask, are intended, and so are infinities that follow from them.
  bool makes(const event::Operation& step) const {
    auto is_good = [&](const Array& x) { return bad_ == NonFinite::nan || !first_bad(x, bad_); };
    return std::ranges::all_of(step.in, is_good) &&
           std::ranges::any_of(step.in, [](const Array& x) { return has_nans(x.type()); });
  }

  const NanOrigin* known(const event::Operation& step, const Array& x) {
    auto found = of_.find(x.body());
    if (found != of_.end()) return found->second;
    if (latest_ == nullptr && bad_ == NonFinite::nan) {
      latest_ = add(step, finding_text(step, x, *first_bad(x, bad_), true));
    }
    return bad_ == NonFinite::nan ? latest_ : nullptr;
  }

  const NanOrigin* add(const event::Operation& step, std::string text) {
    const NanOrigin* cause = cause_ == nullptr ? nullptr : cause_->among(step.in);
    std::vector<int64_t> turns(step.turns.begin(), step.turns.end());
    found_.push_back(std::make_unique<const NanOrigin>(
        NanOrigin{std::move(text), step.node.origin, std::move(turns), cause}));
    return found_.back().get();
  }

  NonFinite bad_;
  const NanSearch* cause_;
  std::unordered_map<const ArrayBody*, const NanOrigin*> of_;
  std::map<std::vector<int64_t>, const NanOrigin*> of_turn_;  // the latest one of each open turn
  const NanOrigin* latest_ = nullptr;
  std::vector<std::unique_ptr<const NanOrigin>> found_;
};

// Watches one run at a time, since runs of graphs do not nest.
class NanWatch final : public Observer {
 public:
  explicit NanWatch(const State& state) : state_(state) {}

  using Observer::on;
  void on(const event::RunBegin& /*event*/) override {
    searches_ = std::make_unique<NanSearches>();
  }
  void on(const event::Operation& step) override {
    searches_->infinities.see(step);
    searches_->nans.see(step);
  }
  // Throws if one of the results is NaN or infinite.
  void on(const event::RunEnd& event) override {
    auto ended = std::exchange(searches_, nullptr);
    if (event.results != nullptr) judge(*ended, *event.results);
  }

 private:
  struct NanSearches {
    NanSearch infinities{NonFinite::infinite};
    NanSearch nans{NonFinite::nan, &infinities};
    NanSearches() = default;
    NanSearches(const NanSearches&) = delete;
  };

  void judge(const NanSearches& searches, std::span<const Array> results) const {
    const NanOrigin* found = searches.nans.among(results);
    if (found == nullptr) found = searches.infinities.among(results);
    if (found == nullptr) return;
    Error error(Code::value, found->text, found->origin.span());
    tell_more(error, *found);
    if (found->cause != nullptr) {
      error.note(found->cause->text, found->cause->origin.span());
      tell_more(error, *found->cause);
    }
    throw error;
  }

  void tell_more(Error& error, const NanOrigin& finding) const {
    const ModulePath layer = finding.origin.layer();
    if (!layer.empty()) error.note(str("in `", layer.text(), "`"));
    std::string through = place_of(state_, finding.origin).through;
    if (!through.empty()) error.note(str("in the code that ", through, " derived from this"));
    if (!finding.turns.empty()) {
      bool is_one = finding.turns.size() == 1;
      error.note(str(is_one ? "in iteration " : "in iterations ", join(finding.turns),
                     is_one ? " of the loop" : " of the nested loops", ", counted from 0"));
    }
  }

  const State& state_;
  std::unique_ptr<NanSearches> searches_;
};

// Part of a State: the observer that check_nans() installs.
struct NanChecks {
  std::optional<NanWatch> watch;
  std::optional<ObserverScope> observing;
};

Function debug_nan(State& state, Function f) {
  return transformed(f, "debug.nan", "", [&state](const Function& g, const Values& args) {
    NanWatch watch(state);
    return call_stepped(g, args, "debug.nan", watch);
  });
}

}  // namespace

void check_nans(State& state) {
  auto& checks = state.part<NanChecks>();
  if (checks.watch) return;
  NanWatch& watch = checks.watch.emplace(state);
  checks.observing.emplace(state, watch, std::initializer_list{Topic::operation, Topic::run});
}

extern const Builtin debug_nan_builtin = {
    .signature = "debug.nan(f: fn) -> fn",
    .brief =
        "Creates a function that raises an error if a result is NaN or infinite. The error points "
        "to the operation that first produced it, in the forward or the backward pass.",
    .params = {{"f", "Pure function, or a function returned by `grad`, `vmap`, or `jit`."}},
    .returns =
        "a function that runs `f` operation by operation, slower than under `jit`; a NaN that is "
        "masked out before the results is not an error",
    .errors = "error[value] at the operation that produced a NaN or an infinity, with its operands",
    .example = "debug.nan(x => log(x) * 0.0)(-1.0)  #! error[value]: `log` computed nan from -1",
    .source = "jax_debug_nans and jax_debug_infs of JAX",
    .call = bind<&debug_nan>,
};

}  // namespace rille
