// Remains: values of stopped work, dropped by another thread.
#pragma once

#include <exception>
#include <utility>
#include <vector>

#include "vm/memory/account.h"
#include "vm/value.h"

namespace rille {

// Dropping millions of values takes longer than an interrupt may. They are passed to a thread that
// drops them, and stay in the memory accounting until then. No allocation fails before they are
// dropped (settle_remains).
void leave_behind(Values&& items, Charge&& charge = {}) noexcept;
void leave_behind(std::vector<Array>&& items) noexcept;

// Waits until all remains are dropped; false if there were none.
bool settle_remains() noexcept;

// Whether memory is short, also after all remains are dropped.
template <class IsShort>
bool refused(IsShort is_short) {
  return is_short() && (!settle_remains() || is_short());
}

// A guard for values that are being collected: after an error they become remains.
template <class Items>
class CollectionGuard {
 public:
  explicit CollectionGuard(Items& items) : items_(items) {}
  ~CollectionGuard() {
    if (std::uncaught_exceptions() > before_) leave_behind(std::move(items_));
  }
  CollectionGuard(const CollectionGuard&) = delete;
  CollectionGuard& operator=(const CollectionGuard&) = delete;

 private:
  Items& items_;
  int before_ = std::uncaught_exceptions();
};

}  // namespace rille
