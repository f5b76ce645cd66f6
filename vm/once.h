// Once: what is made when it is first asked for.
#pragma once

#include <atomic>
#include <memory>

namespace rille {

// Part of a record that stands for the life of the process, and so does what is made. Two threads
// may ask at once; what one of them made is kept.
template <class T>
struct Once {
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
