// The words of a command line: flags, positions, conversions.
#include "repl/main_words.h"

#include <algorithm>
#include <charconv>

#include "vm/error.h"

namespace rille {
namespace {

using lang::ExprKind;
using lang::ParamDecl;

enum class Want { text, whole, number, truth };

// A negative default is a unary minus over its literal.
Want want_of(const ParamDecl& param) {
  if (param.type != nullptr) {
    const std::string& type = param.type->text;
    if (type == "bool") return Want::truth;
    if (type == "int" || type.starts_with("i") || type.starts_with("u")) return Want::whole;
    if (type.starts_with("f") || type.starts_with("bf")) return Want::number;
    return Want::text;
  }
  const lang::Expr* value = param.fallback;
  if (value == nullptr) return Want::text;
  if (value->kind == ExprKind::negate) value = static_cast<const lang::Unary*>(value)->operand;
  switch (value->kind) {
    case ExprKind::boolean: return Want::truth;
    case ExprKind::integer: return Want::whole;
    case ExprKind::floating: return Want::number;
    default: return Want::text;
  }
}

[[noreturn]] void refuse(const ParamDecl& param, std::string_view needed, const std::string& word) {
  throw Error(Code::value, str("`", param.name, "` needs ", needed, ", got \"", word, "\""),
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
    case Want::text: return word;
    case Want::whole: return read_number<int64_t>(param, "an int", word);
    case Want::number: return read_number<double>(param, "a number", word);
    case Want::truth: break;
  }
  if (word != "true" && word != "false") refuse(param, "true or false", word);
  return word == "true";
}

const ParamDecl& named(const lang::Function& main, const std::string& name) {
  for (const ParamDecl* param : main.params) {
    if (param->name == name) return *param;
  }
  std::vector<std::string> all;
  for (const ParamDecl* param : main.params) all.push_back("--" + param->name);
  throw Error(Code::name, str("`main` has no parameter ", name, "; it has ", join(all)),
              main.name_span);
}

}  // namespace

std::vector<std::pair<std::string, Value>> main_arguments(const lang::Function& main,
                                                          const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, Value>> out;
  size_t place = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("--") || word.size() == 2) {
      if (place >= main.params.size()) {
        throw Error(
            Code::value,
            str("`main` takes ", main.params.size(), " arguments, got \"", word, "\" as well"),
            main.name_span);
      }
      const ParamDecl& param = *main.params[place++];
      out.emplace_back(param.name, convert(param, word));
      continue;
    }
    size_t equals = word.find('=');
    std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    const ParamDecl& param = named(main, name);
    if (equals != std::string::npos) {
      out.emplace_back(name, convert(param, word.substr(equals + 1)));
    } else if (want_of(param) == Want::truth) {
      out.emplace_back(name, true);
    } else if (i + 1 < words.size()) {
      out.emplace_back(name, convert(param, words[++i]));
    } else {
      refuse(param, "a value", "nothing");
    }
  }
  return out;
}

}  // namespace rille
