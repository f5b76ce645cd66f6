// The thread that drops what stops left behind.
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
  Charge charge = {};  // first: given back when the values are gone
  Values values = {};
  std::vector<Array> arrays = {};
};

std::atomic<bool> joins_always = false;  // NOLINT(*-global-variables): as malloc's own option

// While one lives, small blocks that are freed meet their neighbours at once.
class Joining {
 public:
  Joining() { set(0); }
  ~Joining() { set(standard); }
  Joining(const Joining&) = delete;
  Joining& operator=(const Joining&) = delete;

 private:
  static constexpr int standard = 64 * sizeof(size_t) / 4;

  static void set(int most) {
    if (!joins_always.load()) mallopt(M_MXFAST, most);
  }
};

class Remains {
 public:
  // Where there is no memory or no thread for it, the caller drops the heap.
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
        Joining joining;
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
  size_t left_ = 0;  // heaps that are not dropped yet
  bool has_thread_ = false;
};

// Its thread ends with the process. It takes no memory: it may be asked for since there is none.
Remains& remains() {
  alignas(Remains) static std::byte room[sizeof(Remains)];
  static auto* const all = new (room) Remains;
  return *all;
}

// What is dropped in less time than it takes to hand it over.
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
