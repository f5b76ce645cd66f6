// Schedule: how a loop nest runs on a target.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "jit/nest.h"
#include "jit/target.h"

namespace rille {

// The order of the loops of an elementwise stage. outside: the vectorized loop goes around all
// other loops; tiled: blocks of the loop around the vectors run inside of them.
enum class LoopOrder : uint8_t { nested, outside, tiled };

// Each lane computes an element of the results: pointwise stages, scans, and reductions of columns
// whose partial results are in registers.
struct ElementwiseSchedule {
  LoopOrder order = LoopOrder::nested;
  bool prefetch = false;  // the next iteration of the shared loops is prefetched
  int64_t streams = 0;    // minimum bytes of a result with non-temporal stores; 0: none has them

  bool operator==(const ElementwiseSchedule&) const = default;
};

// The lanes are adjacent terms of a reduction.
struct RowsSchedule {
  bool prefetch = false;  // the next iteration of the shared loops is prefetched

  bool operator==(const RowsSchedule&) const = default;
};

// A reduction of columns, in strips of columns whose partial results are in the scratch memory
// (jit/loops/strips.cpp).
struct ColumnsSchedule {
  int64_t strip = 0;  // columns, a multiple of the lanes

  bool operator==(const ColumnsSchedule&) const = default;
};

// A single long reduction: each iteration of the kernel reduces one piece (jit/loops/pieces.cpp).
// The lanes are terms.
struct PiecesSchedule {
  int64_t count = 1;

  bool operator==(const PiecesSchedule&) const = default;
};

// How a matrix product (m, n, k) reads an operand: in place, or from panels, which are copies in
// the scratch memory of the thread. packed_across: the copy runs in vectors along m or n;
// packed_deep: along k. A left panel is stored by k (packed_across) or by row (packed_deep), a
// right panel always by k. transposed: a right operand that is contiguous along k is transposed in
// registers, in squares, if one tile has all rows.
enum class Reading : uint8_t { in_place, packed_across, packed_deep, transposed };

struct OperandSchedule {
  Reading reading = Reading::in_place;
  int64_t at = 0;         // of panels: their offset in the scratch memory, in bytes
  int64_t panel = 0;      // elements of the panel of one tile
  int64_t stride = 0;     // elements from one row of a panel to the next
  int64_t tiles = 1;      // tiles that are packed together
  bool prefetch = false;  // the next part is prefetched

  bool is_packed() const {
    return reading == Reading::packed_across || reading == Reading::packed_deep;
  }
  bool operator==(const OperandSchedule&) const = default;
};

// A matrix product: a tile of sums is in registers; the lanes are columns.
struct TilesSchedule {
  int64_t tile_rows = 1, tile_columns = 1;
  OperandSchedule left = {}, right = {};
  int64_t group = 1;               // values of k in each lane of a panel
  bool in_tile_registers = false;  // the sums are there (TileRegister); panels have their rows
  // Of a transposed right operand without chunks: the distance between the columns of a tile, so
  // that each lane reads one long contiguous range.
  int64_t column_gap = 1;
  int64_t chunk = 0;    // values of k that are packed and summed at once; 0: all of them
  int64_t sums_at = 0;  // of chunks: offset of the partial sums of a task in the scratch memory
  bool checks_stop = false;  // checks for an interrupt after each row of tiles

  bool operator==(const TilesSchedule&) const = default;
};

// How one stage runs. A pointwise stage or a scan is elementwise, a product has tiles, and a
// reduction has any of the other forms.
struct StageSchedule {
  int vector = -1;  // the vectorized loop; -1: none
  int lanes = 1;    // elements of a vector, a power of two
  std::variant<ElementwiseSchedule, RowsSchedule, ColumnsSchedule, PiecesSchedule, TilesSchedule>
      form = {};

  bool operator==(const StageSchedule&) const = default;
};

// How a kernel with products is divided: a task computes `rows` rows and `columns` columns of one
// item of the batch, and packs its right operands once. If there are several stages, a task has all
// columns, its products compute `block` rows at a time, and the other stages `inner_rows` of these.
struct Tasks {
  int64_t rows = 0, columns = 0, block = 0, inner_rows = 1;
  int64_t row_tasks = 1, column_tasks = 1;
  std::vector<int64_t> locals = {};  // the offsets of locals in the scratch memory

  bool operator==(const Tasks&) const = default;
};

// A kernel runs a range of iterations. Ranges that cover all iterations may run in any order and on
// any thread, and give the same bits.
struct Schedule {
  // The loop whose iterations are divided; -1: there is one iteration, or one per task or piece.
  int loop = -1;
  int64_t iterations = 1;  // 0 if the extent of the loop is an argument: iterations_of()
  int64_t align = 1;       // ranges begin at multiples of this
  // Of a stage with independent parts (jit/nest/independent_parts.h): each part has all iterations
  // of the loop, rounded up to a multiple of `align`, so that a range lies in one or two parts.
  int64_t parts = 1;
  std::vector<StageSchedule> stages = {};
  std::optional<Tasks> tasks = {};  // of a nest with products
  // Bytes that all ranges of a run share, initially zero; the last buffer of the kernel.
  int64_t shared = 0;
  int64_t scratch = 0;  // bytes of scratch memory that a thread provides

  bool operator==(const Schedule&) const = default;
};

// The memory of the forms of reductions: Schedule::shared of pieces, and Schedule::scratch of
// strips.
int64_t shared_bytes(const PiecesSchedule& pieces);
int64_t scratch_bytes(const ColumnsSchedule& columns, const Stage& stage);

// The number of iterations if the divided loop has this extent.
int64_t iterations_of(const Schedule& schedule, int64_t extent);

bool has_product(const Nest& nest);
// Whether a reduction is vectorized along its last kept loop, so that lanes are columns.
bool has_columns(const Stage& stage);

std::string text(const Schedule& schedule);  // with all members

// The schedule that the rules for this target choose. Outside of jit/schedule only scheduled()
// calls it: everything else uses the schedule of a ScheduledNest.
Schedule schedule_of(const Nest& nest, const Target& target);

// A loop nest and its schedule, which is decided once. Code generation, caches, estimates, and runs
// use it. A tuner or the author of a kernel may replace the schedule.
struct ScheduledNest {
  Nest nest;
  Schedule schedule;
};
ScheduledNest scheduled(Nest nest, const Target& target);

// Throws a Bug that names the stage and the member if the nest cannot run by this schedule.
// loop_program() calls it.
void verify(const ScheduledNest& kernel);

std::string text(const ScheduledNest& kernel);
uint64_t structural_hash(const ScheduledNest& kernel);
bool same_code(const ScheduledNest& a, const ScheduledNest& b);

// The schedule of a nest in the kernel of a serial loop, which runs on one thread.
Schedule on_one_thread(const ScheduledNest& kernel);

// The arguments of the kernels of shared_nest().
enum SizeArgument : int {
  outermost_loop,
  folded_loop,   // of a single reduction: its outermost reduced loop
  product_rows,  // of products: the rows,
  outer_rows,    // the outermost loop of the rows of left operands whose rows take several loops,
  outer_left,    // the outermost loop of k in the left operand,
  outer_right,   // the outermost loop of k in the right operand,
  task_rows,     // and the rows of a task
  size_arguments
};
using SizeArguments = std::array<int64_t, size_arguments>;

// Sizes of arrays that differ from call to call. Loops whose extent is a multiple of one of them
// become arguments of the kernel, so that it is compiled once, even if its schedule for any size is
// up to 10 % slower (30 % for few rows). Other loops become arguments only if the schedule stays
// the same.
using DynamicSizes = std::vector<int64_t>;
bool is_dynamic(int64_t extent, const DynamicSizes& dynamic);

// The nest of a kernel that several nests share, and what is specific to this one.
//
// The outermost loop becomes an argument, and so does the outermost reduced loop of a reduction,
// if the schedule does not depend on their extents. Products take their rows and k as arguments;
// their schedule is that of a size class: the next larger one of a few sizes.
struct SharedNest {
  ScheduledNest kernel;
  int64_t iterations = 1;  // for these sizes
  SizeArguments sizes = {};
  Constants constants = {};
};
SharedNest shared_nest(const ScheduledNest& nest, const Target& target,
                       const DynamicSizes& dynamic);

// Replaces constants of the nest by loads from additional buffers, one per dtype, and returns the
// contents of these buffers. Constants that make the code better (0, 1, infinity …) stay.
Constants extract_constants(Nest& nest, const DynamicSizes& dynamic);

}  // namespace rille
