// Buffer and Space: the memory of arrays.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "vm/memory/account.h"

namespace rille {

// A kind of memory with its accounting: host memory here, device memory in backends/. All array
// storage is allocated from a Space, since Lua's collector does not count it. Thread-safe.
class Space {
 public:
  virtual ~Space() = default;
  virtual std::string_view name() const = 0;
  virtual void* allocate(size_t bytes) = 0;  // 64-byte aligned, not cleared; error[memory]
  virtual void release(void* data, size_t bytes) = 0;
  virtual void read(void* host, const void* data, size_t bytes) = 0;   // device -> host
  virtual void write(void* data, const void* host, size_t bytes) = 0;  // host -> device
  virtual bool is_host() const = 0;
  virtual void trim() {}  // returns cached blocks to the system
  // While blocks of this size are allocated repeatedly, one free block stays cached in any case.
  // `change` is 1 at the beginning and -1 at the end.
  virtual void expect(size_t /*bytes*/, int /*change*/) {}

  int64_t live_bytes() const { return live_.load(std::memory_order_relaxed); }
  int64_t peak_bytes() const { return peak_.load(std::memory_order_relaxed); }
  int64_t limit() const { return limit_; }  // of the machine; 0 for none

 protected:
  explicit Space(int64_t limit) : limit_(limit) {}
  void take(size_t bytes);  // counts the bytes; error[memory] above the limit
  void give(size_t bytes);

 private:
  std::atomic<int64_t> live_{0}, peak_{0};
  int64_t limit_;
};

// Host memory: blocks cached by size, big ones on huge pages if the system provides them.
Space& host_space();

// A reference-counted block of a Space, charged to the State that allocated it. Immutable after it
// was filled, unless it is uniquely referenced.
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
  Account* account_;  // null if not charged
  void* data_;
  size_t bytes_;
};

using BufferRef = std::shared_ptr<Buffer>;

}  // namespace rille
