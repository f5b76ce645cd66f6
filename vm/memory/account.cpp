// Account: allocation and release.
#include "vm/memory/account.h"

#include "vm/error.h"
#include "vm/value/remains.h"

namespace rille {

std::string amount(int64_t bytes) {
  constexpr int64_t million = 1'000'000;
  return bytes >= 10 * million ? str(bytes / million, " MB") : str(bytes, " bytes");
}

bool Account::take(size_t bytes) noexcept {
  if (refused([&] { return !has_room(bytes); })) return false;
  live_.fetch_add(as_signed(bytes), std::memory_order_relaxed);
  return true;
}

void Account::give(Account* account, size_t bytes) noexcept {
  int64_t given = as_signed(bytes);
  if (account->live_.fetch_sub(given, std::memory_order_acq_rel) == given) delete account;
}

void out_of_memory(const Account& account) {
  throw Error(Code::memory, str("memory limit of ", amount(account.limit), " exceeded"));
}

}  // namespace rille
