// Calls made from annotations and from the command line.
#include "repl/planned_call.h"

#include <cctype>
#include <optional>
#include <vector>

#include "lang/ast.h"
#include "lang/parse.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/error.h"
#include "vm/numbers/dtype.h"

namespace rille {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Returns the offset after the string literal that begins at `at`.
size_t string_end(const std::string& text, size_t at) {
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return text.size();
}

std::string between(const std::string& text, Span span) {
  return text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
}

[[noreturn]] void refuse(std::string what) { throw Error(Code::value, std::move(what)); }

// A text that is parsed as one expression; null if it is anything else.
class Parsed {
 public:
  Parsed(std::string text, const std::string& flag) : source_{flag, std::move(text)} {
    std::vector<Error> errors;
    file_ = lang::parse(source_, 0, errors, {.prompt = true});
    if (!errors.empty()) refuse(str(flag, ": ", errors.front().what()));
  }

  const lang::Expr* expression() const {
    const auto& all = file_.top->statements;
    if (all.size() != 1 || all[0]->kind != lang::StmtKind::expr) return nullptr;
    return static_cast<const lang::ExprStmt*>(all[0])->value;
  }
  std::string text(Span span) const { return between(source_.text, span); }

 private:
  Source source_;
  lang::File file_;
};

// Returns the source of a tuple of the function and the arguments of a call. The function is
// wrapped in a lambda, so that named arguments, methods, and callable values work as in a call.
std::string tuple_of(const std::string& call, const std::string& flag) {
  Parsed parsed(with_arrays(call), flag);
  const lang::Expr* expression = parsed.expression();
  if (expression == nullptr || expression->kind != lang::ExprKind::call) {
    refuse(flag == "--call" ? str("--call must be a call such as 'f(x)', got '", call, "'")
                            : str("--args: expected arguments such as 'x, f32[8]', got ", call));
  }
  const auto& it = static_cast<const lang::Call&>(*expression);
  std::string params, handed_on, values;
  for (const lang::Item& item : it.args) {
    if (item.kind == lang::Item::place) refuse(flag + " passes arguments by value: remove `&`");
    std::string param = str("planned_", values.empty() ? 0 : std::ranges::count(params, ',') + 1);
    std::string dots = item.kind == lang::Item::spread ? "..." : "";
    params += str(params.empty() ? "" : ", ", param);
    handed_on +=
        str(handed_on.empty() ? "" : ", ", item.word.empty() ? "" : item.word + " = ", dots, param);
    values += str(", ", parsed.text(item.value->span));
  }
  std::string callee = parsed.text(it.callee->span);
  if (it.callee->in_parens) callee = str("(", callee, ")");
  return str("((", params, ") => ", callee, "(", handed_on, ")", values,
             values.empty() ? ",)" : ")");
}

// Returns the source of a tuple of the function itself and its positional arguments, for a function
// with `inout` parameters: their final values are results, too.
std::string tuple_of_places(const std::string& call) {
  Parsed parsed(with_arrays(call), "--args");
  const lang::Expr* expression = parsed.expression();
  if (expression == nullptr || expression->kind != lang::ExprKind::call) {
    refuse(str("--args must be arguments such as 'x, f32[8]', got ", call));
  }
  const auto& it = static_cast<const lang::Call&>(*expression);
  std::string out = str("(", parsed.text(it.callee->span));
  for (const lang::Item& item : it.args) {
    if (!item.word.empty())
      refuse("--args of a function with `inout` parameters must be positional");
    out += str(", ", item.kind == lang::Item::spread ? "..." : "", parsed.text(item.value->span));
  }
  return str(out, it.args.empty() ? ",)" : ")");
}

// Returns the source of a value of an annotated type, or nullopt if the type does not determine
// one.
std::optional<std::string> sample(const lang::TypeExpr& type, const std::string& source);

std::optional<std::string> sample_of_numbers(const lang::TypeExpr& type,
                                             const std::string& source) {
  if (type.text == "key" && !type.has_dims) return "rng.key(0)";
  if (!dtype_named(type.text)) return {};
  std::string dims;
  for (const lang::Dim* dim : type.dims) {
    if (dim->kind != lang::Dim::sum) return {};
    std::string text = between(source, dim->span);
    for (size_t i = 0; i < text.size(); ++i) {  // a lower-case name is a size that is not fixed
      bool begins = is_word(text[i]) && (i == 0 || !is_word(text[i - 1]));
      if (begins && std::islower(static_cast<unsigned char>(text[i])) != 0) return {};
    }
    dims += str(dims.empty() ? "" : ", ", text);
  }
  return str(type.text, "[", dims, "]");
}

std::optional<std::string> sample(const lang::TypeExpr& type, const std::string& source) {
  if (type.kind == lang::TypeKind::path) return sample_of_numbers(type, source);
  bool is_branch = type.kind == lang::TypeKind::tuple || type.kind == lang::TypeKind::record;
  if (!is_branch || type.is_open) return {};
  std::string out;
  for (const auto& field : type.fields) {
    auto inner = sample(*field.type, source);
    if (!inner) return {};
    out += str(field.word.empty() ? "" : field.word + " = ", *inner, ", ");
  }
  return str("(", out, ")");
}

const lang::Function* function_named(const lang::File& file, const std::string& name) {
  for (const lang::Stmt* statement : file.top->statements) {
    if (statement->kind != lang::StmtKind::function) continue;
    const auto* function = static_cast<const lang::FunctionStmt*>(statement)->function;
    if (function->name == name) return function;
  }
  return nullptr;
}

// Whether a `let` or `var` of the top level may bind the name.
bool is_bound(const lang::File& file, const std::string& name) {
  return std::ranges::any_of(file.top->statements, [&](const lang::Stmt* s) {
    if (s->kind != lang::StmtKind::let) return false;
    const lang::Pattern& pattern = *static_cast<const lang::Let*>(s)->pattern;
    return pattern.kind != lang::PatternKind::name || pattern.text == name;
  });
}

std::string args_of_annotations(const std::string& text, const PlannedCallOptions& options,
                                const std::string& name) {
  Source source{options.target, text};
  std::vector<Error> errors;
  lang::File file = lang::parse(source, 0, errors);
  const lang::Function* function = errors.empty() ? function_named(file, name) : nullptr;
  std::string out,
      how = str("rille ", options.command, " ", options.target, " --args 'f32[8, 784], …'");
  if (errors.empty() && function == nullptr && !is_bound(file, name)) {
    throw Error(Code::value, str("there is no function `", name, "` in ",
                                 options.target.substr(0, options.target.rfind(':'))));
  }
  if (function == nullptr) {
    throw Error(Code::value, str("the script has no top-level `fn ", name, "`: --args is required"))
        .help(how);
  }
  for (const lang::ParamDecl* param : function->params) {
    if (param->fallback != nullptr) continue;
    auto value = param->type == nullptr ? std::nullopt : sample(*param->type, text);
    if (!value) {
      std::string what = param->type == nullptr
                             ? str("`", param->name, "` of ", name, " has no annotation")
                             : str("`", param->name, ": ", between(text, param->type->span),
                                   "` of ", name, " does not give all sizes");
      throw Error(Code::value, str(what, ": --args is required")).help(how);
    }
    out += str(out.empty() ? "" : ", ", *value);
  }
  return out;
}

// Returns whether a name is a top-level function of the script with `inout` parameters.
bool has_places(const std::string& text, const std::string& name) {
  Source source{name, text};
  std::vector<Error> errors;
  lang::File file = lang::parse(source, 0, errors);
  const lang::Function* function = errors.empty() ? function_named(file, name) : nullptr;
  return function != nullptr && std::ranges::any_of(function->params, &lang::ParamDecl::is_inout);
}

// Returns a name that does not occur in the script.
std::string free_name(const std::string& text) {
  std::string out = "planned_call";
  while (text.find(out) != std::string::npos) out += "_";
  return out;
}

// A script with a further statement that binds `name` to a tuple of a function and its arguments.
struct Written {
  std::string path, text, name, shown;
};

Written written(const PlannedCallOptions& options) {
  Written out{.path = options.target, .shown = options.call};
  bool keeps_places = false;
  if (options.call.empty()) {
    size_t colon = options.target.rfind(':');
    if (colon == std::string::npos || colon + 1 == options.target.size()) {
      throw Error(Code::value, str("expected FILE:FN, or FILE with --call, got ", options.target))
          .help(str("rille ", options.command, " FILE:FN --args 'f32[8, 784], …'"));
    }
    out.path = options.target.substr(0, colon);
    out.text = read_source(out.path);
    std::string name = options.target.substr(colon + 1);
    std::string args = options.args;
    if (args.empty()) args = args_of_annotations(out.text, options, name);
    out.shown = str(name, "(", args, ")");
    keeps_places = has_places(out.text, name);
  } else {
    out.text = read_source(out.path);
  }
  out.name = free_name(out.text);
  std::string tuple = keeps_places
                          ? tuple_of_places(out.shown)
                          : tuple_of(out.shown, options.call.empty() ? "--args" : "--call");
  out.text += str("\n\nlet ", out.name, " = ", tuple, "\n");
  return out;
}

}  // namespace

namespace {

bool takes_arrays(const lang::Function& function) {
  return std::ranges::any_of(function.params, [](const lang::ParamDecl* param) {
    return param->type != nullptr && param->type->has_dims;
  });
}

// Returns sample arguments for all parameters without a default, or nullopt if an annotation does
// not determine one.
std::optional<std::string> samples_of(const lang::Function& function, const std::string& text) {
  std::string out;
  for (const lang::ParamDecl* param : function.params) {
    if (param->fallback != nullptr) continue;
    auto value = param->type == nullptr ? std::nullopt : sample(*param->type, text);
    if (!value) return {};
    out += str(out.empty() ? "" : ", ", *value);
  }
  return out;
}

}  // namespace

std::vector<std::string> annotated_calls(const std::string& text) {
  std::vector<Error> errors;
  lang::File file = lang::parse({"", text}, 0, errors);
  std::vector<std::string> out;
  if (!errors.empty()) return out;
  for (const lang::Stmt* statement : file.top->statements) {
    if (statement->kind != lang::StmtKind::function) continue;
    const lang::Function& function = *static_cast<const lang::FunctionStmt*>(statement)->function;
    bool has_places = std::ranges::any_of(function.params, &lang::ParamDecl::is_inout);
    if (function.name == "main" || has_places || !takes_arrays(function)) continue;
    if (auto args = samples_of(function, text)) out.push_back(str(function.name, "(", *args, ")"));
  }
  return out;
}

TextWithCalls with_calls(const std::string& text, const std::vector<std::string>& calls) {
  TextWithCalls out{.text = text};
  std::string name = free_name(text);
  for (const std::string& call : calls) {
    out.names.push_back(str(name, "_", out.names.size()));
    out.text += str("\n\nlet ", out.names.back(), " = ", tuple_of(call, "--call"), "\n");
  }
  return out;
}

std::string with_arrays(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      size_t end = string_end(text, i);
      out += text.substr(i, end - i);
      i = end;
      continue;
    }
    size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    std::string word = text.substr(i, end - i);
    size_t close = end < text.size() && text[end] == '[' ? text.find(']', end) : std::string::npos;
    if (close != std::string::npos && dtype_named(word)) {
      std::string dims = text.substr(end + 1, close - end - 1);
      out += str("zeros((", dims, dims.empty() ? "" : ",", "), ", word, ")");
      i = close + 1;
    } else {
      out += word.empty() ? std::string(1, text[i]) : word;
      i = word.empty() ? i + 1 : end;
    }
  }
  return out;
}

Status on_planned_call(const SharedOptions& shared, const PlannedCallOptions& options,
                       const std::function<void(const PlannedCall& call)>& act) {
  Session session(shared);
  Interpreter& interpreter = session.interpreter();
  Written script;
  Outcome outcome = interpreter.act([&] { script = written(options); });
  if (outcome.ok()) outcome = interpreter.run_text(script.path, script.text);
  if (outcome.ok()) {
    outcome = interpreter.act([&] {
      act({interpreter.state(), script.shown, interpreter.value_of(script.name).items()});
    });
  }
  Status status = session.report(outcome);
  size_t colon = options.call.empty() ? options.target.rfind(':') : std::string::npos;
  bool is_missing = status == Status::script && !file_exists(options.target.substr(0, colon));
  return is_missing ? Status::file : status;
}

}  // namespace rille
