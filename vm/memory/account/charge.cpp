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
  Account* account = running().account;
  if (account != nullptr && !account->take(bytes)) out_of_memory(*account);
}

}  // namespace rille
