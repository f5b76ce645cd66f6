// LoopMemory: a buffer, and what is known of its bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "vm/numbers/dtype.h"

namespace rille {

// A buffer while the interpreter runs: memory of its own, or a part of another buffer's. For each
// byte it is known whether it has a value, and which iteration of the parallel loop read and wrote
// it; buffers that share memory share what is known of it.
class LoopMemory {
 public:
  explicit LoopMemory(Dtype dtype) : LoopMemory(dtype, {}, false) {}
  LoopMemory(Dtype dtype, std::span<std::byte> memory, bool has_contents)
      : each_(bytes(dtype)), size_(memory.size()), all_(std::make_shared<Storage>()) {
    all_->memory = memory;
    all_->clear(has_contents);
  }
  // The memory of another buffer from a byte on.
  LoopMemory(Dtype dtype, const LoopMemory& other, size_t from)
      : each_(bytes(dtype)),
        first_(other.first_ + from),
        size_(other.size_ - from),
        all_(other.all_) {}

  void allocate(int64_t elements) {
    size_ = static_cast<size_t>(elements) * each_;
    all_ = std::make_shared<Storage>();
    all_->own.assign(size_, std::byte{0xa5});
    all_->memory = all_->own;
    all_->clear(false);
  }

  void shrink(size_t size) { size_ = size; }
  size_t size() const { return size_; }  // in bytes

  enum class Fault : uint8_t { none, outside, unwritten, race };

  // Whether an element is in the buffer, which is all that a load of any number needs.
  Fault reach(int64_t element) const {
    bool is_inside = element >= 0 && element < static_cast<int64_t>(size_ / each_);
    return is_inside ? Fault::none : Fault::outside;
  }

  // Notes that `iteration` (-1: outside of parallel loops) reads or writes an element.
  Fault touch(int64_t element, bool writes, int64_t iteration) {
    Fault out = reach(element);
    if (out != Fault::none) return out;
    size_t begin = first_ + static_cast<size_t>(element) * each_;
    for (size_t at = begin; at < begin + each_ && out == Fault::none; ++at) {
      out = all_->touch(at, writes, iteration);
    }
    return out;
  }

  // Copies bytes from the start of another buffer, with or without values.
  void copy(const LoopMemory& from, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      all_->has_value[first_ + i] = from.all_->has_value[from.first_ + i];
    }
    if (size > 0) std::memmove(all_->memory.data() + first_, from.data(), size);
  }

  void begin_parallel() { all_->begin_parallel(); }

  std::byte* at(int64_t element) {
    return all_->memory.data() + first_ + static_cast<size_t>(element) * each_;
  }
  const std::byte* data() const { return all_->memory.data() + first_; }

 private:
  static constexpr int64_t none = -1, several = -2;

  struct Storage {
    std::vector<std::byte> own = {};
    std::span<std::byte> memory = {};
    std::vector<bool> has_value = {};
    std::vector<int64_t> writer = {}, reader = {};

    void clear(bool has_contents) {
      has_value.assign(memory.size(), has_contents);
      begin_parallel();
    }
    void begin_parallel() {
      writer.assign(has_value.size(), none);
      reader.assign(has_value.size(), none);
    }
    Fault touch(size_t at, bool writes, int64_t iteration) {
      if (!writes && !has_value[at]) return Fault::unwritten;
      if (writes) has_value[at] = true;
      if (iteration < 0) return Fault::none;
      bool is_others = writer[at] != none && writer[at] != iteration;
      bool is_read = reader[at] != none && reader[at] != iteration;
      if (is_others || (writes && is_read)) return Fault::race;
      if (writes) {
        writer[at] = iteration;
      } else {
        reader[at] = reader[at] == none || reader[at] == iteration ? iteration : several;
      }
      return Fault::none;
    }
  };

  size_t each_, first_ = 0, size_;
  std::shared_ptr<Storage> all_;
};

}  // namespace rille
