// LazyValue: a value that is computed on first use.
#pragma once

#include <atomic>
#include <memory>

namespace rille {

// Part of a record that lives as long as the process, as does the value. Two threads may
// compute it at the same time; one of the results is kept.
template <class T>
struct LazyValue {
  template <class Make>
  const T& get(Make make) const {
    if (const T* known = made.load(std::memory_order_acquire)) return *known;
    auto mine = std::make_unique<T>(make());
    const T* none = nullptr;
    if (!made.compare_exchange_strong(none, mine.get())) return *none;
    return *mine.release();
  }
  mutable std::atomic<const T*> made = nullptr;
};

}  // namespace rille
