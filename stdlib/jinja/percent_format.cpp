// Python's `%` formatting of strings, for templates.
#include <algorithm>
#include <cmath>

#include "stdlib/jinja/run.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/text/format.h"

namespace rille {
namespace {

constexpr int64_t widest_field = 4096;  // the maximum width and precision

[[noreturn]] void refuse(std::string_view why) {
  throw Error(Code::value, str("`%` of a string: ", why));
}

// A conversion: %(name), the flags -+ #0, width.precision, and the letter.
struct PercentConversion {
  std::string name;
  bool has_name = false, left = false, plus = false, blank = false, alternate = false, zero = false;
  int64_t width = 0, precision = -1;
  char type = 0;
};

std::string utf8_of(int64_t code) { return format(code, "c"); }

class PercentFormatter {
 public:
  PercentFormatter(const std::string& form, const JinjaValue& with, const JinjaRenderer& run)
      : form_(form), with_(with), run_(run) {
    if (with.get<JinjaTuple>() != nullptr) {
      values_ = *with.items();
    } else {
      values_ = {with};
    }
  }

  std::string text() {
    while (at_ < form_.size()) {
      size_t next = std::min(form_.find('%', at_), form_.size());
      out_.append(form_, at_, next - at_);
      at_ = next + 1;
      if (next < form_.size()) convert();
      run_.need_room(out_.size());
    }
    // A list, a dict, or an undefined value may remain without a conversion.
    bool may_stay =
        with_.get<JinjaList>() != nullptr || with_.dict() != nullptr || with_.is_undefined();
    bool is_tuple = with_.get<JinjaTuple>() != nullptr;
    if (next_ < values_.size() && (is_tuple || !may_stay) && !used_names_) {
      refuse("the format has fewer conversions than values");
    }
    return std::move(out_);
  }

 private:
  bool take(char c) {
    if (at_ >= form_.size() || form_[at_] != c) return false;
    ++at_;
    return true;
  }

  const JinjaValue& next() {
    if (next_ >= values_.size()) refuse("the format has more conversions than values");
    return values_[next_++];
  }

  [[noreturn]] void refuse_width() { refuse(str("a width or precision exceeds ", widest_field)); }

  int64_t count() {
    if (take('*')) {
      const JinjaValue& x = next();
      if (!x.is_integer()) refuse("the value for `*` is not an int");
      if (std::abs(x.integer()) > widest_field) refuse_width();
      return x.integer();
    }
    int64_t out = 0;
    for (; at_ < form_.size() && form_[at_] >= '0' && form_[at_] <= '9'; ++at_) {
      out = out * 10 + (form_[at_] - '0');
      if (out > widest_field) refuse_width();
    }
    return out;
  }

  PercentConversion read() {
    PercentConversion c;
    if (take('(')) {
      size_t end = form_.find(')', at_);
      if (end == std::string::npos) refuse("`)` is missing after a name");
      c.name = form_.substr(at_, end - at_);
      c.has_name = true;
      at_ = end + 1;
    }
    for (bool more = true; more;) {
      more = true;
      if (take('-')) {
        c.left = true;
      } else if (take('+')) {
        c.plus = true;
      } else if (take(' ')) {
        c.blank = true;
      } else if (take('#')) {
        c.alternate = true;
      } else if (take('0')) {
        c.zero = true;
      } else {
        more = false;
      }
    }
    c.width = count();
    if (c.width < 0) c.left = true, c.width = -c.width;
    if (take('.')) c.precision = std::max<int64_t>(0, count());
    while (take('h') || take('l') || take('L')) {
    }
    if (at_ >= form_.size()) refuse("the format ends within a conversion");
    c.type = form_[at_++];
    return c;
  }

  const JinjaValue& value_of(const PercentConversion& c) {
    if (!c.has_name) return next();
    if (with_.dict() == nullptr) refuse("a conversion with a name requires a dict of values");
    used_names_ = true;
    const JinjaValue* found = with_.dict()->find(JinjaValue(c.name));
    if (found == nullptr) refuse(str("the value `", c.name, "` is missing"));
    return *found;
  }

  // Appends a padded field; padding zeros go between `sign` and `body`.
  void put(const PercentConversion& c, std::string_view sign, std::string_view body,
           bool is_number) {
    auto size = static_cast<int64_t>(characters_of(sign).size() + characters_of(body).size());
    std::string room(static_cast<size_t>(std::max<int64_t>(0, c.width - size)), ' ');
    if (c.left) {
      out_ += str(sign, body, room);
    } else if (c.zero && is_number) {
      out_ += str(sign, std::string(room.size(), '0'), body);
    } else {
      out_ += str(room, sign, body);
    }
  }

  static std::string sign_of(const PercentConversion& c, bool negative) {
    return negative ? "-" : c.plus ? "+" : c.blank ? " " : "";
  }

  void integer(const PercentConversion& c, const JinjaValue& x) {
    bool is_decimal = c.type == 'd' || c.type == 'i' || c.type == 'u';
    if (!x.is_number() || (!is_decimal && !x.is_integer())) {
      throw Error(Code::type, str("%", c.type, ": the value is ", kind_of(x), ", expected ",
                                  is_decimal ? "a number" : "an int"));
    }
    if (!x.is_integer() && !(std::abs(x.number()) < 9e18)) refuse("a float is too large for %d");
    int64_t value = x.is_integer() ? x.integer() : static_cast<int64_t>(x.number());
    uint64_t size = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    std::string digits = format(size, is_decimal ? "d" : std::string(1, c.type));
    if (c.precision > std::ssize(digits)) {
      digits.insert(0, static_cast<size_t>(c.precision - std::ssize(digits)), '0');
    }
    std::string prefix = c.alternate && !is_decimal ? str('0', c.type) : "";
    put(c, sign_of(c, value < 0) + prefix, digits, true);
  }

  void real(const PercentConversion& c, const JinjaValue& x) {
    if (!x.is_number()) {
      throw Error(Code::type,
                  str("%", c.type, ": the value is ", kind_of(x), ", expected a number"));
    }
    double value = x.number();
    std::string spec =
        str(c.alternate ? "#" : "", ".", c.precision < 0 ? 6 : c.precision, std::string(1, c.type));
    bool negative = std::signbit(value) && !std::isnan(value);
    put(c, sign_of(c, negative), format(std::isnan(value) ? value : std::abs(value), spec), true);
  }

  void character(const PercentConversion& c, const JinjaValue& x) {
    const std::string* text = x.string();
    if (text != nullptr && characters_of(*text).size() == 1) return put(c, "", *text, false);
    if (!x.is_integer()) refuse("the value for %c is neither an int nor a character");
    put(c, "", utf8_of(x.integer()), false);
  }

  void words(const PercentConversion& c, std::string text) {
    if (c.precision >= 0) {
      text = format(text, str(".", c.precision));
    }
    put(c, "", text, false);
  }

  void convert() {
    PercentConversion c = read();
    if (c.type == '%') {
      out_ += '%';
      return;
    }
    const JinjaValue& x = value_of(c);
    if (std::string_view("diuoxX").find(c.type) != std::string_view::npos) return integer(c, x);
    if (std::string_view("eEfFgG").find(c.type) != std::string_view::npos) return real(c, x);
    if (c.type == 'c') return character(c, x);
    if (c.type == 's') return words(c, string_of(x));
    if (c.type == 'r' || c.type == 'a') return words(c, repr_of(x));
    refuse(str("unknown conversion `%", c.type, "`"));
  }

  const std::string& form_;
  const JinjaValue& with_;
  const JinjaRenderer& run_;
  JinjaValues values_;
  std::string out_;
  size_t at_ = 0, next_ = 0;
  bool used_names_ = false;
};

}  // namespace

std::string percent_formatted(const std::string& form, const JinjaValue& with,
                              const JinjaRenderer& run) {
  return PercentFormatter(form, with, run).text();
}

}  // namespace rille
