// Advice: what makes a program slow, and how to change it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/profile/summary.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

enum class AdviceKind : uint8_t {
  slow_input,       // the main thread waits for a stream
  recompilation,    // a function is compiled again and again
  host_sync,        // the script takes over between short runs
  operand_order,    // a kernel reads an operand across its rows
  single_thread,    // a kernel with much work runs on one thread
  memory_leak,      // each step leaves memory in use
  cold_cache,       // code is generated, and not read from the cache on disk
  eager_code,       // many operations outside of compiled code
  host_code,        // the script itself takes most of the time
  checkpoint_wait,  // the main thread waits for checkpoints
  garbage,          // the garbage collector takes much time
};

struct Advice {
  AdviceKind kind = AdviceKind::slow_input;
  // The fraction of the time that the change could save; for a leak, of the memory at the end.
  double severity = 0;
  std::string message;  // "the input takes 40 % of a step"
  std::string reason;   // the numbers that show it
  std::string help;     // the change
  Place place;          // line 0: unknown
};

std::string_view name_of(AdviceKind kind);

// Findings, the most severe first. A program without defects has none.
std::vector<Advice> advise(const Timeline& timeline, const Summary& summary);

}  // namespace rille::profile
