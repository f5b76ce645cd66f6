// Positions in documents, and file URIs.
#include "repl/lsp/text.h"

#include <algorithm>
#include <cctype>

namespace rille::lsp {
namespace {

bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Returns the number of UTF-16 units of a character from its first byte.
int64_t units(char c) { return static_cast<unsigned char>(c) >= 0xf0 ? 2 : 1; }

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

DocumentText::DocumentText(std::string text, ColumnUnit columns)
    : text_(std::move(text)), columns_(columns) {
  split();
}

// Lines end in \n, \r\n or \r.
void DocumentText::split() {
  starts_ = {0};
  for (size_t at = 0; (at = text_.find_first_of("\r\n", at)) != std::string::npos;) {
    at += text_.compare(at, 2, "\r\n") == 0 ? 2 : 1;
    starts_.push_back(at);
  }
}

std::string_view DocumentText::line(size_t number) const {
  size_t begin = starts_[number];
  size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return std::string_view(text_).substr(begin, end - begin);
}

size_t DocumentText::offset(const Json& position) const {
  int64_t number = position.at("line").get<int64_t>();
  int64_t column = position.at("character").get<int64_t>();
  if (number < 0 || number >= static_cast<int64_t>(starts_.size())) return text_.size();
  std::string_view all = line(static_cast<size_t>(number));
  size_t at = 0;
  while (at < all.size() && column > 0) {
    size_t next = at + 1;
    while (next < all.size() && goes_on(all[next])) ++next;
    column -= columns_ == ColumnUnit::bytes ? static_cast<int64_t>(next - at) : units(all[at]);
    if (column < 0) break;
    at = next;
  }
  return starts_[static_cast<size_t>(number)] + at;
}

Json DocumentText::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  size_t number =
      static_cast<size_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
  size_t begin = starts_[number];
  auto column = static_cast<int64_t>(offset - begin);
  if (columns_ == ColumnUnit::utf16) {
    column = 0;
    for (size_t at = begin; at < offset; ++at) {
      if (!goes_on(text_[at])) column += units(text_[at]);
    }
  }
  return {{"line", number}, {"character", column}};
}

Json DocumentText::range(size_t begin, size_t end) const {
  return {{"start", position(begin)}, {"end", position(std::max(begin, end))}};
}

Json DocumentText::range(Span span) const {
  if (span.empty()) return range(0, 0);
  return range(static_cast<size_t>(span.begin), static_cast<size_t>(span.end));
}

void DocumentText::change(const Json& entry) {
  std::string with = entry.at("text").get<std::string>();
  if (!entry.contains("range")) {
    text_ = std::move(with);
  } else {
    size_t begin = offset(entry.at("range").at("start")), end = offset(entry.at("range").at("end"));
    text_.replace(begin, std::max(begin, end) - begin, with);
  }
  split();
}

std::string path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return "";
  uri.remove_prefix(scheme.size());
  uri = uri.substr(std::min(uri.find('/'), uri.size()));  // skips the host
  std::string out;
  for (size_t i = 0; i < uri.size(); ++i) {
    bool is_code =
        uri[i] == '%' && i + 2 < uri.size() && hex(uri[i + 1]) >= 0 && hex(uri[i + 2]) >= 0;
    out += is_code ? static_cast<char>(16 * hex(uri[i + 1]) + hex(uri[i + 2])) : uri[i];
    if (is_code) i += 2;
  }
  return out;
}

std::string uri_of(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF", plain = "-_.~/";
  std::string out = "file://";
  for (char c : path) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || plain.find(c) != std::string_view::npos)) {
      out += c;
    } else {
      out += '%';
      out += digits[byte / 16];
      out += digits[byte % 16];
    }
  }
  return out;
}

}  // namespace rille::lsp
