// Nests to machine code, on several threads.
#include <algorithm>
#include <future>

#include "backends/cache.h"
#include "backends/host/program.h"
#include "backends/host/threads.h"
#include "jit/schedule.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr size_t worth_a_thread = 3;  // nests

// All that decides about the code: the generator and its build, the target, the loops, and how
// they are cut in turns, for the caller of a kernel counts turns by the same schedule.
std::string key_of(std::string_view version, std::span<const Nest> nests) {
  std::string key = str(version, " ", host_machine().name, "\n");
  for (const Nest& nest : nests) key += text(nest) + text(schedule_of(nest, host_machine()));
  return key;
}

}  // namespace

// From the disk, or by the code generator and onto the disk.
std::shared_ptr<MachineCode> compile_part(std::span<const Nest> nests) {
  Codegen& generator = codegen();
  std::string key = key_of(generator.version(), nests);
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

namespace {

// One thread's part. Its end is waited for, also where another part throws.
class Share {
 public:
  Share() = default;
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  ~Share() {
    if (thread_) thread_->join();
  }

  void start(std::span<const Nest> nests) {
    work_ = std::packaged_task<Code()>([nests] { return compile_part(nests); });
    made_ = work_.get_future();
    thread_ = Thread::started([this] { work_(); });
    if (!thread_) work_();  // the system has no more threads
  }
  std::shared_ptr<MachineCode> get() { return made_.get(); }

 private:
  using Code = std::shared_ptr<MachineCode>;

  std::packaged_task<Code()> work_;
  std::future<Code> made_;
  std::optional<Thread> thread_;
};

}  // namespace

Compiled compile_all(std::span<const Nest> nests) {
  Compiled out;
  if (nests.empty()) return out;
  auto threads = static_cast<size_t>(host_threads());
  size_t parts = std::clamp<size_t>(nests.size() / worth_a_thread, 1, threads);
  std::vector<std::vector<Nest>> shares(parts);
  for (size_t i = 0; i < nests.size(); ++i) shares[i % parts].push_back(nests[i]);
  std::vector<Share> others(parts - 1);
  for (size_t i = 1; i < parts; ++i) others[i - 1].start(shares[i]);
  out.parts.push_back(compile_part(shares[0]));
  for (Share& other : others) out.parts.push_back(other.get());
  for (size_t i = 0; i < nests.size(); ++i) {
    out.kernels.push_back(out.parts[i % parts]->kernel(i / parts));
  }
  return out;
}

}  // namespace rille
