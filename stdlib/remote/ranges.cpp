// ByteRange: parses Content-Range.
#include "stdlib/remote/ranges.h"

#include <charconv>

namespace rille {
namespace {

// Parses a number before `mark` and removes both from the text.
std::optional<int64_t> number_before(std::string_view& text, char mark) {
  size_t end = mark == '\0' ? text.size() : text.find(mark);
  if (end == std::string_view::npos || end == 0) return {};
  int64_t out = -1;
  std::string_view digits = text.substr(0, end);
  auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (error != std::errc() || stop != digits.data() + digits.size() || out < 0) return {};
  text.remove_prefix(mark == '\0' ? end : end + 1);
  return out;
}

}  // namespace

std::optional<ByteRange> range_of(std::string_view content_range) {
  constexpr std::string_view unit = "bytes ";
  if (!content_range.starts_with(unit)) return {};
  content_range.remove_prefix(unit.size());
  auto first = number_before(content_range, '-');
  auto last = first ? number_before(content_range, '/') : std::nullopt;
  auto all = last ? number_before(content_range, '\0') : std::nullopt;
  bool is_range = all && *first <= *last && *last < *all;
  return is_range ? std::optional(ByteRange{*first, *last, *all}) : std::nullopt;
}

}  // namespace rille
