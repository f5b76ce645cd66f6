// How a nest reads, and what must hold of it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "jit/nest.h"
#include "vm/error.h"

namespace rille {
namespace {

std::string text_of(Size size) { return size.known() ? str(size.number) : str("$", size.arg); }

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

// A NaN by its bits: two of them are two programs.
std::string text_of(const AttrValue& value) {
  auto* number = std::get_if<double>(&value);
  if (number == nullptr || !std::isnan(*number)) return text(value);
  return str("nan ", std::bit_cast<uint64_t>(*number));
}

std::string text_of(const NestStep& step) {
  if (step.name == "load") return str("load ", text_of(step.access));
  if (step.name == "loop") return str("i", step.loop);
  if (step.name == "constant") return text_of(step.value);
  std::string out(step.name);
  std::string_view gap = " ";
  for (int in : step.in) {
    out += str(gap, "%", in);
    gap = ", ";
  }
  return out;
}

std::string_view name_of(NestForm form) {
  switch (form) {
    case NestForm::pointwise: return "pointwise";
    case NestForm::fold: return "fold";
    case NestForm::scan: return "scan";
    case NestForm::contract: return "contract";
  }
  return "";
}

std::string text_of(const Operand& operand) {
  std::string out = str("b", operand.buffer, " + ", operand.offset, " ", operand.dtype, " batch (",
                        join(operand.batch), ") across ", operand.across, " deep ", operand.deep);
  if (operand.panel > 0) out += str(" panels of ", operand.panel, " every ", operand.panel_stride);
  return out;
}

}  // namespace

std::string text(const Nest& nest) {
  std::vector<std::string> kept, folded;
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    (static_cast<int>(i) < nest.kept ? kept : folded).push_back(text_of(nest.loops[i]));
  }
  std::string out = str(name_of(nest.form), " (", join(kept), ")");
  bool folds = nest.folded >= 0;  // of a nest whose folded loops have one turn as well
  if (folds) out += str(" ", nest.combiner, " over (", join(folded), ") of %", nest.folded);
  if (nest.form == NestForm::contract) {
    out += str(" over ", nest.deep, " tiles ", nest.tile_rows, "x", nest.tile_columns, "\n  left  ",
               text_of(nest.left), "\n  right ", text_of(nest.right));
  }
  if (folds || nest.form == NestForm::contract) out += str(" in ", nest.sum_dtype);
  if (nest.reverse) out += " reversed";
  out += str(" buffers (", join(nest.buffers), ")\n");
  for (size_t i = 0; i < nest.code.size(); ++i) {
    out += str("  %", i, ": ", nest.code[i].dtype, " = ", text_of(nest.code[i]), "\n");
  }
  for (const Store& store : nest.stores) {
    out += str("  ", text_of(store.access), " = %", store.step, "\n");
  }
  for (const NestCheck& check : nest.checks) {
    out +=
        str("  check ", check.check, " where %", check.failed, " of (", join(check.payload), ")\n");
  }
  return out;
}

void verify(const Nest& nest) {
  auto access = [&](const Access& a) {
    RILLE_CHECK(a.strides.size() == nest.loops.size(), text(nest));
    RILLE_CHECK(a.buffer >= 0 && a.buffer < std::ssize(nest.buffers), text(nest));
  };
  for (Size loop : nest.loops) RILLE_CHECK(!loop.known() || loop.number >= 1, text(nest));
  RILLE_CHECK(nest.kept <= std::ssize(nest.loops), text(nest));
  for (size_t i = 0; i < nest.code.size(); ++i) {
    const NestStep& step = nest.code[i];
    for (int in : step.in) RILLE_CHECK(in >= 0 && in < static_cast<int>(i), text(nest));
    if (step.name == "load") access(step.access);
  }
  for (const Store& store : nest.stores) access(store.access);
}

int64_t Nest::elements() const {
  int64_t out = 1;
  for (int i = 0; i < kept; ++i) {
    RILLE_CHECK(loops[static_cast<size_t>(i)].known(), text(*this));
    out *= loops[static_cast<size_t>(i)].number;
  }
  return out;
}

bool in_order(const Nest& nest) {
  bool rounds = nest.combiner == "add" || nest.combiner == "mul";
  return nest.form == NestForm::fold && rounds && is_inexact(nest.sum_dtype);
}

int64_t SumOrder::lanes_of(int64_t terms) {
  if (terms == 0 || terms >= lanes) return lanes;
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(terms)));
}

int64_t Nest::terms() const {
  int64_t out = 1;
  for (size_t i = static_cast<size_t>(kept); i < loops.size(); ++i) {
    if (!loops[i].known()) return 0;
    if (__builtin_mul_overflow(out, loops[i].number, &out)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return out;
}

int64_t Nest::work() const {
  auto steps = static_cast<int64_t>(code.size());
  int64_t out = form == NestForm::contract ? deep + steps : std::max<int64_t>(steps, 1);
  for (Size loop : loops) {
    if (__builtin_mul_overflow(out, loop.number, &out)) return std::numeric_limits<int64_t>::max();
  }
  return out;
}

}  // namespace rille
