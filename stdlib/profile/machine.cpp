// Facts of the CPU and of the memory.
#include "stdlib/profile/machine.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include "backends/backend.h"

namespace rille::profile {
namespace {

// "AMD EPYC 9R45", or "" if the system does not tell.
std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  std::string line;
  while (std::getline(in, line)) {
    size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == 0) return "localhost";
  std::string out(name.data());
  for (char& c : out) {
    bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.';
    if (!is_plain) c = '_';
  }
  return out;
}

// A measurement next to other processes may be far too low: the bandwidth is at least the one that
// the planner assumes.
Machine this_machine() {
  static const Target target = measured(host_target());  // takes 0.3 s
  return {.host = host_name(),
          .cpu = cpu_name(),
          .threads = host_threads(),
          .flops_per_s = target.clock_hz * target.units.flops_cycle * host_threads(),
          .bytes_per_s = std::max(target.memory().bytes_s, host_target().memory().bytes_s),
          .memory_bytes = host_space().limit()};
}

}  // namespace rille::profile
