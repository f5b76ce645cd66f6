// Remains: values that a stop left behind, dropped elsewhere.
#pragma once

#include <exception>
#include <utility>
#include <vector>

#include "vm/memory/account.h"
#include "vm/value.h"

namespace rille {

// To drop millions of values takes longer than a stop may. They are handed to a thread that does,
// and stand in the books until it has; nobody is refused memory before (settle_remains).
void leave_behind(Values&& items, Charge&& charge = {}) noexcept;
void leave_behind(std::vector<Array>&& items) noexcept;

// Waits until all that was left behind is dropped; false where nothing was.
bool settle_remains() noexcept;

// Whether memory is refused, and still is when all that was left behind is dropped.
template <class IsShort>
bool refused(IsShort is_short) {
  return is_short() && (!settle_remains() || is_short());
}

// Stands beside values that are being gathered: where an error ends that, they are left behind.
template <class Items>
class Gathering {
 public:
  explicit Gathering(Items& items) : items_(items) {}
  ~Gathering() {
    if (std::uncaught_exceptions() > before_) leave_behind(std::move(items_));
  }
  Gathering(const Gathering&) = delete;
  Gathering& operator=(const Gathering&) = delete;

 private:
  Items& items_;
  int before_ = std::uncaught_exceptions();
};

}  // namespace rille
