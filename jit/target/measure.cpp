// Measures the clock and memory bandwidth of the host.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "jit/target.h"

namespace rille {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The minimum of a few tries, to exclude interruptions by other processes.
template <class F>
double min_seconds(int tries, F work) {
  double least = 1e9;
  for (int i = 0; i < tries; ++i) {
    auto start = Clock::now();
    work();
    least = std::min(least, seconds_since(start));
  }
  return least;
}

// A chain of dependent additions takes one cycle each.
double clock_hz() {
  constexpr int64_t chain = 1 << 20;
  double seconds = min_seconds(8, [] {
    int64_t x = 0;
    for (int64_t i = 0; i < chain / 8; ++i) {
#if defined(__x86_64__)
      asm volatile(
          "add $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\t"
          "add $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\tadd $1, %0"
          : "+r"(x));
#else
      for (int k = 0; k < 8; ++k) asm volatile("" : "+r"(x)), ++x;
#endif
    }
  });
  return std::clamp(static_cast<double>(chain) / seconds, 5e8, 8e9);
}

// Bytes read and written per second by all threads together, on arrays larger than all caches.
double memory_bytes_s(size_t threads) {
  constexpr size_t size = size_t{128} << 20;
  std::unique_ptr<char[]> from(new char[size]), to(new char[size]);
  size_t part = size / threads;
  auto copy = [&](size_t number) {
    std::memcpy(to.get() + number * part, from.get() + number * part, part);
  };
  auto copy_all = [&] {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back(copy, i);
    copy(0);
  };
  std::memset(from.get(), 1, size);
  copy_all();  // maps the pages
  double seconds = min_seconds(4, copy_all);
  return std::clamp(2 * static_cast<double>(part * threads) / seconds, 1e9, 1e12);
}

}  // namespace

// Eight threads saturate the memory bandwidth.
Target measured(Target target) {
  target.clock_hz = clock_hz();
  target.spaces.front().bytes_s =
      memory_bytes_s(static_cast<size_t>(std::clamp(target.cores, 1, 8)));
  return target;
}

}  // namespace rille
