// Charge: bytes charged to the running State.
#include "vm/memory/account.h"
#include "vm/memory/for_good.h"
#include "vm/run/running.h"

namespace rille {

void Charge::grow(size_t bytes) {
  if (bytes_ == 0) account_ = running().account;
  if (account_ == nullptr || bytes == 0) return;
  if (!account_->take(bytes)) out_of_memory(*account_);
  bytes_ += bytes;
}

void charge_for_good(size_t bytes) {
  Context here = running();
  Account* account = here.account;
  if (account == nullptr) return;
  if (!account->take(bytes)) out_of_memory(*account);
  // An Account ends when all bytes that it counts are released. These bytes never are, so they are
  // counted with the Lua objects of the State instead, which is possible while the State waits for
  // this thread. A prefetch thread has no State, and its bytes are not counted.
  if (here.state != nullptr) {
    std::atomic_ref(account->lua).fetch_add(static_cast<int64_t>(bytes), std::memory_order_relaxed);
  }
  Account::give(account, bytes);
}

}  // namespace rille
