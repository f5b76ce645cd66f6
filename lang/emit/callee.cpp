// Callees: static knowledge, and arguments.
#include <algorithm>
#include <span>

#include "lang/core/places.h"
#include "lang/emit/item_letters.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

std::vector<ParamRecord> params_of(const FunctionDecl* f) {
  std::vector<ParamRecord> params;
  for (const ParamDecl* p : f->params) {
    params.push_back({p->name, p->fallback != nullptr, p->is_inout});
  }
  return params;
}

}  // namespace

bool is_plain(const CallExpr* e) {
  return std::ranges::all_of(
      e->args, [](const Item& item) { return item.kind == Item::plain && item.word.empty(); });
}

bool has_place(const CallExpr* e) {
  return e->has_bang ||
         std::ranges::any_of(e->args, [](const Item& item) { return item.kind == Item::place; });
}

// The spans of the arguments in the order of the parameters, if known: x.f(a) is usually a call of
// the builtin f.
std::vector<Span> Calls::argument_spans(const CallExpr* e, const Callee* callee, bool has_self) {
  std::vector<Span> spans;
  const std::vector<ParamRecord>* params = callee != nullptr ? &callee->params : nullptr;
  auto* d = e->callee->kind == ExprKind::dot ? static_cast<const Dot*>(e->callee) : nullptr;
  if (has_self) {
    spans.push_back(d != nullptr ? d->base->span : e->callee->span);
    if (params == nullptr && d != nullptr && d->method != nullptr) params = &d->method->params;
  }
  if (params != nullptr && std::ranges::any_of(*params, &ParamRecord::is_variadic))
    params = nullptr;
  for (const Item& item : e->args) {
    size_t at = spans.size();
    if (item.kind == Item::spread) break;
    if (!item.word.empty()) {
      if (params == nullptr) break;
      at = static_cast<size_t>(std::ranges::find(*params, item.word, &ParamRecord::name) -
                               params->begin());
    }
    if (spans.size() <= at) spans.resize(at + 1);
    spans[at] = item.value->span;
  }
  return spans;
}

std::string Calls::call_mark(const CallExpr* e, const Callee* callee, bool has_self) {
  return mark(e->callee->span, argument_spans(e, callee, has_self));
}

// The END of a call of an unknown callee that has a bare mutable variable as an argument: the
// callee raises if the parameter is inout. The same holds for an immutable name, or the x of
// x.f(a), if the value of the call is unused.
std::string Calls::end_of(const CallExpr* e, bool has_self) const {
  bool is_bare = false, is_dropped = e == dropped_ && has_self;
  for (const Item& item : e->args) {
    char kind = letter_of_argument(e, item);
    is_bare = is_bare || kind == letter(ItemKind::bare);
    is_dropped = is_dropped || kind == letter(ItemKind::dropped);
  }
  if (e == dropped_ && (is_bare || is_dropped)) return "R.END_DROPPED";
  return is_bare ? "R.END_VAR" : "END";
}

char Calls::letter_of_argument(const CallExpr* e, const Item& item) const {
  const Name* root = item.kind == Item::plain ? root_of(item.value) : nullptr;
  if (root == nullptr || root->binding == nullptr) return letter_of(item);
  bool is_named = !item.word.empty();
  if (root->binding->is_place()) return letter(is_named ? ItemKind::named_bare : ItemKind::bare);
  if (e != dropped_) return letter_of(item);
  return letter(is_named ? ItemKind::named_dropped : ItemKind::dropped);
}

// Describes a function of the file, or one of a struct that has no self.
bool Calls::find_function(const CallExpr* e, const FunctionDecl* f, Callee& callee) {
  if (w_.options.prompt && f->has_inout) return false;
  callee.params = params_of(f);
  if (!w_.options.prompt) callee.function = f;
  const Binding* b =
      e->callee->kind == ExprKind::name ? static_cast<const Name*>(e->callee)->binding : nullptr;
  bool has_direct = b != nullptr && parts_.definitions.has_direct(b);
  std::string direct = has_direct ? parts_.definitions.direct_name(f) : "";
  callee.is_direct = !direct.empty();
  callee.text = callee.is_direct ? direct : expr(e->callee).text;
  return true;
}

bool Calls::find_callee(const CallExpr* e, Callee& callee) {
  if (const BuiltinRecord* builtin = builtin_of(*e->callee); builtin != nullptr) {
    bool is_structure = builtin->kind == BuiltinRecord::structure;
    callee.text = "B" + field_access(builtin->name) + (is_structure ? "[\"(new)\"]" : "");
    callee.params = builtin->params;
    callee.builtin = builtin;
    return (is_structure || builtin->kind == BuiltinRecord::function) && builtin->knows_params;
  }
  const Binding* b =
      e->callee->kind == ExprKind::name ? static_cast<const Name*>(e->callee)->binding : nullptr;
  bool is_fixed = b != nullptr && !b->is_assigned;
  const FunctionDecl* f = is_fixed ? b->function : nullptr;
  if (b == nullptr && !w_.options.prompt) f = static_method(e);
  if (f != nullptr && find_function(e, f, callee)) return true;
  if (!is_fixed || b->structure == nullptr) return false;
  for (const FieldDecl* field : b->structure->fields) {
    callee.params.push_back({field->name, field->fallback != nullptr});
  }
  // The field "(new)" of the struct is the constructor: a call of it needs no metamethod.
  callee.text = expr(e->callee).text + "[\"(new)\"]";
  return true;
}

// For an unknown callee, R.call_inout tests whether it is native.
std::function<Piece()> Calls::place_eval(const Expr* place, std::vector<WriteBack>& writes,
                                         size_t at, bool is_known) {
  return [this, place, &writes, at, is_known]() -> Piece {
    std::vector<Piece> steps = sequence(parts_.reads.place_evals(place));
    Piece value = parts_.reads.place_read(place, steps);
    value.borrowed = is_known && keeps_old(place);
    value = parts_.reads.kept(std::move(value));
    writes.push_back({place, std::move(steps), at});
    return value;
  };
}

// Whether an argument may escape into the callee, or be a part of a variable that the callee
// updates.
bool Calls::is_kept(const CallExpr* e, size_t argument, const Callee* callee) const {
  const Item& own = e->args[argument];
  const Name* root = root_of(own.value);
  if (callee == nullptr || own.kind == Item::spread || root == nullptr) return true;
  for (const Item& item : e->args) {
    if (item.kind != Item::place || root->binding == nullptr) continue;
    if (w_.core.place_of(root_of(item.value)->binding) == w_.core.place_of(root->binding))
      return true;
  }
  if (callee->builtin != nullptr) return use_of(*callee->builtin, e, argument) == Use::keeps;
  if (callee->function == nullptr || fn().traced) return true;
  for (size_t i = 0; i < callee->params.size(); ++i) {
    bool is_it = own.word.empty() ? i == argument : callee->params[i].name == own.word;
    if (is_it) return w_.core.keeps(callee->function->params[i]->binding);
  }
  return true;
}

OperandWriters Calls::argument_evals(const CallExpr* e, std::vector<WriteBack>& writes,
                                     const Callee* callee) {
  OperandWriters evals;
  for (size_t i = 0; i < e->args.size(); ++i) {
    const Expr* value = e->args[i].value;
    if (e->args[i].kind == Item::place) {
      evals.push_back(place_eval(value, writes, i, callee != nullptr));
    } else {
      bool keeps = is_kept(e, i, callee);
      evals.push_back([this, value, keeps] { return keeps ? expr(value) : borrow(value); });
    }
  }
  return evals;
}

// The parameter of each argument. `in_order` tells whether they are in the order of the parameters.
std::vector<size_t> Calls::places_of(const CallExpr* e, const Callee& callee, bool& in_order) {
  std::vector<size_t> places;
  in_order = true;
  for (size_t i = 0; i < e->args.size(); ++i) {
    size_t at = i;
    for (size_t p = 0; !e->args[i].word.empty() && p < callee.params.size(); ++p) {
      if (callee.params[p].name == e->args[i].word) at = p;
    }
    in_order = in_order && (places.empty() || at >= places.back());
    places.push_back(at);
  }
  return places;
}

// The arguments in the order of the parameters. Omitted arguments before the last one are ABSENT.
std::vector<std::string> Calls::arrange(const CallExpr* e, const Callee& callee,
                                        std::vector<Piece>& codes) {
  bool in_order = true;
  std::vector<size_t> places = places_of(e, callee, in_order);
  if (!in_order) {
    for (Piece& code : codes) code = spill(std::move(code));
  }
  std::vector<std::string> slots;
  for (size_t i = 0; i < codes.size(); ++i) {
    if (slots.size() <= places[i]) slots.resize(places[i] + 1, "ABSENT");
    slots[places[i]] = codes[i].text;
  }
  bool is_variadic = std::ranges::any_of(callee.params, &ParamRecord::is_variadic);
  if (callee.builtin != nullptr || is_variadic || slots.size() > callee.params.size()) return slots;
  auto left = std::span(callee.params).subspan(slots.size());
  if (std::ranges::all_of(left, &ParamRecord::has_default)) {
    slots.resize(callee.params.size(), "ABSENT");
  }
  return slots;
}

}  // namespace rille::lang
