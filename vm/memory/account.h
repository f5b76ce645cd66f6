// Account: the memory limit and the memory use of a State.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace rille {

// The memory accounting of one State. Each byte is charged to the State that runs on the allocating
// thread (vm/run/running.h), and released from the same account on any thread, also after the State
// was destroyed: an account lives until its State has left and all bytes are released.
class Account {
 public:
  // Accessed only while the State runs, by the thread that runs it and by its workers.
  int64_t lua = 0;    // bytes of Lua objects and of the handles in them
  int64_t limit = 0;  // of the total; 0 for none
  int64_t spare = 0;  // allowed beyond the limit in the current run

  bool take(size_t bytes) noexcept;  // false, without effect, if the limit is exceeded
  // Whether that many more bytes are within the limit.
  bool has_room(size_t bytes) const { return limit == 0 || used() + as_signed(bytes) <= most(); }
  int64_t held() const { return live_.load(std::memory_order_relaxed) - 1; }  // bytes held by C++
  int64_t used() const { return lua + held(); }
  int64_t most() const { return limit + spare; }

  static void give(Account* account, size_t bytes) noexcept;

  struct AccountDeleter {
    void operator()(Account* account) const { give(account, 1); }
  };

 private:
  static int64_t as_signed(size_t bytes) {
    constexpr size_t most = INT64_MAX / 4;
    return static_cast<int64_t>(bytes < most ? bytes : most);
  }

  std::atomic<int64_t> live_{1};  // all bytes, plus 1 for the State: unreferenced at 0
};

using OwnAccount = std::unique_ptr<Account, Account::AccountDeleter>;

// The text of a size in bytes: "16 MB", "512 bytes".
std::string amount(int64_t bytes);

// Bytes charged to the State that was running when they were allocated, and released by the
// destructor. For memory that grows with the data of a script and belongs neither to arrays nor to
// Lua.
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

  void grow(size_t bytes);  // error[memory] if the limit is exceeded
  size_t bytes() const { return bytes_; }

 private:
  Account* account_ = nullptr;
  size_t bytes_ = 0;
};

// Raises error[memory] with the limit of `account`.
[[noreturn]] void out_of_memory(const Account& account);

}  // namespace rille
