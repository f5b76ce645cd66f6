// Sizes for which a recorded nest is interpreted.
#include "tests/kernels/sizes.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace rille::diff {
namespace {

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <class S, class F>
void each_stage(S& nest, const F& f) {
  for (auto& stage : nest.stages) {
    f(stage);
    for (auto& operand : stage.operands) f(operand);
  }
}

// Sizes that are arguments.
class ArgumentDraw {
 public:
  ArgumentDraw(const Nest& nest, Chance& chance, int64_t work)
      : nest_(nest), chance_(chance), work_(work) {
    each_stage(nest, [&](const Stage& stage) {
      for (Size loop : stage.loops) {
        if (!loop.known()) classes_[static_cast<size_t>(loop.arg)] = loop.number;
        if (!loop.known()) loops_.insert(loop.arg);
      }
    });
  }

  SizeArguments run() {
    if (has_product(nest_)) {
      rows();
      deep();
      if (loops_.contains(outermost_loop)) sizes_[outermost_loop] = chance_.from(1, 5);
    } else {
      for (int arg : loops_) sizes_[static_cast<size_t>(arg)] = extent(arg);
      constexpr size_t columns = 1, terms = 2, matrix = 3;  // a stride of backends/host/nests.cpp
      if (!loops_.contains(matrix)) sizes_[matrix] = sizes_[columns] * sizes_[terms];
    }
    while (reduce()) continue;
    return sizes_;
  }

 private:
  int64_t extent(int arg) {
    static constexpr int64_t sizes[] = {1,  2,  3,  5,   7,   15,   16,   17,   31,  33,
                                        63, 64, 65, 100, 129, 1000, 1030, 1500, 2500};
    int64_t out = chance_.one_of(sizes), size_class = classes_[static_cast<size_t>(arg)];
    return size_class == 0 ? out : std::min(out, size_class);
  }

  // A multiple of the iterations inside of the outer one of several loops.
  void rows() {
    if (!loops_.contains(product_rows)) return;
    int64_t inside =
        loops_.contains(outer_rows) ? classes_[product_rows] / classes_[outer_rows] : 1;
    int64_t outer = chance_.from(
        1, std::max<int64_t>(std::min<int64_t>(20 / inside, classes_[product_rows] / inside), 1));
    sizes_[product_rows] = outer * inside;
    sizes_[outer_rows] = outer;
  }

  // k, in both operands.
  void deep() {
    if (!loops_.contains(outer_left)) return;
    auto product = std::ranges::find_if(nest_.stages, [](const Stage& stage) {
      return is_product(stage) &&
             stage.operands[0].loops[static_cast<size_t>(stage.operands[0].kept)].arg == outer_left;
    });
    int64_t most = product->k_size(), left = most / classes_[outer_left],
            right = most / classes_[outer_right], both = std::lcm(left, right);
    int64_t least = most > SumOrder::products ? SumOrder::products + 1 : 1;
    int64_t count = std::min(ceil_div(least, both) + chance_.below(40), most / both);
    sizes_[outer_left] = count * both / left;
    sizes_[outer_right] = count * both / right;
  }

  // Fewer iterations of the longest loop of several that are arguments, outside of products.
  bool reduce() {
    if (has_product(nest_) || work_of(nest_, sizes_) <= static_cast<double>(work_)) return false;
    int longest = -1;
    for (int arg : loops_) {
      auto size = [&](int it) { return sizes_[static_cast<size_t>(it)]; };
      if (longest < 0 || size(arg) > size(longest)) longest = arg;
    }
    if (longest < 0 || sizes_[static_cast<size_t>(longest)] <= 3) return false;
    sizes_[static_cast<size_t>(longest)] /= 2;
    if (!loops_.contains(3)) sizes_[3] = sizes_[1] * sizes_[2];
    return true;
  }

  const Nest& nest_;
  Chance& chance_;
  int64_t work_;
  std::set<int> loops_;
  SizeArguments classes_ = {}, sizes_ = {};
};

// One loop that may have fewer iterations: its places in stages and operands.
struct Reducible {
  std::vector<Size*> places = {};
  Size* whole = nullptr;  // the loop of the product's stage that `places` are a part of
  int64_t iterations = 1;
};

// The loops of a nest, each once.
class Loops {
 public:
  explicit Loops(Nest& nest) : nest_(nest) {}

  std::vector<Reducible> run() {
    for (size_t i = 0; i < static_cast<size_t>(nest_.shared); ++i) shared(i);
    for (Stage& stage : nest_.stages) {
      auto first = static_cast<size_t>(nest_.shared);
      if (is_product(stage)) {
        product(stage, first);
        continue;
      }
      for (size_t i = first; i < stage.loops.size(); ++i) add({.places = {&stage.loops[i]}});
    }
    return std::move(out_);
  }

 private:
  void add(Reducible it) {
    if (!it.places[0]->known()) return;
    it.iterations = it.places[0]->number;
    if (it.iterations > 1) out_.push_back(std::move(it));
  }

  static size_t batch_of(const Stage& product) { return product.loops.size() - 2; }

  // A loop that all stages have; of products it is one of the batch, or the only one of their rows.
  void shared(size_t i) {
    Reducible it;
    for (Stage& stage : nest_.stages) {
      it.places.push_back(&stage.loops[i]);
      if (!is_product(stage)) continue;
      Stage& left = stage.operands[0];
      if (i < batch_of(stage)) {
        for (Stage& operand : stage.operands) it.places.push_back(&operand.loops[i]);
      } else if (i == batch_of(stage) && !stage.sums_outer_products &&
                 static_cast<size_t>(left.kept) == i + 1) {
        it.places.push_back(&left.loops[i]);
      } else {
        return;
      }
    }
    add(std::move(it));
  }

  void product(Stage& stage, size_t first) {
    Stage &left = stage.operands[0], &right = stage.operands[1];
    size_t batch = batch_of(stage);
    for (size_t i = first; i < batch; ++i) {
      add({.places = {&stage.loops[i], &left.loops[i], &right.loops[i]}});
    }
    if (first <= batch) across(left, batch, stage.loops[batch]);
    if (first <= batch + 1) across(right, batch, stage.loops[batch + 1]);
    if (stage.sums_outer_products) return;
    auto deep = [](Stage& it) { return std::span(it.loops).subspan(static_cast<size_t>(it.kept)); };
    if (!std::ranges::equal(deep(left), deep(right))) return;
    for (size_t i = 0; i < deep(left).size(); ++i) {
      add({.places = {&deep(left)[i], &deep(right)[i]}});
    }
  }

  void across(Stage& operand, size_t batch, Size& whole) {
    if (!whole.known()) return;
    for (size_t i = batch; i < static_cast<size_t>(operand.kept); ++i) {
      add({.places = {&operand.loops[i]}, .whole = &whole});
    }
  }

  Nest& nest_;
  std::vector<Reducible> out_;
};

// Halves the longest loop of more than a few iterations; false: there is none. Stages that pass
// elements to each other through a local have loops of the same number for them.
bool reduce_longest(Nest& nest) {
  constexpr int64_t few = 2;
  std::vector<Reducible> all = Loops(nest).run();
  if (all.empty()) return false;
  int64_t most = std::ranges::max_element(all, {}, &Reducible::iterations)->iterations;
  if (most <= few) return false;
  int64_t less = (most + 1) / 2;
  for (Reducible& it : all) {
    if (it.iterations != most) continue;
    for (Size* place : it.places) *place = less;
    if (it.whole != nullptr) *it.whole = it.whole->number / most * less;
    if (nest.stages.size() == 1) break;
  }
  return true;
}

}  // namespace

int64_t value_of(Size size, const SizeArguments& sizes) {
  return size.known() ? size.number : sizes[static_cast<size_t>(size.arg)];
}

double work_of(const Nest& nest, const SizeArguments& sizes) {
  double out = 0;
  auto iterations = [&](const Stage& stage) {
    double all = 1;
    for (Size loop : stage.loops) all *= static_cast<double>(value_of(loop, sizes));
    return all;
  };
  for (const Stage& stage : nest.stages) {
    auto steps = static_cast<double>(stage.code.size() + 1);
    if (is_product(stage)) {
      const Stage& left = stage.operands[0];
      double deep = 1;
      for (size_t i = static_cast<size_t>(left.kept); i < left.loops.size(); ++i) {
        deep *= static_cast<double>(value_of(left.loops[i], sizes));
      }
      if (stage.sums_outer_products) deep = 1;  // it is one of the stage's loops
      steps += deep * static_cast<double>(left.code.size() + stage.operands[1].code.size() + 1);
    }
    out += steps * iterations(stage);
  }
  return out;
}

std::vector<int64_t> elements_of(const Nest& nest, const SizeArguments& sizes) {
  std::vector<int64_t> out(nest.buffers.size(), 1);
  for (const Stage& whole : nest.stages) {
    auto note = [&](const Stage& stage) {
      auto one = [&](const Access& access) {
        int64_t last = access.offset;
        for (size_t i = 0; i < access.strides.size(); ++i) {
          int64_t step = value_of(access.strides[i], sizes);
          last += std::max<int64_t>(step * (value_of(stage.loops[i], sizes) - 1), 0);
        }
        int64_t& count = out[static_cast<size_t>(access.buffer)];
        count = std::max(count, last + 1);
      };
      for (const NestStep& step : stage.code) {
        if (step.name == Scalar::load) one(step.access);
      }
      for (const Store& store : stage.stores) one(store.access);
    };
    note(whole);
    for (const Stage& operand : whole.operands) note(operand);
  }
  return out;
}

bool is_indexed(const Nest& nest, int buffer) {
  bool out = false;
  for (const Stage& stage : nest.stages) {
    each_access(stage, [&](const Access& access) {
      out = out || (access.buffer == buffer && access.computed >= 0);
    });
  }
  return out;
}

SizedKernel sized(Nest nest, Chance& chance, int64_t work) {
  SizedKernel out{.nest = std::move(nest)};
  out.sizes = ArgumentDraw(out.nest, chance, work).run();
  while (work_of(out.nest, out.sizes) > static_cast<double>(work)) {
    if (!reduce_longest(out.nest)) break;
    out.is_reduced = true;
  }
  return out;
}

void raise_rows(SizedKernel& kernel, int64_t least) {
  SizeArguments& sizes = kernel.sizes;
  if (sizes[product_rows] == 0 || sizes[product_rows] >= least) return;
  int64_t inside = sizes[product_rows] / sizes[outer_rows];
  int64_t size_class = kernel.nest.stages[0].loops[0].number;
  sizes[outer_rows] = std::min(ceil_div(least, inside), size_class / inside);
  sizes[product_rows] = sizes[outer_rows] * inside;
}

int64_t iterations_of(const ScheduledNest& kernel, SizeArguments& sizes) {
  const Nest& nest = kernel.nest;
  const Schedule& schedule = kernel.schedule;
  if (schedule.loop >= 0) {
    Size extent = nest.stages[0].loops[static_cast<size_t>(schedule.loop)];
    return rille::iterations_of(schedule, value_of(extent, sizes));
  }
  if (!has_product(nest)) return schedule.iterations;
  const Tasks& tasks = *schedule.tasks;
  const Stage& first = nest.stages[0];
  auto batch = static_cast<size_t>(nest.stages.size() == 1 ? first.kept - 2 : nest.shared - 1);
  int64_t row_tasks = tasks.row_tasks, out = tasks.column_tasks;
  for (size_t i = 0; i < batch; ++i) out *= value_of(first.loops[i], sizes);
  bool has_rows = first.loops[batch].arg == product_rows;
  if (has_rows) {
    auto product = std::ranges::find_if(schedule.stages, [](const StageSchedule& stage) {
      return std::holds_alternative<TilesSchedule>(stage.form);
    });
    int64_t height = std::get<TilesSchedule>(product->form).tile_rows, count = sizes[product_rows];
    int64_t each = ceil_div(ceil_div(count, height), row_tasks);
    sizes[task_rows] = std::min(each, ceil_div(tasks.rows, height)) * height;
    row_tasks = ceil_div(count, sizes[task_rows]);
  }
  int64_t all = out * row_tasks;
  return schedule.iterations > 0 && !has_rows ? schedule.iterations : all;
}

}  // namespace rille::diff
