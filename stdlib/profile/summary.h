// Summary: where the time and the memory of a capture go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/profile/segments.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

// One step of the training loop.
struct StepTime {
  int64_t number = 0;
  Interval span;    // of its event
  Interval window;  // `span` with the time since the step before; windows are contiguous
  TimeSplit split;  // of `window`
  int traces = 0, compiles = 0;
  int64_t memory = 0;  // the minimum of the memory in use in `window`
};

// Statistics of the spans of all steps but the first, which often compiles. ns.
struct StepStatistics {
  int count = 0;  // of all steps
  double first = 0, mean = 0, median = 0, p90 = 0;
};

// The limit of a kernel by the roofline of the machine.
enum class Bound : uint8_t { unknown, compute, memory };

// All runs of one kernel or eager operation, on all threads. The kernels of all compilations of a
// function are one if their operations, line, layer, and order are equal.
struct KernelTime {
  uint32_t label = 0;            // the one with the most time of `labels`
  std::vector<uint32_t> labels;  // of all compilations
  bool is_eager = false;         // an eager operation, without the kernels that it runs
  int64_t calls = 0;
  int64_t self = 0, total = 0;  // ns; `self` is without kernels inside, as in loops
  double mean = 0, best = 0;    // ns: `self` of a run, and the time of the shortest one
  Place place;                  // line 0: unknown
  double flops = 0, bytes = 0;  // the planned work of all runs; unknown work counts as 0
  double flops_per_s = -1, bytes_per_s = -1;
  Bound bound = Bound::unknown;
  double fraction = -1;     // the shortest time that the machine allows over `mean`
  double planned = -1;      // s
  double ratio = -1;        // `mean` over `planned`
  double utilization = -1;  // time of its pieces over threads × `total`; -1: without pieces
};

// The main thread's own time at a line.
struct LineTime {
  Place place;  // line 0: spans whose line is unknown
  int64_t self = 0;
  TimeSplit split;
  int64_t calls = 0;  // of spans
};

// Kernels of a layer, on all threads. Parents come before their children.
struct LayerTime {
  std::string path;  // "" for the root
  std::string name;  // the last part of the path
  int parent = -1;   // index; -1: none
  int depth = 0;
  int64_t self = 0, total = 0;  // ns; `total` includes the children
  double flops = 0, bytes = 0;  // of `total`; unknown work counts as 0
};

// The main thread's own time in spans of one label.
struct LabelTime {
  uint32_t label = 0;
  int64_t self = 0;
  int64_t calls = 0;
};

struct CategoryTime {
  Category category = Category::annotation;
  int64_t self = 0;   // on the main thread, ns
  int64_t count = 0;  // of events of all tracks
};

// All spans of profile.annotate of one name, on all threads.
struct AnnotationTime {
  std::string name;
  int64_t calls = 0;
  int64_t total = 0;  // ns; of spans inside of others of the name, the outer ones count
};

// Work of another thread, while the main thread continues.
struct BackgroundTime {
  int track = 0;                             // index in Timeline::tracks
  int64_t busy = 0;                          // the union of its spans, ns
  Category category = Category::annotation;  // of most of its time
};

struct PlaceBytes {
  Place place;  // line 0: unknown
  int64_t bytes = 0;
  int64_t count = 0;  // allocations
};

struct MemoryUse {
  int64_t peak = 0;       // bytes in use, with those of before the capture
  int64_t peak_time = 0;  // ns
  int peak_module = -1;   // index in Timeline::modules of the function that runs then; -1: none
  // Allocations that are alive at the peak, the largest sum first. Their sum and `older` is `peak`.
  std::vector<PlaceBytes> at_peak;
  int64_t older = 0;           // bytes at the peak that were allocated before the capture
  double growth_per_step = 0;  // bytes; the slope of memory that is not released later
  // Allocations of the steps in the middle that were not released by the end, per step.
  std::vector<PlaceBytes> growth;
  bool is_leak = false;  // memory grows in all parts of the capture
};

// Calls, traces, and compilations of a compiled function.
struct FunctionUse {
  std::string name;  // "": operations outside of compiled functions, or an unknown function
  Place place;
  int64_t runs = 0, traces = 0, compiles = 0;
  int64_t run_time = 0, trace_time = 0, compile_time = 0;  // ns, on the main thread
  int64_t compile_in_runs = 0;     // time of traces and compilations inside of runs
  int64_t first_compile_time = 0;  // of the first compilation, without code from the cache on disk
  std::string cause;               // of the last repeated compilation; "": unknown
  bool is_operation() const { return runs == 0 && traces == 0; }  // eager, or of a library
  // Traces and compilations after the first of each, with their time.
  int64_t repeats = 0, repeat_time = 0;
  std::vector<int> traced_steps;  // the index of the step of each trace; -1: outside of steps
  int64_t gaps = 0;               // between two successive runs
  // Script, eager operations, and dispatch from the begin of a run to that of the next one, ns.
  int64_t gap_time = 0, median_gap = 0;
  int64_t eager_gap_time = 0;  // of eager operations
  // From the begin of a run to that of the next one, ns: the median and the sum.
  int64_t median_period = 0, loop_time = 0;
  int64_t read_gaps = 0;    // gaps in which the script reads values of arrays
  int32_t read_label = -1;  // of the first read in the last of these; -1: none
  Place call;               // of the last run, where it is called; line 0: unknown
};

struct Summary {
  Interval window;  // from the first event or sample to the end of the capture
  TimeSplit split;  // sums to `window`
  int64_t eager_time = 0;
  int64_t eager_count = 0;  // operations of the main thread
  std::vector<StepTime> steps;
  bool are_steps_inferred = false;  // without profile.step: calls of the function with most time
  StepStatistics step_statistics;
  Interval steady;         // all windows but the first; `window` if there are few steps
  TimeSplit steady_split;  // of `steady`
  int steady_steps = 1;    // the number of steps in `steady`; 1 without steps
  int64_t steady_eager_time = 0, steady_eager_count = 0;
  Place eager_place;                     // the line with the most of it; line 0: unknown
  std::vector<KernelTime> kernels;       // the largest self time first
  std::vector<LineTime> lines;           // the largest time first
  std::vector<LayerTime> layers;         // a tree in depth-first order
  std::vector<CategoryTime> categories;  // in order of Category
  std::vector<LabelTime> input_stages;   // stages of streams on the main thread, the slowest first
  std::vector<BackgroundTime> background;
  std::vector<AnnotationTime> annotations;  // the longest first
  std::vector<FunctionUse> functions;       // the largest time first
  MemoryUse memory;
};

std::string_view name_of(Bound bound);

// Computes the summary in time proportional to n log n of events.
Summary summarize(const Timeline& timeline);

}  // namespace rille::profile
