// Comparison: what became slower between two captures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/profile/segments.h"
#include "stdlib/profile/summary.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

enum class Verdict : uint8_t {
  same,      // the difference is within the noise
  slower,    // takes more time per step
  faster,    // takes less time per step
  appeared,  // in the second capture only
  vanished,  // in the first capture only
  unknown,   // too few steps to know the noise
};

// The time per step of a kernel, a line, or a part in both captures. Steps without it count if it
// is in most of the others.
struct TimeChange {
  std::string name;  // operations of the kernel; name of the part; "" for a line
  Place place;       // line 0: unknown
  std::string layer, module;
  Place old_place = {};  // in the first capture, if it is another one
  // ns per step: the medians, or the means if only these differ beyond their noise
  double before = 0, after = 0;
  double noise = 0;  // ns: differences up to this are within the noise
  Verdict verdict = Verdict::same;

  double difference() const { return after - before; }
};

// Rows of each list are ordered by the size of their difference.
struct Comparison {
  int steps_before = 0, steps_after = 0;  // that are compared: without the first
  TimeChange step;                        // of a whole step
  std::vector<TimeChange> kernels, lines, parts;
  int64_t peak_before = 0, peak_after = 0;  // bytes

  bool has_changes() const;  // a kernel, a line, a part, or the step is not the same
};

std::string_view name_of(Verdict verdict);

// Compares time per step. Kernels and eager operations of both captures belong together if their
// module, operations, and layer are equal; names with numbers and identifiers of modules may
// differ. Several of them are told apart by their lines: by their order if both captures have
// equally many, otherwise by equal ones. Lines belong together if equal kernels and spans are on
// them, so that code may move.
Comparison compare(const Timeline& before, const Timeline& after);

std::string text(const Comparison& comparison, int width = 80, bool color = false);

}  // namespace rille::profile
