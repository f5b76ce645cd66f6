// The cache key of a kernel's code.
#include "jit/key.h"

#include <algorithm>

#include "jit/plan.h"
#include "jit/schedule.h"
#include "vm/text.h"

namespace rille {
namespace {

// What of the units a kernel may use.
struct Uses {
  bool dots = false, bf16_dots = false, tiles = false;

  void add(const Uses& other) {
    dots |= other.dots;
    bf16_dots |= other.bf16_dots;
    tiles |= other.tiles;
  }
};

Uses uses_of(const ScheduledNest& kernel) {
  const Nest& nest = kernel.nest;
  bool is_fast = std::ranges::any_of(
      nest.stages, [](const Stage& stage) { return stage.precision == Precision::fast; });
  bool has_tiles = std::ranges::any_of(kernel.schedule.stages, [](const StageSchedule& stage) {
    const auto* tiles = std::get_if<TilesSchedule>(&stage.form);
    return tiles != nullptr && tiles->in_tile_registers;
  });
  return {has_product(nest), is_fast, has_tiles};
}

Uses uses_of(const LoopProgram& program) {
  Uses out;
  each_op(program.body, [&](const LoopOp& op) {
    out.tiles |= op.kind == LoopOpKind::tile_dot;
    if (op.kind != LoopOpKind::dot) return;
    (program.dtype(op.out) == Dtype::f32 ? out.bf16_dots : out.dots) = true;
  });
  for (const LoopProgram& function : program.functions) {
    out.add(uses_of(function));
  }
  return out;
}

Uses uses_of(const KernelSource& source) {
  if (const auto* kernel = std::get_if<ScheduledNest>(&source)) return uses_of(*kernel);
  return uses_of(std::get<std::shared_ptr<const ProgramSource>>(source)->program);
}

}  // namespace

Target target_of(const KernelSource& source, const Target& target) {
  Target out = target;
  Uses uses = uses_of(source);
  out.units.dots = target.units.dots && uses.dots;
  out.units.bf16_dots = target.units.bf16_dots && uses.bf16_dots;
  out.units.tiles = target.units.tiles && uses.tiles;
  return out;
}

std::string key_of(const KernelSource& source, const Target& target) {
  Target::Units units = target_of(source, target).units;
  return str(target.name, units.dots ? " dots" : "", units.bf16_dots ? " bf16_dots" : "",
             units.tiles ? " tiles" : "", "\n", text(source));
}

}  // namespace rille
