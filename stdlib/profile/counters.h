// Counters: events of the CPU and the system, and energy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stdlib/file/descriptor.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Counts events of all threads of this process from its construction on, with perf_event_open.
// Events that the kernel, the CPU, or a container does not permit are left out.
class EventCounters {
 public:
  // `threads` has an entry for each thread of the process. Threads that start later are counted by
  // the thread that starts them.
  explicit EventCounters(const std::string& threads = "/proc/self/task");

  // Counters of the whole capture, with label 0. Times are in ns.
  std::vector<Counter> read() const;

 private:
  struct Event {
    size_t kind;
    Descriptor file;
  };
  std::vector<Event> events_;
};

// Measures the energy of the CPU packages from its construction on, with RAPL.
class EnergyMeter {
 public:
  explicit EnergyMeter(const std::string& root = "/sys/class/powercap");

  // Reads the counters. They wrap around, after about an hour on a large CPU under load, so
  // update() must be called more often than that.
  void update();

  // Up to the last update(); -1 if no package is readable.
  double joules() const;

 private:
  struct Package {
    std::string path;
    int64_t last, range;  // uJ; range: the counter wraps around to 0 after it
    int64_t sum = 0;
  };
  std::vector<Package> packages_;
};

// "1.2 G instructions, 0.8 per cycle, …": the counters of the whole capture; "" if there are none.
std::string counters_text(const std::vector<Counter>& counters);

}  // namespace rille::profile
