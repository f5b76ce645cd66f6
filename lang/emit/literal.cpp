// Strings, tuples, records, arrays, fields, indices, lambdas.
#include <algorithm>

#include "lang/emit/emitter.h"
#include "lang/emit/item_letters.h"

namespace rille::lang {
namespace {

bool is_literal_number(const Expr* e) {
  if (e->kind == ExprKind::negate) e = static_cast<const Unary*>(e)->operand;
  if (e->kind == ExprKind::integer) return static_cast<const Integer*>(e)->value < 1LL << 31;
  // Below the largest f32: what does not fit is an error where it stands, not at the load.
  return e->kind == ExprKind::floating && static_cast<const Floating*>(e)->value < 0x1p127;
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

// Rows of one length throughout, so that making the array cannot fail.
bool is_regular(const Array* e) {
  auto row = [](const Expr* x) {
    return x->kind == ExprKind::array && !x->in_parens ? static_cast<const Array*>(x) : nullptr;
  };
  for (const Expr* item : e->items) {
    const Array* first = row(e->items[0]);
    const Array* own = row(item);
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

// The elements of nested literals, in order.
void leaves_of(const Array* e, std::vector<const Expr*>& leaves) {
  for (const Expr* item : e->items) {
    if (item->kind == ExprKind::array && !item->in_parens) {
      leaves_of(static_cast<const Array*>(item), leaves);
    } else {
      leaves.push_back(item);
    }
  }
}

std::string rows_of(const Array* e, const std::vector<Piece>& codes, size_t& next) {
  std::string text = "{n = " + std::to_string(e->items.size());
  for (const Expr* item : e->items) {
    bool is_row = item->kind == ExprKind::array && !item->in_parens;
    text += ", ";
    if (is_row) {
      text += rows_of(static_cast<const Array*>(item), codes, next);
    } else {
      text += codes[next++].single();
    }
  }
  return text + "}";
}

}  // namespace

Piece Emitter::string(const StringLiteral* e) {
  if (e->is_plain()) return constant(quoted(e->parts[0].text));
  Evals evals;
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

// Outside traces: ints and strings by Lua's own `..`, else by one call.
bool Emitter::join_texts(const StringLiteral* e, const std::vector<Piece>& codes, Piece& out) {
  constexpr size_t most = 20;
  if (fn().traced || has_one_body() || codes.size() > most) return false;
  bool is_native = codes.size() > 1;
  for (const StringPart& part : e->parts) {
    if (part.hole == nullptr) continue;
    Sort sort = sort_of(part.hole);
    is_native = is_native && part.format.empty() && (sort == Sort::integer || sort == Sort::text);
  }
  std::string text;
  for (const Piece& code : codes) {
    text += (text.empty() ? "" : is_native ? " .. " : ", ");
    text += is_native ? code.at(Prec::unary) : code.single();
  }
  out = {mark(e->span) + (is_native ? "(" : "R.text(") + text + ")"};
  return true;
}

Piece Emitter::tuple(const Tuple* e) {
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

Piece Emitter::record(const Record* e) {
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

Piece Emitter::spread_record(const Record* e) {
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
  if (extends) {  // (...r, w = e): mostly r has a field w
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

Piece Emitter::array(const Array* e, const std::string& dtype) {
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

Piece Emitter::dot(const Dot* e) {
  if (e->builtin != nullptr) return {"B" + field_access(e->builtin->name), Prec::primary, true};
  Piece base = borrow(e->base);
  std::string at = mark(e->word_span, {e->base->span});
  // A tuple keeps its count there, which is no field.
  if (e->word == "n") return {at + "R.field(" + base.text + ", \"n\")"};
  // Lua gives the read the line of the token after it: the bracket keeps that on this one.
  return {"(" + base.head() + at + field_access(e->word) + ")"};
}

// x[i] of one index. Where i is an int, a tuple's element is read without a call; what is no
// tuple, or has no such element, comes to the same by its metatable.
Piece Emitter::element(const Piece& base, const Expr* index, const Piece& i,
                       const std::string& at) {
  if (is_integer(index)) {
    return {"(" + base.head() + at + "[" + i.at(Prec::add) + " + 1])"};
  }
  std::string slow = at + (fn().traced ? "R.at(" : "R.get(") + base.text + ", " + i.text + ")";
  if (fn().traced || index->kind != ExprKind::string || !base.stable || !i.stable) return {slow};
  // A dict alone has false there; what is missing, false or nil goes the long way.
  std::string x = base.head();
  return {"(" + x + std::string(owned_mark) + " == false and " + x + "[\"(x)\"][" + x +
          "[\"(p)\"][" + i.text + "]] or " + slow + ")"};
}

// form has one letter for each sub: i an index, : a slice with three parts, . the rest, n a new
// axis.
Emitter::Evals Emitter::sub_evals(const std::vector<Sub>& subs, std::string* form) {
  Evals evals;
  auto part = [this](const Expr* e) {
    return [this, e] { return e == nullptr ? constant("nil") : borrow(e); };
  };
  for (const Sub& sub : subs) {
    if (sub.kind == Sub::ellipsis) {
      *form += '.';
    } else if (sub.kind == Sub::slice) {
      *form += ':';
      for (const Expr* e : {sub.start, sub.stop, sub.step}) evals.push_back(part(e));
    } else if (sub.value->kind == ExprKind::nil) {
      *form += 'n';
    } else {
      *form += 'i';
      evals.push_back(part(sub.value));
    }
  }
  return evals;
}

std::string Emitter::subs_text(std::span<const Piece> codes, const std::string& form) {
  std::string text = quoted(form);
  for (const Piece& code : codes) text += ", " + code.single();
  return text;
}

Piece Emitter::index(const Index* e) {
  std::string form;
  Evals evals = sub_evals(e->subs, &form);
  evals.insert(evals.begin(), [this, e] { return borrow(e->base); });
  std::vector<Piece> codes = sequence(evals);
  std::vector<Span> spans = {e->base->span};
  for (const Sub& sub : e->subs) spans.push_back(sub.span);
  std::string at = mark(e->span, spans);
  if (form == "i") return element(codes[0], e->subs[0].value, codes[1], at);
  std::span<const Piece> rest = std::span(codes).subspan(1);
  return {at + "R.index(" + codes[0].text + ", " + subs_text(rest, form) + ")"};
}

// Places, and names that stand in tables for want of locals.
std::vector<const Binding*> Emitter::held_by_value(const Function* f) const {
  std::vector<const Binding*> held(f->snapshots.begin(), f->snapshots.end());
  for (const Binding* b : f->captures) {
    auto at = names_.find(b);
    bool in_table = at != names_.end() && at->second.find('.') != std::string::npos;
    bool waits = b->may_be_unset || b->function != nullptr || b->structure != nullptr;
    if (!in_table || waits || is_top(b)) continue;
    if (std::ranges::find(held, b) == held.end()) held.push_back(b);
  }
  return held;
}

// A lambda takes the values that places have when it is made.
Piece Emitter::lambda(const Lambda* e) {
  const Function* f = e->function;
  auto is_late = [](const Binding* b) { return b->may_be_unset; };
  bool waits = std::ranges::any_of(f->captures, is_late);  // for a name that it reads when it runs
  std::vector<const Binding*> held = held_by_value(f);
  if (held.empty()) {
    std::string text = function(f, "");
    return {waits ? text : lifted(std::move(text)), Prec::logic_or};
  }
  constexpr size_t max_handed = 60;  // names handed over as arguments, else in a table
  std::string table = held.size() > max_handed ? fresh("E") : "", params, values;
  std::vector<std::string> saved;
  for (const Binding* b : held) {
    std::string name = plain_name(b);
    params += (params.empty() ? "" : ", ") + name;
    saved.push_back(names_.contains(b) ? names_[b] : "");
    values +=
        str(values.empty() ? "" : ", ", table.empty() ? "" : str(name, " = "), shared_name(b));
    names_[b] = table.empty() ? name : str(table, ".", name);
  }
  std::string text = function(f, "");
  for (size_t i = 0; i < saved.size(); ++i) {
    if (saved[i].empty()) {
      names_.erase(held[i]);
    } else {
      names_[held[i]] = saved[i];
    }
  }
  if (!table.empty()) values = "{" + values + "}";
  std::string make = "function(" + (table.empty() ? params : table) + ") return " + text + " end";
  if (!waits) make = lifted(std::move(make));
  return {"(" + make + ")(" + values + ")"};
}

Piece Emitter::gather(const Gather* e) {
  if (!e->is_tuple) return comprehension(e, 0);
  const Clause& clause = e->clauses[0];
  std::vector<const Binding*> carries(e->flow.assigns.begin(), e->flow.assigns.end());
  if (fn().traced) {
    Piece source = spill(expr(clause.source));
    std::string result = temp(), item = fresh("x");
    Body like = {.role = Role::branch, .traced = true, .has_value = true, .carries = carries};
    std::string body = closure(like, {item}, carries, [&] {
      destructure(clause.pattern, item);
      into(e->body, {Target::result});
    });
    line(result + list(carries) + " = " + mark(e->span) + "R.gather(" + names_of(carries) + ", " +
         source.text + ", " + body + list(carries) + ")");
    return local_name(result);
  }
  if (is_deep()) {
    std::string result = temp();
    outlined(e, {Target::local, result});
    return local_name(result);
  }
  ++fn().depth;
  std::string items = temp(), count = temp();
  line(items + ", " + count + " = {}, 0");
  native_loop(clause, e->body, [&] {
    Piece value;
    statement([&] {
      value = expr(e->body);
      line(count + " = " + count + " + 1 " + items + "[" + count + "] = " + value.text);
    });
  });
  --fn().depth;
  line(items + ".n = " + count);
  return {"SETMT(" + items + ", TUPLE)"};
}

// Clause after clause, each a vectorized function of its item.
Piece Emitter::comprehension(const Gather* e, size_t at) {
  if (at == e->clauses.size()) return expr(e->body);
  const Clause& clause = e->clauses[at];
  Piece source = expr(clause.source);
  std::string item = fresh("x");
  Body like = {.role = Role::branch, .traced = true, .has_value = true};
  std::string body = closure(like, {item}, {}, [&] {
    destructure(clause.pattern, item);
    if (at + 1 == e->clauses.size()) {
      into(e->body, {Target::result});
    } else {
      statement([&] { give(comprehension(e, at + 1), {Target::result}); });
    }
  });
  return {mark(e->span) + "R.comprehension(" + source.text + ", " + body + ")"};
}

}  // namespace rille::lang
