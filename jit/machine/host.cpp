// The host's vector unit, by CPUID.
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

Machine detect() {
  Machine out;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const char* asked = std::getenv("RILLE_ISA");
  std::string_view most = asked != nullptr ? asked : "";
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool wide = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
              __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  if (avx2 && most != "baseline") {
    out = {.name = "x86-64-v3", .vector_bytes = 32, .fma = true};
  }
  if (wide && most != "baseline" && most != "avx2") {
    out = {.name = "x86-64-v4",
           .vector_bytes = 64,
           .vector_registers = 32,
           .fma = true,
           .l1_bytes = 48 << 10,
           .l2_bytes = 1 << 20};
  }
#endif
  out.cores = cores_of_host();
  return out;
}

}  // namespace

const Machine& host_machine() {
  static const Machine machine = detect();
  return machine;
}

}  // namespace rille
