// Numbers: 42, 1_000, 0xff, 0b101, 1.5, 1e-3.
#include <charconv>
#include <cmath>

#include "lang/parse/lexer.h"
#include "lang/parse/unicode.h"

namespace rille::lang {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool underscores_stand_between_digits(std::string_view digits) {
  return !digits.ends_with('_') && !digits.starts_with('_') &&
         digits.find("__") == std::string_view::npos &&
         digits.find("_.") == std::string_view::npos &&
         digits.find("_e") == std::string_view::npos && digits.find("_E") == std::string_view::npos;
}

std::string without_underscores(std::string_view digits) {
  std::string out;
  for (char c : digits) {
    if (c != '_') out += c;
  }
  return out;
}

constexpr uint64_t two_to_63 = uint64_t(1) << 63;

}  // namespace

void Lexer::take_digits() {
  while (is_digit(at()) || at() == '_') ++here_;
}

void Lexer::read_number(TokenStream& s) {
  if (at() == '0' && (at(1) == 'x' || at(1) == 'X')) return read_radix(s, 16);
  if (at() == '0' && (at(1) == 'b' || at(1) == 'B')) return read_radix(s, 2);
  int begin = here_;
  take_digits();
  bool has_point = at() == '.' && at(1) != '.';
  if (has_point && is_digit(at(1))) {
    ++here_;
    take_digits();
  } else if (has_point && !lang::begins_name(decode(text_, pos() + 1).value)) {
    ++here_;
    error(str("`", since(begin), "`: expected a digit on both sides of the decimal point"), begin,
          here_);
  }
  bool has_sign = at(1) == '+' || at(1) == '-';
  if ((at() == 'e' || at() == 'E') && is_digit(at(has_sign ? 2 : 1))) {
    here_ += has_sign ? 2 : 1;
    take_digits();
  }
  Number number;
  if (!runs_into_name(begin) && text_[pos() - 1] != '.') number = decimal(since(begin), begin);
  out_.numbers.push_back(number);
  emit(s, TokenKind::number, begin, static_cast<int>(out_.numbers.size()) - 1);
}

// Returns a value for every text, and reports what is wrong with the text.
Number Lexer::decimal(std::string_view digits, int begin) {
  Number number;
  if (!underscores_stand_between_digits(digits)) {
    error(str("`", digits, "`: an underscore must be between two digits"), begin, here_);
    return number;
  }
  std::string plain = without_underscores(digits);
  const char* end = plain.data() + plain.size();
  number.is_float = plain.find_first_of(".eE") != std::string::npos;
  if (number.is_float) {
    auto [stop, fault] = std::from_chars(plain.data(), end, number.floating);
    bool is_huge =
        fault == std::errc::result_out_of_range && std::strtod(plain.c_str(), nullptr) > 1;
    if (is_huge) error(str("`", digits, "` is out of range for f64"), begin, here_);
    return number;
  }
  uint64_t value = 0;
  auto [stop, fault] = std::from_chars(plain.data(), end, value);
  bool is_huge = fault != std::errc() || value > two_to_63;
  if (is_huge) error(str("`", digits, "` is out of range for a 64-bit integer"), begin, here_);
  number.is_two_to_63 = !is_huge && value == two_to_63;
  number.integer = is_huge || number.is_two_to_63 ? 0 : static_cast<int64_t>(value);
  return number;
}

void Lexer::read_radix(TokenStream& s, int base) {
  int begin = here_;
  here_ += 2;
  while (std::isxdigit(static_cast<unsigned char>(at())) || at() == '_') ++here_;
  Number number;
  std::string plain = without_underscores(since(begin + 2));
  uint64_t value = 0;
  const char* end = plain.data() + plain.size();
  auto [stop, fault] = std::from_chars(plain.data(), end, value, base);
  if (runs_into_name(begin)) {
    // reported
  } else if (plain.empty() || !underscores_stand_between_digits(since(begin + 2))) {
    error(str("`", since(begin), "`: missing digits"), begin, here_);
  } else if (fault == std::errc::result_out_of_range ||
             (fault == std::errc() && value >= two_to_63)) {
    error(str("`", since(begin), "` is out of range for a 64-bit integer"), begin, here_);
  } else if (stop != end) {
    error(str("`", *stop, "` is not a ", base == 2 ? "binary" : "hexadecimal", " digit"), begin,
          here_);
  } else {
    number.integer = static_cast<int64_t>(value);
  }
  out_.numbers.push_back(number);
  emit(s, TokenKind::number, begin, static_cast<int>(out_.numbers.size()) - 1);
}

bool Lexer::runs_into_name(int begin) {
  if (!begins_name_here() || text_[pos() - 1] == '.') return false;
  for (CodePoint p = decode(text_, pos()); p.size > 0 && continues_name(p.value);
       p = decode(text_, pos())) {
    here_ += p.size;
  }
  std::string_view all = since(begin), digits = all.substr(0, all.find_first_of("ij"));
  std::string_view unit = all.substr(digits.size());
  bool is_imaginary = unit == "i" || unit == "j" || unit == "im";
  error(str("`", all, "`: expected an operator between a number and a name"), begin, here_)
      .help(is_imaginary ? str("an imaginary number is written `complex(0, ", digits, ")`")
                         : "a product is written `2 * x`");
  return true;
}

}  // namespace rille::lang
