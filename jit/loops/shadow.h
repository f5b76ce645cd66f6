// LoopMemory: a buffer, and what is known of its elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vm/numbers/dtype.h"

namespace rille {

// A buffer while the interpreter runs. For each element it is known whether it has a value, and
// which iteration of the parallel loop read and wrote it.
class LoopMemory {
 public:
  explicit LoopMemory(Dtype dtype) : each_(bytes(dtype)) {}
  LoopMemory(Dtype dtype, std::span<std::byte> memory, bool has_contents)
      : each_(bytes(dtype)), memory_(memory) {
    clear(memory.size() / each_, has_contents);
  }

  void allocate(int64_t elements) {
    own_.assign(static_cast<size_t>(elements) * each_, std::byte{0xa5});
    memory_ = own_;
    clear(static_cast<size_t>(elements), false);
  }

  enum class Fault : uint8_t { none, outside, unwritten, race };

  // Notes that `iteration` (-1: outside of parallel loops) reads or writes an element.
  Fault touch(int64_t element, bool writes, int64_t iteration) {
    if (element < 0 || element >= static_cast<int64_t>(has_value_.size())) return Fault::outside;
    auto at = static_cast<size_t>(element);
    if (!writes && !has_value_[at]) return Fault::unwritten;
    if (writes) has_value_[at] = true;
    if (iteration < 0) return Fault::none;
    bool is_others = writer_[at] != none && writer_[at] != iteration;
    bool is_read = reader_[at] != none && reader_[at] != iteration;
    if (is_others || (writes && is_read)) return Fault::race;
    if (writes) {
      writer_[at] = iteration;
    } else {
      reader_[at] = reader_[at] == none || reader_[at] == iteration ? iteration : several;
    }
    return Fault::none;
  }

  void begin_parallel() {
    writer_.assign(has_value_.size(), none);
    reader_.assign(has_value_.size(), none);
  }

  std::byte* at(int64_t element) { return memory_.data() + static_cast<size_t>(element) * each_; }
  const std::byte* data() const { return memory_.data(); }

 private:
  static constexpr int64_t none = -1, several = -2;

  void clear(size_t elements, bool has_values) {
    has_value_.assign(elements, has_values);
    begin_parallel();
  }

  size_t each_;
  std::vector<std::byte> own_ = {};
  std::span<std::byte> memory_ = {};
  std::vector<bool> has_value_ = {};
  std::vector<int64_t> writer_ = {}, reader_ = {};
};

}  // namespace rille
