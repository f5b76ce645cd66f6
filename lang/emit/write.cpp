// Writing to places: in place where nobody else can see it.
#include "lang/emit/emitter.h"
#include "lang/emit/steps.h"

namespace rille::lang {

const Expr* base_of(const Expr* step) {
  if (step->kind == ExprKind::dot) return static_cast<const Dot*>(step)->base;
  return static_cast<const Index*>(step)->base;
}

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

std::string Emitter::set_step(const Expr* step, const Piece& base, std::span<const Piece> codes,
                              const Piece& value, const Assign* op) {
  std::vector<Span> spans = {base_of(step)->span};
  if (step->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(step);
    std::string at = mark(d->word_span, spans);
    return at + "R.set_field(" + base.text + ", " + quoted(d->word) + ", " + value.text + ")";
  }
  auto* x = static_cast<const Index*>(step);
  for (const Sub& sub : x->subs) spans.push_back(sub.span);
  if (op != nullptr) spans.push_back(op->value->span);
  std::string form = form_of(x);
  std::string at = mark(op != nullptr ? op->op_span : x->span, spans);
  std::string sign = op == nullptr ? "" : quoted(text(op->op)) + ", ";
  if (form == "i") {
    const char* f = op == nullptr ? (fn().traced ? "R.set_at(" : "R.put(")
                                  : (fn().traced ? "R.update_at(" : "R.change(");
    return at + f + base.text + ", " + sign + codes[0].text + ", " + value.text + ")";
  }
  const char* f = op == nullptr ? "R.set_index(" : "R.update_index(";
  return at + f + base.text + ", " + sign + value.text + ", " + subs_text(codes, form) + ")";
}

// What a field becomes by op=, from what it was.
Piece Emitter::updated_field(const Expr* step, const Piece& base, const Piece& value,
                             const Assign* op) {
  auto* d = static_cast<const Dot*>(step);
  std::string at = mark(d->word_span, {base_of(step)->span});
  Piece old = {"(" + base.head() + at + field_access(d->word) + ")"};
  return arithmetic(op->op, op->op_span, nullptr, op->value, old, value);
}

// x.w = e where x is a record that nobody else can see. A field that was read is there.
void Emitter::write_field(const OwnWrite& write, bool is_sure) {
  std::string field = write.base.text + field_access(static_cast<const Dot*>(write.step)->word);
  std::string test = is_sure ? "" : write.base.text + std::string(owned_mark);
  if (write.op == nullptr) test += (is_sure ? "" : " and ") + field + " ~= nil";
  std::string fast = field + " = " + write.value.text;
  line(test.empty() ? fast : "if " + test + " then " + fast + " else " + write.slow + " end");
}

// x[i] = e where x is a tuple that nobody else can see and i is an int. What stands there tells
// that i is in range; a nil goes the long way, as -1 does.
void Emitter::write_element(const OwnWrite& write, const Piece& i) {
  auto* x = static_cast<const Index*>(write.step);
  const Binding* b =
      x->base->kind == ExprKind::name ? static_cast<const Name*>(x->base)->binding : nullptr;
  auto hoisted = hoisted_.find(b);
  std::string own = write.base.text + std::string(owned_mark), again;
  if (hoisted != hoisted_.end()) {
    again = " " + hoisted->second + " = " + own;
    own = hoisted->second;
  }
  const Expr* index = x->subs[0].value;
  std::string element = write.base.text + "[" + i.at(Prec::add) + " + 1]";
  std::string test = own + " and ";
  bool is_natural = index->kind == ExprKind::integer || proof_.is_natural(index);
  if (!is_natural) test += i.at(Prec::add) + " >= 0 and ";
  std::string fast = write.value.text;
  if (const Assign* op = write.op) {
    fast = arithmetic(op->op, op->op_span, nullptr, op->value, {element}, write.value).text;
  }
  line("if" + mark(x->span, {x->base->span, index->span}) + " " + test + element + " ~= nil then " +
       element + " = " + fast + " else " + write.slow + again + " end");
}

// A tuple or record that nobody else can see (vm/runtime/access.cpp) is written where it stands,
// without a call. False where the step is not that simple.
bool Emitter::write_owned(const OwnWrite& write, std::span<const Piece> codes, bool is_sure) {
  if (fn().traced || !write.value.stable || !write.base.stable) return false;
  if (write.step->kind == ExprKind::dot) {
    if (static_cast<const Dot*>(write.step)->word == "n") return false;  // of a tuple: its count
    write_field(write, is_sure);
    return true;
  }
  auto* x = static_cast<const Index*>(write.step);
  if (form_of(x) != "i" || !is_integer(x->subs[0].value) || !codes[0].stable) return false;
  write_element(write, codes[0]);
  return true;
}

// p.a[2].w = e is p = set(p, a, set(p.a, 2, set(p.a[2], w, e))).
void Emitter::place_write(const Expr* place, std::span<const Piece> codes, const Piece& given,
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
      bases.push_back(spill(read_step(steps[i], bases[i], codes)));
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
  bool is_sure = steps.size() == 1 && sure_.contains(root);
  OwnWrite write = {steps.back(), bases.back(), value, op, slow};
  if (!write_owned(write, own.back(), is_sure)) line(slow);
  if (steps.size() == 1 && is_field && !fn().traced) sure_.insert(root);
}

}  // namespace rille::lang
