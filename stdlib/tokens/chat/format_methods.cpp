// Methods of strings that pad, part and format them.
#include <algorithm>

#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "stdlib/tokens/chat/run.h"
#include "stdlib/tokens/chat/texts.h"
#include "vm/error.h"
#include "vm/text/format.h"

namespace rille {
namespace {

constexpr int64_t widest = 4096;

int64_t width_of(const ThingArguments& given, std::string_view who) {
  const Thing* x = argument(given, 0, "");
  if (x == nullptr || !x->is_whole()) throw Error(Code::type, str(who, " needs a width, an int"));
  if (x->whole() <= widest) return x->whole();
  throw Error(Code::value, str(who, ": a width of ", x->whole(), "; ", widest, " is the most"));
}

// ljust, rjust, center: of an odd padding Python's center puts the odd one to the left where the
// width is odd, too.
Thing padded(const std::string& text, const ThingArguments& given, std::string_view who) {
  int64_t width = width_of(given, who), size = std::ssize(characters_of(text));
  const Thing* with = argument(given, 1, "");
  std::string fill = with == nullptr ? " " : shown(*with);
  if (characters_of(fill).size() != 1) {
    throw Error(Code::type, str(who, " fills with one character"));
  }
  int64_t room = std::max<int64_t>(width - size, 0);
  int64_t left = who == "ljust" ? 0 : who == "rjust" ? room : room / 2 + (room & width & 1);
  std::string before, after;
  for (int64_t i = 0; i < room; ++i) (i < left ? before : after) += fill;
  return before + text + after;
}

Thing with_zeros(const std::string& text, const ThingArguments& given) {
  int64_t width = width_of(given, "zfill"), size = std::ssize(characters_of(text));
  std::string zeros(static_cast<size_t>(std::max<int64_t>(width - size, 0)), '0');
  bool has_sign = text.starts_with('-') || text.starts_with('+');
  return has_sign ? text.substr(0, 1) + zeros + text.substr(1) : zeros + text;
}

Thing parted(const std::string& text, const ThingArguments& given, bool from_right) {
  const Thing* by = argument(given, 0, "");
  if (by == nullptr || by->text() == nullptr || by->text()->empty()) {
    throw Error(Code::type, "partition needs a string that is not empty");
  }
  size_t at = from_right ? find_last_text(text, *by->text()) : find_text(text, *by->text());
  if (at == std::string::npos) {
    return from_right ? tuple_of({"", "", text}) : tuple_of({text, "", ""});
  }
  return tuple_of({text.substr(0, at), *by->text(), text.substr(at + by->text()->size())});
}

std::string under_spec(const Thing& x, const std::string& spec) {
  if (spec.empty()) return shown(x);
  if (const std::string* text = x.text()) return format(std::string_view(*text), spec);
  if (const auto* real = x.get<double>()) return format(*real, spec);
  if (x.is_whole()) return format(x.whole(), spec);
  throw Error(Code::type, str("format: ", kind_of(x), " has no format \"", spec, "\""));
}

// "{} {0} {name} {name:>5} {x.y} {x[0]}" and "{{ }}".
class Braces {
 public:
  Braces(std::string_view form, const ThingArguments& given, const ChatRun& run)
      : form_(form), given_(given), run_(run) {}

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
        throw Error(Code::value, "format: a brace stands alone; `{{` and `}}` are braces");
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
      throw Error(Code::value, "format: braces within a format are not read");
    }
    size_t end = name.find_first_of(".[!");
    Thing value = found(name.substr(0, end));
    if (end != std::string::npos) value = within(value, name.substr(end));
    out_ += under_spec(value, spec);
  }

  // What ".y[0]!r" names of a value.
  Thing within(Thing value, std::string path) const {
    while (!path.empty()) {
      if (path == "!r") return quoted(value);
      if (path == "!s") return shown(value);
      bool is_item = path[0] == '[';
      size_t end = is_item ? path.find(']') : path.find_first_of(".[!", 1);
      if (is_item && end == std::string::npos) throw Error(Code::value, "format: `]` is missing");
      std::string key = path.substr(1, std::min(end, path.size()) - 1);
      std::optional<int64_t> number = is_item ? whole_of_digits(key) : std::nullopt;
      value = run_.item(value, number ? Thing(*number) : Thing(key));
      path = end == std::string::npos ? "" : path.substr(end + (is_item ? 1 : 0));
    }
    return value;
  }

  Thing found(const std::string& name) {
    std::optional<int64_t> number = whole_of_digits(name);
    bool is_number = name.empty() || number;
    size_t at = name.empty() ? next_++ : number ? static_cast<size_t>(*number) : SIZE_MAX;
    const Thing* x = is_number ? argument(given_, at, "") : argument(given_, SIZE_MAX, name);
    if (x != nullptr) return *x;
    throw Error(Code::value, str("format: there is no value for `{", name, "}`"));
  }

  std::string_view form_;
  const ThingArguments& given_;
  const ChatRun& run_;
  std::string out_;
  size_t next_ = 0;
};

}  // namespace

std::optional<Thing> format_method(const std::string& text, const std::string& name,
                                   const ChatRun& run) {
  if (name == "ljust" || name == "rjust" || name == "center") {
    return function_of([=](const ThingArguments& given) { return padded(text, given, name); });
  }
  if (name == "zfill") {
    return function_of([=](const ThingArguments& given) { return with_zeros(text, given); });
  }
  if (name == "partition" || name == "rpartition") {
    return function_of(
        [=](const ThingArguments& given) { return parted(text, given, name[0] == 'r'); });
  }
  if (name != "format") return {};
  return function_of([text, &run](const ThingArguments& given) -> Thing {
    return Braces(text, given, run).run();
  });
}

}  // namespace rille
