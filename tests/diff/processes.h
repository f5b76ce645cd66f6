// Work in several processes, which may die.
#pragma once

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace rille::diff {

// Zeros that child processes share with this one.
template <class T>
T* shared_by_processes(size_t count) {
  void* memory =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::exit(2);
  return static_cast<T*>(memory);
}

// Runs `body(job)` in a process for each job. If one dies, `on_death(job, signal)` is called, and
// the body runs in a new process.
template <class Body, class OnDeath>
void in_processes(int jobs, const Body& body, const OnDeath& on_death) {
  std::map<pid_t, int> running;
  auto start = [&](int job) {
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      body(job);
      std::fflush(stdout);
      _exit(0);
    }
    running[child] = job;
  };
  for (int job = 0; job < jobs; ++job) start(job);
  while (!running.empty()) {
    int status = 0;
    pid_t child = wait(&status);
    if (!running.contains(child)) continue;
    int job = running[child];
    running.erase(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    on_death(job, WTERMSIG(status));
    start(job);
  }
}

}  // namespace rille::diff
