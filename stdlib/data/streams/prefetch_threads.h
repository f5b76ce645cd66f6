// PrefetchThreads: prefetch the items of a stream.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "stdlib/data/streams.h"
#include "vm/memory/account.h"
#include "vm/run/active_threads.h"
#include "vm/run/running.h"

namespace rille {

// One prefetched item. For a sequential stream, `cursor` is the stream after the item.
struct PrefetchedItem {
  Value item, cursor;
  std::exception_ptr fault = nullptr;  // set instead of `item` if an error was raised
  bool needs_state = false;            // true if the thread of the State must compute the item
};

// Threads that prefetch the items of a stream, in order. Each thread reads a stream of its own,
// which the thread of the State has opened. Memory of the threads is charged to `account_`, which
// the polls of the State include.
class PrefetchThreads {
 public:
  // The first form reads a sequential stream on one thread, from its position to the end. The
  // second form reads items `begin` to `end`, exclusive, of a random-access stream.
  PrefetchThreads(State& state, const Value& source, int64_t most, int64_t threads);
  PrefetchThreads(State& state, const Value& source, int64_t most, int64_t threads, int64_t begin,
                  int64_t end);
  ~PrefetchThreads();
  PrefetchThreads(const PrefetchThreads&) = delete;
  PrefetchThreads& operator=(const PrefetchThreads&) = delete;

  // Waits for the next item and returns it. An interrupt of the State ends the wait.
  PrefetchedItem next();

 private:
  void start(int64_t threads);
  void work(Stream& stream);
  void make(std::unique_lock<std::mutex>& lock, Stream& stream);
  bool has_room() const { return begun_ < end_ && begun_ - taken_ < most_; }
  PrefetchedItem made(Stream& stream, int64_t number) const;

  State& state_;
  OwnAccount account_;
  int64_t held_ = 0;             // bytes in `account_` at the last call of next()
  const Grants* grants_;         // owned by the State, which joins the threads before it ends
  std::vector<Stream> streams_;  // one for each thread, and with random access one for next()
  bool has_numbers_ = false;
  // Indices: taken_ items were returned, begun_ were started, end_ is one after the last.
  int64_t most_, taken_ = 0, begun_ = 0, end_ = 0;
  std::mutex mutex_;
  std::condition_variable room_, ready_;
  struct PrefetchSlot {
    bool is_done = false;
    PrefetchedItem ahead = {};
  };
  std::deque<PrefetchSlot> slots_;  // the first slot has the index taken_
  // is_quick_: the last item took less time than to sleep and to wake up.
  bool stops_ = false, is_quick_ = false;
  std::vector<std::thread> threads_;
  std::optional<ScopedCount> reserved_;  // reset when the last item is taken
};

}  // namespace rille
