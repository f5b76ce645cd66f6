// The host's vector unit, by CPUID.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "jit/machine.h"

namespace rille {
namespace {

int cores_of_host() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
}

// As the system tells; what it cannot tell, or what no core has, is guessed.
int64_t cache_bytes(int level, int64_t guess) {
  int64_t told = sysconf(level);
  return told >= guess / 2 && told <= 8 * guess ? told : guess;
}

Machine baseline() { return {}; }

Machine avx2() { return {.name = "x86-64-v3", .vector_bytes = 32, .fma = true, .flops_cycle = 32}; }

Machine avx512() {
  return {.name = "x86-64-v4",
          .vector_bytes = 64,
          .vector_registers = 32,
          .fma = true,
          .dots = true,
          .l1_bytes = 48 << 10,
          .l2_bytes = 1 << 20,
          .flops_cycle = 64};
}

Machine detect() {
  Machine out = baseline();
#if defined(__x86_64__)
  __builtin_cpu_init();
  const char* asked = std::getenv("RILLE_ISA");
  std::string_view most = asked != nullptr ? asked : "";
  bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool wide = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
              __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  if (has_avx2 && most != "baseline") out = avx2();
  if (wide && most != "baseline" && most != "avx2") {
    out = avx512();
    out.dots = __builtin_cpu_supports("avx512vnni") != 0;
  }
#endif
  out.l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, out.l1_bytes);
  out.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE, out.l2_bytes);
  out.cores = cores_of_host();
  return out;
}

}  // namespace

std::optional<Machine> machine_of(std::string_view isa) {
  if (isa == "baseline") return baseline();
  if (isa == "avx2") return avx2();
  if (isa == "avx512") return avx512();
  return {};
}

const Machine& host_machine() {
  static const Machine machine = detect();
  return machine;
}

}  // namespace rille
