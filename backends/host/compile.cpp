// Nests to machine code, on several threads.
#include <algorithm>
#include <future>

#include "backends/cache.h"
#include "backends/host/program.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr size_t worth_a_thread = 3;  // nests

}  // namespace

// From the disk, or by the code generator and onto the disk.
std::shared_ptr<MachineCode> compile_part(std::span<const Nest> nests) {
  Codegen& generator = codegen();
  std::string key = str(generator.version(), " ", host_machine().name, "\n");
  for (const Nest& nest : nests) key += text(nest);
  DiskCache& cache = DiskCache::standard();
  if (auto known = cache.find(key)) {
    try {
      return generator.link(*known, nests.size());
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): a bad entry is compiled anew
    }
  }
  ObjectCode object = generator.compile(nests, host_machine());
  cache.put(key, object);
  return generator.link(object, nests.size());
}

Compiled compile_all(std::span<const Nest> nests) {
  Compiled out;
  if (nests.empty()) return out;
  auto threads = static_cast<size_t>(host_threads());
  size_t parts = std::clamp<size_t>(nests.size() / worth_a_thread, 1, threads);
  std::vector<std::vector<Nest>> shares(parts);
  for (size_t i = 0; i < nests.size(); ++i) shares[i % parts].push_back(nests[i]);
  std::vector<std::future<std::shared_ptr<MachineCode>>> others;
  for (size_t i = 1; i < parts; ++i) {
    others.push_back(
        std::async(std::launch::async, compile_part, std::span<const Nest>(shares[i])));
  }
  out.parts.push_back(compile_part(shares[0]));
  for (auto& other : others) out.parts.push_back(other.get());
  for (size_t i = 0; i < nests.size(); ++i) {
    out.kernels.push_back(out.parts[i % parts]->kernel(i / parts));
  }
  return out;
}

}  // namespace rille
