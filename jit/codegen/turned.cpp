// Tiles whose right operand is turned in registers.
#include "jit/codegen/product.h"
#include "jit/codegen/squares.h"

namespace rille {
namespace {

constexpr int64_t turn_bytes = 64;   // of each column, a line
constexpr int64_t far_ahead = 2048;  // bytes of a column

}  // namespace

// Where each of the tile's columns stands, the last one again behind it. Of whole tiles these are
// distances that the code knows.
std::vector<llvm::Value*> ProductCode::columns_of(llvm::Value* column, int64_t apart) {
  std::vector<llvm::Value*> out;
  llvm::Value* last = e_.i64(columns_ - 1);
  bool fits = apart > 1 || columns_ % schedule_.tile_columns == 0;  // strips are whole
  llvm::Value* first = at(right_, right_.start, b_.CreateMul(column, e_.i64(right_.across)));
  for (int64_t i = 0; i < schedule_.tile_columns; ++i) {
    if (fits) {
      out.push_back(at(right_, first, e_.i64(i * apart * right_.across)));
      continue;
    }
    llvm::Value* it = least(b_.CreateAdd(column, e_.i64(i)), last);
    out.push_back(at(right_, right_.start, b_.CreateMul(it, e_.i64(right_.across))));
  }
  return out;
}

// As many p as lanes, which stand side by side in each column: for each of them the vector of the
// columns from v * lanes on.
std::vector<llvm::Value*> ProductCode::turned(const Tile& tile, int v, llvm::Value* p) {
  llvm::Type* memory = wide(memory_type(b_.getContext(), right_.dtype), lanes_);
  std::vector<llvm::Value*> out;
  for (int column = 0; column < lanes_; ++column) {
    llvm::Value* place = at(right_, tile.columns[static_cast<size_t>(v * lanes_ + column)], p);
    llvm::Value* read = b_.CreateAlignedLoad(memory, place, llvm::Align(bytes(right_.dtype)));
    out.push_back(convert(b_, loaded(b_, read, right_.dtype), right_.dtype, stage_.sum_dtype));
  }
  turn_squares(b_, out);
  return out;
}

int64_t ProductCode::p_of_turn() const {
  return std::max<int64_t>(lanes_, turn_bytes / static_cast<int64_t>(bytes(right_.dtype)));
}

// Whole turns with the sums in registers, then the rest of p with the sums in their places.
void ProductCode::turned_sums(const Tile& tile, llvm::Value* from, llvm::Value* to) {
  int64_t count = schedule_.tile_rows * vectors_;
  auto align = llvm::Align(bytes(stage_.sum_dtype));
  auto place = [&](int64_t i) { return tile_.place(e_.i64(i)); };
  std::vector<llvm::Value*> sums = begun(from);
  for (int64_t i = 0; i < count; ++i) {
    b_.CreateAlignedStore(sums[static_cast<size_t>(i)], place(i), align);
  }
  llvm::Value* whole = b_.CreateAnd(b_.CreateSub(to, from), e_.i64(-p_of_turn()));
  llvm::Value* edge = b_.CreateAdd(from, whole);
  e_.when(b_.CreateICmpSLT(from, edge), [&] {
    for (int64_t i = 0; i < count; ++i)
      sums[static_cast<size_t>(i)] = (b_.CreateAlignedLoad(type_, place(i), align));
    sums = turned_turns(tile, from, edge, sums);
    for (int64_t i = 0; i < count; ++i) {
      b_.CreateAlignedStore(sums[static_cast<size_t>(i)], place(i), align);
    }
  });
  e_.turns(edge, to, 1, [&](llvm::Value* p) { turned_one(tile, p); });
}

std::vector<llvm::Value*> ProductCode::turned_turns(const Tile& tile, llvm::Value* from,
                                                    llvm::Value* to,
                                                    const std::vector<llvm::Value*>& start) {
  return looped(from, to, p_of_turn(), start, [&](llvm::Value* p, auto sums) {
    if (right_.schedule.ahead) bring_columns(tile, p);
    for (int64_t part = 0; part < p_of_turn(); part += lanes_) {
      llvm::Value* first = b_.CreateAdd(p, e_.i64(part));
      for (int v = 0; v < vectors_; ++v) {
        std::vector<llvm::Value*> columns = turned(tile, v, first);
        for (int64_t k = 0; k < lanes_; ++k) {
          llvm::Value* at = b_.CreateAdd(first, e_.i64(k));
          for (int64_t i = 0; i < schedule_.tile_rows; ++i) {
            llvm::Value*& sum = sums[static_cast<size_t>(i * vectors_ + v)];
            sum = added(sum, number(tile, at, i), columns[static_cast<size_t>(k)]);
          }
        }
      }
    }
    return sums;
  });
}

// Columns side by side are more streams than the machine brings by itself: it is asked for what
// stands further on in each, behind its end for what does in the next tile's.
void ProductCode::bring_columns(const Tile& tile, llvm::Value* p) {
  int64_t on = std::min(far_ahead / static_cast<int64_t>(bytes(right_.dtype)), deep_);
  int64_t next_tile = schedule_.tile_columns * right_.across + on - deep_;
  llvm::Value* is_within = b_.CreateICmpSLT(p, e_.i64(deep_ - on));
  llvm::Value* there = b_.CreateAdd(p, b_.CreateSelect(is_within, e_.i64(on), e_.i64(next_tile)));
  for (llvm::Value* column : tile.columns) bring_near(b_, at(right_, column, there));
}

// The sums of the tile at hand wait among those of its strip, each lane in its column.
void ProductCode::wait(llvm::Value* strip, llvm::Value* in_strip) {
  auto align = llvm::Align(bytes(stage_.sum_dtype));
  llvm::Type* each = type_->getScalarType();
  for (int64_t row = 0; row < schedule_.tile_rows; ++row) {
    llvm::Value* sums = b_.CreateAlignedLoad(type_, tile_.place(e_.i64(row)), align);
    for (int lane = 0; lane < lanes_; ++lane) {
      llvm::Value* to = e_.i64((row * lanes_ + lane) * schedule_.apart);
      llvm::Value* place = b_.CreateGEP(each, strip, b_.CreateAdd(to, in_strip));
      b_.CreateAlignedStore(b_.CreateExtractElement(sums, b_.getInt32(lane)), place, align);
    }
  }
}

// Whole strips of columns: tile t has the columns t, t + apart, … of its strip. So each lane reads
// one long piece of memory, which comes faster than many short ones. The rest of the columns begins
// at what is returned.
llvm::Value* ProductCode::strips(llvm::Value* left, llvm::Value* first, llvm::Value* top,
                                 llvm::Value* to) {
  int64_t wide = schedule_.tile_columns * schedule_.apart;
  llvm::Value* sums = Blocks::local(e_, type_, schedule_.tile_rows * schedule_.apart);
  llvm::Value* count = b_.CreateSub(last_column_, first_column_);
  llvm::Value* rest = b_.CreateURem(count, e_.i64(wide));
  llvm::Value* end = b_.CreateSub(last_column_, rest);
  e_.turns(first_column_, end, wide, [&](llvm::Value* strip) {
    e_.turns(e_.i64(0), e_.i64(schedule_.apart), 1, [&](llvm::Value* t) {
      llvm::Value* column = b_.CreateAdd(strip, t);
      Tile tile{.left = left, .right = nullptr, .columns = columns_of(column, schedule_.apart)};
      needed_sums(tile, top, strip, wide);
      wait(sums, t);
    });
    e_.turns(e_.i64(0), e_.i64(schedule_.apart), 1, [&](llvm::Value* t) {
      from_strip_ = b_.CreateGEP(type_, sums, t);
      llvm::Value* passed = b_.CreateMul(t, e_.i64(schedule_.tile_columns));
      epilogue(first, top, to, b_.CreateAdd(strip, passed));
      from_strip_ = nullptr;
    });
  });
  return end;
}

// One p, whose columns are read one by one.
void ProductCode::turned_one(const Tile& tile, llvm::Value* p) {
  llvm::Type* memory = memory_type(b_.getContext(), right_.dtype);
  auto align = llvm::Align(bytes(stage_.sum_dtype));
  for (int v = 0; v < vectors_; ++v) {
    llvm::Value* column = llvm::PoisonValue::get(wide(memory, lanes_));
    for (int i = 0; i < lanes_; ++i) {
      llvm::Value* place = at(right_, tile.columns[static_cast<size_t>(v * lanes_ + i)], p);
      column = b_.CreateInsertElement(column, b_.CreateLoad(memory, place), b_.getInt32(i));
    }
    column = convert(b_, loaded(b_, column, right_.dtype), right_.dtype, stage_.sum_dtype);
    for (int64_t i = 0; i < schedule_.tile_rows; ++i) {
      llvm::Value* place = tile_.place(e_.i64(i * vectors_ + v));
      llvm::Value* sum =
          added(b_.CreateAlignedLoad(type_, place, align), number(tile, p, i), column);
      b_.CreateAlignedStore(sum, place, align);
    }
  }
}

}  // namespace rille
