// Places: reading, and rebuilding from the inside out.
#include "lang/emit/emitter.h"

namespace rille::lang {
namespace {

const Expr* base_of(const Expr* step) {
  if (step->kind == ExprKind::dot) return static_cast<const Dot*>(step)->base;
  return static_cast<const Index*>(step)->base;
}

// From the root outwards.
std::vector<const Expr*> steps_of(const Expr* place) {
  std::vector<const Expr*> steps;
  for (; place->kind == ExprKind::dot || place->kind == ExprKind::index; place = base_of(place)) {
    steps.insert(steps.begin(), place);
  }
  return steps;
}

std::string form_of(const Index* e) {
  std::string form;
  for (const Sub& sub : e->subs) {
    if (sub.kind == Sub::ellipsis) {
      form += '.';
    } else if (sub.kind == Sub::slice) {
      form += ':';
    } else {
      form += sub.value->kind == ExprKind::nil ? 'n' : 'i';
    }
  }
  return form;
}

size_t operand_count(const Expr* step) {
  if (step->kind == ExprKind::dot) return 0;
  size_t count = 0;
  for (char c : form_of(static_cast<const Index*>(step))) count += c == ':' ? 3 : c == 'i' ? 1 : 0;
  return count;
}

}  // namespace

// What is updated by parts, or written back by a call.
void Emitter::find_updated() {
  auto note = [&](const Expr* place) {
    if (const Name* root = root_of(place); root != nullptr) updated_[root->binding] = true;
  };
  for (const auto& node : file_.nodes) {
    if (auto* a = dynamic_cast<const Assign*>(node.get())) {
      if (a->target->kind != ExprKind::tuple) {
        if (a->target->kind != ExprKind::name) note(a->target);
        continue;
      }
      for (const Item& item : static_cast<const Tuple*>(a->target)->items) note(item.value);
    } else if (auto* c = dynamic_cast<const Call*>(node.get())) {
      for (const Item& item : c->args) {
        if (item.kind == Item::place) note(item.value);
      }
      if (c->has_bang) note(c->callee);
    }
  }
}

bool Emitter::is_updated(const Expr* place) const {
  bool is_path = place->kind == ExprKind::name || place->kind == ExprKind::dot ||
                 place->kind == ExprKind::index;
  if (updated_.empty() || !is_path) return false;
  const Name* root = root_of(place);
  return root != nullptr && root->binding != nullptr && updated_.contains(root->binding);
}

// A number is nobody's. All else that leaves its place is shared, at its last use too: the name
// that takes it need not be a place, and a place made from that name would think that it owns it.
bool Emitter::is_taken_over(const Expr* e) const { return is_numeric(e) || is_boolean(e); }

Piece Emitter::borrow(const Expr* e) {
  if (!is_updated(e)) return expr(e);
  Piece code = plain_expr(e);
  code.borrowed = !is_numeric(e) && !is_boolean(e);
  return code;
}

// What stands in a local while other things happen, among them updates of its place.
Piece Emitter::kept(Piece code) {
  if (!code.borrowed) return code;
  return {"R.share(" + code.single() + ")"};
}

std::string Emitter::shared_name(const Binding* b) {
  return updated_.contains(b) ? "R.share(" + name_of(b) + ")" : name_of(b);
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

std::string Emitter::set_step(const Expr* step, const Piece& base, std::span<const Piece> codes,
                              const Piece& value, const Assign* op) {
  std::vector<Span> spans = {base_of(step)->span};
  if (step->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(step);
    std::string at = mark(d->word_span, spans);
    std::string given = value.text;
    if (op != nullptr) {
      Piece old = {"(" + base.head() + at + field_access(d->word) + ")"};
      given = arithmetic(op->op, op->op_span, nullptr, op->value, old, value).text;
    }
    return at + "R.set_field(" + base.text + ", " + quoted(d->word) + ", " + given + ")";
  }
  auto* x = static_cast<const Index*>(step);
  for (const Sub& sub : x->subs) spans.push_back(sub.span);
  if (op != nullptr) spans.push_back(op->value->span);
  std::string form = form_of(x);
  std::string at = mark(op != nullptr ? op->op_span : x->span, spans);
  std::string sign = op == nullptr ? "" : quoted(text(op->op)) + ", ";
  if (form == "i") {
    const char* f = op == nullptr ? "R.set_at(" : "R.update_at(";
    return at + f + base.text + ", " + sign + codes[0].text + ", " + value.text + ")";
  }
  const char* f = op == nullptr ? "R.set_index(" : "R.update_index(";
  return at + f + base.text + ", " + sign + value.text + ", " + subs_text(codes, form) + ")";
}

// A tuple or record that nobody else can see (vm/runtime/access.cpp) is written where it stands,
// without a call; else the runtime does it. False where the step is not that simple.
bool Emitter::write_owned(const Expr* step, const std::string& root, std::span<const Piece> codes,
                          const Piece& value, const Assign* op) {
  if (fn().traced || !value.stable) return false;
  Piece base = local_name(root);
  std::string slow = root + " = " + set_step(step, base, codes, value, op);
  std::string element, test;
  if (step->kind == ExprKind::dot) {
    element = root + field_access(static_cast<const Dot*>(step)->word);
    if (op != nullptr) {  // the new value once, for both
      slow.clear();
      auto* d = static_cast<const Dot*>(step);
      std::string at = mark(d->word_span, {base_of(step)->span});
      Piece old = {"(" + root + at + field_access(d->word) + ")"};
      Piece given = spill(arithmetic(op->op, op->op_span, nullptr, op->value, old, value));
      line("if " + root + "[false] == 1 and " + element + " ~= nil then " + element + " = " +
           given.text + " else " + root + " =" + at + " R.set_field(" + root + ", " +
           quoted(d->word) + ", " + given.text + ") end");
      return true;
    }
    test = " == 1 and " + element + " ~= nil";
  } else {
    auto* x = static_cast<const Index*>(step);
    if (form_of(x) != "i" || !is_integer(x->subs[0].value)) return false;
    const Piece& i = codes[0];
    if (!i.stable) return false;
    element = root + "[" + i.at(Prec::add) + " + 1]";
    test = " == true and " + i.at(Prec::add) + " >= 0 and " + i.at(Prec::add) + " < " + root + ".n";
  }
  std::string fast = value.text;
  if (op != nullptr) {
    fast = arithmetic(op->op, op->op_span, nullptr, op->value, {element}, value).text;
  }
  line("if " + root + "[false]" + test + " then " + element + " = " + fast + " else " + slow +
       " end");
  return true;
}

// p.a[2].w = e is p = set(p, a, set(p.a, 2, set(p.a[2], w, e))).
void Emitter::place_write(const Expr* place, std::span<const Piece> codes, const Piece& value,
                          const Assign* op) {
  std::vector<const Expr*> steps = steps_of(place);
  std::string root = name_of(root_of(place)->binding);
  if (steps.empty()) return line(root + " = " + value.text);
  if (steps.size() == 1 && write_owned(steps[0], root, codes, value, op)) return;
  std::vector<Piece> bases = {local_name(root)};
  std::vector<std::span<const Piece>> own;
  for (size_t i = 0; i < steps.size(); ++i) {
    own.push_back(codes.first(operand_count(steps[i])));
    if (i + 1 < steps.size()) {
      bases.push_back(spill(read_step(steps[i], bases[i], codes)));
    }
  }
  Piece rebuilt = value;
  for (size_t i = steps.size(); i-- > 0;) {
    const Assign* last = i + 1 == steps.size() ? op : nullptr;
    rebuilt = {set_step(steps[i], bases[i], own[i], rebuilt, last)};
  }
  line(root + " = " + rebuilt.text);
}

void Emitter::assign(const Assign* s) {
  if (s->target->kind == ExprKind::tuple) {
    return assign_tuple(static_cast<const Tuple*>(s->target), s);
  }
  if (s->target->kind == ExprKind::name) {
    auto* target = static_cast<const Name*>(s->target);
    std::string place = name_of(target->binding);
    if (!s->has_op) return into(s->value, {Target::local, place});
    Piece value = expr(s->value);
    Piece old = {place};
    return line(place + " = " +
                arithmetic(s->op, s->op_span, s->target, s->value, old, value).text);
  }
  Evals evals = {[this, s] { return expr(s->value); }};
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
    Piece value = spill(expr(s->value));
    line(mark(s->target->span, {s->value->span}) + "R.need_tuple(" + value.text + ", " +
         std::to_string(count) + ", false)");
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
