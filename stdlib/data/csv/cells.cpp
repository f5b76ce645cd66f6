// CsvCells: quotes, line endings, and plain cells.
#include "stdlib/data/csv/cells.h"

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "stdlib/data/csv/numbers.h"
#include "vm/calling.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {

void need_separator(const std::string& separator) {
  bool is_one = separator.size() == 1;
  if (is_one && separator.find_first_of("\"\n\r") == std::string::npos) return;
  std::string said = is_one ? std::string("a quote or a line ending, expected another character")
                            : str("\"", separator, "\", expected one character");
  Error error(Code::value, str("`separator` is ", said));
  throw labelled(std::move(error), "separator");
}

bool CsvCells::is_blank(const CsvRow& row) const {
  return !has_quotes_ && row.size() == 1 && csv_trimmed(row[0]).empty();
}

CsvCells::CsvCells(const CsvText& csv, size_t at, int64_t line)
    : csv_(csv), looked_at_(at - 64), at_(at), line_(line), next_line_(line) {
  for (char stop : {csv.separator, '\n', '"', '\r'})
    stops_[static_cast<unsigned char>(stop)] = true;
}

bool CsvCells::read(CsvRow& out) {
  poll();
  out.clear();
  if (!made_.empty()) made_.clear();
  line_ = next_line_;
  has_quotes_ = false;
  if (at_ >= csv_.text.size()) return false;
  bool goes_on = true;
  while (goes_on) goes_on = cell(out);
  return true;
}

// Reads one cell. Returns whether another cell follows in the row.
bool CsvCells::cell(CsvRow& out) {
  std::string_view text = csv_.text;
  size_t end = next_stop(at_);
  std::string_view plain = text.substr(at_, end - at_);
  bool is_odd = end < text.size() && text[end] == '"';
  at_ = end;
  out.push_back(is_odd ? std::string_view(made_.emplace_back(odd_cell(plain))) : plain);
  if (at_ >= text.size()) return false;
  bool goes_on = text[at_] == csv_.separator;
  if (goes_on) {
    ++at_;
  } else {
    take_line_end();
  }
  return goes_on;
}

// Skips a line feed, a carriage return, or a carriage return and a line feed.
void CsvCells::take_line_end() {
  std::string_view text = csv_.text;
  bool is_return = text[at_++] == '\r';
  ++next_line_;
  if (is_return && at_ < text.size() && text[at_] == '\n') ++at_;
}

namespace {

// Bit mask of the stops among 64 bytes.
uint64_t stops_among(const char* at, const std::array<char, 4>& stops) {
  uint64_t out = 0;
#if defined(__SSE2__)
  for (size_t i = 0; i < 64; i += 16) {
    __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
    __m128i found = _mm_setzero_si128();
    for (char stop : stops) found = _mm_or_si128(found, _mm_cmpeq_epi8(here, _mm_set1_epi8(stop)));
    out |= static_cast<uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(found))) << i;
  }
#else
  for (size_t i = 0; i < 64; ++i) {
    bool is_stop = std::ranges::find(stops, at[i]) != stops.end();
    out |= static_cast<uint64_t>(is_stop) << i;
  }
#endif
  return out;
}

}  // namespace

// Next byte at which a cell ends or a quote occurs; the end of the text if there is none.
size_t CsvCells::next_stop(size_t at) {
  std::string_view text = csv_.text;
  for (;;) {
    size_t within = at - looked_at_;
    uint64_t there = within < 64 ? stops_there_ >> within : 0;
    if (there != 0) return at + static_cast<size_t>(std::countr_zero(there));
    if (within < 64) at = looked_at_ + 64;
    if (at + 64 > text.size()) break;
    looked_at_ = at;
    stops_there_ = stops_among(text.data() + at, {csv_.separator, '\n', '"', '\r'});
  }
  while (at < text.size() && !stops_[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

// Reads the rest of a cell with quotes, after the plain text `before`. Quotes have their special
// meaning only if the cell begins with one. After the closing quote, and in any other cell, a quote
// is an ordinary character, as in Python's csv module.
std::string CsvCells::odd_cell(std::string_view before) {
  std::string out(before);
  std::string_view text = csv_.text;
  if (before.empty()) {
    has_quotes_ = true;
    quoted(out);
    ++at_;
  }
  auto ends = [&](char c) { return c == '\n' || c == '\r' || c == csv_.separator; };
  for (; at_ < text.size() && !ends(text[at_]); ++at_) out += text[at_];
  return out;
}

// Reads up to the closing quote, which becomes the current byte.
void CsvCells::quoted(std::string& cell) {
  int64_t start = next_line_;
  std::string_view text = csv_.text;
  for (++at_; at_ < text.size(); ++at_) {
    char c = text[at_];
    bool is_double = c == '"' && at_ + 1 < text.size() && text[at_ + 1] == '"';
    if (c == '"' && !is_double) return;
    bool is_pair = c == '\n' && text[at_ - 1] == '\r';  // counts as one line ending
    if ((c == '\n' && !is_pair) || c == '\r') ++next_line_;
    if (is_double) ++at_;
    cell += c;
  }
  throw Error(Code::io,
              str("\"", csv_.path, "\": the quote that opens in line ", start, " is never closed"));
}

}  // namespace rille
