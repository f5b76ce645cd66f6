// parts_of: splits a text and counts rows on threads.
#include "stdlib/data/csv/parts.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "stdlib/bytes/lanes.h"

namespace rille {
namespace {

constexpr size_t part_bytes = size_t{256} << 10;

// Counts eight bytes at a time. After the xor a matching byte is 0: neither its own bits nor a
// carry sets its top bit.
int64_t count_of(std::string_view text, char wanted) {
  constexpr uint64_t each = 0x0101010101010101, tops = 0x80 * each;
  int64_t out = 0;
  size_t at = 0;
  for (; at + sizeof each <= text.size(); at += sizeof each) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    bytes ^= static_cast<unsigned char>(wanted) * each;
    uint64_t found = ~(((bytes & ~tops) + ~tops) | bytes) & tops;
    out += static_cast<int64_t>((found >> 7) * each >> 56);
  }
  return out + std::ranges::count(text.substr(at), wanted);
}

// Number of carriage returns that are not followed by a line feed.
int64_t lone_returns(std::string_view text, std::string_view after) {
  int64_t out = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const void* found = std::memchr(text.data() + at, '\r', text.size() - at);
    if (found == nullptr) break;
    at = static_cast<size_t>(static_cast<const char*>(found) - text.data());
    bool is_last = at + 1 == text.size();
    bool is_pair = is_last ? after.starts_with('\n') : text[at + 1] == '\n';
    out += is_pair ? 0 : 1;
  }
  return out;
}

// Start of the line after the line that contains `at`.
size_t next_row(std::string_view text, size_t at) {
  size_t end = at < text.size() ? text.find_first_of("\r\n", at) : std::string_view::npos;
  if (end == std::string_view::npos) return text.size();
  return end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
}

}  // namespace

std::vector<CsvChunk> parts_of(const CsvText& csv, size_t at, int64_t line) {
  std::string_view text = csv.text;
  std::vector<CsvChunk> out;
  for (size_t begin = at; begin < text.size();) {
    size_t end = next_row(text, begin + part_bytes - 1);
    out.push_back({begin, end, 0, 0, 0});
    begin = end;
  }
  std::atomic<bool> has_quotes = false;
  each_piece(out.size(), max_lanes, [&](size_t i) {
    CsvChunk& part = out[i];
    std::string_view rows = text.substr(part.begin, part.end - part.begin);
    bool is_ended = rows.ends_with('\n') || rows.ends_with('\r');
    part.rows = count_of(rows, '\n') + lone_returns(rows, text.substr(part.end));
    part.rows += is_ended ? 0 : 1;
    if (std::memchr(rows.data(), '"', rows.size()) != nullptr) has_quotes = true;
  });
  int64_t rows = 0;
  for (CsvChunk& part : out) {
    part.line = line + rows;
    part.row = rows;
    rows += part.rows;
  }
  if (has_quotes) return {{at, text.size(), line, 0, rows}};
  return out;
}

}  // namespace rille
