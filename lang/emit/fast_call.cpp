// Calls of builtins that are emitted as inline code.
#include <algorithm>

#include "lang/core/places.h"
#include "lang/emit/item_letters.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// Whether dict( ) is called with names and spreads, and not with two tuples.
bool is_named_dict(const CallExpr* e) {
  return form_of(*e->callee) == CallForm::named && !e->args.empty() &&
         std::ranges::all_of(e->args, [](const Item& item) {
           return item.kind == Item::spread || (item.kind == Item::plain && !item.word.empty());
         });
}

}  // namespace

bool Calls::fast_call(const CallExpr* e, Piece& out) {
  bool is_one = e->args.size() == 1 && e->args[0].kind != Item::spread;
  if (e->callee->kind == ExprKind::name && is_one) {
    const BuiltinRecord* known = static_cast<const Name*>(e->callee)->builtin;
    if (known != nullptr && known->kind == BuiltinRecord::dtype) {
      out = conversion(e, known->name);
      return true;
    }
  }
  if (is_named_dict(e)) {
    out = named_dict(e);
    return true;
  }
  return fast_math(e, out) || fast_push(e, out) || fast_has(e, out);
}

// Whether an expression is a name whose elements are updated in this file.
bool Calls::is_written(const Expr* e) const {
  const Binding* b = e->kind == ExprKind::name ? static_cast<const Name*>(e)->binding : nullptr;
  return b != nullptr && b->is_place() && w_.core.is_updated(b);
}

// Functions of one scalar that the prelude implements in Lua, and len of a tuple.
bool Calls::fast_math(const CallExpr* e, Piece& out) {
  if (e->callee->kind != ExprKind::name || e->args.size() != 1) return fast_pair(e, out);
  auto* callee = static_cast<const Name*>(e->callee);
  const Item& item = e->args[0];
  if (callee->builtin == nullptr || item.kind != Item::plain || !item.word.empty()) return false;
  CallForm form = form_of(*callee);
  if (form == CallForm::length && !fn().traced && item.value->kind != ExprKind::string) {
    out = length_of(e, item.value);
  } else if (form == CallForm::number || form == CallForm::to_int || form == CallForm::to_float) {
    out = {call_mark(e) + "R." + callee->text + "(" + borrow(item.value).text + ")"};
  } else if (form == CallForm::math) {
    out = math_of(e, callee, item.value);
  } else {
    return false;
  }
  return true;
}

Piece Calls::length_of(const CallExpr* e, const Expr* value) {
  Piece x = spill(borrow(value));
  std::string n = "META(" + x.text + ") == TUPLE and " + x.head() + ".n or ";
  if (is_written(value)) {  // cheaper for an owned tuple
    n = x.text + std::string(owned_index) + " == true and " + x.head() + ".n or " + n;
  }
  return {"(" + n + call_mark(e) + "B.len(" + x.text + ", END))"};
}

Piece Calls::math_of(const CallExpr* e, const Name* callee, const Expr* value) {
  Piece x = borrow(value);
  std::string fast = math(callee->text) + "(", slow = "R." + callee->text + "(";
  if (is_numeric(value)) return {fast + x.text + ")"};
  if (fn().traced || !w_.core.of(value).is_computed) return {call_mark(e) + slow + x.text + ")"};
  x = spill(std::move(x));
  return {"(" + x.text + " <= " + x.text + " and " + fast + x.text + ") or " + call_mark(e) + slow +
          x.text + "))"};
}

// minimum and maximum, which the prelude implements in Lua.
bool Calls::fast_pair(const CallExpr* e, Piece& out) {
  if (e->callee->kind != ExprKind::name || e->args.size() != 2 || !is_plain(e)) return false;
  auto* callee = static_cast<const Name*>(e->callee);
  if (form_of(*callee) != CallForm::numbers || fn().traced) return false;
  std::vector<Piece> codes = operands({e->args[0].value, e->args[1].value}, false);
  out = {call_mark(e) + "R." + callee->text + "(" + codes[0].text + ", " + codes[1].text + ")"};
  return true;
}

// has(d, k), if d is known to be a dict and k a key.
bool Calls::fast_has(const CallExpr* e, Piece& out) {
  bool is_known =
      form_of(*e->callee) == CallForm::member && w_.core.of(e).sort == StaticType::boolean;
  if (fn().traced || !is_known) return false;
  std::vector<Piece> codes = operands({e->args[0].value, e->args[1].value}, false);
  out = {codes[0].head() + std::string(places_index) + "[" + codes[1].text + "] ~= nil",
         Prec::compare};
  return true;
}

// push(&xs, e), if the tuple xs has no other references.
bool Calls::fast_push(const CallExpr* e, Piece& out) {
  if (fn().traced || e->callee->kind != ExprKind::name || e->args.size() != 2) return false;
  const Item &place = e->args[0], &item = e->args[1];
  bool is_plain = item.kind == Item::plain && item.word.empty() && place.word.empty();
  if (form_of(*e->callee) != CallForm::append || !is_plain) return false;
  if (place.kind != Item::place || place.value->kind != ExprKind::name) return false;
  std::string x = spill(parts_.reads.moved(item.value)).text;
  std::string xs = name_of(static_cast<const Name*>(place.value)->binding), n = fresh("n");
  line(call_mark(e) + "if " + xs + std::string(owned_index) + " == true then local " + n + " = " +
       xs + ".n + 1\n" + xs + "[" + n + "], " + xs + ".n = " + x + ", " + n + " else local _ _, " +
       xs + " =" + call_mark(e) + " B.push(" + xs + ", " + x + ", END) end");
  out = constant("nil");
  return true;
}

// dict(a = 1, ...d): names as keys, and spread dicts.
Piece Calls::named_dict(const CallExpr* e) {
  std::vector<const Expr*> list;
  std::string kinds, names, values = "{n = " + std::to_string(e->args.size());
  for (const Item& item : e->args) {
    kinds += letter_of(item);
    names += quoted(item.word) + ", ";
    list.push_back(item.value);
  }
  for (const Piece& piece : operands(list)) values += ", " + piece.single();
  return {call_mark(e) + "R.named_dict(" + quoted(kinds) + ", " +
          constant_of("n", "{" + names + "}") + ", " + values + "})"};
}

// f64([0.1, 0.2]) parses its literal in f64, and f64([f(x) for x in xs]) the literals in f(x).
Piece Calls::conversion(const CallExpr* e, const std::string& dtype) {
  const Expr* x = e->args[0].value;
  if (x->kind == ExprKind::array && !x->in_parens)
    return parts_.literals.array(static_cast<const ArrayExpr*>(x), dtype);
  const auto* rows = x->kind == ExprKind::gather ? static_cast<const Comprehension*>(x) : nullptr;
  bool is_read = rows != nullptr && !rows->is_tuple && !x->in_parens;
  Piece code = is_read ? parts_.closures.comprehension_in(rows, dtype) : borrow(x);
  return {call_mark(e) + "B" + field_access(dtype) + "(" + code.text + ", END)"};
}

}  // namespace rille::lang
