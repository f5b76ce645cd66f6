// JinjaRenderer: execution of statements.
#include <algorithm>

#include "stdlib/jinja/run.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {

const JinjaValue* JinjaScope::find(std::string_view name) const {
  for (const JinjaScope* scope = this; scope != nullptr; scope = scope->around) {
    auto found = scope->names.find(name);
    if (found != scope->names.end()) return &found->second;
  }
  return nullptr;
}

JinjaRenderer::JinjaRenderer(JinjaNames globals) {
  define_globals();
  for (auto& [name, value] : globals) globals_.names[name] = std::move(value);
}

JinjaRenderer::~JinjaRenderer() {
  for (const auto& each : namespaces_) {
    if (auto dict = each.lock()) dict->rows.clear();
  }
}

std::string JinjaRenderer::run(const JinjaBody& body) {
  std::string out;
  run_body(body, globals_, out);
  return out;
}

void JinjaRenderer::step(int line) {
  line_ = line;
  if (++steps_ % 256 == 0) poll();
  if (steps_ > limits_.steps)
    fail_at(line, str("rendering takes more than ", limits_.steps, " steps"), true);
}

void JinjaRenderer::need_room(size_t bytes) const {
  if (bytes > limits_.bytes) {
    fail_at(line_, str("a string exceeds ", limits_.bytes >> 20, " MB"), true);
  }
}

JinjaRenderer::ControlFlow JinjaRenderer::run_body(const JinjaBody& body, JinjaScope& scope,
                                                   std::string& out) {
  check_stack();
  for (const auto& node : body) {
    step(node->line);
    ControlFlow flow = run_node(*node, scope, out);
    need_room(out.size());
    if (flow != ControlFlow::on) return flow;
  }
  return ControlFlow::on;
}

std::string JinjaRenderer::captured(const JinjaBody& body, JinjaScope& around) {
  std::string out;
  run_body(body, around, out);
  return out;
}

JinjaRenderer::ControlFlow JinjaRenderer::run_node(const JinjaNode& node, JinjaScope& scope,
                                                   std::string& out) {
  using Kind = JinjaNode::Kind;
  switch (node.kind) {
    case Kind::text: out += node.word; break;
    case Kind::output: out += string_of(value(*node.exprs[0], scope)); break;
    case Kind::branch:
      for (size_t i = 0; i < node.bodies.size(); ++i) {
        if (i == node.exprs.size() || is_true(value(*node.exprs[i], scope))) {
          return run_body(node.bodies[i], scope, out);
        }
      }
      break;
    case Kind::loop: return run_loop(node, scope, out);
    case Kind::with: return run_with(node, scope, out);
    case Kind::set: run_set(node, scope); break;
    case Kind::macro: scope.names[node.word] = macro_of(node, scope); break;
    case Kind::capture:
    case Kind::filtered: run_filtered(node, scope, out); break;
    case Kind::call: run_call(node, scope, out); break;
    case Kind::leave: return ControlFlow::leave;
    case Kind::next: return ControlFlow::next;
    case Kind::group: return run_body(node.bodies[0], scope, out);
  }
  return ControlFlow::on;
}

// Runs {% filter f %}text{% endfilter %} and {% set name | f %}text{% endset %}.
void JinjaRenderer::run_filtered(const JinjaNode& node, JinjaScope& scope, std::string& out) {
  JinjaScope inner{.names = {}, .around = &scope};
  std::string text = captured(node.bodies[0], inner);
  JinjaScope filled{.names = {}, .around = &scope, .body = &text};
  JinjaValue made = value(*node.exprs[0], filled);
  if (node.kind == JinjaNode::Kind::filtered) {
    out += string_of(made);
  } else {
    scope.names[node.names[0]] = made;
  }
}

// The called function may keep `caller` beyond the lifetime of this scope, so names are copied.
void JinjaRenderer::run_call(const JinjaNode& node, JinjaScope& scope, std::string& out) {
  const JinjaExpr& call = *node.exprs[0];
  JinjaArguments args = arguments(call, scope);
  JinjaValue caller = function_of(
      [this, &node, seen = seen_in(scope)](const JinjaArguments& of_caller) -> JinjaValue {
        check_stack();
        JinjaScope around{.names = seen, .around = &globals_};
        JinjaScope body{.names = {}, .around = &around};
        for (size_t i = 0; i < node.names.size(); ++i) {
          const JinjaValue* x = argument(of_caller, i, node.names[i]);
          body.names[node.names[i]] = x == nullptr ? JinjaValue(JinjaUndefined{node.names[i]}) : *x;
        }
        return captured(node.bodies[0], body);
      });
  args.named.emplace_back("caller", caller);
  out += string_of(this->call(value(*call.parts[0], scope), args));
}

void JinjaRenderer::bind(const std::vector<std::string>& names, const JinjaValue& value,
                         JinjaScope& scope) {
  if (names.size() == 1) {
    scope.names[names[0]] = value;
    return;
  }
  JinjaValues items = items_of(value);
  if (items.size() != names.size()) {
    fail_at(line_, str("cannot unpack ", items.size(), " values into ", names.size(), " names"));
  }
  for (size_t i = 0; i < names.size(); ++i) scope.names[names[i]] = items[i];
}

void JinjaRenderer::run_set(const JinjaNode& node, JinjaScope& scope) {
  JinjaValue made = value(*node.exprs[0], scope);
  if (node.word.empty()) return bind(node.names, made, scope);
  const JinjaValue* of = scope.find(node.names[0]);
  const auto* dict = of == nullptr ? nullptr : of->get<JinjaDictRef>();
  if (dict == nullptr || !(*dict)->is_namespace) {
    fail_at(node.line,
            str("`", node.names[0], "` is not a namespace, so its fields cannot be set"));
  }
  (*dict)->put(node.word, std::move(made));
}

// All values are computed before the first of the names is bound.
JinjaRenderer::ControlFlow JinjaRenderer::run_with(const JinjaNode& node, JinjaScope& scope,
                                                   std::string& out) {
  JinjaScope inner{{}, &scope};
  JinjaValues values;
  for (const JinjaExprRef& each : node.exprs) values.push_back(value(*each, scope));
  for (size_t i = 0; i < values.size(); ++i) inner.names[node.names[i]] = std::move(values[i]);
  return run_body(node.bodies[0], inner, out);
}

// A macro may outlive the scopes in which it was defined, so it keeps a copy of their names. Names
// of the top level are looked up when the macro runs.
JinjaNames JinjaRenderer::seen_in(const JinjaScope& scope) const {
  JinjaNames seen;
  for (const JinjaScope* each = &scope; each != nullptr && each != &globals_; each = each->around) {
    seen.insert(each->names.begin(), each->names.end());
  }
  return seen;
}

JinjaValue JinjaRenderer::macro_of(const JinjaNode& node, JinjaScope& scope) {
  return function_of([this, &node,
                      seen = seen_in(scope)](const JinjaArguments& args) -> JinjaValue {
    check_stack();
    step(node.line);
    JinjaScope outer{seen, &globals_}, inner{{}, &outer};
    if (args.positional.size() > node.names.size()) {
      fail_at(line_, str("the macro `", node.word, "` takes ", node.names.size(),
                         " arguments, got ", args.positional.size()));
    }
    for (const auto& [name, x] : args.named) {
      bool is_known = name == "caller" || std::ranges::find(node.names, name) != node.names.end();
      if (!is_known)
        fail_at(line_, str("the macro `", node.word, "` has no parameter `", name, "`"));
      if (name == "caller") inner.names[name] = x;
    }
    size_t without = node.names.size() - node.exprs.size();
    for (size_t i = 0; i < node.names.size(); ++i) {
      const JinjaValue* x = argument(args, i, node.names[i]);
      inner.names[node.names[i]] = x != nullptr  ? *x
                                   : i < without ? JinjaValue(JinjaUndefined{node.names[i]})
                                                 : value(*node.exprs[i - without], inner);
    }
    return captured(node.bodies[0], inner);
  });
}

}  // namespace rille
