// Literals: strings, tuples, records, and arrays.
#include <algorithm>

#include "lang/emit/item_letters.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

bool is_literal_number(const Expr* e) {
  if (e->kind == ExprKind::negate) e = static_cast<const Unary*>(e)->operand;
  if (e->kind == ExprKind::integer) return static_cast<const IntegerLiteral*>(e)->value < 1LL << 31;
  // Below the largest f32: a number out of range must raise at its line, not when the chunk loads.
  return e->kind == ExprKind::floating && static_cast<const FloatLiteral*>(e)->value < 0x1p127;
}

bool has_spread(const std::vector<Item>& items) {
  for (const Item& item : items) {
    if (item.kind == Item::spread) return true;
  }
  return false;
}

std::string table_of(const std::vector<Piece>& codes) {
  std::string text = "{n = " + std::to_string(codes.size());
  for (const Piece& code : codes) text += ", " + code.single();
  return text + "}";
}

// Whether all rows have the same length, so that creating the array cannot fail.
bool is_regular(const ArrayExpr* e) {
  auto row = [](const Expr* x) {
    return x->kind == ExprKind::array && !x->in_parens ? static_cast<const ArrayExpr*>(x) : nullptr;
  };
  for (const Expr* item : e->items) {
    const ArrayExpr* first = row(e->items[0]);
    const ArrayExpr* own = row(item);
    if ((first == nullptr) != (own == nullptr)) return false;
    if (own != nullptr && (own->items.size() != first->items.size() || !is_regular(own))) {
      return false;
    }
    if (own != nullptr && !own->items.empty() && !first->items.empty() &&
        (row(own->items[0]) == nullptr) != (row(first->items[0]) == nullptr)) {
      return false;
    }
  }
  return true;
}

// Appends the elements of nested literals, in order.
void leaves_of(const ArrayExpr* e, std::vector<const Expr*>& leaves) {
  for (const Expr* item : e->items) {
    if (item->kind == ExprKind::array && !item->in_parens) {
      leaves_of(static_cast<const ArrayExpr*>(item), leaves);
    } else {
      leaves.push_back(item);
    }
  }
}

std::string rows_of(const ArrayExpr* e, const std::vector<Piece>& codes, size_t& next) {
  std::string text = "{n = " + std::to_string(e->items.size());
  for (const Expr* item : e->items) {
    bool is_row = item->kind == ExprKind::array && !item->in_parens;
    text += ", ";
    if (is_row) {
      text += rows_of(static_cast<const ArrayExpr*>(item), codes, next);
    } else {
      text += codes[next++].single();
    }
  }
  return text + "}";
}

}  // namespace

Piece Literals::string(const StringLiteral* e) {
  if (e->is_plain()) return constant(quoted(e->parts[0].text));
  OperandWriters evals;
  for (const StringPart& part : e->parts) {
    if (!part.text.empty()) evals.push_back([&part] { return constant(quoted(part.text)); });
    if (part.hole == nullptr) continue;
    evals.push_back([this, &part]() -> Piece {
      Piece code = borrow(part.hole);
      if (part.format.empty()) return code;
      std::string at = mark(part.hole->span, {part.hole->span});
      return {at + "R.fmt(" + code.text + ", " + quoted(part.format) + ")"};
    });
  }
  std::vector<Piece> codes = sequence(evals);
  if (Piece joined; join_texts(e, codes, joined)) return joined;
  return {mark(e->span) + "R.str(" + table_of(codes) + ")"};
}

// Outside of traces: joins integers and a string by Lua's `..`, and other values by one call, which
// can be interrupted while it joins long strings.
bool Literals::join_texts(const StringLiteral* e, const std::vector<Piece>& codes, Piece& out) {
  constexpr size_t most = 20;
  if (fn().traced || has_one_body() || codes.size() > most) return false;
  bool is_native = codes.size() > 1;
  int strings = 0;
  for (const StringPart& part : e->parts) {
    if (part.hole == nullptr) continue;
    StaticType sort = sort_of(part.hole);
    strings += sort == StaticType::text ? 1 : 0;
    is_native = is_native && part.format.empty() &&
                (sort == StaticType::integer || sort == StaticType::text);
  }
  is_native = is_native && strings <= 1;
  std::string text;
  for (const Piece& code : codes) {
    text += (text.empty() ? "" : is_native ? " .. " : ", ");
    text += is_native ? code.at(Prec::unary) : code.single();
  }
  out = {mark(e->span) + (is_native ? "(" : "R.text(") + text + ")"};
  return true;
}

Piece Literals::tuple(const Tuple* e) {
  std::vector<const Expr*> list;
  std::string kinds;
  for (const Item& item : e->items) {
    list.push_back(item.value);
    kinds += letter_of(item);
  }
  std::vector<Piece> codes = operands(list);
  if (!has_spread(e->items)) return {"SETMT(" + table_of(codes) + ", TUPLE)"};
  return {mark(e->span) + "R.tuple(" + quoted(kinds) + ", " + table_of(codes) + ")"};
}

Piece Literals::record(const RecordExpr* e) {
  if (has_spread(e->items)) return spread_record(e);
  std::vector<const Expr*> list;
  std::vector<std::string> names;
  for (const Item& item : e->items) {
    list.push_back(item.value);
    names.push_back(item.word);
  }
  std::vector<Piece> codes = operands(list);
  std::string text = "SETMT({";
  for (size_t i = 0; i < codes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + field_key(names[i]) + " = " + codes[i].single();
  }
  return {text + "}, " + layout_of(names) + ")"};
}

Piece Literals::spread_record(const RecordExpr* e) {
  std::vector<const Expr*> list;
  std::string names = "{", kinds;
  for (const Item& item : e->items) {
    list.push_back(item.value);
    names += quoted(item.word) + ", ";
    kinds += letter_of(item);
  }
  std::vector<Piece> codes = operands(list);
  constexpr size_t most = 20;
  bool extends = kinds.rfind(letter(ItemKind::spread)) == 0 && codes.size() <= most;
  std::string fast;
  if (extends) {  // (...r, w = e): usually r has a field w
    for (Piece& code : codes) code = spill(std::move(code));
    fast = "R.extend(" + codes[0].text;
    for (size_t i = 1; i < codes.size(); ++i) {
      fast += ", " + quoted(e->items[i].word) + ", " + codes[i].text;
    }
    fast += ") or ";
  }
  std::string slow = mark(e->span) + "R.record(" + quoted(kinds) + ", " +
                     constant_of("n", names + "}") + ", " + table_of(codes) + ")";
  if (fast.empty()) return {slow};
  return {"(" + fast + slow + ")"};
}

Piece Literals::array(const ArrayExpr* e, const std::string& dtype) {
  std::vector<const Expr*> leaves;
  leaves_of(e, leaves);
  bool is_constant = !leaves.empty() && is_regular(e);
  for (const Expr* leaf : leaves) {
    is_constant = is_constant && (is_literal_number(leaf) || leaf->kind == ExprKind::boolean);
  }
  std::vector<Piece> codes = operands(leaves);
  size_t next = 0;
  std::string text = mark(e->span) + "R.array(" + rows_of(e, codes, next) +
                     (dtype.empty() ? "" : ", " + quoted(dtype)) + ")";
  if (is_constant) return {constant_of("a", text), Prec::primary, true};
  return {text};
}

}  // namespace rille::lang
