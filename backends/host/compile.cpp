// Nests to machine code, on several threads.
#include <algorithm>
#include <future>

#include "backends/host/program.h"

namespace rille {
namespace {

constexpr size_t worth_a_thread = 3;  // nests

std::shared_ptr<MachineCode> compile_part(const std::vector<Nest>& nests) {
  Codegen& generator = codegen();
  return generator.link(generator.compile(nests, host_machine()), nests.size());
}

}  // namespace

Compiled compile_all(std::span<const Nest> nests) {
  Compiled out;
  if (nests.empty()) return out;
  auto threads = static_cast<size_t>(host_threads());
  size_t parts = std::clamp<size_t>(nests.size() / worth_a_thread, 1, threads);
  std::vector<std::vector<Nest>> shares(parts);
  for (size_t i = 0; i < nests.size(); ++i) shares[i % parts].push_back(nests[i]);
  std::vector<std::future<std::shared_ptr<MachineCode>>> others;
  for (size_t i = 1; i < parts; ++i) {
    others.push_back(std::async(std::launch::async, compile_part, std::cref(shares[i])));
  }
  out.parts.push_back(compile_part(shares[0]));
  for (auto& other : others) out.parts.push_back(other.get());
  for (size_t i = 0; i < nests.size(); ++i) {
    out.kernels.push_back(out.parts[i % parts]->kernel(i / parts));
  }
  return out;
}

}  // namespace rille
