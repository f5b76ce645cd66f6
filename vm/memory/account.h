// Account: what a State may take of memory, and what it took.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace rille {

// The books of one State. Each byte is charged to the State that runs on the thread that takes it
// (vm/run/running.h), and given back to the same books by whoever drops it, on whatever thread,
// even when the State is gone: an account lives until its State has left and all was given back.
class Account {
 public:
  // Written and read only while its State runs, by the thread that runs it and by its workers.
  int64_t lua = 0;    // bytes of Lua's objects and of the handles that they hold
  int64_t limit = 0;  // of all together; 0: none
  int64_t spare = 0;  // beyond the limit, for the run at hand

  bool take(size_t bytes) noexcept;  // false: nothing was taken, it does not fit
  // Whether so much more would fit.
  bool has_room(size_t bytes) const { return limit == 0 || used() + as_signed(bytes) <= most(); }
  int64_t held() const { return live_.load(std::memory_order_relaxed) - 1; }  // what C++ holds
  int64_t used() const { return lua + held(); }
  int64_t most() const { return limit + spare; }

  static void give(Account* account, size_t bytes) noexcept;

  struct Leave {
    void operator()(Account* account) const { give(account, 1); }
  };

 private:
  static int64_t as_signed(size_t bytes) {
    constexpr size_t most = INT64_MAX / 4;
    return static_cast<int64_t>(bytes < most ? bytes : most);
  }

  std::atomic<int64_t> live_{1};  // its State's own 1, and all bytes: at 0 nobody knows it
};

using OwnAccount = std::unique_ptr<Account, Account::Leave>;

// "16 MB", "512 bytes".
std::string amount(int64_t bytes);

// Bytes that stand in the books of the State that was running when they were taken; given back by
// the last breath. What grows with a script's data and is neither an array nor Lua's has one.
class Charge {
 public:
  Charge() = default;
  explicit Charge(size_t bytes) { grow(bytes); }
  Charge(const Charge& other) : Charge(other.bytes_) {}
  Charge(Charge&& other) noexcept
      : account_(other.account_), bytes_(std::exchange(other.bytes_, 0)) {}
  Charge& operator=(Charge other) noexcept {
    std::swap(account_, other.account_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Charge() {
    if (bytes_ > 0) Account::give(account_, bytes_);
  }

  void grow(size_t bytes);  // error[memory] where they do not fit
  size_t bytes() const { return bytes_; }

 private:
  Account* account_ = nullptr;
  size_t bytes_ = 0;
};

// error[memory] that names the limit of the account.
[[noreturn]] void out_of_memory(const Account& account);

}  // namespace rille
