// JinjaRenderer: renders a template within limits.
#pragma once

#include <optional>

#include "stdlib/jinja/syntax.h"
#include "stdlib/jinja/template.h"

namespace rille {

// The limits of one run, since a template may be untrusted.
struct JinjaLimits {
  int64_t steps = 5'000'000;
  size_t bytes = max_jinja_bytes;  // of the output and of any string
  int64_t range = 100'000;         // items of a range, or of a repeated list
};

// The names of a scope; other names are looked up in the enclosing scope.
struct JinjaScope {
  JinjaNames names;
  JinjaScope* around = nullptr;
  const std::string* body = nullptr;  // the text of a block while its filters run; else null
  const JinjaValue* find(std::string_view name) const;
};

class JinjaRenderer {
 public:
  explicit JinjaRenderer(JinjaNames globals);
  ~JinjaRenderer();
  JinjaRenderer(const JinjaRenderer&) = delete;
  JinjaRenderer& operator=(const JinjaRenderer&) = delete;
  std::string run(const JinjaBody& body);

  // Counts a step and polls for interrupts; error[limit] if the limit of steps is exceeded.
  void step(int line);
  void need_room(size_t bytes) const;  // error[limit] if `bytes` exceeds the limit
  int line() const { return line_; }   // the line of the last step
  const JinjaLimits& limits() const { return limits_; }
  JinjaValue filter(std::string_view name, const JinjaValue& x, const JinjaArguments& args);
  bool test(std::string_view name, const JinjaValue& x, const JinjaArguments& args) const;
  JinjaValues items_of(const JinjaValue& x) const;  // the items of an iterable
  JinjaValue attribute(const JinjaValue& of, const std::string& name) const;
  JinjaValue item(const JinjaValue& of, const JinjaValue& key) const;

 private:
  enum class ControlFlow { on, leave, next };
  // Statements append to `out`.
  ControlFlow run_body(const JinjaBody& body, JinjaScope& scope, std::string& out);
  ControlFlow run_node(const JinjaNode& node, JinjaScope& scope, std::string& out);
  ControlFlow run_loop(const JinjaNode& node, JinjaScope& scope, std::string& out);
  // `depth` is the recursion depth of the loop, from 0.
  ControlFlow run_iterations(const JinjaNode& node, JinjaValues items, int64_t depth,
                             JinjaScope& scope, std::string& out);
  JinjaFunctionRef loop_call(const JinjaNode& node, int64_t depth, const JinjaScope& scope);
  ControlFlow run_with(const JinjaNode& node, JinjaScope& scope, std::string& out);
  void run_set(const JinjaNode& node, JinjaScope& scope);
  void run_filtered(const JinjaNode& node, JinjaScope& scope, std::string& out);
  void run_call(const JinjaNode& node, JinjaScope& scope, std::string& out);
  void bind(const std::vector<std::string>& names, const JinjaValue& value, JinjaScope& scope);
  JinjaValue macro_of(const JinjaNode& node, JinjaScope& scope);
  JinjaNames seen_in(const JinjaScope& scope) const;
  std::string captured(const JinjaBody& body, JinjaScope& around);

  JinjaValue value(const JinjaExpr& expr, JinjaScope& scope);
  JinjaValue dict(const JinjaExpr& expr, JinjaScope& scope);
  JinjaValue unary(const JinjaExpr& expr, JinjaScope& scope);
  JinjaValue binary(const JinjaExpr& expr, JinjaScope& scope);
  JinjaValue compared(const JinjaExpr& expr, JinjaScope& scope);
  JinjaValue slice(const JinjaExpr& expr, JinjaScope& scope);
  JinjaValue call(const JinjaValue& function, const JinjaArguments& args);
  JinjaArguments arguments(const JinjaExpr& expr, JinjaScope& scope);
  void define_globals();

  JinjaLimits limits_;
  JinjaScope globals_;
  std::vector<std::weak_ptr<JinjaDict>> namespaces_;  // a namespace may contain itself
  int64_t steps_ = 0;
  size_t live_items_ = 0;  // the items of all running loops
  int line_ = 1;
};

// A method of a string, list, or dict; nullopt if there is none of this name.
std::optional<JinjaValue> method_of(const JinjaValue& of, const std::string& name,
                                    const JinjaRenderer& run);

// --- operators ----------------------------------------------------------------------------------

bool is_contained(const JinjaValue& item, const JinjaValue& in);
// Computes a op b, where op is one of + - * / // % **.
JinjaValue arithmetic(const std::string& op, const JinjaValue& a, const JinjaValue& b,
                      const JinjaRenderer& run);
// Python's `form % with`: a tuple has one value per conversion, a dict the values by name.
std::string percent_formatted(const std::string& form, const JinjaValue& with,
                              const JinjaRenderer& run);

}  // namespace rille
