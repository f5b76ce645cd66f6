// The thread that drops values of stopped work.
#include "vm/value/remains.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <thread>

#include "vm/memory/freed.h"

namespace rille {
namespace {

struct Heap {
  Charge charge = {};  // first member: released after the values
  Values values = {};
  std::vector<Array> arrays = {};
};

std::atomic<bool> joins_always = false;  // NOLINT(*-global-variables): an option of malloc

// During its lifetime, freed small blocks are merged with their neighbors at once.
class CoalescingScope {
 public:
  CoalescingScope() { set(0); }
  ~CoalescingScope() { set(standard); }
  CoalescingScope(const CoalescingScope&) = delete;
  CoalescingScope& operator=(const CoalescingScope&) = delete;

 private:
  static constexpr int standard = 64 * sizeof(size_t) / 4;

  static void set(int most) {
    if (!joins_always.load()) mallopt(M_MXFAST, most);
  }
};

class DeferredReleaser {
 public:
  // Without memory or a thread for it, the caller drops the heap.
  void take(Heap heap) noexcept {
    try {
      std::lock_guard lock(mutex_);
      if (!has_thread_) std::thread([this] { work(); }).detach();
      has_thread_ = true;
      heaps_.push_back(std::move(heap));
      if (++left_ > 1) return;
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
      return;
    }
    wake_.notify_one();
  }

  bool settle() noexcept {
    std::unique_lock lock(mutex_);
    if (left_ == 0) return false;
    done_.wait(lock, [&] { return left_ == 0; });
    return true;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return !heaps_.empty(); });
      std::vector<Heap> now = std::exchange(heaps_, {});
      size_t count = now.size();
      lock.unlock();
      {
        CoalescingScope joining;
        now.clear();
      }
      lock.lock();
      left_ -= count;
      if (left_ == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<Heap> heaps_;
  size_t left_ = 0;  // number of heaps that are not dropped yet
  bool has_thread_ = false;
};

// The thread ends with the process. Does not allocate, since it may be called when memory is
// exhausted.
DeferredReleaser& remains() {
  alignas(DeferredReleaser) static std::byte room[sizeof(DeferredReleaser)];
  static auto* const all = new (room) DeferredReleaser;
  return *all;
}

// Whether dropping the values takes less time than handing them over.
bool is_little(const Values& items) {
  constexpr size_t few = 64;
  return items.size() < few && std::ranges::none_of(items, &Value::is_branch);
}

}  // namespace

void leave_behind(Values&& items, Charge&& charge) noexcept {
  if (is_little(items)) return;
  remains().take({.charge = std::move(charge), .values = std::move(items)});
}

void leave_behind(std::vector<Array>&& items) noexcept {
  if (!items.empty()) remains().take({.arrays = std::move(items)});
}

bool settle_remains() noexcept { return remains().settle(); }

void join_freed_blocks() noexcept {
  joins_always = true;
  mallopt(M_MXFAST, 0);
}

}  // namespace rille
