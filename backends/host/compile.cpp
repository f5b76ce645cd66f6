// Nests to machine code, on several threads.
#include <algorithm>
#include <future>
#include <unordered_map>

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

// One nest of each structure, and which of them each given one is. No two of one plan are of one
// structure, but those of a plan's regions, each with a plan of its own, may be.
class Distinct {
 public:
  explicit Distinct(std::span<const Nest> nests) {
    for (const Nest& nest : nests) numbers_.push_back(number_of(nest));
  }

  const std::vector<const Nest*>& nests() const { return nests_; }
  const std::vector<size_t>& numbers() const { return numbers_; }

 private:
  size_t number_of(const Nest& nest) {
    std::vector<size_t>& bucket = known_[structural_hash(nest)];
    for (size_t at : bucket) {
      if (same_code(*nests_[at], nest)) return at;
    }
    bucket.push_back(nests_.size());
    nests_.push_back(&nest);
    return bucket.back();
  }

  std::vector<const Nest*> nests_;
  std::vector<size_t> numbers_;
  std::unordered_map<uint64_t, std::vector<size_t>> known_;
};

}  // namespace

Compiled compile_all(std::span<const Nest> nests) {
  Compiled out;
  if (nests.empty()) return out;
  Distinct distinct(nests);
  size_t count = distinct.nests().size();
  auto threads = static_cast<size_t>(host_threads());
  size_t parts = std::clamp<size_t>(count / worth_a_thread, 1, threads);
  std::vector<std::vector<Nest>> shares(parts);
  for (size_t i = 0; i < count; ++i) shares[i % parts].push_back(*distinct.nests()[i]);
  std::vector<Share> others(parts - 1);
  for (size_t i = 1; i < parts; ++i) others[i - 1].start(shares[i]);
  out.parts.push_back(compile_part(shares[0]));
  for (Share& other : others) out.parts.push_back(other.get());
  for (size_t at : distinct.numbers()) {
    out.kernels.push_back(out.parts[at % parts]->kernel(at / parts));
  }
  return out;
}

}  // namespace rille
