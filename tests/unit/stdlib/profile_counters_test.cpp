// Tests counters of threads, and energy from files of a test.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "stdlib/profile/counters.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

namespace fs = std::filesystem;

class ProfileCounters : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / str("rille_counters_", getpid());
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  void put(const std::string& zone, const std::string& file, const std::string& text) const {
    fs::create_directories(root_ / zone);
    std::ofstream(root_ / zone / file) << text << "\n";
  }
  void zone(const std::string& zone, const std::string& name, int64_t energy) const {
    put(zone, "name", name);
    put(zone, "energy_uj", str(energy));
    put(zone, "max_energy_range_uj", "262143328850");
  }
  void energy(const std::string& zone, int64_t energy) const {
    put(zone, "energy_uj", str(energy));
  }

  static double value(const std::vector<Counter>& counters, std::string_view name) {
    auto at = std::ranges::find(counters, name, &Counter::name);
    return at == counters.end() ? -1 : at->value;
  }

  fs::path root_;
};

TEST_F(ProfileCounters, add_the_energy_of_all_packages_and_of_nothing_else) {
  zone("intel-rapl:0", "package-0", 1'000'000);
  zone("intel-rapl:1", "package-1", 2'000'000);
  zone("intel-rapl:2", "psys", 0);
  zone("intel-rapl:0:0", "core", 0);
  zone("intel-rapl-mmio:0", "package-0", 0);
  EnergyMeter meter(root_);
  EXPECT_EQ(meter.joules(), 0);
  for (const char* each : {"intel-rapl:2", "intel-rapl:0:0", "intel-rapl-mmio:0"}) {
    energy(each, 900'000'000);
  }
  energy("intel-rapl:0", 4'500'000);
  energy("intel-rapl:1", 2'250'000);
  EXPECT_EQ(meter.joules(), 0);  // not yet read
  meter.update();
  EXPECT_DOUBLE_EQ(meter.joules(), 3.75);
}

TEST_F(ProfileCounters, follow_a_counter_that_wraps_around) {
  zone("intel-rapl:0", "package-0", 262'143'000'000);
  EnergyMeter meter(root_);
  energy("intel-rapl:0", 1'671'150);
  meter.update();
  EXPECT_DOUBLE_EQ(meter.joules(), 2);
  energy("intel-rapl:0", 262'143'328'850);
  meter.update();
  energy("intel-rapl:0", 1'000'000);
  meter.update();
  EXPECT_NEAR(meter.joules(), 262'144.6577, 1e-6);
}

TEST_F(ProfileCounters, have_no_energy_where_it_is_not_readable) {
  EXPECT_EQ(EnergyMeter(root_).joules(), -1);
  EXPECT_EQ(EnergyMeter(root_ / "missing").joules(), -1);
  put("intel-rapl:0", "name", "package-0");  // without energy_uj, as for users without the right
  EXPECT_EQ(EnergyMeter(root_).joules(), -1);
  energy("intel-rapl:0", 1'000'000);
  EnergyMeter meter(root_);
  put("intel-rapl:0", "energy_uj", "?");
  meter.update();
  energy("intel-rapl:0", 10);  // wraps around at an unknown number
  meter.update();
  EXPECT_EQ(meter.joules(), 0);
}

// Each page of new memory faults at its first write.
constexpr size_t pages = 5000;
void touch() {
  auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t size = pages * page;
  void* block = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(block, MAP_FAILED);
  madvise(block, size, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < size; i += page) static_cast<volatile char*>(block)[i] = 1;
  munmap(block, size);
}

TEST_F(ProfileCounters, count_all_threads_and_those_that_start_later) {
  std::atomic<int> stage = 0;
  auto wait_for = [&](int wanted) {
    while (stage != wanted) std::this_thread::yield();
  };
  std::thread early([&] {
    wait_for(1);
    touch();
    stage = 2;
    wait_for(3);
  });
  EventCounters counters;
  auto faults = [&] { return value(counters.read(), "page faults"); };
  if (faults() < 0) {
    stage = 1, wait_for(2), stage = 3;
    early.join();
    GTEST_SKIP() << "perf_event_open is not permitted";
  }
  double begin = faults();
  touch();
  double own = faults();
  stage = 1;
  wait_for(2);
  double other = faults();
  std::thread late([] { touch(); });
  late.join();
  double all = faults();
  stage = 3;
  early.join();
  for (double count : {own - begin, other - own, all - other}) {
    EXPECT_GE(count, pages);
    EXPECT_LE(count, 10 * pages);  // sanitizers have memory of their own
  }
}

TEST_F(ProfileCounters, measure_the_cpu_time_of_busy_threads) {
  EventCounters counters;
  if (value(counters.read(), "CPU time") < 0) GTEST_SKIP() << "perf_event_open is not permitted";
  auto cpu_ns = [] {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
  };
  double begin = cpu_ns(), before = value(counters.read(), "CPU time");
  while (cpu_ns() < begin + 20e6) {
  }
  double wanted = cpu_ns() - begin, counted = value(counters.read(), "CPU time") - before;
  EXPECT_NEAR(counted, wanted, 0.2 * wanted);
}

TEST_F(ProfileCounters, open_in_less_than_a_millisecond) {
  auto best = std::chrono::nanoseconds::max();
  for (int i = 0; i < 20; ++i) {
    auto begin = std::chrono::steady_clock::now();
    EventCounters counters;
    best = std::min<std::chrono::nanoseconds>(best, std::chrono::steady_clock::now() - begin);
  }
  EXPECT_LT(best, std::chrono::milliseconds(1));
}

TEST_F(ProfileCounters, are_none_without_threads) {
  EXPECT_TRUE(EventCounters(root_).read().empty());
  EXPECT_TRUE(EventCounters(root_ / "missing").read().empty());
}

TEST_F(ProfileCounters, read_as_a_sentence) {
  std::vector<Counter> counters = {{"cycles", 0, 1.5e9},        {"instructions", 0, 1.2e9},
                                   {"cache misses", 0, 12.3e6}, {"page faults", 0, 340},
                                   {"CPU time", 0, 1.25e9},     {"cycles", 3, 7},
                                   {"CPU migrations", 0, 1},    {"context switches", 0, 0}};
  EXPECT_EQ(counters_text(counters),
            "1.2 G instructions, 0.8 per cycle, 1.5 G cycles, 12.3 M cache misses, 1.25 s of CPU "
            "time, 340 page faults, 1 CPU migration");
  EXPECT_EQ(counters_text({{"cycles", 3, 7}}), "");
  EXPECT_EQ(counters_text({}), "");
}

}  // namespace
}  // namespace rille::profile
