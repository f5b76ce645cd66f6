// What the operations on tile registers mean.
#include "jit/loops/tile_registers.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "jit/loops/values.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr size_t words_per_row = TileRegister::row_words;

uint32_t bits(float x) { return std::bit_cast<uint32_t>(x); }

float halves(std::span<const uint32_t> row, std::span<const uint32_t> columns, size_t n,
             int shift) {
  float sum = 0;
  auto part = [&](uint32_t word) { return flushed(word << shift & 0xffff0000); };
  for (size_t k = 0; k < words_per_row; ++k) {
    float x = part(row[k]), y = part(columns[k * words_per_row + n]);
    sum = flushed(bits(std::fma(x, y, sum)));
  }
  return sum;
}

uint32_t float_dot(uint32_t sum, std::span<const uint32_t> row, std::span<const uint32_t> columns,
                   size_t n) {
  float both = flushed(bits(halves(row, columns, n, 16) + halves(row, columns, n, 0)));
  return bits(flushed(bits(flushed(sum) + both)));
}

uint32_t byte_dot(uint32_t sum, std::span<const uint32_t> row, std::span<const uint32_t> columns,
                  size_t n, bool is_signed) {
  for (size_t k = 0; k < words_per_row; ++k) {
    uint32_t x = row[k], y = columns[k * words_per_row + n];
    for (int shift = 0; shift < 32; shift += 8) {
      auto byte = static_cast<uint8_t>(x >> shift);
      int left = is_signed ? static_cast<int8_t>(byte) : byte;
      sum += static_cast<uint32_t>(left * static_cast<int8_t>(y >> shift));
    }
  }
  return sum;
}

}  // namespace

void TileRegisters::run(const LoopOp& op, int64_t size, const Place& place) {
  if (op.kind == LoopOpKind::tile_dot) return dot(op);
  bool is_store = op.kind == LoopOpKind::tile_store;
  Words words = is_store ? set_words(op.number) : Words{};
  auto* bytes = reinterpret_cast<std::byte*>(words.data());
  for (int64_t row = 0; op.kind != LoopOpKind::tile_zero && row < TileRegister::rows; ++row) {
    for (int64_t from = 0; from < TileRegister::row_bytes; from += size) {
      std::byte *own = bytes + row * TileRegister::row_bytes + from, *other = place(row, from);
      std::memcpy(is_store ? other : own, is_store ? own : other, static_cast<size_t>(size));
    }
  }
  tiles_[static_cast<size_t>(op.number)] = {words, true};
}

const TileRegisters::Words& TileRegisters::set_words(int64_t number) const {
  const Tile& tile = tiles_[static_cast<size_t>(number)];
  if (!tile.is_set) throw Error(Code::value, str("tile ", number, " has no contents"));
  return tile.words;
}

void TileRegisters::dot(const LoopOp& op) {
  Words sums = set_words(op.number);
  std::span<const uint32_t> left = set_words(op.lanes[0]), right = set_words(op.lanes[1]);
  for (size_t m = 0; m < TileRegister::rows; ++m) {
    auto row = left.subspan(m * words_per_row, words_per_row);
    for (size_t n = 0; n < words_per_row; ++n) {
      uint32_t& sum = sums[m * words_per_row + n];
      sum = op.most == 2 ? float_dot(sum, row, right, n) : byte_dot(sum, row, right, n, op.flag);
    }
  }
  tiles_[static_cast<size_t>(op.number)].words = sums;
}

}  // namespace rille
