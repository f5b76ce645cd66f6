// ChatRun: statements and expressions.
#include "stdlib/tokens/chat/run.h"

#include <algorithm>
#include <cmath>

#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

// What a `loop` that can be called has under a name that is no word.
constexpr std::string_view call_row = " call";

}  // namespace

const Thing* ChatScope::find(std::string_view name) const {
  for (const ChatScope* scope = this; scope != nullptr; scope = scope->around) {
    auto found = scope->names.find(name);
    if (found != scope->names.end()) return &found->second;
  }
  return nullptr;
}

ChatRun::ChatRun(std::map<std::string, Thing, std::less<>> globals, std::optional<double> now) {
  define_globals(now);
  for (auto& [name, value] : globals) globals_.names[name] = std::move(value);
}

ChatRun::~ChatRun() {
  for (const auto& each : namespaces_) {
    if (auto table = each.lock()) table->rows.clear();
  }
}

std::string ChatRun::run(const ChatBody& body) {
  std::string out;
  run_body(body, globals_, out);
  return out;
}

void ChatRun::step(int line) {
  line_ = line;
  if (++steps_ % 256 == 0) poll();
  if (steps_ > limits_.steps)
    fail_at(line, str("it takes more than ", limits_.steps, " steps"), true);
}

void ChatRun::need_room(size_t bytes) const {
  if (bytes > limits_.bytes) {
    fail_at(line_, str("a text has more than ", limits_.bytes >> 20, " MB"), true);
  }
}

// --- statements -------------------------------------------------------------------------------

ChatRun::Flow ChatRun::run_body(const ChatBody& body, ChatScope& scope, std::string& out) {
  check_stack();
  for (const auto& node : body) {
    step(node->line);
    Flow flow = run_node(*node, scope, out);
    need_room(out.size());
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

std::string ChatRun::captured(const ChatBody& body, ChatScope& around) {
  std::string out;
  run_body(body, around, out);
  return out;
}

ChatRun::Flow ChatRun::run_node(const ChatNode& node, ChatScope& scope, std::string& out) {
  using Kind = ChatNode::Kind;
  switch (node.kind) {
    case Kind::text: out += node.word; break;
    case Kind::output: out += shown(value(*node.exprs[0], scope)); break;
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
    case Kind::filtered: {
      ChatScope inner{{}, &scope};
      std::string text = captured(node.bodies[0], inner);
      ChatScope filled{{{" body", text}}, &scope};
      Thing made = value(*node.exprs[0], filled);
      if (node.kind == Kind::filtered) {
        out += shown(made);
      } else {
        scope.names[node.names[0]] = made;
      }
      break;
    }
    case Kind::call: {
      ChatScope inner{{}, &scope};
      const ChatExpr& call = *node.exprs[0];
      ThingArguments given = arguments(call, scope);
      // Whoever is given it may keep it for longer than this scope lasts.
      Thing caller = function_of(
          [this, &node, seen = seen_in(scope)](const ThingArguments& of_caller) -> Thing {
            check_stack();
            ChatScope around{seen, &globals_}, body{{}, &around};
            for (size_t i = 0; i < node.names.size(); ++i) {
              const Thing* x = argument(of_caller, i, node.names[i]);
              body.names[node.names[i]] = x == nullptr ? Thing(Missing{node.names[i]}) : *x;
            }
            return captured(node.bodies[0], body);
          });
      given.names.emplace_back("caller", caller);
      out += shown(this->call(value(*call.parts[0], scope), given));
      break;
    }
    case Kind::leave: return Flow::leave;
    case Kind::next: return Flow::next;
    case Kind::group: return run_body(node.bodies[0], scope, out);
  }
  return Flow::on;
}

void ChatRun::bind(const std::vector<std::string>& names, const Thing& value, ChatScope& scope) {
  if (names.size() == 1) {
    scope.names[names[0]] = value;
    return;
  }
  Things items = items_of(value);
  if (items.size() != names.size()) {
    fail_at(line_, str(names.size(), " names stand for ", items.size(), " values"));
  }
  for (size_t i = 0; i < names.size(); ++i) scope.names[names[i]] = items[i];
}

void ChatRun::run_set(const ChatNode& node, ChatScope& scope) {
  Thing made = value(*node.exprs[0], scope);
  if (node.word.empty()) return bind(node.names, made, scope);
  const Thing* of = scope.find(node.names[0]);
  const auto* table = of == nullptr ? nullptr : of->get<Thing::Table>();
  if (table == nullptr || !(*table)->is_namespace) {
    fail_at(node.line, str("`", node.names[0], "` is no namespace, and cannot be changed"));
  }
  (*table)->put(node.word, std::move(made));
}

ChatRun::Flow ChatRun::run_loop(const ChatNode& node, ChatScope& scope, std::string& out) {
  return run_turns(node, items_of(value(*node.exprs[0], scope)), 0, scope, out);
}

// `loop(items)` is the text of the loop over those. It sees what stands around the loop, not what
// stands in it.
void ChatRun::put_calls(const ChatNode& node, int64_t depth, const ChatScope& scope,
                        ThingTable& loop) {
  if (node.word.empty()) return;
  loop.rows.emplace_back(call_row, function_of([this, &node, depth, seen = seen_in(scope)](
                                                   const ThingArguments& given) -> Thing {
                           check_stack();
                           if (given.positions.size() != 1)
                             throw Error(Code::value, "loop() needs what it goes through");
                           ChatScope around{seen, &globals_};
                           std::string text;
                           run_turns(node, items_of(given.positions[0]), depth + 1, around, text);
                           return text;
                         }));
}

ChatRun::Flow ChatRun::run_turns(const ChatNode& node, Things items, int64_t depth,
                                 ChatScope& scope, std::string& out) {
  if (node.exprs.size() > 1) {
    Things kept;
    for (Thing& item : items) {
      step(node.line);
      ChatScope inner{{}, &scope};
      bind(node.names, item, inner);
      if (is_true(value(*node.exprs[1], inner))) kept.push_back(std::move(item));
    }
    items = std::move(kept);
  }
  bool has_ended = false;  // a turn, at its end: Jinja's `else` is for where none has
  auto count = std::ssize(items);
  auto last_seen = std::make_shared<std::optional<Things>>();
  for (int64_t i = 0; i < count; ++i) {
    step(node.line);
    ChatScope inner{{}, &scope};
    bind(node.names, items[static_cast<size_t>(i)], inner);
    auto at = [&](int64_t k) {
      return k >= 0 && k < count ? items[static_cast<size_t>(k)] : Thing(Missing{"loop"});
    };
    ThingTable loop;
    loop.rows = {{"index", i + 1},        {"index0", i},
                 {"revindex", count - i}, {"revindex0", count - i - 1},
                 {"first", i == 0},       {"last", i == count - 1},
                 {"length", count},       {"previtem", at(i - 1)},
                 {"nextitem", at(i + 1)}, {"depth", depth + 1},
                 {"depth0", depth}};
    loop.rows.emplace_back(
        "cycle", function_of([i](const ThingArguments& given) -> Thing {
          if (given.positions.empty()) throw Error(Code::value, "loop.cycle needs values");
          return given.positions[static_cast<size_t>(i) % given.positions.size()];
        }));
    loop.rows.emplace_back(
        "changed", function_of([last_seen](const ThingArguments& given) -> Thing {
          bool is_same =
              last_seen->has_value() && is_equal(list_of(**last_seen), list_of(given.positions));
          *last_seen = given.positions;
          return !is_same;
        }));
    put_calls(node, depth, scope, loop);
    inner.names["loop"] = table_of(std::move(loop));
    Flow flow = run_body(node.bodies[0], inner, out);
    if (flow == Flow::leave) break;
    has_ended = has_ended || flow == Flow::on;
  }
  bool is_else = !has_ended && node.bodies.size() > 1;
  return is_else ? run_body(node.bodies[1], scope, out) : Flow::on;
}

// All values are computed before one of the names is there.
ChatRun::Flow ChatRun::run_with(const ChatNode& node, ChatScope& scope, std::string& out) {
  ChatScope inner{{}, &scope};
  Things values;
  for (const ChatExprRef& each : node.exprs) values.push_back(value(*each, scope));
  for (size_t i = 0; i < values.size(); ++i) inner.names[node.names[i]] = std::move(values[i]);
  return run_body(node.bodies[0], inner, out);
}

// Scopes of loops end before what was made in them may: it keeps their names, and sees what stands
// at the top as it will be.
std::map<std::string, Thing, std::less<>> ChatRun::seen_in(const ChatScope& scope) const {
  std::map<std::string, Thing, std::less<>> seen;
  for (const ChatScope* each = &scope; each != nullptr && each != &globals_; each = each->around) {
    seen.insert(each->names.begin(), each->names.end());
  }
  return seen;
}

Thing ChatRun::macro_of(const ChatNode& node, ChatScope& scope) {
  return function_of([this, &node, seen = seen_in(scope)](const ThingArguments& given) -> Thing {
    check_stack();
    step(node.line);
    ChatScope outer{seen, &globals_}, inner{{}, &outer};
    if (given.positions.size() > node.names.size()) {
      fail_at(line_, str("the macro `", node.word, "` takes ", node.names.size(),
                         " arguments, got ", given.positions.size()));
    }
    for (const auto& [name, x] : given.names) {
      bool is_known = name == "caller" || std::ranges::find(node.names, name) != node.names.end();
      if (!is_known)
        fail_at(line_, str("the macro `", node.word, "` has no parameter `", name, "`"));
      if (name == "caller") inner.names[name] = x;
    }
    size_t without = node.names.size() - node.exprs.size();
    for (size_t i = 0; i < node.names.size(); ++i) {
      const Thing* x = argument(given, i, node.names[i]);
      inner.names[node.names[i]] = x != nullptr  ? *x
                                   : i < without ? Thing(Missing{node.names[i]})
                                                 : value(*node.exprs[i - without], inner);
    }
    return captured(node.bodies[0], inner);
  });
}

// --- expressions ------------------------------------------------------------------------------

ThingArguments ChatRun::arguments(const ChatExpr& expr, ChatScope& scope) {
  ThingArguments out;
  for (const ChatArgument& argument : expr.arguments) {
    Thing x = value(*argument.value, scope);
    if (argument.name.empty()) {
      out.positions.push_back(std::move(x));
    } else {
      out.names.emplace_back(argument.name, std::move(x));
    }
  }
  return out;
}

Thing ChatRun::call(const Thing& function, const ThingArguments& arguments) {
  need_defined(function);
  const Thing* called = function.table() == nullptr ? nullptr : function.table()->find(call_row);
  const auto* callable = (called == nullptr ? function : *called).get<Thing::Callable>();
  if (callable == nullptr) throw Error(Code::type, str(kind_of(function), " cannot be called"));
  return (**callable)(arguments);
}

Thing ChatRun::value(const ChatExpr& expr, ChatScope& scope) {
  using Kind = ChatExpr::Kind;
  check_stack();
  step(expr.line);
  auto part = [&](size_t i) { return value(*expr.parts[i], scope); };
  auto all = [&] {
    Things out;
    for (size_t i = 0; i < expr.parts.size(); ++i) out.push_back(part(i));
    return out;
  };
  switch (expr.kind) {
    case Kind::constant: return expr.constant;
    case Kind::name: {
      const Thing* found = scope.find(expr.word);
      return found != nullptr ? *found : Thing(Missing{expr.word});
    }
    case Kind::list: return list_of(all());
    case Kind::tuple: return tuple_of(all());
    case Kind::table: return table(expr, scope);
    case Kind::unary: return unary(expr, scope);
    case Kind::binary: return binary(expr, scope);
    case Kind::compare: return compared(expr, scope);
    case Kind::attribute: return attribute(part(0), expr.word);
    case Kind::item: {
      Thing of = part(0);
      return item(of, part(1));
    }
    case Kind::slice: return slice(expr, scope);
    case Kind::call: {
      Thing function = part(0);
      ThingArguments given = arguments(expr, scope);
      line_ = expr.line;
      return call(function, given);
    }
    case Kind::filter: {
      Thing x = part(0);
      ThingArguments given = arguments(expr, scope);
      line_ = expr.line;
      return filter(expr.word, x, given);
    }
    case Kind::test: {
      Thing x = part(0);
      ThingArguments given = arguments(expr, scope);
      line_ = expr.line;
      bool is_negated = expr.word[0] == '!';
      return test(std::string_view(expr.word).substr(is_negated ? 1 : 0), x, given) != is_negated;
    }
    case Kind::choice:
      if (is_true(part(1))) return part(0);
      return expr.parts[2] == nullptr ? Thing(Missing{"a choice without else"}) : part(2);
  }
  return {};
}

Thing ChatRun::table(const ChatExpr& expr, ChatScope& scope) {
  ThingTable out;
  for (size_t i = 0; i < expr.parts.size(); i += 2) {
    Thing key = value(*expr.parts[i], scope);
    out.put(std::move(key), value(*expr.parts[i + 1], scope));
  }
  return table_of(std::move(out));
}

Thing ChatRun::unary(const ChatExpr& expr, ChatScope& scope) {
  Thing x = value(*expr.parts[0], scope);
  if (expr.word == "not") return !is_true(x);
  need_defined(x);
  if (!x.is_number()) {
    fail_at(expr.line, str("`", expr.word, "` needs a number, got ", kind_of(x)));
  }
  if (expr.word == "+") return x.is_whole() ? Thing(x.whole()) : x;
  if (!x.is_whole()) return -x.number();
  return static_cast<int64_t>(0 - static_cast<uint64_t>(x.whole()));
}

Thing ChatRun::binary(const ChatExpr& expr, ChatScope& scope) {
  Thing a = value(*expr.parts[0], scope);
  if (expr.word == "and") return is_true(a) ? value(*expr.parts[1], scope) : a;
  if (expr.word == "or") return is_true(a) ? a : value(*expr.parts[1], scope);
  Thing b = value(*expr.parts[1], scope);
  line_ = expr.line;
  if (expr.word == "~") {
    std::string left = shown(a), right = shown(b);
    need_room(left.size() + right.size());
    return left + right;
  }
  bool fills = expr.word == "%" && a.text() != nullptr;  // what is undefined shows as nothing
  if (!fills) {
    need_defined(a);
    need_defined(b);
  }
  return repeated_or_joined(expr.word, a, b, *this);
}

Thing ChatRun::compared(const ChatExpr& expr, ChatScope& scope) {
  Thing left = value(*expr.parts[0], scope);
  for (size_t i = 0; i < expr.words.size(); ++i) {
    Thing right = value(*expr.parts[i + 1], scope);
    line_ = expr.line;
    const std::string& word = expr.words[i];
    bool holds = false;
    if (word == "==" || word == "!=") {
      holds = is_equal(left, right) == (word == "==");
    } else if (word == "in" || word == "not in") {
      holds = is_contained(left, right) == (word == "in");
    } else {
      need_defined(left);
      need_defined(right);
      int order = order_of(left, right);
      holds = word == "<"    ? order < 0
              : word == "<=" ? order <= 0
              : word == ">"  ? order > 0
                             : order >= 0;
    }
    if (!holds) return false;
    left = std::move(right);
  }
  return true;
}

Thing ChatRun::slice(const ChatExpr& expr, ChatScope& scope) {
  Thing of = value(*expr.parts[0], scope);
  std::optional<int64_t> bounds[3];
  for (size_t i = 0; i < 3; ++i) {
    if (expr.parts[i + 1] == nullptr) continue;
    Thing x = value(*expr.parts[i + 1], scope);
    if (x.is_none()) continue;
    if (!x.is_whole()) fail_at(expr.line, str("a slice needs ints, got ", kind_of(x)));
    bounds[i] = x.whole();
  }
  line_ = expr.line;
  need_defined(of);
  std::vector<char32_t> letters;
  if (of.text() != nullptr) letters = characters_of(*of.text());
  if (of.text() == nullptr && of.items() == nullptr) {
    fail_at(expr.line, str(kind_of(of), " has no slices"));
  }
  auto count = of.text() != nullptr ? std::ssize(letters) : std::ssize(*of.items());
  int64_t by = bounds[2].value_or(1);
  if (by == 0) fail_at(expr.line, "a slice needs a step other than 0");
  auto place = [&](std::optional<int64_t> at, int64_t otherwise) {
    if (!at) return otherwise;
    int64_t low = by > 0 ? 0 : -1, high = by > 0 ? count : count - 1;
    return std::clamp(*at < 0 ? *at + count : *at, low, high);
  };
  int64_t begin = place(bounds[0], by > 0 ? 0 : count - 1),
          end = place(bounds[1], by > 0 ? count : -1);
  std::string text;
  Things items;
  for (int64_t i = begin; by > 0 ? i < end : i > end;) {
    if (of.text() != nullptr) {
      put_character(text, letters[static_cast<size_t>(i)]);
    } else {
      items.push_back((*of.items())[static_cast<size_t>(i)]);
    }
    // Far steps leave the text at once.
    if (std::abs(by) >= count) break;
    i += by;
  }
  if (of.text() != nullptr) return text;
  return of.get<Thing::Tuple>() != nullptr ? tuple_of(std::move(items)) : list_of(std::move(items));
}

}  // namespace rille
