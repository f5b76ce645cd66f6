// One kernel for many extents.
#include <algorithm>
#include <bit>
#include <numeric>

#include "jit/bounds.h"
#include "jit/schedule.h"
#include "jit/schedule/tasks.h"

namespace rille {
namespace {

// Whether the outermost loop numbers results, and is that of all stages: of products, items of a
// batch.
bool is_shared(const Nest& nest) {
  if (nest.stages.size() > 1 && nest.shared == 0) return false;
  return std::ranges::all_of(nest.stages, [&](const Stage& stage) {
    int own = is_product(stage) ? 2 : 0;
    return stage.kept > own && (!stage.gathers || nest.shared > 1);
  });
}

void free_outermost(Stage& stage) {
  stage.loops[0] = Size::argument(outermost_loop);
  for (Stage& operand : stage.operands) free_outermost(operand);
}

bool streams(const Schedule& schedule) {
  return std::ranges::any_of(schedule.stages, [](const auto& it) { return it.streams > 0; });
}

// Of fewer turns others are shared out, and code that knows the extent has fewer branches.
bool is_long(Size loop) { return loop.known() && loop.number >= bound::worth_sharing; }

// The outermost loop, and the terms of one fold; with products, the items of a batch.
class AnyLoops {
 public:
  AnyLoops(const ScheduledNest& own, const Target& target, const DynamicSizes& dynamic)
      : nest_(own.nest), own_(own.schedule), target_(target), dynamic_(dynamic) {}

  std::optional<SharedNest> made() const {
    SharedNest outermost{.kernel = {.nest = nest_, .schedule = {}}}, terms = outermost;
    bool is_free = is_shared(nest_) && is_long(nest_.stages[0].loops[0]);
    if (is_free) {
      outermost.sizes[outermost_loop] = nest_.stages[0].loops[0].number;
      for (Stage& stage : outermost.kernel.nest.stages) free_outermost(stage);
    }
    bool has_terms = frees_terms(terms);
    if (!is_free && !has_terms) return {};
    if (has_terms) {
      SharedNest both = outermost;
      if (is_free && frees_terms(both)) {
        if (auto out = same_way(std::move(both))) return out;
      }
      if (auto out = same_way(std::move(terms))) return out;
    }
    return is_free ? same_way(std::move(outermost)) : std::nullopt;
  }

 private:
  // The terms of the only fold of the nest.
  bool frees_terms(SharedNest& any) const {
    if (nest_.stages.size() > 1 || nest_.stages[0].form != StageForm::fold) return false;
    Stage& stage = any.kernel.nest.stages[0];
    Size& outer = stage.loops[static_cast<size_t>(stage.kept)];
    bool is_any = is_dynamic(outer.number, dynamic_);
    if (!is_any && (!is_long(outer) || stage.terms() < SumOrder::lanes)) return false;
    any.sizes[folded_loop] = outer.number;
    int64_t taken_for =
        is_any ? grown_to(outer.number, bound::worth_pieces / 2, 16) : grown_to(outer.number, 1, 2);
    outer = Size::argument(folded_loop, taken_for);
    return true;
  }

  // `any`, some of whose loops are arguments, if it runs as the nest itself does, or its sizes are
  // dynamic.
  std::optional<SharedNest> same_way(SharedNest any) const {
    any.kernel.nest.near = !streams(own_);
    Schedule schedule = schedule_of(any.kernel.nest, target_);
    any.kernel.schedule = schedule;
    if (schedule.turns == 0) schedule.turns = turns_for(schedule);
    any.turns = schedule.turns;
    bool runs_alike = text(schedule) == text(own_) && schedule.scratch == own_.scratch;
    if (!runs_alike && !may_differ(any)) return {};
    return any;
  }

  // Vectors run along no loop whose number the code does not know.
  bool may_differ(const SharedNest& any) const {
    auto is_free = [&](SizeArgument argument) {
      return any.sizes[argument] == 0 || is_dynamic(any.sizes[argument], dynamic_);
    };
    bool crosses = any.sizes[outermost_loop] > 0 &&
                   std::ranges::any_of(own_.stages, [](const auto& it) { return it.vector == 0; });
    return is_free(outermost_loop) && is_free(folded_loop) && !crosses;
  }

  // Of a schedule that does not know them, for the loops that there are.
  int64_t turns_for(const Schedule& any) const {
    if (any.loop >= 0) {
      return turns_of(any, nest_.stages[0].loops[static_cast<size_t>(any.loop)].number);
    }
    auto of_one = [](const Tasks& tasks) { return tasks.row_tasks * tasks.column_tasks; };
    return own_.turns / of_one(own_.tasks) * of_one(any.tasks);
  }

  const Nest& nest_;
  const Schedule& own_;
  const Target& target_;
  const DynamicSizes& dynamic_;
};

// Products of matrices, alone or in rows that other stages share.
class AnyProducts {
 public:
  AnyProducts(const ScheduledNest& own, const Target& target, const DynamicSizes& dynamic)
      : nest_(own.nest),
        own_(own.schedule),
        target_(target),
        dynamic_(dynamic),
        out_{.kernel = {.nest = own.nest, .schedule = {}}} {}

  std::optional<SharedNest> made() {
    bool rows = frees_rows();
    Stage* deep_one = deep_product();
    bool deep = deep_one != nullptr && frees_deep(*deep_one);
    if (!rows && !deep) return {};
    Schedule& schedule = out_.kernel.schedule = schedule_of(out_.kernel.nest, target_);
    const Tasks& tasks = schedule.tasks;
    int64_t row_tasks = tasks.row_tasks;
    if (rows) {
      if (is_dynamic(out_.sizes[product_rows], dynamic_)) row_tasks = wanted_row_tasks();
      int64_t height = height_of(schedule), count = out_.sizes[product_rows];
      int64_t each = divided_up(divided_up(count, height), row_tasks);
      out_.sizes[task_rows] = std::min(each, divided_up(tasks.rows, height)) * height;
      row_tasks = divided_up(count, out_.sizes[task_rows]);
    }
    out_.turns = row_tasks * tasks.column_tasks;
    return std::move(out_);
  }

 private:
  static constexpr int64_t min_deep = 32;

  static int64_t height_of(const Schedule& schedule) {
    for (const StageSchedule& s : schedule.stages) {
      if (s.tile_rows > 0) return s.tile_rows;
    }
    return 1;
  }

  // So many that there are as many tasks as the product would have by itself.
  int64_t wanted_row_tasks() const {
    const Tasks& own = own_.tasks;
    return divided_up(own.row_tasks * own.column_tasks, out_.kernel.schedule.tasks.column_tasks);
  }

  // The product whose p may be arguments: the only one, none of whose p are columns of another
  // stage. One of few rows waits for memory: how it reads is made for the p that there are.
  Stage* deep_product() {
    auto& stages = out_.kernel.nest.stages;
    if (std::ranges::count_if(stages, is_product) > 1) return nullptr;
    Stage& product = *std::ranges::find_if(stages, is_product);
    bool reads_locals = false;
    for (const Stage& operand : product.operands) {
      each_read(operand, [&](const Access& it) {
        reads_locals = reads_locals || out_.kernel.nest.is_local(it.buffer);
      });
    }
    bool waits = stages.size() == 1 && nest_.stages[0].loops[0].number <= few_rows;
    return waits || reads_locals ? nullptr : &product;
  }

  static int64_t turns(const Stage& stage, int from, int to) {
    int64_t out = 1;
    for (int i = from; i < to; ++i) out *= stage.loops[static_cast<size_t>(i)].number;
    return out;
  }

  // The loops inside of the outermost one that rows take in the left operands: the same in all that
  // have any; 0: they are not.
  int64_t inside_rows() const {
    int64_t out = 1;
    for (const Stage& stage : nest_.stages) {
      if (!is_product(stage)) continue;
      int64_t inside = turns(stage.operands[0], 1, stage.operands[0].kept);
      if (inside > 1 && out > 1 && inside != out) return 0;
      out = std::max(out, inside);
    }
    return out;
  }

  bool frees_rows() {
    int64_t inside = inside_rows();
    int64_t rows = inside > 0 ? rows_taken_for(nest_, inside, target_, dynamic_) : 0;
    if (rows == 0) return false;
    int64_t count = nest_.stages[0].loops[0].number;
    out_.sizes[product_rows] = count;
    out_.sizes[outer_rows] = count / inside;
    for (Stage& stage : out_.kernel.nest.stages) {
      stage.loops[0] = Size::argument(product_rows, rows);
      if (!is_product(stage)) continue;
      Stage& left = stage.operands[0];
      left.loops[0] = left.kept == 1 ? stage.loops[0] : Size::argument(outer_rows, rows / inside);
    }
    return true;
  }

  // What p is taken for: multiples of 128, from 2,048 on in steps of an eighth or less.
  // Blocks of p, whose number decides about the sums that wait, end there too.
  int64_t taken_for(int64_t deep) const {
    if (is_dynamic(deep, dynamic_)) return grown_to(deep, SumOrder::products, 2);
    auto power = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(deep)));
    return rounded_up(deep, std::max<int64_t>(128, power / 16));
  }

  bool frees_deep(Stage& product) {
    auto inside = [](const Stage& it) {
      return turns(it, it.kept + 1, static_cast<int>(it.loops.size()));
    };
    auto outer = [](Stage& it) -> Size& { return it.loops[static_cast<size_t>(it.kept)]; };
    Stage &left = product.operands[0], &right = product.operands[1];
    if (!is_long(outer(left)) || !is_long(outer(right)) || product.deep() < min_deep) return false;
    int64_t deep = rounded_up(taken_for(product.deep()), std::lcm(inside(left), inside(right)));
    bool joins = product.deep() > SumOrder::products;
    if (joins != (deep > SumOrder::products)) return false;
    out_.sizes[outer_left] = outer(left).number;
    out_.sizes[outer_right] = outer(right).number;
    outer(left) = Size::argument(outer_left, deep / inside(left));
    outer(right) = Size::argument(outer_right, deep / inside(right));
    return true;
  }

  const Nest& nest_;
  const Schedule& own_;
  const Target& target_;
  const DynamicSizes& dynamic_;
  SharedNest out_;
};

// Whether the outermost loop is the rows of its products.
bool has_rows(const Nest& nest) {
  if (!has_product(nest) || (nest.stages.size() > 1 && nest.shared != 1)) return false;
  return std::ranges::none_of(nest.stages, [](const Stage& stage) {
    return stage.gathers || (is_product(stage) && stage.kept != 2);
  });
}

}  // namespace

bool is_dynamic(int64_t extent, const DynamicSizes& dynamic) {
  return std::ranges::any_of(dynamic, [&](int64_t it) { return it > 1 && extent % it == 0; });
}

SharedNest shared_nest(const ScheduledNest& nest, const Target& target,
                       const DynamicSizes& dynamic) {
  ScheduledNest own = nest;
  Constants constants = taken_out(own.nest, dynamic);
  auto any = has_rows(own.nest) ? AnyProducts(own, target, dynamic).made()
                                : AnyLoops(own, target, dynamic).made();
  SharedNest out = any ? std::move(*any) : SharedNest{.kernel = own, .turns = own.schedule.turns};
  out.constants = std::move(constants);
  return out;
}

}  // namespace rille
