// Patterns: tests and bindings.
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

std::string words_of(const Pattern* p) {
  std::string text = "{";
  for (const Pattern::Field& field : p->fields) text += quoted(field.word) + ", ";
  return text + "}";
}

const char* truth(bool x) { return x ? "true" : "false"; }

bool is_positional(const Pattern* p) { return p->fields.empty() || p->fields[0].word.empty(); }

}  // namespace

std::string Patterns::struct_text(const Pattern* p) { return expr(p->path).text; }

// The Lua text of the value of a field.
std::string Patterns::part(const Pattern* p, size_t field, const std::string& value) {
  const std::string& word = p->fields[field].word;
  if (!word.empty()) return value + field_access(word);
  if (p->kind == PatternKind::structure) {
    return "R.struct_part(" + value + ", " + std::to_string(field + 1) + ")";
  }
  return value + "[" + std::to_string(field + 1) + "]";
}

// Runs `fail` if the value does not match. `condition` is "" in host code, else the name of a local
// that collects the conditions on traced values.
void Patterns::test(const Pattern* p, const std::string& value, const std::string& fail,
                    const std::string& condition) {
  switch (p->kind) {
    case PatternKind::any:
    case PatternKind::name: return;
    case PatternKind::literal: return test_literal(p, value, fail, condition);
    case PatternKind::tuple:
      line("if not R.is_tuple(" + value + ", " + std::to_string(p->fields.size()) + ", " +
           truth(p->is_open) + ") then " + fail + " end");
      return test_fields(p, value, fail, condition);
    case PatternKind::record:
      line("if not R.is_record(" + value + ", " + constant_of("n", words_of(p)) + ", " +
           truth(p->is_open) + ") then " + fail + " end");
      return test_fields(p, value, fail, condition);
    case PatternKind::structure: {
      std::string names = is_positional(p) ? "nil" : constant_of("n", words_of(p));
      std::string type = struct_text(p);
      line("if not" + mark(p->span) + " R.is_struct(" + value + ", " + type + ", " + names + ", " +
           std::to_string(p->fields.size()) + ", " + truth(p->is_open) + ") then " + fail + " end");
      return test_fields(p, value, fail, condition);
    }
  }
}

void Patterns::test_fields(const Pattern* p, const std::string& value, const std::string& fail,
                           const std::string& condition) {
  for (size_t i = 0; i < p->fields.size(); ++i) {
    const Pattern* inner = p->fields[i].pattern;
    if (inner->kind == PatternKind::any || inner->kind == PatternKind::name) continue;
    std::string field = spill({part(p, i, value)}).text;
    test(inner, field, fail, condition);
  }
}

// A number is <= itself, and a bool is true or false. Any other value may be an array of rank 0.
void Patterns::test_literal(const Pattern* p, const std::string& value, const std::string& fail,
                            const std::string& condition) {
  Piece literal = expr(p->literal);
  ExprKind kind = p->literal->kind;
  std::string native = value + " == " + literal.text, host = value + " <= " + value;
  bool is_text = kind == ExprKind::string && may_be_traced();
  if (kind == ExprKind::boolean) host = value + " == true or " + value + " == false";
  if (is_text) host = native;
  if (kind == ExprKind::nil || (kind == ExprKind::string && !is_text)) {
    return line("if not (" + native + ") then " + fail + " end");
  }
  std::string at = mark(p->span);
  std::string slow = "R.fits(" + value + ", " + literal.text + ")";
  line("if " + host + " then if not (" + native + ") then " + fail + " end else" + at);
  if (condition.empty()) {
    line("if not R.truth(" + slow + ") then " + fail + " end end");
  } else {
    std::string fits = fresh("f");
    line("local " + fits + " = " + slow + " if " + fits + " == false then " + fail + " end");
    line(condition + " = R.and_(" + condition + ", " + fits + ") end");
  }
}

void Patterns::bind_pattern(const Pattern* p, const std::string& value) {
  if (p->kind == PatternKind::name) return bind(p->binding, local_name(value));
  for (size_t i = 0; i < p->fields.size(); ++i) {
    const Pattern* inner = p->fields[i].pattern;
    if (inner->kind == PatternKind::any || inner->kind == PatternKind::literal) continue;
    if (inner->kind == PatternKind::name) {
      bind(inner->binding, {part(p, i, value)});
    } else {
      std::string field = spill({part(p, i, value)}).text;
      destructure(inner, field);
    }
  }
  if (p->rest == nullptr) return;
  if (p->kind == PatternKind::tuple) {
    bind(p->rest, {"R.rest_tuple(" + value + ", " + std::to_string(p->fields.size()) + ")"});
  } else {
    bind(p->rest, {"R.rest_record(" + value + ", " + constant_of("n", words_of(p)) + ")"});
  }
}

void Patterns::destructure(const Pattern* p, const std::string& value) {
  bind_pattern(p, require(p, value));
}

// Checks the value of let and for, which must match; in a match it already does. Returns the name
// of the value to destructure: an array becomes the tuple of its rows.
std::string Patterns::require(const Pattern* p, const std::string& value) {
  if (p->kind == PatternKind::tuple) {
    return spill({mark(p->span) + "R.need_tuple(" + value + ", " +
                  std::to_string(p->fields.size()) + ", " + truth(p->is_open) + ")"})
        .text;
  }
  if (p->kind == PatternKind::record) {
    line(mark(p->span) + "R.need_record(" + value + ", " + constant_of("n", words_of(p)) + ", " +
         truth(p->is_open) + ")");
  }
  return value;
}

}  // namespace rille::lang
