// io.now, io.format_time, io.parse_time: time and dates.
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>

#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/grants.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

double now() {
  need_grant(Grant::clock, "io.now");
  auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

// The first and the last second of the years 0 to 9999, which have four digits.
constexpr double first_second = -62167219200.0, last_second = 253402300799.0;

// Inserts the year into the format, since strftime pads early years to fewer than four digits.
std::string with_year(const std::string& format, int year) {
  std::string digits = std::to_string(year), out;
  digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
  for (size_t i = 0; i < format.size(); ++i) {
    char kind = format[i] == '%' && i + 1 < format.size() ? format[i + 1] : '\0';
    if (kind == '\0') {
      out += format[i];
      continue;
    }
    ++i;
    if (kind == 'Y') {
      out += digits;
    } else if (kind == 'F') {
      out += digits + "-%m-%d";
    } else {
      out += '%';
      out += kind;
    }
  }
  return out;
}

std::string date(double seconds, const std::string& format) {
  if (!(seconds >= first_second && seconds <= last_second)) {
    throw labelled(Error(Code::value, str("io.format_time: `seconds` is ", seconds,
                                          ", expected a time in the years 0 to 9999")),
                   "seconds");
  }
  auto whole = static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  gmtime_r(&whole, &parts);
  if (format.size() > 4096) {
    throw labelled(Error(Code::value, "io.format_time: `format` exceeds 4096 bytes"), "format");
  }
  if (format.empty()) return "";
  std::string out(format.size() * 32 + 64, '\0');
  std::string whole_format = with_year(format, parts.tm_year + 1900);
  out.resize(std::strftime(out.data(), out.size(), whole_format.c_str(), &parts));
  if (first_bad(out) != out.size()) {
    throw labelled(Error(Code::value, "io.format_time: the formatted date is not valid UTF-8"),
                   "format");
  }
  return out;
}

// Parses dates of ISO 8601: 2026-03-01, or 2026-03-01T12:30 with optional :05.25 and Z or +02:00.
class DateReader {
 public:
  explicit DateReader(const std::string& text) : text_(text) {}

  double run() {
    int year = number(4);
    need('-');
    int month = number(2, 1, 12);
    need('-');
    int day = number(2, 1, days_of(year, month));
    double out = static_cast<double>(day_number(year, month, day)) * 86400.0;
    if (at_ < text_.size()) {
      if (text_[at_] != 'T' && text_[at_] != 't' && text_[at_] != ' ') fail();
      ++at_;
      out += clock();
      out -= zone();
    }
    if (at_ != text_.size()) fail();
    return out;
  }

 private:
  [[noreturn]] void fail() const {
    throw labelled(
        Error(Code::value,
              str("io.parse_time: \"", text_, "\" is not a valid date from character ", at_,
                  " on, expected a form such as 2026-03-01 or 2026-03-01T12:30:05Z")),
        "text");
  }
  void need(char c) {
    if (at_ >= text_.size() || text_[at_] != c) fail();
    ++at_;
  }
  bool take(char c) {
    bool is_there = at_ < text_.size() && text_[at_] == c;
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  bool is_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  int number(int digits, int low = 0, int high = 9999) {
    size_t begin = at_;
    int out = 0;
    for (int i = 0; i < digits; ++i) {
      if (!is_digit()) fail();
      out = out * 10 + (text_[at_++] - '0');
    }
    if (out >= low && out <= high) return out;
    at_ = begin;
    fail();
  }

  double clock() {
    double out = number(2, 0, 23) * 3600.0;
    need(':');
    out += number(2, 0, 59) * 60.0;
    if (!take(':')) return out;
    out += number(2, 0, 60);  // a leap second counts as the first second of the next minute
    if (!take('.') && !take(',')) return out;
    if (!is_digit()) fail();
    for (double part = 0.1; is_digit(); part /= 10) out += part * (text_[at_++] - '0');
    return out;
  }
  double zone() {
    if (at_ == text_.size() || take('Z') || take('z')) return 0;
    bool is_west = text_[at_] == '-';
    if (!is_west && text_[at_] != '+') fail();
    ++at_;
    double out = number(2, 0, 23) * 3600.0;
    if (take(':') || is_digit()) out += number(2, 0, 59) * 60.0;
    return is_west ? -out : out;
  }

  static bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
  static int days_of(int year, int month) {
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[static_cast<size_t>(month - 1)];
  }
  // Days since 1970-01-01 in the proleptic Gregorian calendar.
  static int64_t day_number(int year, int month, int day) {
    int64_t before = year - 1;
    int64_t out = before * 365 + before / 4 - before / 100 + before / 400;
    if (year == 0) out = -366;
    for (int m = 1; m < month; ++m) out += days_of(year, m);
    return out + day - 1 - 719162;
  }

  const std::string& text_;
  size_t at_ = 0;
};

double seconds(const std::string& text) { return DateReader(text).run(); }

}  // namespace

extern const Builtin io_now_builtin = {
    .signature = "io.now() -> float",
    .brief = "Returns the current time in seconds since 1970-01-01 UTC.",
    .errors = "none",
    .example = "io.now() > io.parse_time(\"2025-01-01\")  #> true",
    .source = "Python's time.time",
    .call = bind<&now>,
    .purity = Purity::host,
};

extern const Builtin io_format_time_builtin = {
    .signature = "io.format_time(seconds: number, format: str = \"%Y-%m-%dT%H:%M:%SZ\") -> str",
    .brief = "Formats a time as a string, in UTC.",
    .params = {{"seconds", "Seconds since 1970-01-01 UTC, in the years 0 to 9999."},
               {"format", "Format as in strftime."}},
    .errors = "error[value] if the year is outside of 0 to 9999, or `format` exceeds 4096 bytes",
    .example =
        "io.format_time(951782400)  #> 2000-02-29T00:00:00Z\n"
        "io.format_time(0, \"%d %b %Y\")  #> 01 Jan 1970",
    .source = "ISO 8601; C's strftime",
    .call = bind<&date>,
};

extern const Builtin io_parse_time_builtin = {
    .signature = "io.parse_time(text: str) -> float",
    .brief = "Parses a date and returns its time in seconds since 1970-01-01 UTC.",
    .params = {{"text",
                "Date in ISO 8601, such as 2026-03-01, 2026-03-01T12:30, or "
                "2026-03-01T12:30:05.25+02:00. Without a time zone, the date is in UTC."}},
    .errors = "error[value] if `text` is not a valid date",
    .example = "io.parse_time(\"1970-01-02T00:00:00.5Z\")  #> 86400.5",
    .source = "ISO 8601; Python's datetime.fromisoformat",
    .call = bind<&seconds>,
};

}  // namespace rille
