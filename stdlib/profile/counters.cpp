// Reads perf_event_open and the files of RAPL.
#include "stdlib/profile/counters.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "stdlib/profile/units.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

namespace fs = std::filesystem;

struct EventKind {
  std::string_view name, one;
  uint32_t type;
  uint64_t config;
  bool in_kernel;  // the event happens in the kernel only
};

// The most useful ones first: with many threads, the last ones are left out. The kernel's own work
// is not counted, because most systems do not permit it.
constexpr std::array kinds = {
    EventKind{"instructions", "instruction", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false},
    EventKind{"cycles", "cycle", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false},
    EventKind{"cache misses", "cache miss", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, false},
    EventKind{"CPU time", "CPU time", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, false},
    EventKind{"page faults", "page fault", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, false},
    EventKind{"context switches", "context switch", PERF_TYPE_SOFTWARE,
              PERF_COUNT_SW_CONTEXT_SWITCHES, true},
    EventKind{"CPU migrations", "CPU migration", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS,
              true},
};

// A process may have 1024 open files, and each event of a thread is one.
constexpr size_t max_files = 256;

Descriptor open_event(const EventKind& kind, pid_t thread) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = kind.type;
  attributes.config = kind.config;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.inherit = 1;
  attributes.exclude_kernel = kind.in_kernel ? 0 : 1;
  attributes.exclude_hv = 1;
  constexpr int any_cpu = -1, no_group = -1;
  return Descriptor(static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, thread, any_cpu, no_group, PERF_FLAG_FD_CLOEXEC)));
}

// The event in each thread; none if a thread cannot be counted.
std::vector<Descriptor> open_event(const EventKind& kind, const std::vector<pid_t>& threads) {
  std::vector<Descriptor> out;
  for (pid_t thread : threads) {
    Descriptor file = open_event(kind, thread);
    bool has_ended = file.none() && errno == ESRCH;
    if (has_ended) continue;
    if (file.none()) return {};
    out.push_back(std::move(file));
  }
  return out;
}

// If more events are open than the CPU has counters, each counts a part of the time.
double count_of(const Descriptor& file) {
  struct {
    uint64_t count, enabled, running;
  } values{};
  if (::read(*file, &values, sizeof values) != sizeof values || values.running == 0) return 0;
  auto count = static_cast<double>(values.count);
  return count * (static_cast<double>(values.enabled) / static_cast<double>(values.running));
}

std::vector<pid_t> thread_ids(const std::string& folder) {
  std::vector<pid_t> out;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::string name = at->path().filename();
    pid_t id = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), id).ec == std::errc()) {
      out.push_back(id);
    }
  }
  return out;
}

std::optional<int64_t> number_in(const std::string& path) {
  std::ifstream in(path);
  int64_t out = 0;
  if (!(in >> out) || out < 0) return {};
  return out;
}

bool is_package(const fs::path& zone) {
  std::ifstream in(zone / "name");
  std::string name;
  return zone.filename().string().starts_with("intel-rapl:") && (in >> name) &&
         name.starts_with("package");
}

}  // namespace

EventCounters::EventCounters(const std::string& threads) {
  std::vector<pid_t> ids = thread_ids(threads);
  size_t room = max_files;
  for (size_t kind = 0; kind < kinds.size() && room >= ids.size(); ++kind) {
    std::vector<Descriptor> files = open_event(kinds[kind], ids);
    room -= files.size();
    for (Descriptor& file : files) events_.push_back({kind, std::move(file)});
  }
}

std::vector<Counter> EventCounters::read() const {
  std::array<std::optional<double>, kinds.size()> sums;
  for (const Event& event : events_) {
    sums[event.kind] = sums[event.kind].value_or(0) + count_of(event.file);
  }
  std::vector<Counter> out;
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (sums[i]) out.push_back({.name = std::string(kinds[i].name), .value = *sums[i]});
  }
  return out;
}

// Other zones are parts of a package, or the whole computer.
EnergyMeter::EnergyMeter(const std::string& root) {
  std::error_code failed;
  for (fs::directory_iterator at(root, failed), end; !failed && at != end; at.increment(failed)) {
    if (!is_package(at->path())) continue;
    std::string path = at->path() / "energy_uj";
    auto now = number_in(path), range = number_in(at->path() / "max_energy_range_uj");
    if (now) packages_.push_back({path, *now, range.value_or(0)});
  }
}

void EnergyMeter::update() {
  for (Package& package : packages_) {
    auto now = number_in(package.path);
    if (!now) continue;
    int64_t used = *now - package.last;
    if (used < 0) used = std::max<int64_t>(used + package.range, 0);
    package.sum += used;
    package.last = *now;
  }
}

double EnergyMeter::joules() const {
  if (packages_.empty()) return -1;
  double out = 0;
  for (const Package& package : packages_) out += static_cast<double>(package.sum) * 1e-6;
  return out;
}

std::string counters_text(const std::vector<Counter>& counters) {
  auto value = [&](std::string_view name) {
    auto at = std::ranges::find_if(
        counters, [&](const Counter& c) { return c.label == 0 && c.name == name; });
    return at == counters.end() ? -1 : at->value;
  };
  std::string out;
  for (const EventKind& kind : kinds) {
    double count = value(kind.name), cycles = value("cycles");
    if (count <= 0) continue;
    std::string_view name = count == 1 ? kind.one : kind.name;
    std::string text = name == "CPU time" ? str(duration_text(count), " of ", name)
                                          : str(count_text(count), " ", name);
    if (kind.name == "instructions" && cycles > 0) {
      text += str(", ", std::round(count / cycles * 100) / 100, " per cycle");
    }
    out += str(out.empty() ? "" : ", ", text);
  }
  return out;
}

}  // namespace rille::profile
