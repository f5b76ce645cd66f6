// Tiles, panels and tasks of products.
#include "jit/schedule/tasks.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "jit/bounds.h"
#include "jit/schedule/row_memory.h"

namespace rille {
namespace {

constexpr int64_t line = 64;  // bytes of a cache line
constexpr int64_t all_columns = int64_t{1} << 40;
constexpr int64_t most_left_tiles = 8;                // some lines of memory side by side
constexpr int64_t most_right_tiles = 4;               // the same
constexpr int64_t least_deep = 256, most_deep = 384;  // p of a chunk
constexpr int64_t streamed_deep = 8;                  // p of a chunk of what goes by once
constexpr int64_t long_piece = 4096;                  // bytes of a row that are worth a task
constexpr int64_t least_tiles = 4;                    // of rows whose number the code does not know
constexpr int64_t whole_tiles = 64512;                // rows: of 6, 12, 14 and of 24
constexpr int64_t air = 2 * line;  // behind locals, whose last row is looked at by vectors

bool has_one_across(const Stage& operand, size_t across) {
  return static_cast<size_t>(operand.kept) == across + 1;
}

// The one load that an operand is, perhaps converted; null where it is more than that, or where
// its rows or p take several loops.
const Access* plain(const Stage& operand, size_t across) {
  if (!has_one_across(operand, across) || operand.loops.size() > across + 2) return nullptr;
  const NestStep& step = unconverted(operand);
  bool is_plain = step.name == Scalar::load && step.access.computed < 0 && step.access.guard < 0;
  return is_plain ? &step.access : nullptr;
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
  int64_t width() const { return width_; }
  int64_t multiplications() const { return at_most({rows_, columns_, deep_}); }
  bool gathers() const { return stage_.gathers; }
  int64_t work(const Tasks& task) const { return at_most({task.rows, task.columns, deep_}); }

  // The tile's sums stay in registers beside one row of the right operand and one number of the
  // left. Rows are shared out evenly, so that the last tile is not nearly empty. Few rows have
  // longer ones: sums enough for two multipliers.
  StageSchedule tile() const {
    StageSchedule out{.vector = stage_.kept - 1, .lanes = static_cast<int>(lanes_)};
    int64_t vectors = columns_ > lanes_ ? 2 : 1, room = machine_.vector_registers >= 32 ? 24 : 12;
    if (can_turn()) {
      out.right.reading = Reading::turned;
      vectors = 1;
    } else if (rows_ * 4 <= room && is_in_vectors()) {
      int64_t wide = rows_ == 1 ? 8 : rows_ * 8 <= room ? 6 : 4;
      vectors = std::min(wide, divided_up(columns_, lanes_));
    }
    if (has_dots()) out.group = 4;
    out.tile_rows = height(rows_, vectors);
    out.tile_columns = lanes_ * vectors;
    return out;
  }

  // Of tiles that so many rows are cut in.
  int64_t height(int64_t rows, int64_t vectors) const {
    int64_t most =
        machine_.vector_registers >= 32 ? (vectors == 2 ? 14 : 24) : (vectors == 2 ? 6 : 12);
    if (has_dots()) most = std::min<int64_t>(most, 12);  // beside what puts them right
    return divided_up(rows, divided_up(rows, most));
  }

  // What a multiplication takes, beside one of many rows: few wait for memory.
  int64_t cost() const { return std::max<int64_t>(8 / rows_, 1); }

  // Of a deep product so many p at once that a panel of either side stays in the first cache, of
  // whole turns of what is inside the outermost loop of p.
  int64_t chunk(const StageSchedule& tile) const {
    int64_t row = (tile.tile_rows + tile.tile_columns) * width_ / tile.group;
    int64_t most = std::clamp(machine_.l1_bytes / row, least_deep, most_deep);
    int64_t unit = std::lcm(inner(stage_.operands[0]), inner(stage_.operands[1]));
    if (has_dots()) unit = std::lcm(unit, int64_t{4});
    int64_t out = rounded_up(divided_up(deep_, divided_up(deep_, most)), unit);
    return deep_ > SumOrder::products ? out : 0;
  }

  // Whether the right operand goes by once, from memory, in rows of columns: long pieces of a few
  // of them side by side come faster than short ones of many.
  bool streams(const StageSchedule& s, const Tasks& tasks) const {
    bool once = tasks.rows <= s.tile_rows && is_in_vectors();
    return once && waits() && s.right.reading == Reading::in_place;
  }

  // Rows side by side, as many as the machine sees coming, of each a line at a time.
  void stream(StageSchedule& s) const {
    s.chunk = streamed_deep;
    if (rows_ == 1) s.tile_columns = std::min(std::max(line / width_, lanes_), s.tile_columns);
  }

  // To pack an element of the right operand, beside one of the left.
  int64_t cost_of_right() const { return vectors_across(stage_.operands[1]) ? 1 : 3; }

  // Columns whose part of the right operand stays in the far half of the second cache.
  int64_t near_columns(const StageSchedule& s) const {
    int64_t panel = at_most({s.tile_columns, chunk_of(s), width_});
    int64_t tiles = std::max<int64_t>(machine_.l2_bytes / 2 / panel, 1);
    return std::min(tiles * s.tile_columns, rounded_up(columns_, s.tile_columns));
  }

  // Rows whose sums do so, of chunks: they wait there, with those of their blocks.
  int64_t near_rows(const StageSchedule& s, int64_t columns) const {
    if (s.chunk == 0) return rows_;
    int64_t most = bound::most_sums / at_most({columns, sums_each(), width_});
    return std::min(rounded_up(std::max<int64_t>(most, 1), s.tile_rows), rows_);
  }

  // Columns whose sums of all rows do so.
  int64_t summed_columns(const StageSchedule& s) const {
    int64_t most = bound::most_sums / at_most({rows_, sums_each(), width_});
    return std::max(std::min(most, bound_of_tests(INT64_MAX)), s.tile_columns);
  }

  void place_sums(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const {
    if (s.chunk == 0) return;
    s.sums_at = scratch;
    scratch += at_most({rounded_up(tasks.rows, s.tile_rows),
                        rounded_up(tasks.columns, s.tile_columns), sums_each(), width_});
  }

  // Whether a task copies an operand.
  bool packs(StageSchedule s, const Tasks& tasks) const {
    auto is_copied = [](const OperandSchedule& operand) {
      return operand.reading == Reading::packed_across || operand.reading == Reading::packed_deep;
    };
    s.chunk = chunk(s);
    read_left(s, tasks);
    read_right(s, tasks);
    return is_copied(s.left) || is_copied(s.right);
  }

  // Reads the operands as they stand where that is as good as a copy; panels begin at `scratch`.
  void read(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const {
    read_left(s, tasks);
    read_right(s, tasks);
    place(s.left, s.left_tiles, scratch);
    place(s.right, divided_up(tasks.columns, s.tile_columns), scratch);
  }

 private:
  // Few rows, for which the right operand comes from memory: what is computed with it takes less.
  bool waits() const {
    bool is_far = at_most({columns_, deep_, width_}) > bound_of_tests(machine_.l2_bytes / 2);
    return rows_ <= few_rows && is_far;
  }

  int64_t chunk_of(const StageSchedule& s) const { return s.chunk > 0 ? s.chunk : deep_; }

  // Numbers that a sum in chunks takes: its own and those of its blocks (codegen/blocks.h).
  int64_t sums_each() const {
    auto blocks = static_cast<uint64_t>((deep_ - 1) / SumOrder::products + 1);
    return blocks > 1 ? 1 + static_cast<int64_t>(std::bit_width(blocks)) : 1;
  }

  int64_t inner(const Stage& operand) const {
    int64_t out = 1;
    for (auto i = static_cast<size_t>(operand.kept) + 1; i < operand.loops.size(); ++i) {
      out *= operand.loops[i].number;
    }
    return out;
  }

  void read_left(StageSchedule& s, const Tasks& tasks) const {
    const Stage& operand = stage_.operands[0];
    bool once = tasks.columns <= 2 * s.tile_columns;
    const Access* access = plain(operand, across_);
    if (access != nullptr && s.group == 1 &&
        (nest_.is_local(access->buffer) || once || is_near(*access, rows_, s.tile_rows))) {
      return;
    }
    bool by_rows = !vectors_across(operand) || runs_along(operand, operand.loops.size() - 1);
    s.left.reading = by_rows ? Reading::packed_deep : Reading::packed_across;
    // Rows of whole vectors and a line more, so that they do not meet in one set of the cache.
    s.left.stride =
        by_rows ? rounded_up(chunk_of(s), lanes_) + line / width_ : rounded_up(s.tile_rows, lanes_);
    s.left.panel = (by_rows ? s.tile_rows : chunk_of(s) + s.group) * s.left.stride;
    s.left.ahead = by_rows && access != nullptr && access->strides.back().is(1);
    if (by_rows) return;
    int64_t tiles = machine_.l2_bytes / 4 / at_most({s.left.panel, width_});
    s.left_tiles = std::clamp<int64_t>(
        tiles, 1, std::min<int64_t>(most_left_tiles, divided_up(tasks.block, s.tile_rows)));
  }

  void read_right(StageSchedule& s, const Tasks& tasks) const {
    const Stage& operand = stage_.operands[1];
    bool once = tasks.rows <= 2 * s.tile_rows && tasks.block == tasks.rows;
    if (s.right.reading == Reading::turned) {
      s.right.ahead = waits();
      return;
    }
    if (s.group == 1 && is_in_vectors() && (once || is_near(*plain(operand, across_), columns_, 1)))
      return;
    bool across = vectors_across(operand);
    s.right.reading = across ? Reading::packed_across : Reading::packed_deep;
    s.right.stride = s.tile_columns;
    s.right.panel = (chunk_of(s) + lanes_) * s.tile_columns;
    if (across && tasks.columns >= most_right_tiles * s.tile_columns) {
      s.right_tiles = most_right_tiles;
    }
  }

  // The right operand stands in rows of columns.
  bool is_in_vectors() const {
    const Access* access = plain(stage_.operands[1], across_);
    return access != nullptr && access->strides[across_].is(1);
  }

  // Numbers of 8 bits, those on the right with a sign; enough rows to pay for packing them.
  bool has_dots() const {
    if (!machine_.dots || rows_ < 8 || columns_ < lanes_) return false;
    auto from = [&](size_t side) {
      const Stage& operand = stage_.operands[side];
      const NestStep& made = operand.code[static_cast<size_t>(operand.folded)];
      return made.name == Scalar::convert ? operand.code[static_cast<size_t>(made.in[0])].dtype
                                          : made.dtype;
    };
    bool are_bytes = from(1) == Dtype::i8 && (from(0) == Dtype::i8 || from(0) == Dtype::u8);
    return are_bytes && stage_.sum_dtype == Dtype::i32;
  }

  // It stands in rows of p, and one tile has all rows.
  bool can_turn() const {
    const Access* access = plain(stage_.operands[1], across_);
    int64_t most = machine_.vector_registers >= 32 ? 20 : 8;
    return access != nullptr && !has_dots() && rows_ <= most && access->strides.back().is(1) &&
           !access->strides[across_].is(1) && deep_ >= lanes_ && columns_ > 1;
  }

  // All of it stays in a near cache, and the `count` rows that are read side by side, and the next
  // ones behind them, do not meet in one set of it.
  bool is_near(const Access& access, int64_t across, int64_t count) const {
    Dtype dtype = nest_.buffers[static_cast<size_t>(access.buffer)];
    bool is_small = at_most({across, deep_, width_}) <= bound::in_place_bytes;
    if (dtype != stage_.sum_dtype) return false;
    if (count == 1) return is_small;
    auto bytes_of = [&](size_t loop) { return access.strides[loop].number * width_; };
    if (access.strides.back().is(1)) return is_small || spreads(bytes_of(across_), count);
    return is_small;
  }

  // Whether so many lines, each `stride` bytes behind the last one, take two thirds of the ways of
  // the first cache at most.
  bool spreads(int64_t stride, int64_t count) const {
    constexpr int64_t sets = 64;
    if (stride % line != 0) return true;
    return machine_.l1_bytes / line / std::gcd(sets, stride / line) * 2 / 3 >= count;
  }

  bool vectors_across(const Stage& operand) const {
    if (!has_one_across(operand, across_)) return false;
    bool runs_deep = runs_along(operand, operand.loops.size() - 1);
    return runs_along(operand, across_) || (runs_along(operand, across_, 2) && !runs_deep);
  }

  // Every second one are the parts of complex numbers.
  static bool runs_along(const Stage& operand, size_t loop, int64_t stride = 1) {
    return std::ranges::any_of(operand.code, [&](const NestStep& step) {
      return step.name == Scalar::load && step.access.strides[loop].is(stride);
    });
  }

  void place(OperandSchedule& s, int64_t panels, int64_t& scratch) const {
    if (s.reading == Reading::in_place || s.reading == Reading::turned) return;
    s.at = scratch;
    scratch += rounded_up(at_most({panels, s.panel, width_}), line);
  }

  const Nest& nest_;
  const Stage& stage_;
  const Machine& machine_;
  size_t across_;
  int64_t rows_, columns_, deep_, width_, lanes_;
};

constexpr int64_t many = 1 << 20;  // items of a batch of which nobody knows how many there are

int64_t batch_of(const Stage& stage) {
  int64_t out = 1;
  for (size_t i = 0; i + 2 < static_cast<size_t>(stage.kept); ++i) {
    out *= stage.loops[i].known() ? stage.loops[i].number : many;
  }
  return out;
}

// Some for each core, each with work for a while.
int64_t wanted_tasks(int64_t work, const Machine& machine) {
  return std::clamp<int64_t>(work / bound::worth_a_task, 1, int64_t{4} * machine.cores);
}

// Tasks of one product: as many as are wanted, cut so that the least is packed twice.
Tasks tasks_of(const Product& product, const StageSchedule& s, int64_t batch, int64_t wanted) {
  int64_t rows = product.rows(), columns = product.columns();
  int64_t row_tiles = divided_up(rows, s.tile_rows);
  int64_t column_tiles = divided_up(columns, s.tile_columns);
  int64_t most =
      std::min(product.near_columns(s), std::max(bound_of_tests(INT64_MAX), s.tile_columns));
  Tasks best;
  int64_t least = INT64_MAX;
  for (int64_t cuts = divided_up(columns, most); cuts <= column_tiles; cuts += 1 + cuts / 8) {
    int64_t width = divided_up(column_tiles, cuts) * s.tile_columns;
    int64_t least_cuts = divided_up(rows, product.near_rows(s, width));
    int64_t row_cuts = std::clamp(divided_up(wanted, batch * cuts), least_cuts, row_tiles);
    int64_t packed = row_cuts * columns * product.cost_of_right() + cuts * rows;
    if (batch * cuts * row_cuts < wanted) packed += (rows + columns) * wanted;  // rather not
    if (packed >= least) continue;
    least = packed;
    best.rows = std::min(divided_up(row_tiles, row_cuts) * s.tile_rows, rows);
    best.columns = width;
  }
  best.block = best.rows;
  return best;
}

// Tasks of one that goes by once, row by row: equal shares for all cores, and as long pieces of
// rows as that allows. Two for each core, where these are no shorter than two tiles, so that one
// that is late holds nobody up.
Tasks streamed_tasks(const Product& product, const StageSchedule& s, int64_t batch,
                     const Machine& machine) {
  int64_t tiles = divided_up(product.columns(), s.tile_columns), width = 1, least = INT64_MAX;
  int64_t most = std::min(product.summed_columns(s) / s.tile_columns, tiles);
  for (int64_t tried = most; tried > 0; --tried) {
    int64_t turns = batch * divided_up(tiles, tried);
    int64_t share = divided_up(turns, machine.cores) * tried;
    bool is_long = tried * s.tile_columns * product.width() >= long_piece;
    bool shares_late = share == least && turns <= 2 * machine.cores && is_long;
    if (share >= least && !shares_late) continue;
    least = share;
    width = tried;
  }
  Tasks out{.rows = product.rows(), .columns = width * s.tile_columns};
  out.block = out.rows;
  return out;
}

bool gathers(const Nest& nest) {
  return std::ranges::any_of(nest.stages, [](const Stage& it) { return it.gathers; });
}

// Tasks of stages that go through the rows together.
Tasks tasks_of(const Nest& nest, int64_t row_bytes, int64_t tile_rows, int64_t batch,
               const Machine& machine) {
  int64_t rows = nest.stages[0].loops[static_cast<size_t>(nest.shared) - 1].number;
  int64_t wanted = wanted_tasks(nest.work(), machine);
  Tasks out{.columns = all_columns, .block = tile_rows};
  while (2 * out.block * row_bytes <= bound::block_bytes && 2 * out.block <= 4 * tile_rows)
    out.block *= 2;
  out.near =
      std::clamp<int64_t>(machine.l1_bytes / 2 / std::max<int64_t>(row_bytes, 1), 1, out.block);
  if (gathers(nest)) {
    out.rows = rows;
    return out;
  }
  // Two blocks for each task at least, since each packs what is on the right, but one for each
  // core.
  int64_t tiles = divided_up(rows, tile_rows), blocks = divided_up(rows, out.block);
  int64_t cores = std::min(divided_up(machine.cores, batch), tiles);
  int64_t most = std::max(divided_up(blocks, 2), cores);
  int64_t each = divided_up(tiles, std::clamp<int64_t>(divided_up(wanted, batch), 1, most));
  out.rows = each * tile_rows;
  out.block = divided_up(each, divided_up(out.rows, out.block)) * tile_rows;
  out.near = std::min(out.near, out.block);
  return out;
}

void place_locals(const Nest& nest, const RowMemory& rows, int64_t most_rows, Schedule& out) {
  std::vector<int64_t> at;
  for (int64_t size : rows.sizes()) {
    at.push_back(out.scratch);
    out.scratch += rounded_up(at_most({most_rows, size}), line);
  }
  for (size_t local = 0; local < nest.locals.size(); ++local) {
    out.locals.push_back(at[rows.of(local)]);
  }
}

}  // namespace

int64_t at_most(std::initializer_list<int64_t> sizes) {
  int64_t out = 1;
  for (int64_t size : sizes) {
    if (__builtin_mul_overflow(out, size, &out)) return INT64_MAX;
  }
  return out;
}

int64_t grown_to(int64_t count, int64_t least, int64_t factor) {
  int64_t out = least;
  while (out < count) out = at_most({out, factor});
  return out;
}

int64_t rows_taken_for(const Nest& nest, int64_t unit, const Machine& machine,
                       const DynamicSizes& dynamic) {
  const Stage& stage = *std::ranges::find_if(nest.stages, is_product);
  Product product(nest, stage, machine);
  if (is_dynamic(product.rows(), dynamic)) {
    Stage many = stage;
    many.loops[0] = rounded_up(grown_to(product.rows(), whole_tiles, 4), unit);
    // The last tile moves up to end with the last row: there is a whole one at least.
    bool has_tile = Product(nest, many, machine).tile().tile_rows <= product.rows();
    return has_tile ? many.loops[0].number : 0;
  }
  StageSchedule s = product.tile();
  int64_t vectors = s.tile_columns / s.lanes, tiles = divided_up(product.rows(), s.tile_rows);
  if (tiles < least_tiles) return 0;
  int64_t most = least_tiles;
  do most *= 4;
  while (most < tiles);
  for (int64_t count = most; count >= tiles; --count) {
    int64_t rows = rounded_up(at_most({s.tile_rows, count}), unit);
    if (rows >= product.rows() && product.height(rows, vectors) == s.tile_rows) return rows;
  }
  return 0;
}

bool has_product(const Nest& nest) { return std::ranges::any_of(nest.stages, is_product); }

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
    if (stage.gathers) continue;
    rows = products.back().rows(), columns = products.back().columns();
  }
  auto first = std::ranges::find_if(out.stages, [](const auto& s) { return s.tile_rows > 0; });
  RowMemory locals(nest);
  int64_t work = nest.work();
  if (nest.stages.size() == 1) {
    int64_t wanted = wanted_tasks(at_most({work, products[0].cost()}), machine);
    out.tasks = tasks_of(products[0], *first, batch, wanted);
    if (products[0].packs(*first, out.tasks)) {
      first->chunk = products[0].chunk(*first);
      if (first->chunk > 0) out.tasks = tasks_of(products[0], *first, batch, wanted);
    } else if (products[0].streams(*first, out.tasks)) {
      products[0].stream(*first);
      out.tasks = streamed_tasks(products[0], *first, batch, machine);
      // Short pieces of rows end before the machine has seen that they come.
      first->right.ahead = out.tasks.columns * products[0].width() < long_piece;
    }
  } else {
    out.tasks = tasks_of(nest, locals.bytes_in_all(), first->tile_rows, batch, machine);
  }
  out.tasks.row_tasks = divided_up(rows, out.tasks.rows);
  out.tasks.column_tasks = nest.stages.size() == 1 ? divided_up(columns, out.tasks.columns) : 1;
  auto kept = std::span(nest.stages[0].loops).first(static_cast<size_t>(nest.stages[0].kept));
  bool is_known = std::ranges::all_of(kept, &Size::known);
  out.turns = is_known ? batch * out.tasks.row_tasks * out.tasks.column_tasks : 0;
  size_t number = 0;
  int64_t most_rows = 0;
  for (StageSchedule& s : out.stages) {
    if (s.tile_rows == 0) continue;
    Tasks own = out.tasks;
    const Product& product = products[number++];
    own.columns = std::min(own.columns, rounded_up(product.columns(), s.tile_columns));
    if (product.gathers()) {
      own.rows = product.rows();
      s.chunk = out.tasks.block;
    }
    product.read(s, own, out.scratch);
    product.place_sums(s, own, out.scratch);
    s.stops = product.work(own) > bound::worth_a_stop;
    most_rows = std::max(most_rows, rounded_up(out.tasks.block, s.tile_rows));
  }
  place_locals(nest, locals, most_rows, out);
  if (gathers(nest)) out.scratch += air;
  return out;
}

}  // namespace rille
