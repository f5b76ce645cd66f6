// String methods for padding, partition, and formatting.
#include <algorithm>

#include "stdlib/jinja/methods.h"
#include "stdlib/jinja/python_strings.h"
#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/text/format.h"

namespace rille {
namespace {

constexpr int64_t widest = 4096;

int64_t width_of(const JinjaArguments& args, std::string_view who) {
  const JinjaValue* x = argument(args, 0, "");
  if (x == nullptr || !x->is_integer())
    throw Error(Code::type, str(who, ": the width must be an int"));
  if (x->integer() <= widest) return x->integer();
  throw Error(Code::value,
              str(who, ": the width is ", x->integer(), ", expected at most ", widest));
}

// Implements ljust, rjust, and center. As in Python, center puts an odd space of padding on the
// left if the width is odd too.
JinjaValue padded(const std::string& text, const JinjaArguments& args, std::string_view who) {
  int64_t width = width_of(args, who), size = std::ssize(characters_of(text));
  const JinjaValue* with = argument(args, 1, "");
  std::string fill = with == nullptr ? " " : string_of(*with);
  if (characters_of(fill).size() != 1) {
    throw Error(Code::type, str(who, ": the fill must be one character"));
  }
  int64_t room = std::max<int64_t>(width - size, 0);
  int64_t left = who == "ljust" ? 0 : who == "rjust" ? room : room / 2 + (room & width & 1);
  std::string before, after;
  for (int64_t i = 0; i < room; ++i) (i < left ? before : after) += fill;
  return before + text + after;
}

JinjaValue with_zeros(const std::string& text, const JinjaArguments& args) {
  int64_t width = width_of(args, "zfill"), size = std::ssize(characters_of(text));
  std::string zeros(static_cast<size_t>(std::max<int64_t>(width - size, 0)), '0');
  bool has_sign = text.starts_with('-') || text.starts_with('+');
  return has_sign ? text.substr(0, 1) + zeros + text.substr(1) : zeros + text;
}

JinjaValue parted(const std::string& text, const JinjaArguments& args, bool from_right) {
  const JinjaValue* by = argument(args, 0, "");
  if (by == nullptr || by->string() == nullptr || by->string()->empty()) {
    throw Error(Code::type, "partition: the separator must be a nonempty string");
  }
  size_t at = from_right ? find_last_text(text, *by->string()) : find_text(text, *by->string());
  if (at == std::string::npos) {
    return from_right ? tuple_of({"", "", text}) : tuple_of({text, "", ""});
  }
  return tuple_of({text.substr(0, at), *by->string(), text.substr(at + by->string()->size())});
}

std::string under_spec(const JinjaValue& x, const std::string& spec) {
  if (spec.empty()) return string_of(x);
  if (const std::string* text = x.string()) return format(std::string_view(*text), spec);
  if (const auto* real = x.get<double>()) return format(*real, spec);
  if (x.is_integer()) return format(x.integer(), spec);
  throw Error(Code::type,
              str("format: ", kind_of(x), " does not support the format \"", spec, "\""));
}

// Formats replacement fields such as {}, {0}, {name}, {name:>5}, {x.y}, and {x[0]}. Double braces
// are literal braces.
class BraceFormatter {
 public:
  BraceFormatter(std::string_view form, const JinjaArguments& args, const JinjaRenderer& run)
      : form_(form), args_(args), run_(run) {}

  std::string run() {
    for (size_t at = 0; at < form_.size(); ++at) {
      run_.need_room(out_.size());
      char c = form_[at];
      bool is_double = (c == '{' || c == '}') && at + 1 < form_.size() && form_[at + 1] == c;
      if (is_double || (c != '{' && c != '}')) {
        out_ += c;
        at += is_double ? 1 : 0;
        continue;
      }
      size_t end = c == '{' ? form_.find('}', at) : std::string_view::npos;
      if (end == std::string_view::npos) {
        throw Error(Code::value, "format: unmatched brace; `{{` and `}}` are literal braces");
      }
      field(std::string(form_.substr(at + 1, end - at - 1)));
      at = end;
    }
    return std::move(out_);
  }

 private:
  void field(const std::string& inside) {
    size_t colon = inside.find(':');
    std::string name = inside.substr(0, colon);
    std::string spec = colon == std::string::npos ? "" : inside.substr(colon + 1);
    if (spec.find('{') != std::string::npos) {
      throw Error(Code::value, "format: braces within a format specification are not supported");
    }
    size_t end = name.find_first_of(".[!");
    JinjaValue value = found(name.substr(0, end));
    if (end != std::string::npos) value = within(value, name.substr(end));
    out_ += under_spec(value, spec);
  }

  // Applies a path such as ".y[0]!r" to a value.
  JinjaValue within(JinjaValue value, std::string path) const {
    while (!path.empty()) {
      if (path == "!r") return repr_of(value);
      if (path == "!s") return string_of(value);
      bool is_item = path[0] == '[';
      size_t end = is_item ? path.find(']') : path.find_first_of(".[!", 1);
      if (is_item && end == std::string::npos) throw Error(Code::value, "format: `]` is missing");
      std::string key = path.substr(1, std::min(end, path.size()) - 1);
      std::optional<int64_t> number = is_item ? integer_of_digits(key) : std::nullopt;
      value = run_.item(value, number ? JinjaValue(*number) : JinjaValue(key));
      path = end == std::string::npos ? "" : path.substr(end + (is_item ? 1 : 0));
    }
    return value;
  }

  JinjaValue found(const std::string& name) {
    std::optional<int64_t> number = integer_of_digits(name);
    bool is_number = name.empty() || number;
    size_t at = name.empty() ? next_++ : number ? static_cast<size_t>(*number) : SIZE_MAX;
    const JinjaValue* x = is_number ? argument(args_, at, "") : argument(args_, SIZE_MAX, name);
    if (x != nullptr) return *x;
    throw Error(Code::value, str("format: the value for `{", name, "}` is missing"));
  }

  std::string_view form_;
  const JinjaArguments& args_;
  const JinjaRenderer& run_;
  std::string out_;
  size_t next_ = 0;
};

const JinjaStringMethod methods[] = {
    {"center", [](auto& t, auto& args, auto&) { return padded(t, args, "center"); }},
    {"format",
     [](auto& t, auto& args, auto& run) -> JinjaValue {
       return BraceFormatter(t, args, run).run();
     }},
    {"ljust", [](auto& t, auto& args, auto&) { return padded(t, args, "ljust"); }},
    {"partition", [](auto& t, auto& args, auto&) { return parted(t, args, false); }},
    {"rjust", [](auto& t, auto& args, auto&) { return padded(t, args, "rjust"); }},
    {"rpartition", [](auto& t, auto& args, auto&) { return parted(t, args, true); }},
    {"zfill", [](auto& t, auto& args, auto&) { return with_zeros(t, args); }},
};

}  // namespace

std::span<const JinjaStringMethod> layout_methods() { return methods; }

}  // namespace rille
