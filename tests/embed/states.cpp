// Many states on some threads, freed while they compile.
//
// usage: embed_states COUNT THREADS
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "rille.hpp"

namespace {

std::atomic<int> next{0}, wrong{0};

// A state of its own: its function is traced and compiled; every fifth is stopped from beside.
void one(const rille::Engine& engine, int number) {
  rille::State state = engine.state({.limits = {.memory_bytes = 256 << 20}}).value();
  std::string text = "let f = jit(x => sum(sin(x * " + std::to_string(number % 40) +
                     ".0) + x) ^ 2)\nfn run(x) = f(x)\nproc spin() { while true { } }\n";
  rille::Module module = state.load("state", text).value();
  auto run = module.function<double(std::vector<float>)>("run").value();
  std::vector<float> zeros(static_cast<size_t>(number % 7 + 1), 0.0f);
  rille::Result<double> out = run(zeros);
  if (!out || out.value() != 0) ++wrong;
  if (number % 5 != 0) return;
  std::thread other([&] { state.interrupt("enough"); });
  auto stopped = module.function<rille::Value()>("spin").value()();
  other.join();
  if (stopped || stopped.error().kind() != "interrupt") ++wrong;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  int states = std::atoi(words[1]), threads = std::atoi(words[2]);
  auto start = std::chrono::steady_clock::now();
  rille::EngineOptions options;
  options.cache = "";
  rille::Engine engine = rille::Engine::create(options).value();
  std::vector<std::jthread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      for (int number = next++; number < states; number = next++) one(engine, number);
    });
  }
  all.clear();
  double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%d states on %d threads in %.1f s, %d wrong\n", states, threads, took, wrong.load());
  return wrong == 0 ? 0 : 1;
}
