// Ahead: items that threads make before they are asked for.
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
#include "vm/run/crowd.h"
#include "vm/run/running.h"

namespace rille {

// What a thread made: an item, and of a stream without numbers where that is behind it.
struct Ahead {
  Value item, cursor;
  std::exception_ptr fault = nullptr;  // instead of an item
  bool needs_state = false;            // the State has to make it
};

// Threads that make the items of a stream, in its order. Each reads a stream of its own, opened by
// the State's thread; memory is charged to an account of theirs, which the State's polls count.
class Readers {
 public:
  // With numbers `begin` up to `end`, else one thread from the first item on.
  Readers(State& state, const Value& source, int64_t most, int64_t threads);
  Readers(State& state, const Value& source, int64_t most, int64_t threads, int64_t begin,
          int64_t end);
  ~Readers();
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // The next one; a stop of the State ends the wait.
  Ahead next();

 private:
  void start(int64_t threads);
  void work(Stream& stream);
  void make(std::unique_lock<std::mutex>& lock, Stream& stream);
  bool has_room() const { return begun_ < end_ && begun_ - taken_ < most_; }
  Ahead made(Stream& stream, int64_t number) const;

  State& state_;
  OwnAccount account_;
  int64_t held_ = 0;             // by it, when an item was last asked for
  const Grants* grants_;         // the State's, which waits for the threads before it ends
  std::vector<Stream> streams_;  // one a thread, with numbers one more for who waits
  bool has_numbers_ = false;
  int64_t most_, taken_ = 0, begun_ = 0, end_ = 0;  // numbers: given, begun, behind the last
  std::mutex mutex_;
  std::condition_variable room_, ready_;
  struct Slot {
    bool is_done = false;
    Ahead ahead = {};
  };
  std::deque<Slot> slots_;                 // from number taken_ on
  bool stops_ = false, is_quick_ = false;  // the last item took less than a wait is worth
  std::vector<std::thread> threads_;
  std::optional<Among> audience_;  // until the last item is taken
};

}  // namespace rille
