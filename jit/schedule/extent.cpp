// One kernel for many sizes.
#include <algorithm>
#include <bit>
#include <numeric>

#include "jit/bounds.h"
#include "jit/schedule.h"
#include "jit/schedule/tasks.h"

namespace rille {
namespace {

// Whether all stages have the outermost loop, and it is not reduced. Of products, it must be a loop
// of the batch.
bool is_shared(const Nest& nest) {
  if (nest.stages.size() > 1 && nest.shared == 0) return false;
  return std::ranges::all_of(nest.stages, [&](const Stage& stage) {
    int own = is_product(stage) ? 2 : 0;
    return stage.kept > own && (!stage.sums_outer_products || nest.shared > 1);
  });
}

void free_outermost(Stage& stage) {
  stage.loops[0] = Size::argument(outermost_loop);
  for (Stage& operand : stage.operands) free_outermost(operand);
}

bool streams(const Schedule& schedule) {
  return std::ranges::any_of(schedule.stages, [](const StageSchedule& it) {
    const auto* own = std::get_if<ElementwiseSchedule>(&it.form);
    return own != nullptr && own->streams > 0;
  });
}

// Shorter loops stay constant: threads divide other loops, and the code has fewer branches.
bool is_long(Size loop) { return loop.known() && loop.number >= bound::worth_sharing; }

// Nests whose outermost loop or reduced loop becomes an argument; of products, a loop of the batch.
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
  // Makes the number of terms of a single reduction an argument.
  bool frees_terms(SharedNest& any) const {
    if (nest_.stages.size() > 1 || nest_.stages[0].form != StageForm::fold) return false;
    Stage& stage = any.kernel.nest.stages[0];
    Size& outer = stage.loops[static_cast<size_t>(stage.kept)];
    bool is_any = is_dynamic(outer.number, dynamic_);
    if (!is_any && (!is_long(outer) || stage.terms() < SumOrder::lanes)) return false;
    any.sizes[folded_loop] = outer.number;
    int64_t size_class = is_any ? size_class_of(outer.number, bound::worth_pieces / 2, 16)
                                : size_class_of(outer.number, 1, 2);
    outer = Size::argument(folded_loop, size_class);
    return true;
  }

  // `any`, some of whose loops are arguments, if its schedule is that of the nest itself, or its
  // sizes are dynamic.
  std::optional<SharedNest> same_way(SharedNest any) const {
    any.kernel.nest.keeps_results_cached = !streams(own_);
    Schedule schedule = schedule_of(any.kernel.nest, target_);
    any.kernel.schedule = schedule;
    if (schedule.iterations == 0) schedule.iterations = iterations_for(schedule);
    any.iterations = schedule.iterations;
    if (schedule != own_ && !may_differ(any)) return {};
    return any;
  }

  // A different schedule is accepted for dynamic sizes, unless the outermost loop is vectorized.
  bool may_differ(const SharedNest& any) const {
    auto is_free = [&](SizeArgument argument) {
      return any.sizes[argument] == 0 || is_dynamic(any.sizes[argument], dynamic_);
    };
    bool crosses = any.sizes[outermost_loop] > 0 &&
                   std::ranges::any_of(own_.stages, [](const auto& it) { return it.vector == 0; });
    return is_free(outermost_loop) && is_free(folded_loop) && !crosses;
  }

  // The iterations of a schedule whose loop is an argument, for the loops of this nest.
  int64_t iterations_for(const Schedule& any) const {
    if (any.loop >= 0) {
      return iterations_of(any, nest_.stages[0].loops[static_cast<size_t>(any.loop)].number);
    }
    auto of_one = [](const Tasks& tasks) { return tasks.row_tasks * tasks.column_tasks; };
    return own_.iterations / of_one(*own_.tasks) * of_one(*any.tasks);
  }

  const Nest& nest_;
  const Schedule& own_;
  const Target& target_;
  const DynamicSizes& dynamic_;
};

// Matrix products, alone or with other stages that share their rows: rows and k become arguments.
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
    const Tasks& tasks = *schedule.tasks;
    int64_t row_tasks = tasks.row_tasks;
    if (rows) {
      if (is_dynamic(out_.sizes[product_rows], dynamic_)) row_tasks = wanted_row_tasks();
      int64_t height = height_of(schedule), count = out_.sizes[product_rows];
      int64_t each = ceil_div(ceil_div(count, height), row_tasks);
      out_.sizes[task_rows] = std::min(each, ceil_div(tasks.rows, height)) * height;
      row_tasks = ceil_div(count, out_.sizes[task_rows]);
    }
    out_.iterations = row_tasks * tasks.column_tasks;
    return std::move(out_);
  }

 private:
  static constexpr int64_t min_depth = 32;

  static int64_t height_of(const Schedule& schedule) {
    for (const StageSchedule& s : schedule.stages) {
      if (const auto* tiles = std::get_if<TilesSchedule>(&s.form)) return tiles->tile_rows;
    }
    return 1;
  }

  // The number that gives as many tasks as the product has with its own schedule.
  int64_t wanted_row_tasks() const {
    const Tasks& own = *own_.tasks;
    return ceil_div(own.row_tasks * own.column_tasks, out_.kernel.schedule.tasks->column_tasks);
  }

  // The product whose k may be an argument: the only one, if k is not an axis of another stage. A
  // product of few rows is limited by memory, and its schedule depends on k.
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

  static int64_t iterations(const Stage& stage, int from, int to) {
    int64_t out = 1;
    for (int i = from; i < to; ++i) out *= stage.loops[static_cast<size_t>(i)].number;
    return out;
  }

  // The iterations of the loops inside the outermost loop of rows, in left operands whose rows take
  // several loops; 0 if they differ.
  int64_t inside_rows() const {
    int64_t out = 1;
    for (const Stage& stage : nest_.stages) {
      if (!is_product(stage)) continue;
      int64_t inside = iterations(stage.operands[0], 1, stage.operands[0].kept);
      if (inside > 1 && out > 1 && inside != out) return 0;
      out = std::max(out, inside);
    }
    return out;
  }

  bool frees_rows() {
    int64_t inside = inside_rows();
    int64_t rows = inside > 0 ? row_size_class(nest_, inside, target_, dynamic_) : 0;
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

  // The size class of k: multiples of 128, from 2,048 on in steps of at most an eighth. Boundaries
  // of summation blocks, whose number determines the partial sums, are boundaries of classes.
  int64_t size_class(int64_t deep) const {
    if (is_dynamic(deep, dynamic_)) return size_class_of(deep, SumOrder::products, 2);
    auto power = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(deep)));
    return round_up(deep, std::max<int64_t>(128, power / 16));
  }

  bool frees_deep(Stage& product) {
    auto inside = [](const Stage& it) {
      return iterations(it, it.kept + 1, static_cast<int>(it.loops.size()));
    };
    auto outer = [](Stage& it) -> Size& { return it.loops[static_cast<size_t>(it.kept)]; };
    Stage &left = product.operands[0], &right = product.operands[1];
    if (!is_long(outer(left)) || !is_long(outer(right)) || product.k_size() < min_depth)
      return false;
    int64_t deep = round_up(size_class(product.k_size()), std::lcm(inside(left), inside(right)));
    bool joins = product.k_size() > SumOrder::products;
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

// Whether the outermost loop is that of the rows of all products.
bool has_rows(const Nest& nest) {
  if (!has_product(nest) || (nest.stages.size() > 1 && nest.shared != 1)) return false;
  return std::ranges::none_of(nest.stages, [](const Stage& stage) {
    return stage.sums_outer_products || (is_product(stage) && stage.kept != 2);
  });
}

}  // namespace

bool is_dynamic(int64_t extent, const DynamicSizes& dynamic) {
  return std::ranges::any_of(dynamic, [&](int64_t it) { return it > 1 && extent % it == 0; });
}

SharedNest shared_nest(const ScheduledNest& nest, const Target& target,
                       const DynamicSizes& dynamic) {
  ScheduledNest own = nest;
  Constants constants = extract_constants(own.nest, dynamic);
  auto any = has_rows(own.nest) ? AnyProducts(own, target, dynamic).made()
                                : AnyLoops(own, target, dynamic).made();
  SharedNest out =
      any ? std::move(*any) : SharedNest{.kernel = own, .iterations = own.schedule.iterations};
  out.constants = std::move(constants);
  return out;
}

}  // namespace rille
