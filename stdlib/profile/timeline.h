// Timeline: one finished capture of a profile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vm/run/recorder.h"

namespace rille::profile {

using Category = SpanCategory;

// A line of a script. Lines are counted from 1.
struct Place {
  std::string file;
  int line = 0;

  bool operator==(const Place&) const = default;
};

// The planned work of one run: what `rille plan` prints. -1: unknown.
struct Work {
  double flops = -1, bytes_read = -1, bytes_written = -1;
  double seconds = -1;  // the predicted time

  double bytes() const { return bytes_read < 0 ? -1 : bytes_read + bytes_written; }
};

// The static facts of a span: one label for all runs of a kernel, or all spans of a name.
struct Label {
  std::string name;  // "matmul.3" for kernels, unique within the module; "train" for annotations
  Category category = Category::annotation;
  std::string ops;            // the operations of a kernel, "matmul + relu"
  std::string function;       // the compiled function, "step"
  std::string layer;          // the path in the model, "layers[2].attn"; "" outside of layers
  std::vector<Place> places;  // lines of the values that it computes; the first one is charged
  int module = -1;            // index in Timeline::modules
  int step = -1;              // index in Module::steps
  Work work = {};
  int threads = 1;         // the number of threads that may run it; 0: unknown
  bool is_cached = false;  // of category `compile`: the code comes from the cache on disk
  std::string cause = "";  // of category `compile`: the difference from earlier calls
};

// A span of time on a track. `payload` depends on the category: the number of a step, the bytes of
// a transfer, checkpoint, or item; otherwise 0.
struct Event {
  int64_t begin = 0, duration = 0;  // ns; `begin` is relative to the start of the capture
  uint32_t label = 0;               // index in Timeline::labels
  int64_t payload = 0;

  int64_t end() const { return begin + duration; }
};

// The events of one thread, or the kernels of one device queue, ordered by `begin`, and of equal
// ones the longest first. Two events of a track are disjoint, or one contains the other.
struct Track {
  enum class Kind : uint8_t {
    thread,  // all events of a thread except kernels
    device,  // kernels in order of execution
    worker,  // pieces of kernels on a thread of the pool
    data,    // stages of streams that run ahead on threads of their own
  };
  Kind kind = Kind::thread;
  std::string name;    // "main", "host 0", "worker 1"
  int64_t number = 0;  // id of the thread; index of the device queue
  std::string device;  // "host", for tracks of kind `device`
  std::vector<Event> events = {};
  int64_t thread = -1;  // id of the thread that runs the kernels of a device; -1: unknown
};

// An allocation, or its release if `bytes` is negative. The sum of `bytes` up to an entry is the
// memory in use, in addition to Timeline::bytes_before.
struct Allocation {
  int64_t time = 0;
  int64_t bytes = 0;
  uint64_t address = 0;
  int32_t place = -1;  // index in Timeline::places; -1: unknown
  int32_t label = -1;  // label of the innermost span open on the thread; -1: none
  uint8_t space = 0;   // index in Timeline::spaces
};

// One sample of the script of a thread: a path of labels of category `script`, outermost first.
struct Sample {
  int64_t time = 0;
  int32_t track = 0;  // index in Timeline::tracks
  std::vector<uint32_t> frames = {};
};

// A value of the program's graph, after optimization.
struct ModuleNode {
  std::string name;  // unique in the module: "dot.3"
  std::string op;    // name of the primitive: "dot", "param", "constant"
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<int> operands;  // indices of nodes
  std::string attributes;     // "axis=1", as `rille dump` prints them
  std::string layer;
  Place place;
  int step = -1;   // the step that computes it; -1: parameters and constants
  int param = -1;  // number of the parameter
};

// One step of the plan, in order of execution. Steps of loop bodies and branches follow their loop
// with a greater depth.
struct ModuleStep {
  std::string name;        // equal to Label::name
  std::string ops;         // "matmul + relu"
  int depth = 0;           // number of enclosing loops and branches
  double turns = 1;        // total iterations of the enclosing loops
  std::vector<int> nodes;  // that it computes
  Work work = {};
  bool is_memory_bound = false;
  int threads = 1;
};

// A buffer of the plan. Buffers of the arena may share bytes at different times.
struct ModuleBuffer {
  enum class Home : uint8_t { param, result, arena, constant };
  Home home = Home::arena;
  int node = -1;       // its value; -1: scratch memory of a step
  int64_t offset = 0;  // within the arena
  int64_t bytes = 0;
  int first = -1, last = -1;  // the steps that use it
};

// A compiled function for one set of argument types.
struct Module {
  std::string name;  // "step"
  uint64_t id = 0;   // unique within the capture, from 1
  std::vector<ModuleNode> nodes;
  std::vector<ModuleStep> steps;
  std::vector<ModuleBuffer> buffers;
  std::vector<int> results;  // nodes
  int64_t arena_bytes = 0;
  int64_t peak_bytes = 0;     // as planned: arguments, results, arena and scratch
  int64_t scratch_bytes = 0;  // of threads, part of the planned peak, but not of a Space

  // What the plan takes of the memory that Timeline::allocations count.
  int64_t allocated_bytes() const { return peak_bytes - scratch_bytes; }
};

struct Machine {
  std::string host;          // name of the computer
  std::string cpu;           // "AMD EPYC 9R45"
  int threads = 1;           // threads of kernels
  double flops_per_s = 0;    // peak of f32
  double bytes_per_s = 0;    // peak of the memory
  int64_t memory_bytes = 0;  // size of the memory; 0: unknown
};

// A count of a performance counter over a label, such as "cycles" or "instructions".
struct Counter {
  std::string name;
  uint32_t label = 0;
  double value = 0;
};

struct Timeline {
  Machine machine;
  std::string program;  // path of the script
  int64_t process = 0;  // process id
  int64_t start_unix_ns = 0;
  int64_t duration = 0;     // ns
  bool is_complete = true;  // false if the capture ended without `stop`
  bool is_damaged = false;  // the journal has bytes that are not records; what precedes is here
  int64_t dropped = 0;      // events that did not fit into the buffers
  int64_t omitted = 0;      // events beyond the limit of read_journal()
  std::vector<Label> labels;
  std::vector<Track> tracks;
  std::vector<Module> modules;
  std::vector<Place> places;
  std::vector<std::string> spaces;
  std::vector<Allocation> allocations;  // ordered by time
  int64_t bytes_before = 0;             // in use at the start of the capture
  int64_t peak_bytes = 0;               // of the allocator during the capture
  std::vector<Sample> samples;          // ordered by time
  std::vector<Counter> counters;
  double energy_joules = -1;  // of the CPU package; -1: not readable
};

}  // namespace rille::profile
