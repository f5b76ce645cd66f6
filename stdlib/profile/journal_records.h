// The kinds of records of a journal.
#pragma once

#include <cstdint>
#include <string_view>

namespace rille::profile {

constexpr std::string_view journal_magic = "RILLE-PROFILE-1\n";

// A record is a varint with its size, one byte with its kind, and its bytes: fields of a protocol
// buffer, or for spans, allocations and samples a sequence of varints.
enum class RecordKind : uint8_t {
  begin = 1,
  label = 2,
  module = 3,
  thread = 4,
  spans = 5,
  allocations = 6,
  sample = 7,
  counter = 8,
  end = 9,
};

// Maps signed numbers to unsigned ones so that those near 0 are small.
constexpr uint64_t zigzag(int64_t x) {
  return (static_cast<uint64_t>(x) << 1) ^ static_cast<uint64_t>(x >> 63);
}
constexpr int64_t unzigzag(uint64_t x) {
  return static_cast<int64_t>(x >> 1) ^ -static_cast<int64_t>(x & 1);
}

}  // namespace rille::profile
