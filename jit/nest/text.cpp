// The text of nests, and their verification.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "jit/nest.h"
#include "vm/error.h"

namespace rille {
namespace {

std::string text_of(Size size) {
  if (size.known()) return str(size.number);
  return size.number == 0 ? str("$", size.arg) : str("$", size.arg, "<=", size.number);
}

std::string text_of(const Access& access) {
  std::string out = str("b", access.buffer, "[");
  std::string_view gap = "";
  for (size_t i = 0; i < access.strides.size(); ++i) {
    if (access.strides[i].is(0)) continue;
    out += str(gap, text_of(access.strides[i]), "*i", i);
    gap = " + ";
  }
  if (access.computed >= 0) out += str(gap, "%", access.computed), gap = " + ";
  if (access.offset != 0 || gap.empty()) out += str(gap, access.offset);
  out += "]";
  if (access.guard >= 0) out += str(" if %", access.guard);
  return out;
}

// A NaN is printed with its bits, which distinguish programs.
std::string text_of(const AttrValue& value) {
  auto* number = std::get_if<double>(&value);
  if (number == nullptr || !std::isnan(*number)) return text(value);
  return str("nan ", std::bit_cast<uint64_t>(*number));
}

std::string text_of(const NestStep& step) {
  if (step.name == Scalar::load) return str("load ", text_of(step.access));
  if (step.name == Scalar::loop) return str("i", step.loop);
  if (step.name == Scalar::constant) return text_of(step.value);
  std::string out(text(step.name));
  std::string_view gap = " ";
  for (int in : step.in) {
    out += str(gap, "%", in);
    gap = ", ";
  }
  return out;
}

std::string_view name_of(StageForm form) {
  switch (form) {
    case StageForm::pointwise: return "pointwise";
    case StageForm::fold: return "fold";
    case StageForm::scan: return "scan";
    case StageForm::contract: return "contract";
  }
  return "";
}

// The iterations of loops [from, to), with the size classes of arguments.
int64_t iterations_of(const Stage& stage, size_t from, size_t to) {
  int64_t out = 1;
  for (size_t i = from; i < to; ++i) out *= stage.loops[i].number;
  return out;
}

void add_code(const Stage& stage, std::string_view indent, std::string& out) {
  for (size_t i = 0; i < stage.code.size(); ++i) {
    out += str(indent, "%", i, ": ", stage.code[i].dtype, " = ", text_of(stage.code[i]), "\n");
  }
}

void add_operand(std::string_view name, const Stage& stage, std::string& out) {
  std::vector<std::string> loops;
  for (Size loop : stage.loops) loops.push_back(text_of(loop));
  out += str("  ", name, " (", join(loops), ")\n");
  add_code(stage, "    ", out);
}

std::string text_of(const Stage& stage) {
  std::vector<std::string> kept, folded;
  for (size_t i = 0; i < stage.loops.size(); ++i) {
    (static_cast<int>(i) < stage.kept ? kept : folded).push_back(text_of(stage.loops[i]));
  }
  std::string out = str(name_of(stage.form), " (", join(kept), ")");
  bool folds = stage.folded >= 0;  // also if the reduced loops were removed
  if (folds) out += str(" ", stage.combiner, " over (", join(folded), ") of %", stage.folded);
  if (stage.form == StageForm::contract) out += str(" over ", stage.k_size());
  if (folds || stage.form == StageForm::contract) out += str(" in ", stage.sum_dtype);
  if (stage.reverse) out += " reversed";
  if (stage.sums_outer_products) out += " gathered";
  if (stage.precision != Precision::standard) out += str(" ", text(stage.precision));
  out += "\n";
  for (size_t i = 0; i < stage.operands.size(); ++i) {
    add_operand(i == 0 ? "left" : "right", stage.operands[i], out);
  }
  add_code(stage, "  ", out);
  for (const Store& store : stage.stores) {
    out += str("  ", text_of(store.access), " = %", store.step, "\n");
  }
  for (const NestCheck& check : stage.checks) {
    out +=
        str("  check ", check.check, " where %", check.failed, " of (", join(check.payload), ")\n");
  }
  return out;
}

}  // namespace

// "buffers (f32, f32)", the shared loops, and the stages.
std::string text(const Nest& nest) {
  std::vector<std::string> shared;
  for (int i = 0; i < nest.shared; ++i) {
    shared.push_back(text_of(nest.stages[0].loops[static_cast<size_t>(i)]));
  }
  std::string out = str("buffers (", join(nest.buffers), ")");
  for (const Local& local : nest.locals)
    out += str(" local ", local.dtype, "[", local.elements, "]");
  if (nest.shared > 0) out += str(" in each of (", join(shared), ")");
  if (nest.keeps_results_cached) out += " near";
  if (nest.constants > 0) out += str(" constants ", nest.constants);
  out += "\n";
  for (const Stage& stage : nest.stages) out += text_of(stage);
  return out;
}

namespace {

void verify_operands(const Nest& nest, const Stage& stage) {
  bool multiplies = stage.form == StageForm::contract;
  RILLE_CHECK(stage.operands.size() == (multiplies ? 2u : 0u), text(nest));
  for (size_t side = 0; side < stage.operands.size(); ++side) {
    const Stage& operand = stage.operands[side];
    auto batch = static_cast<size_t>(stage.kept) - 2;
    auto kept = static_cast<size_t>(operand.kept);
    RILLE_CHECK(kept > batch && operand.loops.size() > kept, text(nest));
    RILLE_CHECK(iterations_of(operand, batch, kept) == stage.loops[batch + side].number,
                text(nest));
    RILLE_CHECK(iterations_of(operand, kept, operand.loops.size()) == stage.k_size(), text(nest));
    RILLE_CHECK(std::ranges::equal(std::span(operand.loops).first(batch),
                                   std::span(stage.loops).first(batch)),
                text(nest));
    RILLE_CHECK(operand.form == StageForm::pointwise && operand.stores.empty(), text(nest));
  }
}

// shared: the number of loops that all stages share.
void verify(const Nest& nest, const Stage& stage, int shared) {
  auto access = [&](const Access& a) {
    RILLE_CHECK(a.strides.size() == stage.loops.size(), text(nest));
    RILLE_CHECK(a.buffer >= 0 && a.buffer < std::ssize(nest.buffers), text(nest));
  };
  for (Size loop : stage.loops) RILLE_CHECK(!loop.known() || loop.number >= 1, text(nest));
  RILLE_CHECK(shared <= stage.kept && stage.kept <= std::ssize(stage.loops), text(nest));
  if (stage.sums_outer_products) {
    const Stage& first = nest.stages[0];
    RILLE_CHECK(shared > 0 && stage.kept == shared + 1, text(nest));
    RILLE_CHECK(first.loops[static_cast<size_t>(--shared)].is(stage.k_size()), text(nest));
  }
  for (int i = 0; i < shared; ++i) {
    auto at = static_cast<size_t>(i);
    RILLE_CHECK(stage.loops[at] == nest.stages[0].loops[at], text(nest));
  }
  for (size_t i = 0; i < stage.code.size(); ++i) {
    const NestStep& step = stage.code[i];
    int operands = facts_of(step.name).operands;
    RILLE_CHECK(operands < 0 || operands == std::ssize(step.in), text(nest));
    for (int in : step.in) RILLE_CHECK(in >= 0 && in < static_cast<int>(i), text(nest));
    if (step.name == Scalar::load) access(step.access);
  }
  for (const Store& store : stage.stores) access(store.access);
  verify_operands(nest, stage);
  for (const Stage& operand : stage.operands) verify(nest, operand, 0);
}

}  // namespace

void verify(const Nest& nest) {
  RILLE_CHECK(!nest.stages.empty() && nest.locals.size() <= nest.buffers.size(), text(nest));
  for (const Stage& stage : nest.stages) verify(nest, stage, nest.shared);
}

const NestStep& unconverted(const Stage& operand) {
  const NestStep& made = operand.code[static_cast<size_t>(operand.folded)];
  return made.name == Scalar::convert ? operand.code[static_cast<size_t>(made.in[0])] : made;
}

const Stage& Nest::only() const {
  RILLE_CHECK(stages.size() == 1, text(*this));
  return stages[0];
}

int64_t Nest::work() const {
  int64_t out = 0;
  for (const Stage& stage : stages) {
    if (__builtin_add_overflow(out, stage.work(), &out)) return std::numeric_limits<int64_t>::max();
  }
  return out;
}

bool Nest::checks() const {
  return std::ranges::any_of(stages, [](const Stage& stage) { return !stage.checks.empty(); });
}

bool in_order(const Stage& stage) {
  return stage.form == StageForm::fold && accumulates(stage.combiner) &&
         is_inexact(stage.sum_dtype);
}

int64_t SumOrder::lanes_of(int64_t terms) {
  if (terms == 0 || terms >= lanes) return lanes;
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(terms)));
}

int64_t Stage::terms() const {
  auto folded = std::span(loops).subspan(static_cast<size_t>(kept));
  return std::ranges::all_of(folded, &Size::known) ? max_terms() : 0;
}

int64_t Stage::max_terms() const {
  int64_t out = 1;
  for (size_t i = static_cast<size_t>(kept); i < loops.size(); ++i) {
    if (__builtin_mul_overflow(out, loops[i].number, &out)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return out;
}

int64_t Stage::k_size() const {
  const Stage& left = operands[0];
  return iterations_of(left, static_cast<size_t>(left.kept), left.loops.size());
}

int64_t Stage::work() const {
  auto steps = static_cast<int64_t>(code.size());
  int64_t out = form == StageForm::contract ? k_size() + steps : std::max<int64_t>(steps, 1);
  for (Size loop : loops) {
    if (__builtin_mul_overflow(out, loop.number, &out)) return std::numeric_limits<int64_t>::max();
  }
  return out;
}

}  // namespace rille
