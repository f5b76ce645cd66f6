// Space: accounting of one kind of memory.
#include "vm/memory/buffer.h"

#include "vm/error.h"
#include "vm/run/observer.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"
#include "vm/value/remains.h"

namespace rille {
namespace {

[[noreturn]] void does_not_fit(int64_t wanted, int64_t limit, int64_t used) {
  throw Error(Code::memory, str("cannot allocate an array of ", amount(wanted), ": the limit is ",
                                amount(limit), ", of which ", amount(used), " are in use"));
}

// The approximate cost of a buffer in addition to its bytes: its record, the handle, and unused
// space.
constexpr size_t overhead = 128;

[[gnu::noinline]] void tell_all(const Context& context, const Space& space, int64_t bytes,
                                const void* data) {
  if (Recorder* recorder = Recorder::current()) recorder->add(space, bytes, data);
  if (context.observers == nullptr) return;
  context.observers->tell(event::Allocation{space, bytes});
}

void tell(const Context& context, const Space& space, int64_t bytes, const void* data) {
  bool is_observed = context.observers != nullptr && context.observers->want(Topic::allocation);
  if (is_observed || Recorder::current() != nullptr) [[unlikely]]
    tell_all(context, space, bytes, data);
}

Account* charged(const Context& context, size_t bytes) {
  Account* account = context.account;
  if (account != nullptr && !account->take(bytes + overhead)) {
    does_not_fit(static_cast<int64_t>(bytes), account->limit, account->used());
  }
  return account;
}

}  // namespace

void Space::take(size_t bytes) {
  auto wanted = static_cast<int64_t>(bytes);
  int64_t live = live_.fetch_add(wanted, std::memory_order_relaxed) + wanted;
  bool over = limit_ > 0 && live > limit_;
  if (over && settle_remains()) over = live_.load(std::memory_order_relaxed) > limit_;
  if (over) {
    live_.fetch_sub(wanted, std::memory_order_relaxed);
    does_not_fit(wanted, limit_, live - wanted);
  }
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (live > peak && !peak_.compare_exchange_weak(peak, live, std::memory_order_relaxed)) {
  }
}

void Space::give(size_t bytes) {
  live_.fetch_sub(static_cast<int64_t>(bytes), std::memory_order_relaxed);
}

Buffer::Buffer(Space& space, size_t bytes)
    : space_(space), account_(nullptr), data_(nullptr), bytes_(bytes) {
  Context context = running();
  account_ = charged(context, bytes);
  try {
    data_ = space.allocate(bytes);
    tell(context, space, static_cast<int64_t>(bytes), data_);
  } catch (const std::exception&) {
    if (account_ != nullptr) Account::give(account_, bytes + overhead);
    throw;
  }
}

Buffer::~Buffer() {
  tell(running(), space_, -static_cast<int64_t>(bytes_), data_);
  space_.release(data_, bytes_);
  if (account_ != nullptr) Account::give(account_, bytes_ + overhead);
}

}  // namespace rille
