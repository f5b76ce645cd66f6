// ValueReads: parts of values, and whether they escape.
#include "lang/core/places.h"
#include "lang/emit/parts.h"

namespace rille::lang {

Piece ValueReads::dot(const Dot* e) {
  if (e->builtin != nullptr) return {"B" + field_access(e->builtin->name), Prec::primary, true};
  Piece base = borrow(e->base);
  std::string at = mark(e->word_span, {e->base->span});
  // A tuple stores its length in `n`, which is not a field.
  if (e->word == "n") return {at + "R.field(" + base.text + ", \"n\")"};
  // Lua assigns a read to the line of the next token: the parenthesis keeps it on this line.
  return {"(" + base.head() + at + field_access(e->word) + ")"};
}

// x[i] with one index. If i is an integer, an element of a tuple or a value of a dict is read
// without a call; for any other x, or a missing element, the metatable has the same effect. If i is
// a string or x a dict, a value that is missing, false, or nil takes the slow path.
Piece ValueReads::element(const IndexExpr* e, Piece base, Piece i, const std::string& at) {
  const Expr* index = e->subs[0].value;
  if (is_integer(index)) {
    return {"(" + base.head() + at + "[" + i.at(Prec::add) + " + 1])"};
  }
  bool is_dict = w_.core.of(e->base).sort == StaticType::dict;
  if (fn().traced || (!is_dict && w_.core.of(index).sort != StaticType::text)) {
    return {at + "R.at(" + base.text + ", " + i.text + ")"};
  }
  base = spill(std::move(base));
  i = spill(std::move(i));
  std::string words = base.head() + at + std::string(words_index);
  if (!is_dict) words = "(" + words + " or NONE)";
  return {"(" + words + "[" + i.text + "] or " + at + "R.at(" + base.text + ", " + i.text + "))"};
}

// `form` has one letter for each subscript: i an index, : a slice with three parts, . an ellipsis,
// n a new axis.
OperandWriters ValueReads::sub_evals(const std::vector<IndexItem>& subs, std::string* form) {
  OperandWriters evals;
  auto part = [this](const Expr* e) {
    return [this, e] { return e == nullptr ? constant("nil") : borrow(e); };
  };
  for (const IndexItem& sub : subs) {
    if (sub.kind == IndexItem::ellipsis) {
      *form += '.';
    } else if (sub.kind == IndexItem::slice) {
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

std::string ValueReads::subs_text(std::span<const Piece> codes, const std::string& form) {
  std::string text = quoted(form);
  for (const Piece& code : codes) text += ", " + code.single();
  return text;
}

Piece ValueReads::index(const IndexExpr* e) {
  std::string form;
  OperandWriters evals = sub_evals(e->subs, &form);
  evals.insert(evals.begin(), [this, e] { return borrow(e->base); });
  std::vector<Piece> codes = sequence(evals);
  std::vector<Span> spans = {e->base->span};
  for (const IndexItem& sub : e->subs) spans.push_back(sub.span);
  std::string at = mark(e->span, spans);
  if (form == "i") return element(e, codes[0], codes[1], at);
  std::span<const Piece> rest = std::span(codes).subspan(1);
  return {at + "R.index(" + codes[0].text + ", " + subs_text(rest, form) + ")"};
}

// The last use of the value of a variable, which becomes a part of another variable.
Piece ValueReads::moved(const Expr* e) {
  auto* name = e->kind == ExprKind::name ? static_cast<const Name*>(e) : nullptr;
  bool is_over = name != nullptr && name->is_last_use && !fn().traced &&
                 name->binding->kind == BindingKind::variable && !name->binding->is_captured;
  return is_over ? plain_expr(e) : expr(e);
}

// A number has no owner. Any other value that is read from its variable is shared, also at its last
// use: the name that receives it may be immutable, and a variable initialized from that name would
// otherwise count as the owner.
bool ValueReads::is_taken_over(const Expr* e) const { return is_numeric(e) || is_boolean(e); }

Piece ValueReads::borrow(const Expr* e) {
  if (!is_updated(e)) return expr(e);
  Piece code = plain_expr(e);
  const Name* root = root_of(e);
  // An alias is not updated while it is read.
  bool stands = (w_.core.of(root->binding).stands_for != nullptr) && !fn().traced;
  code.borrowed = !stands && !is_numeric(e) && !is_boolean(e);
  return code;
}

// A value in a local while other code runs, which may update its variable.
Piece ValueReads::kept(Piece code) { return code.borrowed ? share(code) : code; }

// Marks a value as shared: the next update of its variable makes a copy. A value that is <= itself
// is a number or a string, which needs no mark.
Piece ValueReads::share(const Piece& code) {
  w_.sure.clear();
  if (fn().traced || has_one_body()) return {"SHARE(" + code.single() + ")"};
  Piece x = code;
  x.stable = false;
  x = spill(std::move(x));
  line("if not (" + x.text + " <= " + x.text + ") then SHARE(" + x.text + ") end");
  return x;
}

std::string ValueReads::shared_name(const Binding* b) {
  w_.sure.clear();
  return w_.core.is_updated(b) ? "SHARE(" + name_of(b) + ")" : name_of(b);
}

OperandWriters ValueReads::place_evals(const Expr* place) {
  OperandWriters evals;
  for (const Expr* step : steps_of(place)) {
    if (step->kind != ExprKind::index) continue;
    std::string form;
    for (auto& eval : sub_evals(static_cast<const IndexExpr*>(step)->subs, &form)) {
      evals.push_back([this, eval] { return spill(eval()); });
    }
  }
  return evals;
}

// Consumes the operands of the step.
Piece ValueReads::read_step(const Expr* step, const Piece& base, std::span<const Piece>& codes) {
  std::vector<Span> spans = {base_of(step)->span};
  if (step->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(step);
    return {"(" + base.head() + mark(d->word_span, spans) + field_access(d->word) + ")"};
  }
  auto* x = static_cast<const IndexExpr*>(step);
  for (const IndexItem& sub : x->subs) spans.push_back(sub.span);
  std::string form = form_of(x), at = mark(x->span, spans);
  std::span<const Piece> own = codes.first(operand_count(step));
  codes = codes.subspan(own.size());
  if (form == "i") return element(x, base, own[0], at);
  return {at + "R.index(" + base.text + ", " + subs_text(own, form) + ")"};
}

Piece ValueReads::place_read(const Expr* place, std::span<const Piece> codes) {
  const Name* root = root_of(place);
  Piece value = parts_.expressions.name(root);
  for (const Expr* step : steps_of(place)) value = read_step(step, value, codes);
  return value;
}

}  // namespace rille::lang
