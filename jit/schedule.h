// Schedule: how a nest runs on a machine, beside the nest.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "jit/nest.h"
#include "jit/target.h"

namespace rille {

// How a product reads an operand: as it stands in memory, or copied into panels of the thread's
// scratch first. The copying runs in vectors across (along i or j) or along p; the panel of a left
// operand then stands p by p or row by row, that of a right one always p by p. A right operand
// whose p stand side by side is turned in registers, square by square, where the tile has all rows.
enum class Reading : uint8_t { in_place, packed_across, packed_deep, turned };

struct OperandSchedule {
  Reading reading = Reading::in_place;
  int64_t at = 0;      // packed: bytes from the start of the scratch,
  int64_t panel = 0;   // elements of a panel (of one tile),
  int64_t stride = 0;  // and from one of its rows (left, by rows: i; else p) to the next
  bool ahead = false;  // what is used next comes near while this is

  bool operator==(const OperandSchedule&) const = default;
};

// How one stage runs.
struct StageSchedule {
  int vector = -1;       // the loop whose neighbours stand in one register; -1: none
  int lanes = 1;         // of that loop, a power of two
  bool outside = false;  // the vector loop goes around all loops of the stage's own
  bool tiled = false;    // pointwise: the loop outside the vectors goes in blocks inside them
  bool ahead = false;    // what the next turn of the shared loops reads comes near meanwhile
  // Columns of a sum: so many are added up at once, their partial sums being in the scratch
  // (jit/loops/strips.cpp); 0: as many as there are lanes.
  int64_t strip = 0;
  // Results of so many bytes or more are stored past the caches, which would read them first; 0:
  // none are.
  int64_t streams = 0;

  // Contract: registers hold a tile of sums; lanes are of the columns.
  int64_t tile_rows = 0, tile_columns = 0;
  OperandSchedule left = {}, right = {};
  int64_t left_tiles = 1;   // tiles of rows that are packed together
  int64_t right_tiles = 1;  // of columns
  int64_t group = 1;        // so many p stand side by side in a lane of the panels
  // Turned, without chunks: the columns of a tile lie so many apart, and tiles side by side fill
  // what is between them: each lane goes through one long piece of memory.
  int64_t apart = 1;
  int64_t chunk = 0;    // so many p are packed and added up at once; 0: all of them
  int64_t sums_at = 0;  // of chunks: where the sums of all tiles of a task stand in the scratch
  bool stops = false;   // looks for stops after each row of tiles

  bool operator==(const StageSchedule&) const = default;
};

// Turns of a nest with products: a task is one item of the batch loops, `rows` rows and `columns`
// columns, and packs the right operand of these once. Of a nest of several stages it has all
// columns, and its products take `block` rows at once; the stages between them `near` of these.
struct Tasks {
  int64_t rows = 0, columns = 0, block = 0, near = 1;
  int64_t row_tasks = 1, column_tasks = 1;

  bool operator==(const Tasks&) const = default;
};

// Kernels take a range of turns; the union of ranges is the whole work, in any order, on any
// thread, with the same bits.
struct Schedule {
  int loop = -1;      // the kept loop that turns run over; -1: one turn, or tasks
  int64_t turns = 1;  // 0 where the extent is an argument: turns_of()
  int64_t align = 1;  // ranges begin at multiples of this
  // Of a stage that falls apart (jit/nest/apart.h): turns run over the loop once for each part,
  // from a multiple of `align` on, so that a range has one part or two, and long pieces of these.
  int64_t parts = 1;
  std::vector<StageSchedule> stages = {};
  Tasks tasks = {};
  // Of a nest that is one long fold: each turn does a piece of it (jit/loops/pieces.cpp).
  int64_t pieces = 0;
  // Bytes that all ranges of a run have in common: zeros at first, behind the last buffer.
  int64_t shared = 0;
  std::vector<int64_t> locals = {};  // of tasks: where each stands in the scratch, in bytes
  int64_t scratch = 0;               // bytes of memory that a thread lends to the kernel

  bool operator==(const Schedule&) const = default;
};

// How many turns a loop of this extent makes.
int64_t turns_of(const Schedule& schedule, int64_t extent);

bool has_product(const Nest& nest);
// Whether the vectors of a fold run along its last kept loop: columns, side by side.
bool has_columns(const Stage& stage);

std::string text(const Schedule& schedule);  // all of it

// The schedule that this target's rules choose. Outside of jit/schedule only scheduled() asks for
// it: everything else takes the schedule that a nest has been given.
Schedule schedule_of(const Nest& nest, const Target& target);

// A nest and the schedule that was decided for it, once: what code generation, caches, estimates,
// and runs go by. A tuner or the author of a kernel may have chosen another schedule than
// schedule_of().
struct ScheduledNest {
  Nest nest;
  Schedule schedule;
};
ScheduledNest scheduled(Nest nest, const Target& target);

std::string text(const ScheduledNest& kernel);
uint64_t structural_hash(const ScheduledNest& kernel);
bool same_code(const ScheduledNest& a, const ScheduledNest& b);

// The schedule of a nest inside the kernel of a loop, which one thread runs.
Schedule on_one_thread(const ScheduledNest& kernel);

// The arguments of kernels that shared_nest() makes.
enum SizeArgument : int {
  outermost_loop,
  folded_loop,   // of one fold: the outermost loop of what is folded
  product_rows,  // of products: their rows,
  outer_rows,    // the outermost of the loops that they take in left operands, where it is not all,
  outer_left,    // the outermost loop of p on the left
  outer_right,   // and on the right,
  task_rows,     // and the rows of a task
  size_arguments
};
using SizeArguments = std::array<int64_t, size_arguments>;

// Sizes of a call's arrays of which other calls have others. A loop of so many turns, or of some
// times as many, is to run any number of them with one kernel, for a tenth of the speed at most, of
// few rows a third. What is no such loop is shared where the schedule is the same.
using DynamicSizes = std::vector<int64_t>;
bool is_dynamic(int64_t extent, const DynamicSizes& dynamic);

// A nest as its kernel has it, so that many share one, and what is its own.
//
// Extents: the outermost loop becomes an argument, and that of a fold's terms, where the schedule
// is the same for any: what it decides about these loops is how many turns there are. Products take
// their rows and p as arguments; their schedule is made for what these are taken for, a number not
// far above, and the same for all up to there.
struct SharedNest {
  ScheduledNest kernel;
  int64_t turns = 1;  // that these sizes take
  SizeArguments sizes = {};
  Constants constants = {};
};
SharedNest shared_nest(const ScheduledNest& nest, const Target& target,
                       const DynamicSizes& dynamic);

// Makes loads of the nest's numbers, from buffers behind those it has (one for each dtype), and
// gives what stands there. Those that code may be better for (0, 1, infinity …) stay what they are.
Constants taken_out(Nest& nest, const DynamicSizes& dynamic);

}  // namespace rille
