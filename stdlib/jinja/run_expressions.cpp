// JinjaRenderer: evaluation of expressions.
#include <algorithm>
#include <cmath>

#include "stdlib/jinja/run.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/stack.h"

namespace rille {

JinjaArguments JinjaRenderer::arguments(const JinjaExpr& expr, JinjaScope& scope) {
  JinjaArguments out;
  for (const JinjaArgument& argument : expr.arguments) {
    JinjaValue x = value(*argument.value, scope);
    if (argument.name.empty()) {
      out.positional.push_back(std::move(x));
    } else {
      out.named.emplace_back(argument.name, std::move(x));
    }
  }
  return out;
}

JinjaValue JinjaRenderer::call(const JinjaValue& function, const JinjaArguments& args) {
  need_defined(function);
  const auto* callable = function.get<JinjaFunctionRef>();
  bool is_loop = function.dict() != nullptr && function.dict()->call != nullptr;
  if (is_loop) callable = &function.dict()->call;
  if (callable == nullptr) throw Error(Code::type, str(kind_of(function), " cannot be called"));
  return (**callable)(args);
}

JinjaValue JinjaRenderer::value(const JinjaExpr& expr, JinjaScope& scope) {
  using Kind = JinjaExpr::Kind;
  check_stack();
  step(expr.line);
  auto part = [&](size_t i) { return value(*expr.parts[i], scope); };
  auto all = [&] {
    JinjaValues out;
    for (size_t i = 0; i < expr.parts.size(); ++i) out.push_back(part(i));
    return out;
  };
  switch (expr.kind) {
    case Kind::constant: return expr.constant;
    case Kind::name: {
      const JinjaValue* found = scope.find(expr.word);
      return found != nullptr ? *found : JinjaValue(JinjaUndefined{expr.word});
    }
    case Kind::body: return *scope.body;
    case Kind::list: return list_of(all());
    case Kind::tuple: return tuple_of(all());
    case Kind::dict: return dict(expr, scope);
    case Kind::unary: return unary(expr, scope);
    case Kind::binary: return binary(expr, scope);
    case Kind::compare: return compared(expr, scope);
    case Kind::attribute: return attribute(part(0), expr.word);
    case Kind::item: {
      JinjaValue of = part(0);
      return item(of, part(1));
    }
    case Kind::slice: return slice(expr, scope);
    case Kind::call: {
      JinjaValue function = part(0);
      JinjaArguments args = arguments(expr, scope);
      line_ = expr.line;
      return call(function, args);
    }
    case Kind::filter: {
      JinjaValue x = part(0);
      JinjaArguments args = arguments(expr, scope);
      line_ = expr.line;
      return filter(expr.word, x, args);
    }
    case Kind::test: {
      JinjaValue x = part(0);
      JinjaArguments args = arguments(expr, scope);
      line_ = expr.line;
      return test(expr.word, x, args) != expr.is_negated;
    }
    case Kind::choice:
      if (is_true(part(1))) return part(0);
      return expr.parts[2] == nullptr ? JinjaValue(JinjaUndefined{"an if expression without else"})
                                      : part(2);
  }
  return {};
}

JinjaValue JinjaRenderer::dict(const JinjaExpr& expr, JinjaScope& scope) {
  JinjaDict out;
  for (size_t i = 0; i < expr.parts.size(); i += 2) {
    JinjaValue key = value(*expr.parts[i], scope);
    out.put(std::move(key), value(*expr.parts[i + 1], scope));
  }
  return dict_of(std::move(out));
}

JinjaValue JinjaRenderer::unary(const JinjaExpr& expr, JinjaScope& scope) {
  JinjaValue x = value(*expr.parts[0], scope);
  if (expr.word == "not") return !is_true(x);
  need_defined(x);
  if (!x.is_number()) {
    fail_at(expr.line,
            str("`", expr.word, "`: the operand is ", kind_of(x), ", expected a number"));
  }
  if (expr.word == "+") return x.is_integer() ? JinjaValue(x.integer()) : x;
  if (!x.is_integer()) return -x.number();
  return static_cast<int64_t>(0 - static_cast<uint64_t>(x.integer()));
}

JinjaValue JinjaRenderer::binary(const JinjaExpr& expr, JinjaScope& scope) {
  JinjaValue a = value(*expr.parts[0], scope);
  if (expr.word == "and") return is_true(a) ? value(*expr.parts[1], scope) : a;
  if (expr.word == "or") return is_true(a) ? a : value(*expr.parts[1], scope);
  JinjaValue b = value(*expr.parts[1], scope);
  line_ = expr.line;
  if (expr.word == "~") {
    std::string left = string_of(a), right = string_of(b);
    need_room(left.size() + right.size());
    return left + right;
  }
  bool fills =
      expr.word == "%" && a.string() != nullptr;  // undefined values print as empty strings
  if (!fills) {
    need_defined(a);
    need_defined(b);
  }
  return arithmetic(expr.word, a, b, *this);
}

JinjaValue JinjaRenderer::compared(const JinjaExpr& expr, JinjaScope& scope) {
  JinjaValue left = value(*expr.parts[0], scope);
  for (size_t i = 0; i < expr.words.size(); ++i) {
    JinjaValue right = value(*expr.parts[i + 1], scope);
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

JinjaValue JinjaRenderer::slice(const JinjaExpr& expr, JinjaScope& scope) {
  JinjaValue of = value(*expr.parts[0], scope);
  std::optional<int64_t> bounds[3];
  for (size_t i = 0; i < 3; ++i) {
    if (expr.parts[i + 1] == nullptr) continue;
    JinjaValue x = value(*expr.parts[i + 1], scope);
    if (x.is_none()) continue;
    if (!x.is_integer())
      fail_at(expr.line, str("a bound of a slice is ", kind_of(x), ", expected an int"));
    bounds[i] = x.integer();
  }
  line_ = expr.line;
  need_defined(of);
  std::vector<char32_t> letters;
  if (of.string() != nullptr) letters = characters_of(*of.string());
  if (of.string() == nullptr && of.items() == nullptr) {
    fail_at(expr.line, str(kind_of(of), " cannot be sliced"));
  }
  auto count = of.string() != nullptr ? std::ssize(letters) : std::ssize(*of.items());
  int64_t by = bounds[2].value_or(1);
  if (by == 0) fail_at(expr.line, "the step of a slice is 0, expected a nonzero int");
  auto place = [&](std::optional<int64_t> at, int64_t fallback) {
    if (!at) return fallback;
    int64_t low = by > 0 ? 0 : -1, high = by > 0 ? count : count - 1;
    return std::clamp(*at < 0 ? *at + count : *at, low, high);
  };
  int64_t begin = place(bounds[0], by > 0 ? 0 : count - 1),
          end = place(bounds[1], by > 0 ? count : -1);
  std::string text;
  JinjaValues items;
  for (int64_t i = begin; by > 0 ? i < end : i > end;) {
    if (of.string() != nullptr) {
      put_character(text, letters[static_cast<size_t>(i)]);
    } else {
      items.push_back((*of.items())[static_cast<size_t>(i)]);
    }
    // i + by is out of range and could overflow.
    if (std::abs(by) >= count) break;
    i += by;
  }
  if (of.string() != nullptr) return text;
  return of.get<JinjaTuple>() != nullptr ? tuple_of(std::move(items)) : list_of(std::move(items));
}

}  // namespace rille
