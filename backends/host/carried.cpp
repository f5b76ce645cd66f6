// Kernels that a program carries, and kernels to carry.
#include "backends/host/carried.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace rille {
namespace {

struct EmbeddedKernels {
  std::vector<EmbeddedKernel> kernels;  // sorted by key
  std::function<void(const Graph&)> missing;
  std::atomic<bool> is_told{false};
};

// The kernels that this program carries; null if it was not made by `rille build`. Set once, before
// threads are started.
const std::unique_ptr<EmbeddedKernels>& inside(std::unique_ptr<EmbeddedKernels> given = nullptr) {
  static std::unique_ptr<EmbeddedKernels> only;
  if (given != nullptr) only = std::move(given);
  return only;
}

struct KernelRecorder {
  std::atomic<bool> are_taken{false};
  std::mutex mutex;
  std::map<std::string, ObjectCode> kernels;
};

KernelRecorder& notes() {
  static auto* only =
      new KernelRecorder;  // never destroyed: an abandoned compilation may outlive main()
  return *only;
}

}  // namespace

void carry_kernels(std::vector<EmbeddedKernel> kernels, std::function<void(const Graph&)> missing) {
  auto made = std::make_unique<EmbeddedKernels>();
  std::ranges::sort(kernels, {}, &EmbeddedKernel::key);
  made->kernels = std::move(kernels);
  made->missing = std::move(missing);
  inside(std::move(made));
}

bool carries_kernels() { return inside() != nullptr; }

const EmbeddedKernel* carried_kernel(std::string_view key) {
  const auto& all = inside()->kernels;
  auto found = std::ranges::lower_bound(all, key, {}, &EmbeddedKernel::key);
  return found != all.end() && found->key == key ? &*found : nullptr;
}

void tell_missing(const Graph& graph) {
  EmbeddedKernels& here = *inside();
  if (here.missing && !here.is_told.exchange(true)) here.missing(graph);
}

void note_kernels() { notes().are_taken = true; }

std::map<std::string, ObjectCode> noted_kernels() {
  std::lock_guard lock(notes().mutex);
  return notes().kernels;
}

void note_kernel(const std::string& key, const ObjectCode& object) {
  if (!notes().are_taken) return;
  std::lock_guard lock(notes().mutex);
  notes().kernels.try_emplace(key, object);
}

}  // namespace rille
