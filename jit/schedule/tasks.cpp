// How products are divided into tasks.
#include "jit/schedule/tasks.h"

#include <algorithm>
#include <span>

#include "jit/bounds.h"
#include "jit/schedule/product.h"
#include "jit/schedule/row_memory.h"

namespace rille {
namespace {

constexpr int64_t line = 64;  // bytes of a cache line
constexpr int64_t all_columns = int64_t{1} << 40;
constexpr int64_t long_piece = 4096;        // bytes of a row that are worth a task
constexpr int64_t min_tiles = 4;            // of rows whose number is an argument
constexpr int64_t whole_tiles = 64512;      // rows: a multiple of 6, 12, 14, and 24
constexpr int64_t tail_padding = 2 * line;  // after locals, whose last row is read in vectors

constexpr int64_t many = 1 << 20;  // the assumed size of a batch that is an argument

int64_t batch_of(const Stage& stage) {
  int64_t out = 1;
  for (size_t i = 0; i + 2 < static_cast<size_t>(stage.kept); ++i) {
    out *= stage.loops[i].known() ? stage.loops[i].number : many;
  }
  return out;
}

// Several for each core, each with enough work.
int64_t wanted_tasks(int64_t work, const Target& target) {
  return std::clamp<int64_t>(work / bound::worth_a_task, 1, int64_t{4} * target.cores);
}

// Tasks of one product: about `wanted` of them, with the least redundant packing.
Tasks tasks_of(const Product& product, const TilesSchedule& s, int64_t batch, int64_t wanted) {
  int64_t rows = product.rows(), columns = product.columns();
  int64_t row_tiles = ceil_div(rows, s.tile_rows);
  int64_t column_tiles = ceil_div(columns, s.tile_columns);
  int64_t unit = s.column_gap * s.tile_columns;  // columns that stay in one task
  int64_t most =
      std::min(product.cached_columns(s), std::max(bound_of_tests(INT64_MAX), s.tile_columns));
  Tasks best;
  int64_t least = INT64_MAX;
  for (int64_t cuts = ceil_div(columns, most); cuts <= column_tiles; cuts += 1 + cuts / 8) {
    int64_t width = round_up(ceil_div(column_tiles, cuts) * s.tile_columns, unit);
    int64_t min_cuts = ceil_div(rows, product.cached_rows(s, width));
    int64_t row_cuts = std::clamp(ceil_div(wanted, batch * cuts), min_cuts, row_tiles);
    int64_t packed = row_cuts * columns * product.cost_of_right() + cuts * rows;
    if (batch * cuts * row_cuts < wanted)
      packed += (rows + columns) * wanted;  // cores would be idle
    if (packed >= least) continue;
    least = packed;
    best.rows = std::min(ceil_div(row_tiles, row_cuts) * s.tile_rows, rows);
    best.columns = width;
  }
  best.block = best.rows;
  return best;
}

// Tasks of a product with a streamed right operand: equal parts for all cores, with ranges of rows
// as long as possible. Two tasks for each core, if their ranges are long enough, so that a slow
// core delays the others less.
Tasks streamed_tasks(const Product& product, const TilesSchedule& s, int64_t batch,
                     const Target& target) {
  int64_t tiles = ceil_div(product.columns(), s.tile_columns), width = 1, least = INT64_MAX;
  int64_t most = std::min(product.summed_columns(s) / s.tile_columns, tiles);
  for (int64_t tried = most; tried > 0; --tried) {
    int64_t iterations = batch * ceil_div(tiles, tried);
    int64_t share = ceil_div(iterations, target.cores) * tried;
    bool is_long = tried * s.tile_columns * product.width() >= long_piece;
    bool shares_late = share == least && iterations <= 2 * target.cores && is_long;
    if (share >= least && !shares_late) continue;
    least = share;
    width = tried;
  }
  Tasks out{.rows = product.rows(), .columns = width * s.tile_columns};
  out.block = out.rows;
  return out;
}

// Sets the chunk size. Partial sums between chunks are stored tile by tile.
void go_in_chunks(TilesSchedule& s, int64_t deep) {
  s.chunk = deep;
  s.column_gap = 1;
}

// Tasks of the only product of a nest, and whether it has chunks.
Tasks tasks_of_only(const Product& product, TilesSchedule& s, int64_t batch, int64_t work,
                    const Target& target) {
  int64_t wanted = wanted_tasks(saturating_product({work, product.cost()}), target);
  Tasks out = tasks_of(product, s, batch, wanted);
  if (product.packs(s, out)) {
    int64_t deep = product.chunk(s);
    if (deep == 0) return out;
    go_in_chunks(s, deep);
    return tasks_of(product, s, batch, wanted);
  }
  if (product.streams(s, out)) {
    product.stream(s);
    out = streamed_tasks(product, s, batch, target);
    // Short ranges end before the hardware prefetcher has detected them.
    s.right.prefetch = out.columns * product.width() < long_piece;
  }
  return out;
}

bool sums_outer_products(const Nest& nest) {
  return std::ranges::any_of(nest.stages, [](const Stage& it) { return it.sums_outer_products; });
}

// Tasks of several stages that share the loop over rows.
Tasks tasks_of(const Nest& nest, int64_t row_bytes, int64_t tile_rows, int64_t batch,
               const Target& target) {
  int64_t rows = nest.stages[0].loops[static_cast<size_t>(nest.shared) - 1].number;
  int64_t wanted = wanted_tasks(nest.work(), target);
  Tasks out{.columns = all_columns, .block = tile_rows};
  while (2 * out.block * row_bytes <= bound::block_bytes && 2 * out.block <= 4 * tile_rows)
    out.block *= 2;
  out.inner_rows =
      std::clamp<int64_t>(target.caches.l1 / 2 / std::max<int64_t>(row_bytes, 1), 1, out.block);
  if (sums_outer_products(nest)) {
    out.rows = rows;
    return out;
  }
  // At least two blocks for each task, because each task packs the right operand, but one task for
  // each core.
  int64_t tiles = ceil_div(rows, tile_rows), blocks = ceil_div(rows, out.block);
  int64_t cores = std::min(ceil_div(target.cores, batch), tiles);
  int64_t most = std::max(ceil_div(blocks, 2), cores);
  int64_t each = ceil_div(tiles, std::clamp<int64_t>(ceil_div(wanted, batch), 1, most));
  out.rows = each * tile_rows;
  out.block = ceil_div(each, ceil_div(out.rows, out.block)) * tile_rows;
  out.inner_rows = std::min(out.inner_rows, out.block);
  return out;
}

void place_locals(const Nest& nest, const RowMemory& rows, int64_t max_rows, Schedule& out) {
  std::vector<int64_t> at;
  for (int64_t size : rows.sizes()) {
    at.push_back(out.scratch);
    out.scratch += round_up(saturating_product({max_rows, size}), line);
  }
  for (size_t local = 0; local < nest.locals.size(); ++local) {
    out.tasks->locals.push_back(at[rows.of(local)]);
  }
}

}  // namespace

int64_t saturating_product(std::initializer_list<int64_t> sizes) {
  int64_t out = 1;
  for (int64_t size : sizes) {
    if (__builtin_mul_overflow(out, size, &out)) return INT64_MAX;
  }
  return out;
}

int64_t size_class_of(int64_t count, int64_t least, int64_t factor) {
  int64_t out = least;
  while (out < count) out = saturating_product({out, factor});
  return out;
}

int64_t row_size_class(const Nest& nest, int64_t unit, const Target& target,
                       const DynamicSizes& dynamic) {
  const Stage& stage = *std::ranges::find_if(nest.stages, is_product);
  Product product(nest, stage, target);
  if (is_dynamic(product.rows(), dynamic)) {
    Stage many = stage;
    many.loops[0] = round_up(size_class_of(product.rows(), whole_tiles, 4), unit);
    // The last tile ends with the last row, so there must be a whole tile of rows.
    StageSchedule tile = Product(nest, many, target).tile();
    bool has_tile = std::get<TilesSchedule>(tile.form).tile_rows <= product.rows();
    return has_tile ? many.loops[0].number : 0;
  }
  StageSchedule own = product.tile();
  const auto& s = std::get<TilesSchedule>(own.form);
  int64_t vectors = s.tile_columns / own.lanes, tiles = ceil_div(product.rows(), s.tile_rows);
  if (tiles < min_tiles) return 0;
  int64_t most = min_tiles;
  do most *= 4;
  while (most < tiles);
  for (int64_t count = most; count >= tiles; --count) {
    int64_t rows = round_up(saturating_product({s.tile_rows, count}), unit);
    if (rows >= product.rows() && product.height(rows, vectors) == s.tile_rows) return rows;
  }
  return 0;
}

bool has_product(const Nest& nest) { return std::ranges::any_of(nest.stages, is_product); }

Schedule schedule_tasks(const Nest& nest, const Target& target) {
  Schedule out;
  std::vector<Product> products;
  int64_t batch = 1, rows = 0, columns = 0;
  for (const Stage& stage : nest.stages) {
    if (stage.form != StageForm::contract) {
      out.stages.push_back(schedule_loops(stage, nest.shared, target));
      continue;
    }
    products.emplace_back(nest, stage, target);
    out.stages.push_back(products.back().tile());
    batch = batch_of(stage);
    if (stage.sums_outer_products) continue;
    rows = products.back().rows(), columns = products.back().columns();
  }
  std::vector<TilesSchedule*> tiles;
  for (StageSchedule& stage : out.stages) {
    if (auto* own = std::get_if<TilesSchedule>(&stage.form)) tiles.push_back(own);
  }
  RowMemory locals(nest);
  bool is_only = nest.stages.size() == 1;
  Tasks& tasks = out.tasks.emplace(
      is_only ? tasks_of_only(products[0], *tiles[0], batch, nest.work(), target)
              : tasks_of(nest, locals.bytes_in_all(), tiles[0]->tile_rows, batch, target));
  tasks.row_tasks = ceil_div(rows, tasks.rows);
  tasks.column_tasks = is_only ? ceil_div(columns, tasks.columns) : 1;
  auto kept = std::span(nest.stages[0].loops).first(static_cast<size_t>(nest.stages[0].kept));
  bool is_known = std::ranges::all_of(kept, &Size::known);
  out.iterations = is_known ? batch * tasks.row_tasks * tasks.column_tasks : 0;
  int64_t max_rows = 0;
  for (size_t i = 0; i < tiles.size(); ++i) {
    TilesSchedule& s = *tiles[i];
    const Product& product = products[i];
    Tasks own = tasks;
    own.columns = std::min(own.columns, round_up(product.columns(), s.tile_columns));
    if (product.sums_outer_products()) {
      own.rows = product.rows();
      go_in_chunks(s, tasks.block);
    }
    product.read(s, own, out.scratch);
    product.place_sums(s, own, out.scratch);
    s.checks_stop = product.work(own) > bound::worth_a_stop;
    max_rows = std::max(max_rows, round_up(tasks.block, s.tile_rows));
  }
  place_locals(nest, locals, max_rows, out);
  if (sums_outer_products(nest)) out.scratch += tail_padding;
  return out;
}

}  // namespace rille
