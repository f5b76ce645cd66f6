// PrefetchThreads: threads that prefetch items, in order.
#include "stdlib/data/streams/prefetch_threads.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>
#include <system_error>
#include <utility>

#include "vm/memory/handed.h"
#include "vm/run/recorder.h"

namespace rille {
namespace {

OwnAccount own_account() {
  OwnAccount out(new Account());
  const Account* mine = running().account;
  if (mine != nullptr) out->limit = mine->limit;
  return out;
}

// Blocks all signals. A thread that is started meanwhile inherits the mask, so that signals reach
// the thread of the State.
class SignalBlock {
 public:
  SignalBlock() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalBlock() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

PrefetchThreads::PrefetchThreads(State& state, const Value& source, int64_t most, int64_t)
    : state_(state),
      account_(own_account()),
      grants_(running().grants),
      most_(most),
      end_(std::numeric_limits<int64_t>::max()) {
  streams_.emplace_back(source);
  streams_[0].is_free(state);  // opens the stream on this thread
  start(1);
}

PrefetchThreads::PrefetchThreads(State& state, const Value& source, int64_t most, int64_t threads,
                                 int64_t begin, int64_t end)
    : state_(state),
      account_(own_account()),
      grants_(running().grants),
      has_numbers_(true),
      most_(most),
      taken_(begin),
      begun_(begin),
      end_(end) {
  threads = std::min(threads, most);
  for (int64_t i = 0; i <= threads; ++i) {
    streams_.emplace_back(source);
    streams_.back().is_free(state);
    streams_.back().numbers(state);
  }
  start(threads);
}

// Starts fewer threads if the system has no more. If none was started, next() reads the items.
void PrefetchThreads::start(int64_t threads) {
  SignalBlock deaf;
  auto is_started = [&](Stream& stream) {
    try {
      threads_.emplace_back([this, &stream] { work(stream); });
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  };
  threads_.reserve(static_cast<size_t>(threads));
  for (int64_t i = 0; i < threads && is_started(streams_[static_cast<size_t>(i)]);) ++i;
  reserved_.emplace(reserved_threads(), std::ssize(threads_));
}

PrefetchThreads::~PrefetchThreads() {
  {
    std::lock_guard lock(mutex_);
    stops_ = true;
  }
  room_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

PrefetchedItem PrefetchThreads::made(Stream& stream, int64_t number) const {
  PrefetchedItem out;
  try {
    if (has_numbers_) {
      out.item = stream.item(state_, number);
    } else {
      out.item = stream.next(state_);
      out.cursor = stream.value();
    }
  } catch (const StateRequired&) {
    out.needs_state = true;
  } catch (const std::exception&) {
    out.fault = std::current_exception();
  }
  return out;
}

void PrefetchThreads::work(Stream& stream) {
  PrefetchThreadScope away;
  Recorder::name_thread("prefetch");
  WorkerScope joined({.state = nullptr, .account = account_.get(), .grants = grants_});
  std::unique_lock lock(mutex_);
  for (;;) {
    room_.wait(lock, [&] { return stops_ || has_room(); });
    if (stops_) return;
    {
      ScopedCount busy(active_threads());
      make(lock, stream);
    }
    ready_.notify_one();
  }
}

// Makes the next item that no thread has started.
void PrefetchThreads::make(std::unique_lock<std::mutex>& lock, Stream& stream) {
  constexpr auto quick = std::chrono::milliseconds(1);
  int64_t number = begun_++;
  slots_.emplace_back();
  lock.unlock();
  auto start = std::chrono::steady_clock::now();
  PrefetchedItem ahead = made(stream, number);
  bool is_quick = std::chrono::steady_clock::now() - start < quick;
  lock.lock();
  is_quick_ = is_quick;
  // A sequential stream ends at its last item or at an error.
  bool ends = !has_numbers_ && (ahead.fault != nullptr || ahead.item.is_nil());
  if (ends) end_ = number + 1;
  PrefetchSlot& slot = slots_[static_cast<size_t>(number - taken_)];
  slot.ahead = std::move(ahead);
  slot.is_done = true;
}

// Instead of waiting, the caller makes an item itself if items are quick, since to sleep and to
// wake up takes longer. Sleeping threads are woken when half of the prefetched items were taken.
PrefetchedItem PrefetchThreads::next() {
  constexpr auto patience = std::chrono::milliseconds(20);  // time between two polls
  int64_t before = std::exchange(held_, account_->held());
  poll(static_cast<size_t>(std::max<int64_t>(held_, 0)));
  if (held_ > before) count_handed(state_, held_ - before);
  std::unique_lock lock(mutex_);
  if (taken_ >= end_) {
    reserved_.reset();
    return {};
  }
  if (threads_.empty()) {
    int64_t number = taken_++;
    begun_ = taken_;
    lock.unlock();
    return made(streams_[0], number);
  }
  auto is_there = [&] { return !slots_.empty() && slots_.front().is_done; };
  while (!is_there()) {
    if (has_numbers_ && is_quick_ && has_room()) {
      PrefetchThreadScope away;
      WorkerScope joined({.state = nullptr, .account = account_.get(), .grants = grants_});
      make(lock, streams_.back());
    } else if (!ready_.wait_for(lock, patience, is_there)) {
      lock.unlock();
      poll();
      lock.lock();
    }
  }
  PrefetchedItem out = std::move(slots_.front().ahead);
  slots_.pop_front();
  ++taken_;
  bool is_low = begun_ - taken_ <= most_ / 2;
  lock.unlock();
  if (is_low) room_.notify_one();
  return out;
}

}  // namespace rille
