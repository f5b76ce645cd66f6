// Traced: makes names parameters, then traces as jit does.
#include "repl/prompt/traced.h"

#include <algorithm>

#include "jit/graph.h"
#include "lang/marks.h"
#include "lang/parse.h"
#include "lang/resolve.h"
#include "repl/line/highlight.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

constexpr double preview_s = 0.03;
constexpr size_t longest_preview = 2000;  // bytes of an entry

bool holds_array(const Value& value, int depth = 0) {
  if (value.is_array()) return true;
  if (!value.is_branch() || depth > 8) return false;
  return std::ranges::any_of(value.items(),
                             [&](const Value& item) { return holds_array(item, depth + 1); });
}

// Returns the names that a text uses, without names of fields and arguments.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> out;
  std::vector<lang::Mark> marks = lang::marks_of(text);
  auto text_of = [&](size_t i) {
    if (i >= marks.size()) return std::string_view();
    const lang::Mark& m = marks[i];
    return text.substr(static_cast<size_t>(m.begin), static_cast<size_t>(m.end - m.begin));
  };
  for (size_t i = 0; i < marks.size(); ++i) {
    bool is_field = i > 0 && text_of(i - 1) == ".";
    bool is_word = text_of(i + 1) == "=";
    if (marks[i].kind != lang::MarkKind::name || is_field || is_word) continue;
    std::string name(text_of(i));
    if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

// Takes every unbound name for a builtin value.
class AnyNames final : public lang::Names {
 public:
  const lang::BuiltinRecord* find(std::string_view) const override { return &value_; }
  std::vector<std::string> members(std::string_view) const override { return {}; }

 private:
  lang::BuiltinRecord value_{.kind = lang::BuiltinRecord::value};
};

// Returns whether the expression uses the name without binding it, as the parameter of a lambda
// does. True for a text that cannot be parsed, whose errors are reported later.
class FreeNames {
 public:
  explicit FreeNames(const std::string& expression) {
    std::vector<Error> errors;
    file_ = lang::parse({"", expression}, 0, errors, {.prompt = true});
    is_parsed_ = errors.empty();
    if (is_parsed_) lang::resolve(file_, names_, errors, {.prompt = true});
  }

  bool has(const std::string& name) const {
    return !is_parsed_ || std::ranges::any_of(file_.nodes, [&](const auto& node) {
      const auto* use = dynamic_cast<const lang::Name*>(node.get());
      return use != nullptr && use->text == name && use->binding == nullptr;
    });
  }

 private:
  AnyNames names_;
  lang::File file_;
  bool is_parsed_ = false;
};

std::string text_between(const std::string& text, Span span) {
  return text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
}

std::string text_of(const Graph& graph) {
  constexpr size_t most = 4;
  std::string out;
  Types types = graph.types_of(graph.results);
  for (size_t i = 0; i < types.size() && i < most; ++i) {
    out += str(i > 0 ? ", " : "", text(types[i]));
  }
  if (types.size() > most) out += ", …";
  return types.size() == 1 ? out : str("(", out, ")");
}

// Limits the time of a preview, and restores the limits.
class PreviewLimits {
 public:
  PreviewLimits(State& state, const Limits& limits) : state_(state), limits_(limits) {
    Limits few = limits;
    few.wall_s = preview_s;
    state_.set_limits(few);
  }
  ~PreviewLimits() {
    state_.set_limits(limits_);
    state_.stop_clock();
    state_.resume();
  }
  PreviewLimits(const PreviewLimits&) = delete;
  PreviewLimits& operator=(const PreviewLimits&) = delete;

 private:
  State& state_;
  Limits limits_;
};

}  // namespace

TracedText traced_text(Interpreter& interpreter, const std::string& expression) {
  TracedText out;
  std::vector<std::string> known = interpreter.cell_names();
  std::string params;
  FreeNames free(expression);
  for (const std::string& name : names_in(expression)) {
    if (std::ranges::find(known, name) == known.end() || !free.has(name)) continue;
    Value value = interpreter.cell_value(name);
    if (!holds_array(value)) continue;
    params += str(params.empty() ? "" : ", ", name);
    out.names.push_back(name);
    out.values.push_back(std::move(value));
  }
  out.lambda = str("(", params, ") => (", expression, ")");
  return out;
}

Graph graph_of_text(Interpreter& interpreter, const std::string& expression) {
  TracedText text = traced_text(interpreter, expression);
  Outcome made = interpreter.evaluate(text.lambda);
  if (!made.ok()) throw Error(made.errors.front());
  return graph_of(made.value.function(), text.values);
}

std::string expression_of(const std::string& entry) {
  std::vector<Error> errors;
  lang::File file = lang::parse({"", entry}, 0, errors, {.prompt = true});
  if (!errors.empty() || file.top->statements.size() != 1) return "";
  const lang::Stmt& only = *file.top->statements[0];
  if (only.kind == lang::StmtKind::expr) {
    return text_between(entry, static_cast<const lang::ExprStmt&>(only).value->span);
  }
  if (only.kind != lang::StmtKind::let) return "";
  return text_between(entry, static_cast<const lang::Let&>(only).value->span);
}

std::string preview(Interpreter& interpreter, const Limits& limits, const std::string& entry) {
  if (entry.size() > longest_preview || line::is_command(entry)) return "";
  std::string out;
  PreviewLimits bounded(interpreter.state(), limits);
  interpreter.act([&] {
    std::string expression = expression_of(entry);
    if (expression.empty()) return;
    TracedText traced = traced_text(interpreter, expression);
    Outcome made = interpreter.evaluate(traced.lambda);
    if (!made.ok()) return;
    interpreter.state().start_clock();  // evaluate() has stopped the clock
    Graph graph = graph_of(made.value.function(), traced.values);
    // A preview of scalars alone is not useful.
    Types types = graph.types_of(graph.results);
    bool has_axes = std::ranges::any_of(types, [](const Type& type) { return type.rank() > 0; });
    if (has_axes || (!traced.values.empty() && !types.empty())) out = text_of(graph);
  });
  return out;
}

}  // namespace rille
