// The words of a command line: flags, positions, conversions.
#include "repl/main_words.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "vm/error.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using lang::ExprKind;
using lang::ParamDecl;

enum class WordType { text, whole, number, truth };

// Returns the type that a word must have. A negative default is a unary minus of a literal.
WordType want_of(const ParamDecl& param) {
  if (param.type != nullptr) {
    const std::string& type = param.type->text;
    if (type == "bool") return WordType::truth;
    if (type == "int" || type.starts_with("i") || type.starts_with("u")) return WordType::whole;
    if (type.starts_with("f") || type.starts_with("bf")) return WordType::number;
    return WordType::text;
  }
  const lang::Expr* value = param.fallback;
  if (value == nullptr) return WordType::text;
  if (value->kind == ExprKind::negate) value = static_cast<const lang::Unary*>(value)->operand;
  switch (value->kind) {
    case ExprKind::boolean: return WordType::truth;
    case ExprKind::integer: return WordType::whole;
    case ExprKind::floating: return WordType::number;
    default: return WordType::text;
  }
}

[[noreturn]] void refuse(const ParamDecl& param, std::string_view needed, const std::string& word) {
  throw Error(Code::value, str("`", param.name, "` must be ", needed, ", got \"", word, "\""),
              param.name_span);
}

template <class T>
T read_number(const ParamDecl& param, std::string_view needed, const std::string& word) {
  std::string digits;
  std::ranges::copy_if(word, std::back_inserter(digits), [](char c) { return c != '_'; });
  T out{};
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (error != std::errc() || end != digits.data() + digits.size()) refuse(param, needed, word);
  return out;
}

Value convert(const ParamDecl& param, const std::string& word) {
  switch (want_of(param)) {
    case WordType::text: return word;
    case WordType::whole: return read_number<int64_t>(param, "an int", word);
    case WordType::number: return read_number<double>(param, "a number", word);
    case WordType::truth: break;
  }
  if (word != "true" && word != "false") refuse(param, "true or false", word);
  return word == "true";
}

// Assigns the words of the command line to parameters.
class MainArguments {
 public:
  MainArguments(const lang::FunctionDecl& main, const std::vector<std::string>& words)
      : main_(main), words_(words) {}

  std::vector<std::pair<std::string, Value>> taken() {
    bool options_end = false;
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      if (word == "--" && !options_end) {
        options_end = true;
      } else if (word.starts_with("--") && !options_end) {
        option(word.substr(2));
      } else if (const ParamDecl* param = options_end ? nullptr : by_letter(word)) {
        option(param->name);
      } else {
        position(word);
      }
    }
    return std::move(out_);
  }

 private:
  void give(const ParamDecl& param, Value value) {
    if (!given_.insert(param.name).second) {
      throw Error(Code::value, str("`", param.name, "` is given twice"), param.name_span);
    }
    out_.emplace_back(param.name, std::move(value));
  }

  void position(const std::string& word) {
    // Parameters that are given by name have no position.
    while (place_ < main_.params.size() && given_.contains(main_.params[place_]->name)) ++place_;
    if (place_ >= main_.params.size()) {
      throw Error(
          Code::value,
          str("`main` takes ", main_.params.size(), " arguments, got one more: \"", word, "\""),
          main_.name_span);
    }
    const ParamDecl& param = *main_.params[place_++];
    give(param, convert(param, word));
  }

  // Reads `name=value` or `name value`; for a bool also `name`, `no-name`, or `name true`.
  void option(const std::string& word) {
    size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    if (const ParamDecl* param = find(name)) {
      if (equals != std::string::npos)
        return give(*param, convert(*param, word.substr(equals + 1)));
      bool has_next = at_ < words_.size();
      if (want_of(*param) != WordType::truth) {
        if (!has_next) {
          throw Error(Code::value, str("`--", name, "` needs a value after it"), param->name_span);
        }
        return give(*param, convert(*param, words_[at_++]));
      }
      bool says = has_next && (words_[at_] == "true" || words_[at_] == "false");
      return give(*param, says ? words_[at_++] == "true" : true);
    }
    const ParamDecl* off = name.starts_with("no-") ? find(name.substr(3)) : nullptr;
    if (off != nullptr && want_of(*off) == WordType::truth && equals == std::string::npos) {
      return give(*off, false);
    }
    unknown(name);
  }

  // Returns the only parameter that begins with b, for the word `-b`. Null if no parameter does:
  // the word is then a positional argument. Raises error[name] if several do.
  const ParamDecl* by_letter(const std::string& word) const {
    bool is_one = word.size() == 2 && word[0] == '-' &&
                  std::isalpha(static_cast<unsigned char>(word[1])) != 0;
    std::vector<std::string> names;
    for (const ParamDecl* param : main_.params) {
      if (is_one && param->name[0] == word[1]) names.push_back("--" + param->name);
    }
    if (names.size() > 1) {
      throw Error(Code::name, str(word, " is ambiguous: it matches ", join(names)),
                  main_.name_span);
    }
    return names.empty() ? nullptr : find(names[0].substr(2));
  }

  // Finds a parameter by its name. `--step-size` also names the parameter `step_size`.
  const ParamDecl* find(std::string name) const {
    std::ranges::replace(name, '-', '_');
    for (const ParamDecl* param : main_.params) {
      if (param->name == name) return param;
    }
    return nullptr;
  }

  [[noreturn]] void unknown(const std::string& name) const {
    std::vector<std::string> all;
    for (const ParamDecl* param : main_.params) all.push_back("--" + param->name);
    throw Error(Code::name, str("`main` has no parameter ", name, ", expected one of ", join(all)),
                main_.name_span);
  }

  const lang::FunctionDecl& main_;
  const std::vector<std::string>& words_;
  std::vector<std::pair<std::string, Value>> out_;
  std::set<std::string> given_;
  size_t at_ = 0, place_ = 0;
};

}  // namespace

std::vector<std::pair<std::string, Value>> main_arguments(const lang::FunctionDecl& main,
                                                          const std::vector<std::string>& words) {
  return MainArguments(main, words).taken();
}

bool asks_for_help(const lang::FunctionDecl& main, const std::vector<std::string>& words) {
  auto end = std::ranges::find(words, "--");
  bool asks = std::find(words.begin(), end, "--help") != end;
  return asks && std::ranges::none_of(main.params, [](const auto* p) { return p->name == "help"; });
}

namespace {

// The text of a default on one line; "optional" if the source is not available or has several.
std::string default_text(const lang::Expr& fallback, std::span<const Source> sources) {
  Span span = fallback.span;
  bool is_known = span.file >= 0 && std::cmp_less(span.file, sources.size());
  std::string_view text;
  if (is_known) text = sources[static_cast<size_t>(span.file)].text;
  bool is_there = span.begin < span.end && std::cmp_less_equal(span.end, text.size());
  if (!is_there) return "optional";
  text = text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
  bool is_line = text.find('\n') == std::string_view::npos;
  return is_line ? str("default: ", visible(text)) : "optional";
}

}  // namespace

std::string main_usage(const lang::FunctionDecl& main, const std::string& command,
                       std::span<const Source> sources) {
  std::string out = str("usage: ", command);
  for (const ParamDecl* param : main.params) {
    out += param->fallback == nullptr ? str(" ", param->name) : str(" [", param->name, "]");
  }
  out += "\n";
  if (!main.doc.empty()) out += str("\n", visible(main.doc), "\n");
  if (!main.params.empty()) out += "\n";
  for (const ParamDecl* param : main.params) {
    constexpr std::string_view kinds[] = {"a string", "an int", "a number", "true or false"};
    out +=
        str("  --", param->name, "  ", kinds[static_cast<size_t>(want_of(*param))],
            param->fallback == nullptr ? "" : ", " + default_text(*param->fallback, sources), "\n");
  }
  return out;
}

}  // namespace rille
