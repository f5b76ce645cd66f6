// Places: reading, and rebuilding from the inside out.
#include "lang/emit/emitter.h"
#include "lang/emit/steps.h"

namespace rille::lang {

bool Emitter::is_updated(const Expr* place) const {
  bool is_path = place->kind == ExprKind::name || place->kind == ExprKind::dot ||
                 place->kind == ExprKind::index;
  const Name* root = is_path ? root_of(place) : nullptr;
  return root != nullptr && root->binding != nullptr && uses_.is_updated(root->binding);
}

// The last use of a place's value, where it becomes a part of another place.
Piece Emitter::moved(const Expr* e) {
  auto* name = e->kind == ExprKind::name ? static_cast<const Name*>(e) : nullptr;
  bool is_over = name != nullptr && name->is_last_use && !fn().traced &&
                 name->binding->kind == BindingKind::variable && !name->binding->is_captured;
  return is_over ? plain_expr(e) : expr(e);
}

// A number is nobody's. All else that leaves its place is shared, at its last use too: the name
// that takes it need not be a place, and a place made from that name would think that it owns it.
bool Emitter::is_taken_over(const Expr* e) const { return is_numeric(e) || is_boolean(e); }

Piece Emitter::borrow(const Expr* e) {
  if (!is_updated(e)) return expr(e);
  Piece code = plain_expr(e);
  const Name* root = root_of(e);
  bool stands = uses_.is_stand_in(root->binding) && !fn().traced;  // nothing updates it meanwhile
  code.borrowed = !stands && !is_numeric(e) && !is_boolean(e);
  return code;
}

// What stands in a local while other things happen, among them updates of its place.
Piece Emitter::kept(Piece code) { return code.borrowed ? share(code) : code; }

// Somebody else may hold it from now on: the next update of its place makes a copy. What is <=
// itself is a number or a string, which is nobody's.
Piece Emitter::share(const Piece& code) {
  sure_.clear();
  if (fn().traced || has_one_body()) return {"SHARE(" + code.single() + ")"};
  Piece x = code;
  x.stable = false;
  x = spill(std::move(x));
  line("if not (" + x.text + " <= " + x.text + ") then SHARE(" + x.text + ") end");
  return x;
}

std::string Emitter::shared_name(const Binding* b) {
  sure_.clear();
  return uses_.is_updated(b) ? "SHARE(" + name_of(b) + ")" : name_of(b);
}

Emitter::Evals Emitter::place_evals(const Expr* place) {
  Evals evals;
  for (const Expr* step : steps_of(place)) {
    if (step->kind != ExprKind::index) continue;
    std::string form;
    for (auto& eval : sub_evals(static_cast<const Index*>(step)->subs, &form)) {
      evals.push_back([this, eval] { return spill(eval()); });
    }
  }
  return evals;
}

// Consumes the operands of its step.
Piece Emitter::read_step(const Expr* step, const Piece& base, std::span<const Piece>& codes) {
  std::vector<Span> spans = {base_of(step)->span};
  if (step->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(step);
    return {"(" + base.head() + mark(d->word_span, spans) + field_access(d->word) + ")"};
  }
  auto* x = static_cast<const Index*>(step);
  for (const Sub& sub : x->subs) spans.push_back(sub.span);
  std::string form = form_of(x), at = mark(x->span, spans);
  std::span<const Piece> own = codes.first(operand_count(step));
  codes = codes.subspan(own.size());
  if (form == "i") return element(base, x->subs[0].value, own[0], at);
  return {at + "R.index(" + base.text + ", " + subs_text(own, form) + ")"};
}

Piece Emitter::place_read(const Expr* place, std::span<const Piece> codes) {
  const Name* root = root_of(place);
  Piece value = name(root);
  for (const Expr* step : steps_of(place)) value = read_step(step, value, codes);
  return value;
}

// Whether the names of a pattern stand for parts of a place: all do, or none.
bool Emitter::stands_for(const Pattern* p) const {
  if (fn().traced) return false;
  if (p->binding != nullptr) return uses_.is_stand_in(p->binding);
  for (const Pattern::Field& field : p->fields) {
    if (stands_for(field.pattern)) return true;
  }
  return false;
}

// The let or the return of a loan. Where the file goes on if what is between raises, the names of
// its top level lend nothing.
bool Emitter::is_loan(const Stmt* s) const {
  if (fn().traced || !uses_.is_loan(s)) return false;
  const Expr* path = s->kind == StmtKind::let ? static_cast<const Let*>(s)->value
                                              : static_cast<const Assign*>(s)->target;
  return !keeps_old(path);
}

void Emitter::assign(const Assign* s) {
  if (s->target->kind == ExprKind::tuple) {
    return assign_tuple(static_cast<const Tuple*>(s->target), s);
  }
  if (s->target->kind == ExprKind::name) {
    auto* target = static_cast<const Name*>(s->target);
    std::string place = name_of(target->binding);
    sure_.erase(target->binding);
    if (!s->has_op && !fn().traced && !lending_targets(s).empty()) {
      auto* e = static_cast<const Call*>(s->value);
      return line(place + " = " + lending_call(e, lending_targets(s), false).text);
    }
    if (!s->has_op) return into(s->value, {Target::local, place});
    Piece value = expr(s->value);
    Piece old = {place};
    return line(place + " = " +
                arithmetic(s->op, s->op_span, s->target, s->value, old, value).text);
  }
  Evals evals = {[this, s] { return is_loan(s) ? plain_expr(s->value) : moved(s->value); }};
  for (auto& eval : place_evals(s->target)) evals.push_back(eval);
  std::vector<Piece> codes = sequence(evals);
  codes[0] = spill(std::move(codes[0]));
  place_write(s->target, std::span(codes).subspan(1), codes[0], s->has_op ? s : nullptr);
}

// The right side first, then the places in order.
void Emitter::assign_tuple(const Tuple* target, const Assign* s) {
  size_t count = target->items.size();
  std::vector<Piece> values;
  bool is_plain = s->value->kind == ExprKind::tuple &&
                  static_cast<const Tuple*>(s->value)->items.size() == count;
  if (is_plain) {
    std::vector<const Expr*> list;
    for (const Item& item : static_cast<const Tuple*>(s->value)->items) {
      is_plain = is_plain && item.kind == Item::plain;
      list.push_back(item.value);
    }
    if (is_plain) values = operands(list);
  }
  if (is_plain) {
    for (Piece& value : values) {
      value.stable = false;
      value = spill(std::move(value));
    }
  } else {
    bool lends = !fn().traced && !lending_targets(s).empty();  // then it is a call
    Piece value =
        spill(lends ? lending_call(static_cast<const Call*>(s->value), lending_targets(s), true)
                    : expr(s->value));
    value = spill({mark(s->target->span, {s->value->span}) + "R.need_tuple(" + value.text + ", " +
                   std::to_string(count) + ", false)"});
    for (size_t i = 0; i < count; ++i) {
      values.push_back(local_name(value.text + "[" + std::to_string(i + 1) + "]"));
    }
  }
  for (size_t i = 0; i < count; ++i) {
    std::vector<Piece> codes = sequence(place_evals(target->items[i].value));
    place_write(target->items[i].value, codes, values[i], nullptr);
  }
}

}  // namespace rille::lang
