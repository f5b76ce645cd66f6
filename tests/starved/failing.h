// Failing: every way to memory passes here, and one may fail.
#pragma once

#include <cstdint>

namespace rille {

// Counted are malloc and its kin (and so operator new), large mappings and what Account::take
// gives, on whatever thread, but for what LLVM asks for by itself: it ends the process where it
// gets none.
struct Failing {
  static void arm(int64_t at, bool on);  // the at-th from now fails, and all behind it
  static bool disarm();                  // whether one has failed
  // That malloc gave and nobody gave back: without those of arrays, which host_space() keeps for
  // reuse, and those of LLVM, which keeps what it linked.
  static int64_t live_blocks();
};

}  // namespace rille
