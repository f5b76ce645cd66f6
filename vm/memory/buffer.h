// Buffer and Space: the memory that arrays stand in.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "vm/memory/account.h"

namespace rille {

// A kind of memory and its books: host memory here, a device's in backends/. Every byte of array
// storage passes through one Space, since Lua's collector cannot see it. Safe for many threads.
class Space {
 public:
  virtual ~Space() = default;
  virtual std::string_view name() const = 0;
  virtual void* allocate(size_t bytes) = 0;  // 64-byte aligned, not cleared; error[memory]
  virtual void release(void* data, size_t bytes) = 0;
  virtual void read(void* host, const void* data, size_t bytes) = 0;   // device -> host
  virtual void write(void* data, const void* host, size_t bytes) = 0;  // host -> device
  virtual bool is_host() const = 0;
  virtual void trim() {}  // gives back to the system what it keeps for later blocks
  // While somebody wants blocks of this size again and again, one that is free stays at hand
  // whatever else is kept. change: 1, and -1 where they end.
  virtual void expect(size_t /*bytes*/, int /*change*/) {}

  int64_t live_bytes() const { return live_.load(std::memory_order_relaxed); }
  int64_t peak_bytes() const { return peak_.load(std::memory_order_relaxed); }
  int64_t limit() const { return limit_; }  // of the machine; 0: none

 protected:
  explicit Space(int64_t limit) : limit_(limit) {}
  void take(size_t bytes);  // accounts; error[memory] above the limit
  void give(size_t bytes);

 private:
  std::atomic<int64_t> live_{0}, peak_{0};
  int64_t limit_;
};

// The host's memory: cached blocks by size, big ones on huge pages where the system has them.
Space& host_space();

// A counted block of a Space, charged to the State that made it. Immutable once filled, save for
// its only holder.
class Buffer {
 public:
  Buffer(Space& space, size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  Space& space() const { return space_; }
  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  Space& space_;
  Account* account_;  // null: nobody's
  void* data_;
  size_t bytes_;
};

using BufferRef = std::shared_ptr<Buffer>;

}  // namespace rille
