// The vector unit and caches of the host, from CPUID.
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "jit/isa.h"
#include "vm/text.h"

namespace rille {
namespace {

int cores_of_host() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
}

// The value of the operating system, or the default if the value is missing or implausible.
int64_t cache_bytes(int level, int64_t guess) {
  int64_t told = sysconf(level);
  return told >= guess / 2 && told <= 8 * guess ? told : guess;
}

// The last-level cache that this core reaches. sysconf() returns the sum of all such caches of a
// processor.
int64_t last_cache_bytes(int64_t guess) {
#if defined(__x86_64__)
  constexpr unsigned intel = 4, amd = 0x8000001d;
  unsigned a = 0, b = 0, c = 0, d = 0;
  for (unsigned leaf : {amd, intel}) {
    for (unsigned number = 0; __get_cpuid_count(leaf, number, &a, &b, &c, &d) != 0; ++number) {
      unsigned kind = a & 31, level = a >> 5 & 7;
      if (kind == 0) break;
      if (level != 3) continue;
      int64_t ways = (b >> 22) + 1, parts = (b >> 12 & 1023) + 1, line = (b & 4095) + 1;
      return std::clamp(ways * parts * line * (int64_t{c} + 1), guess / 4, guess * 8);
    }
  }
#endif
  return guess;
}

Isa detect_isa() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const char* asked = std::getenv("RILLE_ISA");
  std::string_view most = asked != nullptr ? asked : "";
  bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool wide = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
              __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  if (wide && most != "baseline" && most != "avx2") return Isa::avx512;
  if (has_avx2 && most != "baseline") return Isa::avx2;
#endif
  return Isa::baseline;
}

// AVX512_VNNI, or its instructions for AVX2, AVX-VNNI.
bool detect_dots([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  constexpr unsigned avx_vnni = 1u << 4;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (isa == Isa::avx512) return __builtin_cpu_supports("avx512vnni") != 0;
  return isa == Isa::avx2 && __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a & avx_vnni) != 0;
#else
  return false;
#endif
}

bool detect_bf16_dots(Isa isa) {
#if defined(__x86_64__)
  return isa == Isa::avx512 && __builtin_cpu_supports("avx512bf16") != 0;
#else
  return false;
#endif
}

// Linux saves the large state of tile registers only for processes that have asked for it; threads
// that start later inherit the permission.
bool detect_tiles([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  constexpr unsigned tile = 1u << 24, int8 = 1u << 25, bf16 = 1u << 22;
  constexpr long request_permission = 0x1023, tile_data = 18;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (isa != Isa::avx512 || __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  if ((d & tile) == 0 || (d & int8) == 0 || (d & bf16) == 0) return false;
  return syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
#else
  return false;
#endif
}

// The target set by a program.
std::optional<Target>& chosen_target() {
  static std::optional<Target> target;
  return target;
}

}  // namespace

std::string_view text(Isa isa) {
  switch (isa) {
    case Isa::baseline: return "baseline";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
  }
  return "";
}

std::optional<Isa> isa_named(std::string_view name) {
  for (Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (text(isa) == name) return isa;
  }
  return {};
}

Target target_of(Isa isa) {
  if (isa == Isa::baseline) return {};
  if (isa == Isa::avx2) {
    return {
        .name = "x86-64-v3", .vector = {.bytes = 32}, .units = {.fma = true, .flops_cycle = 32}};
  }
  return {.name = "x86-64-v4",
          .vector = {.bytes = 64, .registers = 32},
          .units = {.fma = true, .dots = true, .flops_cycle = 64},
          .caches = {.l1 = 48 << 10, .l2 = 1 << 20}};
}

Isa isa_of(const Target& target) {
  if (target.vector.bytes >= 64) return Isa::avx512;
  return target.vector.bytes >= 32 ? Isa::avx2 : Isa::baseline;
}

Target detected_target() {
  Isa isa = detect_isa();
  Target out = target_of(isa);
  out.units.dots = detect_dots(isa);
  out.units.bf16_dots = detect_bf16_dots(isa);
  out.units.tiles = detect_tiles(isa);
  out.caches.l1 = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, out.caches.l1);
  out.caches.l2 = cache_bytes(_SC_LEVEL2_CACHE_SIZE, out.caches.l2);
  out.caches.l3 = last_cache_bytes(out.caches.l3);
  out.cores = cores_of_host();
  return out;
}

const Target& host_target() {
  static const Target target = chosen_target() ? *chosen_target() : detected_target();
  return target;
}

void set_host_target(const Target& target) { chosen_target() = target; }

std::string lacking_here(const Target& target) {
  Isa here = detect_isa(), wanted = isa_of(target);
  if (here < wanted) return str(text(wanted));
  if (target.units.bf16_dots && !detect_bf16_dots(here)) return "avx512bf16";
  if (target.units.tiles && !detect_tiles(here)) return "amx";
  return target.units.dots && !detect_dots(wanted) ? "vnni" : "";
}

}  // namespace rille
