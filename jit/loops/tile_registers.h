// TileRegisters: those of an interpreted loop program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "jit/loop_program.h"

namespace rille {

class TileRegisters {
 public:
  using Words = std::array<uint32_t, TileRegister::rows * TileRegister::row_words>;

  // The place in memory of a part of a tile's row: `size` bytes from byte `from` on.
  using Place = std::function<std::byte*(int64_t row, int64_t from)>;

  void forget() { tiles_ = {}; }
  // Runs an operation on tiles. `size`: bytes of an element of its buffer. error[value] where it
  // reads a tile without contents.
  void run(const LoopOp& op, int64_t size, const Place& place);

 private:
  struct Tile {
    Words words = {};
    bool is_set = false;
  };
  const Words& set_words(int64_t number) const;
  void dot(const LoopOp& op);

  std::array<Tile, TileRegister::count> tiles_ = {};
};

}  // namespace rille
