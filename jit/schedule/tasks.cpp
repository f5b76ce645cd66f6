// Tiles, panels and tasks of products.
#include "jit/schedule/tasks.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace rille {
namespace {

constexpr int64_t line = 64;                   // bytes of a cache line
constexpr int64_t worth_a_task = 1 << 19;      // multiplications
constexpr int64_t worth_a_stop = 1 << 24;      // the same, of a task that listens within
constexpr int64_t in_place_bytes = 192 << 10;  // an operand that stays in a near cache
constexpr int64_t all_columns = int64_t{1} << 40;
constexpr int64_t block_bytes = 256 << 10;  // of the locals of one block of rows

int64_t divided_up(int64_t x, int64_t by) { return (x + by - 1) / by; }
int64_t rounded_up(int64_t x, int64_t to) { return divided_up(x, to) * to; }

// The most that a product of sizes may be where it is compared with something.
int64_t at_most(std::initializer_list<int64_t> sizes) {
  int64_t out = 1;
  for (int64_t size : sizes) {
    if (__builtin_mul_overflow(out, size, &out)) return INT64_MAX;
  }
  return out;
}

// RILLE_TEST_SCHEDULE cuts tasks of at most that many columns: a test changes a schedule under a
// warm cache.
int64_t most_columns() {
  static const int64_t most = [] {
    const char* asked = std::getenv("RILLE_TEST_SCHEDULE");
    return asked != nullptr ? std::max<int64_t>(std::atoll(asked), 1) : INT64_MAX;
  }();
  return most;
}

// The one load that an operand is, perhaps converted; null where it is more than that.
const Access* plain(const Stage& operand) {
  const NestStep* step = &operand.code[static_cast<size_t>(operand.folded)];
  if (step->name == "convert") step = &operand.code[static_cast<size_t>(step->in[0])];
  bool is_plain = step->name == "load" && step->access.computed < 0 && step->access.guard < 0;
  return is_plain ? &step->access : nullptr;
}

// A product of a nest, and the sizes that matter.
class Product {
 public:
  Product(const Nest& nest, const Stage& stage, const Machine& machine)
      : nest_(nest),
        stage_(stage),
        machine_(machine),
        across_(static_cast<size_t>(stage.kept) - 2),
        rows_(stage.loops[across_].number),
        columns_(stage.loops[across_ + 1].number),
        deep_(stage.deep()),
        width_(static_cast<int64_t>(bytes(stage.sum_dtype))),
        lanes_(machine.vector_bytes / width_) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t multiplications() const { return at_most({rows_, columns_, deep_}); }
  int64_t work(const Tasks& task) const { return at_most({task.rows, task.columns, deep_}); }

  // The tile's sums stay in registers beside one row of the right operand and one number of the
  // left. Rows are shared out evenly, so that the last tile is not nearly empty.
  StageSchedule tile() const {
    StageSchedule out{.vector = stage_.kept - 1, .lanes = static_cast<int>(lanes_)};
    int64_t vectors = columns_ > lanes_ ? 2 : 1;
    int64_t most =
        machine_.vector_registers >= 32 ? (vectors == 2 ? 14 : 24) : (vectors == 2 ? 6 : 12);
    out.tile_rows = divided_up(rows_, divided_up(rows_, most));
    out.tile_columns = lanes_ * vectors;
    return out;
  }

  // Columns whose part of the right operand stays in the far half of the second cache.
  int64_t near_columns(const StageSchedule& s) const {
    int64_t panel = at_most({s.tile_columns, deep_, width_});
    int64_t tiles = std::max<int64_t>(machine_.l2_bytes / 2 / panel, 1);
    return std::min(tiles * s.tile_columns, rounded_up(columns_, s.tile_columns));
  }

  // Reads the operands as they stand where that is as good as a copy; panels begin at `scratch`.
  void read(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const {
    read_left(s, tasks);
    read_right(s, tasks);
    place(s.left, 1, scratch);
    place(s.right, divided_up(tasks.columns, s.tile_columns), scratch);
  }

 private:
  void read_left(StageSchedule& s, const Tasks& tasks) const {
    const Stage& operand = stage_.operands[0];
    bool once = tasks.columns <= 2 * s.tile_columns;
    const Access* access = plain(operand);
    if (access != nullptr && (is_local(*access) || once || is_near(*access, rows_, s.tile_rows))) {
      return;
    }
    bool by_rows = !runs_along(operand, across_) || runs_along(operand, operand.loops.size() - 1);
    s.left.reading = by_rows ? Reading::packed_deep : Reading::packed_across;
    // Rows of whole vectors and a line more, so that they do not meet in one set of the cache.
    s.left.stride =
        by_rows ? rounded_up(deep_, lanes_) + line / width_ : rounded_up(s.tile_rows, lanes_);
    s.left.panel = (by_rows ? s.tile_rows : deep_) * s.left.stride;
  }

  void read_right(StageSchedule& s, const Tasks& tasks) const {
    const Stage& operand = stage_.operands[1];
    bool once = tasks.rows <= 2 * s.tile_rows && tasks.block == tasks.rows;
    const Access* access = plain(operand);
    bool in_vectors = access != nullptr && access->strides[across_].is(1);
    if (in_vectors && (once || is_near(*access, columns_, 1))) return;
    bool across = runs_along(operand, across_);
    s.right.reading = across ? Reading::packed_across : Reading::packed_deep;
    s.right.stride = s.tile_columns;
    s.right.panel = rounded_up(deep_, lanes_) * s.tile_columns;
  }

  bool is_local(const Access& access) const {
    return static_cast<size_t>(access.buffer) >= nest_.arguments();
  }

  // All of it stays in a near cache, and the `count` rows that are read side by side, and the next
  // ones behind them, do not meet in one set of it.
  bool is_near(const Access& access, int64_t across, int64_t count) const {
    Dtype dtype = nest_.buffers[static_cast<size_t>(access.buffer)];
    bool is_small = at_most({across, deep_, width_}) <= in_place_bytes;
    if (dtype != stage_.sum_dtype) return false;
    if (count == 1) return is_small;
    auto bytes_of = [&](size_t loop) { return access.strides[loop].number * width_; };
    if (access.strides.back().is(1)) return is_small || spreads(bytes_of(across_), count);
    return is_small;
  }

  // Whether so many lines, each `stride` bytes behind the last one, take a quarter of the ways of
  // the first cache at most.
  static bool spreads(int64_t stride, int64_t count) {
    constexpr int64_t sets = 64, ways = 4;
    if (stride % line != 0) return true;
    return sets / std::gcd(sets, stride / line) * ways >= count;
  }

  static bool runs_along(const Stage& operand, size_t loop) {
    return std::ranges::any_of(operand.code, [&](const NestStep& step) {
      return step.name == "load" && step.access.strides[loop].is(1);
    });
  }

  void place(OperandSchedule& s, int64_t panels, int64_t& scratch) const {
    if (s.reading == Reading::in_place) return;
    s.at = scratch;
    scratch += rounded_up(at_most({panels, s.panel, width_}), line);
  }

  const Nest& nest_;
  const Stage& stage_;
  const Machine& machine_;
  size_t across_;
  int64_t rows_, columns_, deep_, width_, lanes_;
};

int64_t batch_of(const Stage& stage) {
  int64_t out = 1;
  for (size_t i = 0; i + 2 < static_cast<size_t>(stage.kept); ++i) out *= stage.loops[i].number;
  return out;
}

// Enough for many threads, each with work for a while.
int64_t wanted_tasks(int64_t work) {
  return std::max(std::clamp<int64_t>(work / worth_a_task, 1, 32),
                  std::clamp<int64_t>(work / (32 * worth_a_task), 1, 512));
}

// Tasks of one product: as many as threads may want, of tiles that serve each other.
Tasks tasks_of(const Product& product, const StageSchedule& s, int64_t batch) {
  Tasks out{.rows = product.rows(), .columns = product.near_columns(s)};
  if (most_columns() < out.columns) out.columns = rounded_up(most_columns(), s.tile_columns);
  int64_t wanted = wanted_tasks(at_most({batch, product.multiplications()}));
  auto count = [&] {
    return batch * divided_up(product.rows(), out.rows) *
           divided_up(product.columns(), out.columns);
  };
  auto halve = [](int64_t& extent, int64_t tile) {
    extent = rounded_up(divided_up(extent, 2), tile);
  };
  for (int64_t least : {8, 4, 1}) {  // tiles
    while (count() < wanted) {
      bool rows = out.rows > least * s.tile_rows && out.rows >= out.columns;
      bool columns = out.columns > least * s.tile_columns;
      if (!rows && !columns && out.rows <= least * s.tile_rows) break;
      if (rows || !columns) {
        halve(out.rows, s.tile_rows);
      } else {
        halve(out.columns, s.tile_columns);
      }
    }
  }
  out.block = out.rows;
  return out;
}

// Tasks of stages that go through the rows together.
Tasks tasks_of(const Nest& nest, int64_t tile_rows, int64_t batch) {
  int64_t rows = nest.stages[0].loops[static_cast<size_t>(nest.shared) - 1].number;
  int64_t row_bytes = 0;
  for (const Local& local : nest.locals) {
    row_bytes += local.elements * static_cast<int64_t>(bytes(local.dtype));
  }
  Tasks out{.columns = all_columns, .block = tile_rows};
  while (2 * out.block * row_bytes <= block_bytes && 2 * out.block <= 4 * tile_rows) out.block *= 2;
  int64_t wanted = wanted_tasks(nest.work());
  int64_t blocks = divided_up(rows, out.block);
  int64_t row_tasks = std::clamp<int64_t>(divided_up(wanted, batch), 1, divided_up(blocks, 2));
  out.rows = divided_up(blocks, row_tasks) * out.block;
  return out;
}

}  // namespace

bool has_product(const Nest& nest) {
  return std::ranges::any_of(nest.stages,
                             [](const Stage& it) { return it.form == StageForm::contract; });
}

Schedule schedule_tasks(const Nest& nest, const Machine& machine) {
  Schedule out;
  std::vector<Product> products;
  int64_t batch = 1, rows = 0, columns = 0;
  for (const Stage& stage : nest.stages) {
    if (stage.form != StageForm::contract) {
      out.stages.push_back(schedule_loops(stage, nest.shared, machine));
      continue;
    }
    products.emplace_back(nest, stage, machine);
    out.stages.push_back(products.back().tile());
    batch = batch_of(stage);
    rows = products.back().rows(), columns = products.back().columns();
  }
  auto first = std::ranges::find_if(out.stages, [](const auto& s) { return s.tile_rows > 0; });
  out.tasks = nest.stages.size() == 1 ? tasks_of(products[0], *first, batch)
                                      : tasks_of(nest, first->tile_rows, batch);
  out.tasks.row_tasks = divided_up(rows, out.tasks.rows);
  out.tasks.column_tasks = nest.stages.size() == 1 ? divided_up(columns, out.tasks.columns) : 1;
  out.turns = batch * out.tasks.row_tasks * out.tasks.column_tasks;
  size_t number = 0;
  int64_t most_rows = 0;
  for (StageSchedule& s : out.stages) {
    if (s.tile_rows == 0) continue;
    Tasks own = out.tasks;
    const Product& product = products[number++];
    own.columns = std::min(own.columns, rounded_up(product.columns(), s.tile_columns));
    product.read(s, own, out.scratch);
    s.stops = product.work(own) > worth_a_stop;
    most_rows = std::max(most_rows, rounded_up(out.tasks.block, s.tile_rows));
  }
  for (const Local& local : nest.locals) {
    out.locals.push_back(out.scratch);
    out.scratch += rounded_up(
        at_most({most_rows, local.elements, static_cast<int64_t>(bytes(local.dtype))}), line);
  }
  return out;
}

}  // namespace rille
