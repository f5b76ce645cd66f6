// Updates: assignments, in place for a single reference.
#include <algorithm>

#include "lang/core/places.h"
#include "lang/emit/parts.h"

namespace rille::lang {

// Whether a statement is the let or the assignment of a loan. If the file continues after the code
// in between raises, its top-level names make no loans.
bool Updates::is_loan(const Stmt* s) const {
  if (fn().traced || !w_.core.is_loan(s)) return false;
  const Expr* path = s->kind == StmtKind::let ? static_cast<const Let*>(s)->value
                                              : static_cast<const Assign*>(s)->target;
  return !keeps_old(path);
}

void Updates::assign(const Assign* s) {
  if (s->target->kind == ExprKind::tuple) {
    return assign_tuple(static_cast<const Tuple*>(s->target), s);
  }
  if (s->target->kind == ExprKind::name) {
    return assign_name(static_cast<const Name*>(s->target), s);
  }
  OperandWriters evals = {
      [this, s] { return is_loan(s) ? plain_expr(s->value) : parts_.reads.moved(s->value); }};
  for (auto& eval : parts_.reads.place_evals(s->target)) evals.push_back(eval);
  std::vector<Piece> codes = sequence(evals);
  codes[0] = spill(std::move(codes[0]));
  place_write(s->target, std::span(codes).subspan(1), codes[0], s->has_op ? s : nullptr);
}

void Updates::assign_name(const Name* target, const Assign* s) {
  std::string place = name_of(target->binding);
  w_.sure.erase(target->binding);
  if (!s->has_op && !fn().traced && !lending_targets(s).empty()) {
    auto* e = static_cast<const CallExpr*>(s->value);
    return line(place + " = " + parts_.calls.lending_call(e, lending_targets(s), false).text);
  }
  if (!s->has_op) return into(s->value, {ValueTarget::local, place});
  Piece value = expr(s->value);
  Piece old = {place};
  line(place + " = " +
       parts_.expressions.arithmetic(s->op, s->op_span, s->target, s->value, old, value).text);
}

// The values of a tuple literal of `count` items, without creating a tuple. False if `value` is not
// such a literal.
bool Updates::values_of(const Expr* value, size_t count, std::vector<Piece>& values) {
  if (value->kind != ExprKind::tuple) return false;
  const auto& items = static_cast<const Tuple*>(value)->items;
  auto is_item = [](const Item& item) { return item.kind == Item::plain; };
  if (items.size() != count || !std::ranges::all_of(items, is_item)) return false;
  std::vector<const Expr*> list;
  for (const Item& item : items) list.push_back(item.value);
  values = operands(list);
  for (Piece& part : values) {
    part.stable = false;
    part = spill(std::move(part));
  }
  return true;
}

void Updates::take_apart(const Assign* s, size_t count, std::vector<Piece>& values) {
  bool lends = !fn().traced && !lending_targets(s).empty();  // then the value is a call
  Piece value = spill(lends ? parts_.calls.lending_call(static_cast<const CallExpr*>(s->value),
                                                        lending_targets(s), true)
                            : expr(s->value));
  value = spill({mark(s->target->span, {s->value->span}) + "R.need_tuple(" + value.text + ", " +
                 std::to_string(count) + ", false)"});
  for (size_t i = 0; i < count; ++i) {
    values.push_back(local_name(value.text + "[" + std::to_string(i + 1) + "]"));
  }
}

// Evaluates the right side first, then assigns the targets in order.
void Updates::assign_tuple(const Tuple* target, const Assign* s) {
  size_t count = target->items.size();
  std::vector<Piece> values;
  if (!values_of(s->value, count, values)) take_apart(s, count, values);
  for (size_t i = 0; i < count; ++i) {
    std::vector<Piece> codes = sequence(parts_.reads.place_evals(target->items[i].value));
    place_write(target->items[i].value, codes, values[i], nullptr);
  }
}

std::string Updates::set_step(const Expr* step, const Piece& base, std::span<const Piece> codes,
                              const Piece& value, const Assign* op) {
  std::vector<Span> spans = {base_of(step)->span};
  if (step->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(step);
    std::string at = mark(d->word_span, spans);
    return at + "R.set_field(" + base.text + ", " + quoted(d->word) + ", " + value.text + ")";
  }
  auto* x = static_cast<const IndexExpr*>(step);
  for (const IndexItem& sub : x->subs) spans.push_back(sub.span);
  if (op != nullptr) spans.push_back(op->value->span);
  std::string form = form_of(x);
  std::string at = mark(op != nullptr ? op->op_span : x->span, spans);
  std::string sign = op == nullptr ? "" : quoted(text(op->op)) + ", ";
  if (form == "i") {
    const char* f = op == nullptr ? "R.set_at(" : "R.update_at(";
    return at + f + base.text + ", " + sign + codes[0].text + ", " + value.text + ")";
  }
  const char* f = op == nullptr ? "R.set_index(" : "R.update_index(";
  return at + f + base.text + ", " + sign + value.text + ", " +
         parts_.reads.subs_text(codes, form) + ")";
}

// The new value of a field for op=, computed from the old value.
Piece Updates::updated_field(const Expr* step, const Piece& base, const Piece& value,
                             const Assign* op) {
  auto* d = static_cast<const Dot*>(step);
  std::string at = mark(d->word_span, {base_of(step)->span});
  Piece old = {"(" + base.head() + at + field_access(d->word) + ")"};
  return parts_.expressions.arithmetic(op->op, op->op_span, nullptr, op->value, old, value);
}

// x.w = e, if the record x has no other references. A field that was read exists.
void Updates::write_field(const OwnWrite& write, bool is_sure) {
  std::string field = write.base.text + field_access(static_cast<const Dot*>(write.step)->word);
  std::string test = is_sure ? "" : write.base.text + std::string(owned_index);
  if (write.op == nullptr) test += (is_sure ? "" : " and ") + field + " ~= nil";
  std::string fast = field + " = " + write.value.text;
  line(test.empty() ? fast : "if " + test + " then " + fast + " else " + write.slow + " end");
}

// The lines that assign an element, if it exists.
std::string Updates::updated_element(const OwnWrite& write, const std::string& element) {
  const Assign* op = write.op;
  if (op == nullptr) return element + " = " + write.value.text;
  int locals = fn().locals;
  std::string lines = captured([&] {
    Piece value = parts_.expressions.arithmetic(op->op, op->op_span, nullptr, op->value, {element},
                                                write.value);
    line(element + " = " + value.text);
  });
  fn().locals = locals;
  return lines;
}

// The local in which a loop holds the mark of x, for a write of x[i]; empty if there is none.
std::string Updates::hoisted_mark(const OwnWrite& write) const {
  const Expr* base = base_of(write.step);
  if (base->kind != ExprKind::name) return {};
  auto hoisted = w_.hoisted.find(static_cast<const Name*>(base)->binding);
  return hoisted == w_.hoisted.end() ? std::string() : hoisted->second;
}

// x[i] = e, if the tuple x has no other references and i is an integer. If the element is not nil,
// i is in range; nil elements and negative indices take the slow path.
void Updates::write_element(const OwnWrite& write, const Piece& i) {
  auto* x = static_cast<const IndexExpr*>(write.step);
  std::string mark_text = write.base.text + std::string(owned_index), again;
  std::string own = hoisted_mark(write);
  if (!own.empty()) again = " " + own + " = " + mark_text;
  const Expr* index = x->subs[0].value;
  std::string element = write.base.text + "[" + i.at(Prec::add) + " + 1]";
  std::string test = (own.empty() ? mark_text : own) + " and ";
  bool is_natural = index->kind == ExprKind::integer || w_.core.of(index).is_natural;
  if (!is_natural) test += i.at(Prec::add) + " >= 0 and ";
  std::string fast = updated_element(write, element);
  line("if" + mark(x->span, {x->base->span, index->span}) + " " + test + element + " ~= nil then " +
       fast + " else " + write.slow + again + " end");
}

// d[k] = e, if the dict d has no other references and has the key k, a string; also an integer if d
// is known to be a dict.
void Updates::write_item(const OwnWrite& write, const Piece& key, bool is_dict) {
  auto* x = static_cast<const IndexExpr*>(write.step);
  std::string own_text = write.base.text + std::string(owned_words_index);
  std::string at = mark(x->span, {x->base->span, x->subs[0].value->span});
  std::string hoisted = is_dict ? hoisted_mark(write) : std::string();
  std::string own = hoisted.empty() ? fresh("o") : hoisted;
  std::string item = own + "[" + key.text + "]", test = item + " ~= nil";
  if (is_integer(x->subs[0].value)) {
    item = write.base.text + "[" + key.at(Prec::add) + " + 1]";
    test = write.base.text + std::string(places_index) + "[" + key.text + "]";
  }
  std::string fast = updated_element(write, item);
  if (!hoisted.empty()) {
    return line("if" + at + " " + own + " and " + test + " then " + fast + " else " + write.slow +
                " " + own + " = " + own_text + " end");
  }
  line("do local " + own + " =" + at + " " + own_text + "\nif " + own + " and " + test + " then " +
       fast + " else " + write.slow + " end end");
}

// Writes a tuple, record, or dict without other references (vm/runtime/access.cpp) in place,
// without a call. False if the step is not that simple.
bool Updates::write_owned(const OwnWrite& write, std::span<const Piece> codes, bool is_sure) {
  if (fn().traced || !write.value.stable || !write.base.stable) return false;
  if (write.step->kind == ExprKind::dot) {
    if (static_cast<const Dot*>(write.step)->word == "n") return false;  // of a tuple: the length
    write_field(write, is_sure);
    return true;
  }
  auto* x = static_cast<const IndexExpr*>(write.step);
  if (form_of(x) != "i" || !codes[0].stable) return false;
  bool is_dict = w_.core.of(x->base).sort == StaticType::dict,
       is_int = is_integer(x->subs[0].value);
  if (!is_dict && !is_int && w_.core.of(x->subs[0].value).sort != StaticType::text) return false;
  if (is_int && !is_dict) {
    write_element(write, codes[0]);
  } else {
    write_item(write, codes[0], is_dict);
  }
  return true;
}

// p.a[2].w = e means p = set(p, a, set(p.a, 2, set(p.a[2], w, e))).
void Updates::place_write(const Expr* place, std::span<const Piece> codes, const Piece& given,
                          const Assign* op) {
  std::vector<const Expr*> steps = steps_of(place);
  const Binding* root = root_of(place)->binding;
  std::string name = name_of(root);
  if (steps.empty()) return line(name + " = " + given.text);
  std::vector<Piece> bases = {local_name(name)};
  std::vector<std::span<const Piece>> own;
  for (size_t i = 0; i < steps.size(); ++i) {
    own.push_back(codes.first(operand_count(steps[i])));
    if (i + 1 < steps.size()) {
      bases.push_back(spill(parts_.reads.read_step(steps[i], bases[i], codes)));
    }
  }
  Piece value = given;
  bool is_field = steps.back()->kind == ExprKind::dot;
  if (op != nullptr && is_field)
    value = spill(updated_field(steps.back(), bases.back(), value, op));
  Piece rebuilt = value;
  for (size_t i = steps.size(); i-- > 0;) {
    const Assign* last = i + 1 == steps.size() && !is_field ? op : nullptr;
    rebuilt = {set_step(steps[i], bases[i], own[i], rebuilt, last)};
  }
  std::string slow = name + " = " + rebuilt.text;
  bool is_sure = steps.size() == 1 && w_.sure.contains(root);
  OwnWrite write = {steps.back(), bases.back(), value, op, slow};
  if (!write_owned(write, own.back(), is_sure)) line(slow);
  if (steps.size() == 1 && is_field && !fn().traced) w_.sure.insert(root);
}

}  // namespace rille::lang
