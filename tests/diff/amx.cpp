// Decodes and executes the instructions of AMX.
#include "tests/diff/amx.h"

#include <ucontext.h>

#include <array>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "jit/isa.h"
#include "jit/target.h"

namespace rille::diff {
namespace {

constexpr int tile_count = 8, max_rows = 16, max_row_bytes = 64;

struct TileState {
  bool is_configured = false;
  std::array<int, tile_count> rows = {}, row_bytes = {};
  uint8_t data[tile_count][max_rows][max_row_bytes] = {};
};
thread_local TileState tiles;

// An instruction with a VEX prefix of three bytes.
struct Instruction {
  bool r, x, b;  // extensions of register numbers
  int map, wide, second, length, prefix;
  uint8_t opcode, mod, reg, rm;
  const uint8_t* rest;  // after ModRM
};

enum Prefix : int { none = 0, p66 = 1, f3 = 2, f2 = 3 };

class Emulator {
 public:
  explicit Emulator(ucontext_t& context) : context_(context) {}

  bool run() {
    const uint8_t* at = pointer(context_.uc_mcontext.gregs[REG_RIP]);
    if (at[0] != 0xc4) return false;
    it_ = {.r = (at[1] & 0x80) == 0,
           .x = (at[1] & 0x40) == 0,
           .b = (at[1] & 0x20) == 0,
           .map = at[1] & 31,
           .wide = at[2] >> 7,
           .second = ~(at[2] >> 3) & 15,
           .length = at[2] >> 2 & 1,
           .prefix = at[2] & 3,
           .opcode = at[3],
           .mod = static_cast<uint8_t>(at[4] >> 6),
           .reg = static_cast<uint8_t>(at[4] >> 3 & 7),
           .rm = static_cast<uint8_t>(at[4] & 7),
           .rest = at + 5};
    constexpr int map_0f38 = 2;
    if (it_.map != map_0f38 || it_.wide != 0 || it_.length != 0) return false;
    if (!execute()) return false;
    context_.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(it_.rest);
    return true;
  }

 private:
  static uint8_t* pointer(greg_t address) {
    return reinterpret_cast<uint8_t*>(address);  // NOLINT(performance-no-int-to-ptr): a register
  }

  bool execute() {
    bool in_memory = it_.mod != 3;
    switch (it_.opcode) {
      case 0x49:
        if (it_.prefix == f2 && !in_memory) return zero();
        if (it_.prefix != none) return false;
        return in_memory ? configure() : release();
      case 0x4b: return in_memory && move();
      case 0x5c: return it_.prefix == f3 && !in_memory && dot();
      case 0x5e: return !in_memory && dot();
      default: return false;
    }
  }

  uint64_t general(int number) const {
    static constexpr int registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                        REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                        REG_R12, REG_R13, REG_R14, REG_R15};
    return static_cast<uint64_t>(context_.uc_mcontext.gregs[registers[number]]);
  }

  template <class T>
  int64_t displacement() {
    T out;
    std::memcpy(&out, it_.rest, sizeof out);
    it_.rest += sizeof out;
    return out;
  }

  // The address of the operand in memory. Of tiles, the index register is the distance of rows.
  uint8_t* address(int64_t* distance = nullptr) {
    uint64_t out = 0;
    bool has_sib = it_.rm == 4, is_relative = it_.mod == 0 && it_.rm == 5, has_base = !is_relative;
    int base = it_.rm + (it_.b ? 8 : 0);
    if (has_sib) {
      uint8_t sib = *it_.rest++;
      int index = (sib >> 3 & 7) + (it_.x ? 8 : 0), low = sib & 7;
      auto scaled = index == 4 ? 0 : static_cast<int64_t>(general(index)) << (sib >> 6);
      if (distance != nullptr) {
        *distance = scaled;
      } else {
        out += static_cast<uint64_t>(scaled);
      }
      base = low + (it_.b ? 8 : 0);
      has_base = !(low == 5 && it_.mod == 0);
    }
    if (has_base) out += general(base);
    int64_t more = 0;
    if (it_.mod == 1) more = displacement<int8_t>();
    if (it_.mod == 2 || !has_base) more = displacement<int32_t>();
    if (is_relative) out += reinterpret_cast<uint64_t>(it_.rest);
    return pointer(static_cast<greg_t>(out) + more);
  }

  bool configure() {
    const uint8_t* config = address();
    tiles = {};
    tiles.is_configured = config[0] == 1;
    for (size_t i = 0; i < tile_count; ++i) {
      tiles.row_bytes[i] = config[16 + 2 * i] + 256 * config[17 + 2 * i];
      tiles.rows[i] = config[48 + i];
    }
    return true;
  }

  static bool release() {
    tiles = {};
    return true;
  }

  bool zero() const {
    std::memset(tiles.data[it_.reg], 0, sizeof tiles.data[0]);
    return tiles.is_configured;
  }

  bool move() {
    int64_t distance = 0;
    uint8_t* memory = address(&distance);
    if (it_.prefix == none || !tiles.is_configured) return false;
    auto size = static_cast<size_t>(tiles.row_bytes[it_.reg]);
    for (int row = 0; row < tiles.rows[it_.reg]; ++row) {
      uint8_t *there = memory + row * distance, *here = tiles.data[it_.reg][row];
      it_.prefix == f3 ? std::memcpy(there, here, size) : std::memcpy(here, there, size);
    }
    return true;
  }

  bool dot() const {
    if (!tiles.is_configured) return false;
    auto(&sums)[max_rows][max_row_bytes] = tiles.data[it_.reg];
    const auto(&left)[max_rows][max_row_bytes] = tiles.data[it_.rm];
    const auto(&right)[max_rows][max_row_bytes] = tiles.data[it_.second & 7];
    int steps = tiles.row_bytes[it_.rm] / 4;
    for (int m = 0; m < tiles.rows[it_.reg]; ++m) {
      for (int n = 0; n < tiles.row_bytes[it_.reg] / 4; ++n) {
        if (it_.opcode == 0x5e) {
          add_bytes(sums[m] + 4 * n, left[m], right, n, steps);
        } else {
          add_halves(sums[m] + 4 * n, left[m], right, n, steps);
        }
      }
    }
    return true;
  }

  void add_bytes(uint8_t* sum, const uint8_t* left, const uint8_t (&right)[16][64], int n,
                 int steps) const {
    bool left_signed = it_.prefix == f2 || it_.prefix == f3;
    bool right_signed = it_.prefix == f2 || it_.prefix == p66;
    auto value = [](uint8_t byte, bool is_signed) {
      return is_signed && byte > 127 ? byte - 256 : byte;
    };
    uint32_t out = 0;
    std::memcpy(&out, sum, sizeof out);
    for (int k = 0; k < 4 * steps; ++k) {
      int product = value(left[k], left_signed) * value(right[k / 4][4 * n + k % 4], right_signed);
      out += static_cast<uint32_t>(product);
    }
    std::memcpy(sum, &out, sizeof out);
  }

  static float usual(float x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
  }

  static float half(const uint8_t* at) {
    uint32_t bits = static_cast<uint32_t>(at[0]) << 16 | static_cast<uint32_t>(at[1]) << 24;
    float out = 0;
    std::memcpy(&out, &bits, sizeof out);
    return usual(out);
  }

  static void add_halves(uint8_t* sum, const uint8_t* left, const uint8_t (&right)[16][64], int n,
                         int steps) {
    float even = 0, odd = 0, out = 0;
    for (int k = 0; k < steps; ++k) {
      even = usual(std::fma(half(left + 4 * k), half(right[k] + 4 * n), even));
      odd = usual(std::fma(half(left + 4 * k + 2), half(right[k] + 4 * n + 2), odd));
    }
    std::memcpy(&out, sum, sizeof out);
    out = usual(usual(out) + usual(even + odd));
    std::memcpy(sum, &out, sizeof out);
  }

  ucontext_t& context_;
  Instruction it_ = {};
};

void on_illegal_instruction(int signal, siginfo_t*, void* context) {
  if (Emulator(*static_cast<ucontext_t*>(context)).run()) return;
  std::signal(signal, SIG_DFL);  // the instruction repeats, and ends the program
}

}  // namespace

void emulate_amx() {
  Target target = detected_target();
  if (target.units.tiles || isa_of(target) != Isa::avx512) return;
  struct sigaction action = {};
  action.sa_sigaction = on_illegal_instruction;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGILL, &action, nullptr);
  target.units.tiles = true;
  set_host_target(target);
}

}  // namespace rille::diff
