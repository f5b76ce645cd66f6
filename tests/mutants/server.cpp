// Tests of mutants, each in a process of its own.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace rille {

extern int mutant_number;  // choice.cpp

namespace {

constexpr rlim_t max_bytes = rlim_t{8} << 30;

struct Asked {
  int mutant = 0;
  unsigned limit_cpu_s = 0;
  std::string tests;
};

int run(const Asked& asked) {
  rlimit cpu{asked.limit_cpu_s, asked.limit_cpu_s}, memory{max_bytes, max_bytes};
  setrlimit(RLIMIT_CPU, &cpu);
  setrlimit(RLIMIT_AS, &memory);
  alarm(60 + 30 * asked.limit_cpu_s);
  mutant_number = asked.mutant;
  testing::GTEST_FLAG(filter) = asked.tests;
  if (std::freopen("/dev/null", "w", stdout) == nullptr) return 2;
  return RUN_ALL_TESTS();
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// A line in is a mutant, a limit and tests; the line out how they ended and how long they took.
void serve() {
  for (Asked asked; std::cin >> asked.mutant >> asked.limit_cpu_s >> asked.tests;) {
    pid_t child = fork();
    if (child == 0) _exit(run(asked));
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    std::printf("%d %f\n", status, seconds(used.ru_utime) + seconds(used.ru_stime));
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace rille

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(fail_fast) = true;
  testing::GTEST_FLAG(brief) = true;
  rille::serve();
}
