// Calls made from annotations and from the command line.
#include "repl/planned_call.h"

#include <cctype>
#include <optional>
#include <vector>

#include "lang/ast.h"
#include "lang/parse.h"
#include "repl/made_text.h"
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

// Returns a copy of the text with each array type replaced by an array.
MadeText arrays_in(const std::string& text) {
  MadeText out;
  for (size_t i = 0; i < text.size();) {
    size_t end = text[i] == '"' ? string_end(text, i) : i;
    if (end == i) {
      while (end < text.size() && is_word(text[end])) ++end;
    }
    std::string word = text.substr(i, end - i);
    size_t close = end < text.size() && text[end] == '[' ? text.find(']', end) : std::string::npos;
    if (close != std::string::npos && dtype_named(word)) {
      std::string dims = text.substr(end + 1, close - end - 1);
      MadeText::Range origin(static_cast<int>(i), static_cast<int>(close) + 1);
      out.add(str("zeros((", dims, dims.empty() ? "" : ",", "), ", word, ")"), origin);
      i = close + 1;
    } else {
      end = std::max(end, i + 1);
      out.copy(std::string_view(text).substr(i, end - i), static_cast<int>(i));
      i = end;
    }
  }
  return out;
}

// A text that is parsed as one expression; null if it is anything else.
class ParsedCall {
 public:
  ParsedCall(MadeText text, const std::string& flag)
      : text_(std::move(text)), source_{flag, text_.text()} {
    std::vector<Error> errors;
    file_ = lang::parse(source_, 0, errors, {.prompt = true});
    if (errors.empty()) return;
    std::string why = errors.front().what();
    // The parenthesis at the end is not part of the arguments that the user wrote.
    bool is_at_end = errors.front().span().begin + 1 >= static_cast<int>(source_.text.size());
    constexpr std::string_view end = "got `)`";
    if (flag == "--args" && is_at_end && why.ends_with(end)) {
      why.replace(why.size() - end.size(), end.size(), "but the arguments end");
    }
    refuse(str(flag, ": ", why));
  }

  const lang::Expr* expression() const {
    const auto& all = file_.top->statements;
    if (all.size() != 1 || all[0]->kind != lang::StmtKind::expr) return nullptr;
    return static_cast<const lang::ExprStmt*>(all[0])->value;
  }
  MadeText part(Span span) const { return text_.part(span.begin, span.end); }
  MadeText::Range origin(Span span) const {
    return text_.origin(span.begin, span.end).value_or(MadeText::Range(0, 0));
  }

 private:
  MadeText text_;
  Source source_;
  lang::File file_;
};

// `f32` alone is a function, and a scalar was probably meant.
void refuse_dtype(const lang::Expr& argument) {
  if (argument.kind != lang::ExprKind::name) return;
  const std::string& name = static_cast<const lang::Name&>(argument).text;
  if (!dtype_named(name)) return;
  refuse(str("--args: `", name, "` is a function, a scalar is `", name, "[]`"));
}

// The name of an argument in the text of the call.
std::string name_of(size_t argument) { return str("planned_", argument); }

// Returns the source of a tuple of the function and the arguments of a call. The function is
// wrapped in a lambda, so that named arguments, methods, and callable values work as in a call.
MadeText tuple_of(const std::string& call, const std::string& flag) {
  ParsedCall parsed(arrays_in(call), flag);
  const lang::Expr* expression = parsed.expression();
  if (expression == nullptr || expression->kind != lang::ExprKind::call) {
    refuse(flag == "--call" ? str("--call must be a call such as 'f(x)', got '", call, "'")
                            : str("--args: expected arguments such as 'x, f32[8]', got ", call));
  }
  const auto& it = static_cast<const lang::CallExpr&>(*expression);
  std::string params;
  MadeText handed_on, values;
  for (size_t i = 0; i < it.args.size(); ++i) {
    const lang::Item& item = it.args[i];
    if (flag == "--args") refuse_dtype(*item.value);
    if (item.kind == lang::Item::place) refuse(flag + " passes arguments by value: remove `&`");
    std::string comma = i > 0 ? ", " : "", dots = item.kind == lang::Item::spread ? "..." : "";
    params += comma + name_of(i);
    handed_on.add(comma);
    if (!item.word.empty()) handed_on.add(item.word, parsed.origin(item.word_span)).add(" = ");
    handed_on.add(dots + name_of(i), parsed.origin(item.value->span));
    values.add(", ").add(parsed.part(item.value->span));
  }
  bool in_parens = it.callee->in_parens;
  MadeText out;
  out.add(str("((", params, ") => ", in_parens ? "(" : "")).add(parsed.part(it.callee->span));
  out.add(in_parens ? ")(" : "(").add(handed_on).add(")").add(values);
  return out.add(values.empty() ? ",)" : ")");
}

// Returns the source of a tuple of the function itself and its positional arguments, for a function
// with `inout` parameters: their final values are results, too.
MadeText tuple_of_places(const std::string& call) {
  ParsedCall parsed(arrays_in(call), "--args");
  const lang::Expr* expression = parsed.expression();
  if (expression == nullptr || expression->kind != lang::ExprKind::call) {
    refuse(str("--args must be arguments such as 'x, f32[8]', got ", call));
  }
  const auto& it = static_cast<const lang::CallExpr&>(*expression);
  MadeText out;
  out.add("(").add(parsed.part(it.callee->span));
  for (const lang::Item& item : it.args) {
    if (!item.word.empty())
      refuse("--args of a function with `inout` parameters must be positional");
    refuse_dtype(*item.value);
    out.add(item.kind == lang::Item::spread ? ", ..." : ", ").add(parsed.part(item.value->span));
  }
  return out.add(it.args.empty() ? ",)" : ")");
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

const lang::FunctionDecl* function_named(const lang::File& file, const std::string& name) {
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
  const lang::FunctionDecl* function = errors.empty() ? function_named(file, name) : nullptr;
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
  const lang::FunctionDecl* function = errors.empty() ? function_named(file, name) : nullptr;
  return function != nullptr && std::ranges::any_of(function->params, &lang::ParamDecl::is_inout);
}

// Returns a name that does not occur in the script.
std::string free_name(const std::string& text) {
  std::string out = "planned_call";
  while (text.find(out) != std::string::npos) out += "_";
  return out;
}

// A script with a further statement that binds `name` to a tuple of a function and its arguments.
struct CallScript {
  std::string path, text, name, shown;
  MadeText tuple = {};
  int begin = 0;     // of the tuple in `text`
  Source typed;      // what the user wrote on the command line, under the name of the option
  int in_shown = 0;  // offset of the user's text in `shown`
};

CallScript written(const PlannedCallOptions& options) {
  CallScript out{.path = options.target, .shown = options.call, .typed = {"--call", options.call}};
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
    out.typed = options.args.empty() ? Source{"call", out.shown} : Source{"--args", args};
    out.in_shown = options.args.empty() ? 0 : static_cast<int>(name.size()) + 1;
    keeps_places = has_places(out.text, name);
  } else {
    bool names_function = out.path.find(':') != std::string::npos && !file_exists(out.path);
    if (names_function) {
      throw Error(Code::value, str("with --call, the target is a FILE, got ", out.path));
    }
    out.text = read_source(out.path);
  }
  out.name = free_name(out.text);
  out.tuple = keeps_places ? tuple_of_places(out.shown)
                           : tuple_of(out.shown, options.call.empty() ? "--args" : "--call");
  out.text += str("\n\nlet ", out.name, " = ");
  out.begin = static_cast<int>(out.text.size());
  out.text += str(out.tuple.text(), "\n");
  return out;
}

// Moves errors from the statement that on_planned_call() adds to the command line.
class ErrorMover {
 public:
  // `sources` are those of the errors; the user's text is added to them.
  ErrorMover(const CallScript& script, std::vector<Source>& sources)
      : script_(script), sources_(sources) {
    auto is_script = [&](const Source& source) {
      return source.name == script.path && source.text == script.text;
    };
    auto found = std::ranges::find_if(sources, is_script);
    file_ = found == sources.end() ? -1 : static_cast<int>(found - sources.begin());
    if (file_ < 0) return;
    line_ = str(script.path, ":", line_at(*found, script.begin).number, ")");
    typed_ = static_cast<int>(sources.size());
    sources.push_back(script.typed);
  }

  Error operator()(const Error& error) const {
    if (!concerns(error)) return error;
    Error out(error.code(), named(error.what()), to(error.span()));
    std::vector<Span> labels;
    for (const Error::Label& label : error.labels()) {
      Error next = std::move(out).label(static_cast<int>(labels.size()), named(label.text));
      out = std::move(next);
      labels.push_back(to(label.span));
    }
    for (const Error::Note& note : error.notes()) {
      bool is_of_line = note.text.find(line_) != std::string::npos;
      if (!is_of_line) out.note(named(note.text), to(note.span));
    }
    bool lacks_argument = error.help().empty() && script_.typed.name == "--args" &&
                          std::string_view(error.what()).find("missing") != std::string::npos;
    out.help(lacks_argument ? "a value of the script may be an argument: --args 'm, f32[8, 784]'"
                            : named(error.help()));
    out.place(out.span(), labels, sources_);
    return out;
  }

 private:
  bool is_made(Span span) const {
    return file_ >= 0 && span.file == file_ && span.end > script_.begin;
  }

  bool concerns(const Error& error) const {
    return is_made(error.span()) || std::ranges::any_of(error.notes(), [&](const auto& note) {
             return is_made(note.span) ||
                    (file_ >= 0 && note.text.find(line_) != std::string::npos);
           });
  }

  Span to(Span span) const {
    if (!is_made(span)) return span;
    auto size = static_cast<int>(script_.typed.text.size());
    Span all = {typed_, 0, size};
    auto origin = script_.tuple.origin(span.begin - script_.begin, span.end - script_.begin);
    if (!origin) return all;
    int begin = std::clamp(origin->first - script_.in_shown, 0, size);
    int end = std::clamp(origin->second - script_.in_shown, 0, size);
    return begin < end ? Span{typed_, begin, end} : all;
  }

  // Replaces the names of the lambda's parameters.
  static std::string named(const std::string& text) {
    const std::string head = name_of(0).substr(0, name_of(0).size() - 1);
    std::string out;
    for (size_t i = 0; i < text.size();) {
      size_t at = std::min(text.find(head, i), text.size()), digits = at + head.size();
      out += text.substr(i, at - i);
      size_t end = std::min(digits, text.size());
      while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
      constexpr size_t max_digits = 4;
      bool is_word_begun = at > 0 && is_word(text[at - 1]);
      if (end > digits && end - digits <= max_digits && !is_word_begun) {
        out += str("argument ", std::stoi(text.substr(digits, end - digits)) + 1);
      } else {
        out += text.substr(at, end - at);
      }
      i = end;
    }
    return out;
  }

  const CallScript& script_;
  std::vector<Source>& sources_;
  std::string line_;  // the line of the added statement, as notes end with it
  int file_ = -1;     // of the script in the sources
  int typed_ = -1;    // of the user's text
};

}  // namespace

namespace {

bool takes_arrays(const lang::FunctionDecl& function) {
  return std::ranges::any_of(function.params, [](const lang::ParamDecl* param) {
    return param->type != nullptr && param->type->has_dims;
  });
}

// Returns sample arguments for all parameters without a default, or nullopt if an annotation does
// not determine one.
std::optional<std::string> samples_of(const lang::FunctionDecl& function, const std::string& text) {
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
    const lang::FunctionDecl& function =
        *static_cast<const lang::FunctionStmt*>(statement)->function;
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
    out.text += str("\n\nlet ", out.names.back(), " = ", tuple_of(call, "--call").text(), "\n");
  }
  return out;
}

std::string with_arrays(const std::string& text) { return arrays_in(text).text(); }

Status on_planned_call(const SharedOptions& shared, const PlannedCallOptions& options,
                       const std::function<void(const PlannedCall& call)>& act) {
  Session session(shared, Session::Prints::errors);
  Interpreter& interpreter = session.interpreter();
  CallScript script;
  Outcome outcome = interpreter.act([&] { script = written(options); });
  if (outcome.ok()) outcome = interpreter.run_text(script.path, script.text);
  if (outcome.ok()) {
    outcome = interpreter.act([&] {
      act({interpreter.state(), script.shown, interpreter.value_of(script.name).items()});
    });
  }
  std::span<const Source> known = interpreter.state().sources();
  std::vector<Source> sources(known.begin(), known.end());
  ErrorMover moved(script, sources);
  for (Error& error : outcome.errors) error = moved(error);
  Status status = session.report(outcome.errors, sources);
  size_t colon = options.call.empty() ? options.target.rfind(':') : std::string::npos;
  bool is_missing = status == Status::script && !file_exists(options.target.substr(0, colon));
  return is_missing ? Status::file : status;
}

}  // namespace rille
