// The loop that threads divide, and the vectorized one.
#include "jit/schedule.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

#include "jit/bounds.h"
#include "jit/nest/independent_parts.h"
#include "jit/schedule/tasks.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr int64_t fold_lanes = SumOrder::lanes;
constexpr int64_t max_pieces = 32;
constexpr int64_t max_terms = SumOrder::block << 32;  // of a reduction of unknown length
constexpr int64_t strip_registers = 2;                // adjacent registers of a strip
constexpr int64_t short_row =
    16;  // the minimum length of a vectorized row, if rows cannot be merged

int64_t up_to(int64_t extent, int64_t most) {
  return std::min(most, static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(extent))));
}

// The unused lanes of the last vector of a loop.
int64_t idle(int64_t iterations, int64_t lanes) {
  return ceil_div(iterations, lanes) * lanes - iterations;
}

int last_loop(const Stage& stage) { return static_cast<int>(stage.loops.size()) - 1; }

// The number of loads that are contiguous along the loop, minus that of strided ones.
int score(const Stage& stage, int loop) {
  int score = 0;
  auto count = [&](const Access& access) {
    Size stride = access.strides[static_cast<size_t>(loop)];
    if (stride.is(1)) ++score;
    if (!stride.is(1) && !stride.is(0)) --score;
  };
  for (const NestStep& step : stage.code) {
    if (step.name == Scalar::load) count(step.access);
  }
  return score;
}

// The vectorized loop of a reduction: along a row, or, if columns are contiguous, across them.
int vector_of_fold(const Stage& stage) {
  int last = last_loop(stage);
  if (stage.form == StageForm::scan) return stage.kept - 1;
  if (stage.kept == 0) return last;
  int column = stage.kept - 1;
  return score(stage, column) > score(stage, last) ? column : last;
}

// The same for a sum. Short rows that cannot be merged are vectorized across rows.
int vector_of_sum(const Stage& stage) {
  int last = last_loop(stage);
  Size row = stage.loops.back();
  bool short_rows = last > stage.kept && row.known() && row.number < short_row;
  return short_rows ? stage.kept - 1 : vector_of_fold(stage);
}

// Whether a reduction reads much of its input again in each iteration of its outer loops. Then the
// vectorized loop goes outside, and the input of one vector of columns stays in the cache.
bool reads_again(const Stage& stage, const Target& target) {
  if (stage.form != StageForm::fold || stage.kept < 2) return false;
  int64_t terms = stage.max_terms();
  if (terms > 0 && terms * target.vector.bytes < target.caches.l1) return false;
  auto stays = [&](const Access& access) {
    auto is_still = [](Size stride) { return stride.is(0); };
    auto kept = access.strides.begin() + stage.kept;
    return access.computed < 0 && std::all_of(access.strides.begin(), kept - 1, is_still) &&
           !std::all_of(kept, access.strides.end(), is_still);
  };
  return std::ranges::any_of(stage.code, [&](const NestStep& step) {
    return step.name == Scalar::load && stays(step.access);
  });
}

// The number of columns in a strip, for a reduction of columns whose rows do not stay in the
// caches: the partial sums of a strip fill a quarter of the L2 cache. 0: no strips. The result is
// the same for up to twice as many terms.
int64_t strip_of(const Stage& stage, const Target& target) {
  auto kept = static_cast<size_t>(stage.kept);
  if (stage.loops.size() != kept + 1 || stage.max_terms() < 4 * fold_lanes) return 0;
  auto terms = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(stage.max_terms())));
  int64_t least = bound_of_tests(2 * fold_lanes * 2 * target.cores);  // enough for all cores
  int64_t near = bound_of_tests(16 * target.caches.l2);
  auto each = std::max<int64_t>(bytes(stage.sum_dtype), 4);
  int64_t most = target.caches.l2 / 4 / (fold_lanes * each);
  double items = 1;  // of the batch
  for (size_t i = 0; i + 1 < kept; ++i) {
    items *= static_cast<double>(std::max<int64_t>(stage.loops[i].number, 1));
  }
  int64_t columns = 0;
  for (const NestStep& step : stage.code) {
    if (step.name != Scalar::load || step.access.computed >= 0) continue;
    Size row = step.access.strides[kept];
    if (!step.access.strides[kept - 1].is(1) || !row.known() || row.number < least) continue;
    double size = items * static_cast<double>(terms) * static_cast<double>(row.number);
    bool is_far = size * static_cast<double>(bytes(step.dtype)) > static_cast<double>(near);
    if (is_far) columns = std::max(columns, row.number);
  }
  Size iterations = stage.loops[kept - 1];
  if (iterations.known()) columns = std::min(columns, iterations.number);
  if (columns < least) return 0;
  int64_t strips = ceil_div(columns, most * target.cores) * target.cores;
  return ceil_div(ceil_div(columns, strips), fold_lanes) * fold_lanes;
}

// The number of vectors that a pointwise stage computes at once. An elementary function is a chain
// of dependent operations, so that four independent chains hide its latency. Four chains of f64
// would need more registers than there are.
int64_t registers_of(const Stage& stage) {
  int64_t out = 1;
  for (const NestStep& step : stage.code) {
    ScalarFacts::Reproducibility answer = facts_of(step.name).answer;
    if (answer == ScalarFacts::Reproducibility::one || !is_float(step.dtype)) continue;
    if (answer == ScalarFacts::Reproducibility::ours || step.dtype == Dtype::f64) return 2;
    out = 4;
  }
  return out;
}

// Whether a load is contiguous along the loop around the vectors, and strided along the vectors, as
// in a transpose. With tiling, each cache line is used by all rows while it is in the cache.
bool crosses(const Stage& stage, int vector) {
  if (vector < 1) return false;
  return std::ranges::any_of(stage.code, [&](const NestStep& step) {
    if (step.name != Scalar::load || step.access.computed >= 0) return false;
    const auto& strides = step.access.strides;
    Size across = strides[static_cast<size_t>(vector)];
    return strides[static_cast<size_t>(vector) - 1].is(1) && !across.is(0) && !across.is(1);
  });
}

// The outermost of the first `count` loops that has enough iterations for all threads; of the
// vectorized loop, vectors count.
int shared_loop(const Stage& stage, const StageSchedule& schedule, int count) {
  int best = -1;
  int64_t most = 0;
  for (int i = 0; i < count; ++i) {
    Size loop = stage.loops[static_cast<size_t>(i)];
    int64_t iterations = i == schedule.vector ? ceil_div(loop.number, schedule.lanes) : loop.number;
    if (!loop.known() || iterations >= 16) return i;
    if (iterations > most) best = i, most = iterations;
  }
  return best;
}

// The memory that a nest reads and writes, except its locals: bytes of all buffers whose size is
// known, and the bytes of one element of each buffer with more than one element.
struct Footprint {
  double bytes = 0;
  int64_t each = 0;
};

// Adds the number of elements that a stage accesses, by buffer. Operands have loops of their own.
void add_touched(const Nest& nest, const Stage& stage, std::map<int, double>& elements) {
  auto add = [&](const Access& access) {
    if (nest.is_local(access.buffer)) return;
    double iterations = 1;
    for (size_t i = 0; i < access.strides.size(); ++i) {
      bool moves = access.computed >= 0 || !access.strides[i].is(0);
      if (moves) iterations *= static_cast<double>(std::max<int64_t>(stage.loops[i].number, 1));
      if (!access.strides[i].is(0) && iterations < 2) iterations = 2;  // an unknown number
    }
    elements[access.buffer] = std::max(elements[access.buffer], iterations);
  };
  for (const NestStep& step : stage.code) {
    if (step.name == Scalar::load) add(step.access);
  }
  for (const Store& store : stage.stores) add(store.access);
  for (const Stage& operand : stage.operands) add_touched(nest, operand, elements);
}

Footprint footprint_of(const Nest& nest) {
  std::map<int, double> elements;
  for (const Stage& stage : nest.stages) add_touched(nest, stage, elements);
  Footprint out;
  for (auto [buffer, count] : elements) {
    auto each = static_cast<int64_t>(bytes(nest.buffers[static_cast<size_t>(buffer)]));
    out.bytes += count * static_cast<double>(each);
    if (count > 1) out.each += each;
  }
  return out;
}

// The minimum number of bytes of a result that is written with non-temporal stores; 0: never. They
// pay if the last-level cache cannot hold what the kernel reads and writes, because later kernels
// would not find the results there. If sizes are arguments, the run decides as if all buffers had
// equally many elements, against a fixed cache size, so that all targets share the code.
int64_t streams(const Nest& nest, const Stage& stage, const Footprint& footprint,
                const Target& target) {
  if (stage.form != StageForm::pointwise || stage.stores.empty()) return 0;
  int64_t own = 1;
  for (const Store& store : stage.stores) {
    own = std::max(
        own, static_cast<int64_t>(bytes(nest.buffers[static_cast<size_t>(store.access.buffer)])));
  }
  int64_t each = std::max(footprint.each, own);
  int64_t least = bound_of_tests(std::max(bound::worth_streaming, bound::last_cache / each * own));
  if (!std::ranges::all_of(stage.loops, &Size::known)) return least;  // the run decides
  return footprint.bytes > static_cast<double>(bound_of_tests(target.caches.l3)) ? least : 0;
}

void give_streams(const Nest& nest, Schedule& schedule, const Target& target) {
  if (nest.keeps_results_cached) return;
  Footprint footprint = footprint_of(nest);
  for (size_t i = 0; i < nest.stages.size(); ++i) {
    auto* own = std::get_if<ElementwiseSchedule>(&schedule.stages[i].form);
    if (own == nullptr || schedule.stages[i].lanes == 1) continue;
    own->streams = streams(nest, nest.stages[i], footprint, target);
  }
}

// Divides the columns of a large reduction of columns into strips.
void give_strips(const Stage& stage, StageSchedule& schedule, const Target& target) {
  if (stage.form != StageForm::fold || gives_place(stage.combiner)) return;
  const auto* own = std::get_if<ElementwiseSchedule>(&schedule.form);
  if (own == nullptr || own->order != LoopOrder::nested) return;
  if (schedule.vector != stage.kept - 1 || schedule.lanes < target.lanes()) return;
  ColumnsSchedule columns{.strip = strip_of(stage, target)};
  if (columns.strip == 0) return;
  auto each = std::max<int64_t>(bytes(stage.sum_dtype), 4);
  schedule.lanes = static_cast<int>(strip_registers * target.vector.bytes / each);
  schedule.form = columns;
}

// Whether the next row should be prefetched: the stage computes long on each row, and the hardware
// does not prefetch rows between which a kernel runs other stages.
bool should_prefetch_next(const Nest& nest, const Stage& stage) {
  if (nest.stages.size() == 1 || nest.shared == 0) return false;
  auto reads_rows = [&](const NestStep& step) {
    return step.name == Scalar::load && step.access.computed < 0 &&
           !nest.is_local(step.access.buffer) && step.access.strides.back().is(1);
  };
  return registers_of(stage) > 1 && std::ranges::any_of(stage.code, reads_rows);
}

// Whether cores would be idle if each iteration took this number of columns of a large reduction.
bool is_wider_than_shares(const Stage& stage, int64_t lanes, const Target& target) {
  int64_t iterations = 1, work = stage.max_terms();
  for (int i = 0; i < stage.kept; ++i) {
    const Size& loop = stage.loops[static_cast<size_t>(i)];
    if (!loop.known()) return false;
    iterations = saturating_product(
        {iterations, i + 1 == stage.kept ? ceil_div(loop.number, lanes) : loop.number});
    work = saturating_product({work, loop.number});
  }
  return iterations < target.cores && work >= bound_of_tests(bound::worth_pieces);
}

// Whether the nest is a single reduction that is long, or of unknown length.
bool is_long_fold(const Nest& nest) {
  if (nest.stages.size() > 1 || nest.stages[0].kept > 0) return false;
  if (nest.stages[0].form != StageForm::fold) return false;
  int64_t terms = nest.stages[0].max_terms();
  return terms == 0 || (terms > SumOrder::block && terms >= bound_of_tests(bound::worth_pieces));
}

}  // namespace

bool has_columns(const Stage& stage) {
  if (stage.form != StageForm::fold || stage.kept == 0) return false;
  if ((in_order(stage) ? vector_of_sum(stage) : vector_of_fold(stage)) >= stage.kept) return false;
  auto is_matrix = [&](const Access& access) {  // rather than one number for all terms
    auto folded = access.strides.begin() + stage.kept;
    bool moves = access.computed >= 0 || std::any_of(folded, access.strides.end(),
                                                     [](Size stride) { return !stride.is(0); });
    return moves && (folded - 1)->is(1);
  };
  return std::ranges::any_of(stage.code, [&](const NestStep& step) {
    return step.name == Scalar::load && is_matrix(step.access);
  });
}

int64_t bound_of_tests(int64_t usual) {
  static const int64_t asked = [] {
    const char* text = std::getenv("RILLE_TEST_SCHEDULE");
    return text != nullptr ? std::max<int64_t>(std::atoll(text), 1) : 0;
  }();
  return asked > 0 ? asked : usual;
}

StageSchedule schedule_loops(const Stage& stage, int from, const Target& target) {
  StageSchedule out;
  int64_t least = std::max(target.vector.bytes / 4, 4), most = least;
  bool is_pointwise = stage.form == StageForm::pointwise;
  if (is_pointwise) {
    out.vector = stage.kept - 1;
    most = least * registers_of(stage);
  }
  if (stage.form == StageForm::fold || stage.form == StageForm::scan) {
    out.vector = vector_of_fold(stage);
  }
  if (in_order(stage)) {
    out.vector = vector_of_sum(stage);
    // Columns: a few adjacent registers, whose partial sums stay in the L1 cache. For an unknown
    // number of terms there are partial sums of 1, 2, 4 … up to 2^32 blocks, and half as many
    // columns.
    int64_t registers = stage.max_terms() == 0 ? 2 : 4;
    most = std::min(fold_lanes,
                    registers * target.vector.bytes / std::max<int64_t>(bytes(stage.sum_dtype), 4));
  } else if (stage.form == StageForm::fold && out.vector >= stage.kept) {
    most =
        gives_place(stage.combiner) ? least * 4 : fold_lanes;  // positions need registers as well
  } else if (stage.form == StageForm::fold) {
    most = least * (gives_place(stage.combiner) ? 2 : 4);
  }
  if (out.vector < from) out.vector = stage.form == StageForm::fold ? last_loop(stage) : -1;
  if (in_order(stage) && out.vector >= stage.kept) {
    out.lanes = static_cast<int>(SumOrder::lanes_of(stage.terms()));
  } else if (out.vector >= 0) {
    Size iterations = stage.loops[static_cast<size_t>(out.vector)];
    out.lanes = static_cast<int>(iterations.known() ? up_to(iterations.number, most) : most);
    // Few lanes should be unused, and few columns should be divided among all cores.
    bool is_fold = stage.form == StageForm::fold && out.vector < stage.kept;
    auto is_too_wide = [&](int64_t lanes) {
      bool idles = idle(iterations.number, lanes) * 8 > iterations.number;
      return idles || (is_fold && is_wider_than_shares(stage, lanes, target));
    };
    while ((is_fold || is_pointwise) && iterations.known() && out.lanes > least &&
           is_too_wide(out.lanes)) {
      out.lanes /= 2;
    }
  }
  if (out.vector >= stage.kept) {
    out.form = RowsSchedule{};
    return out;
  }
  auto& order = std::get<ElementwiseSchedule>(out.form).order;
  if (from == 0 && out.lanes > 1 && out.vector == stage.kept - 1 && reads_again(stage, target)) {
    order = LoopOrder::outside;
    out.lanes = std::min(out.lanes, static_cast<int>(least));
  } else if (is_pointwise && out.lanes > 1 && out.vector > from && crosses(stage, out.vector)) {
    order = LoopOrder::tiled;
  }
  return out;
}

namespace {

// Sets whether the stages of a nest prefetch the next iteration of the shared loops.
void give_prefetches(const Nest& nest, Schedule& schedule) {
  for (size_t i = 0; i < nest.stages.size(); ++i) {
    StageSchedule& stage = schedule.stages[i];
    if (stage.lanes == 1 || !should_prefetch_next(nest, nest.stages[i])) continue;
    if (auto* own = std::get_if<ElementwiseSchedule>(&stage.form)) own->prefetch = true;
    if (auto* own = std::get_if<RowsSchedule>(&stage.form)) own->prefetch = true;
  }
}

}  // namespace

Schedule schedule_of(const Nest& nest, const Target& target) {
  Schedule out;
  if (has_product(nest)) {
    out = schedule_tasks(nest, target);
    give_streams(nest, out, target);
    return out;
  }
  const Stage& first = nest.stages[0];
  for (const Stage& stage : nest.stages) {
    out.stages.push_back(schedule_loops(stage, nest.shared, target));
  }
  give_prefetches(nest, out);
  give_streams(nest, out, target);
  StageSchedule& lead = out.stages[0];
  if (is_long_fold(nest)) {
    PiecesSchedule pieces{.count = std::min(max_pieces, bound_of_tests(max_pieces))};
    lead.form = pieces;
    out.iterations = pieces.count;
    out.shared = shared_bytes(pieces);
    return out;
  }
  if (nest.stages.size() == 1) give_strips(first, lead, target);
  const auto* columns = std::get_if<ColumnsSchedule>(&lead.form);
  const auto* own = std::get_if<ElementwiseSchedule>(&lead.form);
  bool is_outside = own != nullptr && own->order == LoopOrder::outside;
  if (columns != nullptr) out.scratch = scratch_bytes(*columns, first);
  out.loop = is_outside
                 ? lead.vector
                 : shared_loop(first, lead, nest.stages.size() == 1 ? first.kept : nest.shared);
  if (out.loop < 0) return out;
  Size extent = first.loops[static_cast<size_t>(out.loop)];
  if (out.loop == lead.vector) {
    bool few = extent.known() && extent.number < target.cores * fold_lanes;
    out.align = is_outside || few ? lead.lanes : std::max<int64_t>(fold_lanes, lead.lanes);
    if (columns != nullptr) out.align = columns->strip;
  }
  if (nest.stages.size() == 1)
    out.parts = std::max(independent_parts(first, nest.buffers.size()).count, 1);
  out.iterations = extent.known() ? iterations_of(out, extent.number) : 0;
  return out;
}

int64_t shared_bytes(const PiecesSchedule& pieces) {
  return 64 + pieces.count * fold_lanes * 2 * static_cast<int64_t>(sizeof(double));
}

int64_t scratch_bytes(const ColumnsSchedule& columns, const Stage& stage) {
  int64_t terms = stage.max_terms() > 0 ? stage.max_terms() : max_terms;
  int64_t blocks = in_order(stage) ? ceil_div(terms, SumOrder::block) : 1;
  auto levels = 1 + static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(blocks)));
  return levels * fold_lanes * columns.strip * std::max<int64_t>(bytes(stage.sum_dtype), 4);
}

int64_t iterations_of(const Schedule& schedule, int64_t extent) {
  if (schedule.parts == 1) return extent;
  return schedule.parts * ceil_div(extent, schedule.align) * schedule.align;
}

}  // namespace rille
