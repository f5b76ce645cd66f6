// Calls: callees that are known, and those that are not.
#include <algorithm>
#include <cctype>

#include "lang/emit/emitter.h"
#include "lang/emit/item_letters.h"
#include "lang/emit/steps.h"
#include "lang/resolve.h"

namespace rille::lang {
namespace {

std::vector<KnownParam> params_of(const Function* f) {
  std::vector<KnownParam> params;
  for (const ParamDecl* p : f->params) {
    params.push_back({p->name, p->fallback != nullptr, p->is_inout});
  }
  return params;
}

// Arguments stand in Lua's registers, of which a function has 255.
constexpr size_t max_given = 100;

// dict( ) of names and spreads, not of two tuples.
bool is_named_dict(const Call* e) {
  return form_of(*e->callee) == CallForm::named && !e->args.empty() &&
         std::ranges::all_of(e->args, [](const Item& item) {
           return item.kind == Item::spread || (item.kind == Item::plain && !item.word.empty());
         });
}

}  // namespace

bool is_plain(const Call* e) {
  return std::ranges::all_of(
      e->args, [](const Item& item) { return item.kind == Item::plain && item.word.empty(); });
}

bool has_place(const Call* e) {
  return e->has_bang ||
         std::ranges::any_of(e->args, [](const Item& item) { return item.kind == Item::place; });
}

// The spans of the arguments in the order of the parameters, as far as that is known.
std::vector<Span> Emitter::argument_spans(const Call* e, const Callee* callee, bool has_self) {
  std::vector<Span> spans;
  bool any_number =
      callee != nullptr && std::ranges::any_of(callee->params, &KnownParam::is_variadic);
  if (any_number) callee = nullptr;
  if (has_self) {
    auto* d = e->callee->kind == ExprKind::dot ? static_cast<const Dot*>(e->callee) : nullptr;
    spans.push_back(d != nullptr ? d->base->span : e->callee->span);
  }
  for (const Item& item : e->args) {
    size_t at = spans.size();
    if (item.kind == Item::spread) break;
    if (!item.word.empty()) {
      if (callee == nullptr) break;
      at = static_cast<size_t>(std::ranges::find(callee->params, item.word, &KnownParam::name) -
                               callee->params.begin());
    }
    if (spans.size() <= at) spans.resize(at + 1);
    spans[at] = item.value->span;
  }
  return spans;
}

std::string Emitter::call_mark(const Call* e, const Callee* callee, bool has_self) {
  return mark(e->callee->span, argument_spans(e, callee, has_self));
}

// A bare place given to a callee that nobody knows: it refuses it where its parameter is inout.
std::string Emitter::end_of(const Call* e) const {
  for (const Item& item : e->args) {
    if (item.kind != Item::plain) continue;
    const Name* root = root_of(item.value);
    if (root != nullptr && root->binding != nullptr && root->binding->is_place()) {
      return "R.END_VAR";
    }
  }
  return "END";
}

bool Emitter::find_callee(const Call* e, Callee& callee) {
  const Known* builtin = nullptr;
  const Function* f = nullptr;
  const Structure* structure = nullptr;
  if (e->callee->kind == ExprKind::name) {
    auto* name = static_cast<const Name*>(e->callee);
    builtin = name->builtin;
    if (name->binding != nullptr && !name->binding->is_assigned) {
      f = name->binding->function;
      structure = name->binding->structure;
    }
  } else if (e->callee->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(e->callee);
    builtin = d->builtin;
    auto* base = d->base->kind == ExprKind::name ? static_cast<const Name*>(d->base) : nullptr;
    if (builtin == nullptr && base != nullptr && base->binding != nullptr &&
        base->binding->structure != nullptr && !options_.prompt) {
      for (const Function* method : base->binding->structure->methods) {
        if (method->name == d->word && !method->has_self) f = method;
      }
    }
  }
  if (builtin != nullptr) {
    bool is_structure = builtin->kind == Known::structure;
    callee.text = "B" + field_access(builtin->name) + (is_structure ? "[\"(new)\"]" : "");
    callee.params = builtin->params;
    callee.builtin = builtin;
    return (is_structure || builtin->kind == Known::function) && builtin->knows_params;
  }
  if (f != nullptr && !(options_.prompt && f->has_inout)) {
    callee.params = params_of(f);
    if (!options_.prompt) callee.function = f;
    const Binding* b =
        e->callee->kind == ExprKind::name ? static_cast<const Name*>(e->callee)->binding : nullptr;
    std::string direct = b != nullptr && has_direct(b) ? direct_name(f) : "";
    callee.is_direct = !direct.empty();
    callee.text = callee.is_direct ? direct : expr(e->callee).text;
    return true;
  }
  if (structure == nullptr) return false;
  for (const FieldDecl* field : structure->fields) {
    callee.params.push_back({field->name, field->fallback != nullptr});
  }
  // The constructor stands in (new) of the struct: a call of it costs no metamethod.
  callee.text = expr(e->callee).text + "[\"(new)\"]";
  return true;
}

Piece Emitter::call(const Call* e) {
  bool has_spread =
      std::ranges::any_of(e->args, [](const Item& item) { return item.kind == Item::spread; });
  if (e->callee->kind == ExprKind::name && e->args.size() == 1 && !has_spread) {
    const Known* known = static_cast<const Name*>(e->callee)->builtin;
    if (known != nullptr && known->kind == Known::dtype) return conversion(e, known->name);
  }
  if (is_named_dict(e)) return named_dict(e);
  if (Piece fast; fast_math(e, fast) || fast_push(e, fast)) return fast;
  Callee callee;
  if (!e->has_bang && find_callee(e, callee) && !has_spread) {
    bool fits = callee.builtin != nullptr || e->args.size() <= callee.params.size();
    if (fits) return known_call(e, callee);
  }
  return unknown_call(e);
}

// A name whose elements are updated in this file.
bool Emitter::is_written(const Expr* e) const {
  const Binding* b = e->kind == ExprKind::name ? static_cast<const Name*>(e)->binding : nullptr;
  return b != nullptr && b->is_place() && uses_.is_updated(b);
}

// The local that holds R.math_NAME, in capitals: what a function reads of them is no capture
// (vm/call/closure.cpp).
std::string Emitter::math(const std::string& name) {
  std::string local = "M";
  for (char c : name) local += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return math_.try_emplace(name, local).first->second;
}

// Functions of one host number that the prelude has in Lua, and len of a tuple.
bool Emitter::fast_math(const Call* e, Piece& out) {
  if (e->callee->kind != ExprKind::name || e->args.size() != 1) return fast_pair(e, out);
  auto* callee = static_cast<const Name*>(e->callee);
  const Item& item = e->args[0];
  if (callee->builtin == nullptr || item.kind != Item::plain || !item.word.empty()) return false;
  CallForm form = form_of(*callee);
  if (form == CallForm::length && !fn().traced && item.value->kind != ExprKind::string) {
    Piece x = spill(borrow(item.value));
    std::string n = "META(" + x.text + ") == TUPLE and " + x.head() + ".n or ";
    if (is_written(item.value)) {  // an owned tuple says so, for less
      n = x.text + std::string(owned_mark) + " == true and " + x.head() + ".n or " + n;
    }
    out = {"(" + n + call_mark(e) + "B.len(" + x.text + ", END))"};
    return true;
  }
  if (form == CallForm::number || form == CallForm::to_int || form == CallForm::to_float) {
    out = {call_mark(e) + "R." + callee->text + "(" + borrow(item.value).text + ")"};
    return true;
  }
  if (form != CallForm::math) return false;
  Piece x = borrow(item.value);
  std::string fast = math(callee->text) + "(", slow = "R." + callee->text + "(";
  if (is_numeric(item.value)) {
    out = {fast + x.text + ")"};
  } else if (!fn().traced && proof_.is_computed(item.value)) {
    x = spill(std::move(x));
    out = {"(" + x.text + " <= " + x.text + " and " + fast + x.text + ") or " + call_mark(e) +
           slow + x.text + "))"};
  } else {
    out = {call_mark(e) + slow + x.text + ")"};
  }
  return true;
}

// minimum and maximum, which the prelude has in Lua.
bool Emitter::fast_pair(const Call* e, Piece& out) {
  if (e->callee->kind != ExprKind::name || e->args.size() != 2 || !is_plain(e)) return false;
  auto* callee = static_cast<const Name*>(e->callee);
  if (form_of(*callee) != CallForm::numbers || fn().traced) return false;
  std::vector<Piece> codes = operands({e->args[0].value, e->args[1].value}, false);
  out = {call_mark(e) + "R." + callee->text + "(" + codes[0].text + ", " + codes[1].text + ")"};
  return true;
}

// push(&xs, e), where nobody else can see the tuple xs.
bool Emitter::fast_push(const Call* e, Piece& out) {
  if (fn().traced || e->callee->kind != ExprKind::name || e->args.size() != 2) return false;
  const Item &place = e->args[0], &item = e->args[1];
  bool is_plain = item.kind == Item::plain && item.word.empty() && place.word.empty();
  if (form_of(*e->callee) != CallForm::append || !is_plain) return false;
  if (place.kind != Item::place || place.value->kind != ExprKind::name) return false;
  std::string x = spill(moved(item.value)).text;
  std::string xs = name_of(static_cast<const Name*>(place.value)->binding), n = fresh("n");
  line(call_mark(e) + "if " + xs + std::string(owned_mark) + " == true then local " + n + " = " +
       xs + ".n + 1\n" + xs + "[" + n + "], " + xs + ".n = " + x + ", " + n + " else local _ _, " +
       xs + " =" + call_mark(e) + " B.push(" + xs + ", " + x + ", END) end");
  out = constant("nil");
  return true;
}

// dict(a = 1, ...d): names as keys, and what is spread.
Piece Emitter::named_dict(const Call* e) {
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

// f64([0.1, 0.2]) reads its literal in f64.
Piece Emitter::conversion(const Call* e, const std::string& dtype) {
  const Expr* x = e->args[0].value;
  if (x->kind == ExprKind::array && !x->in_parens)
    return array(static_cast<const Array*>(x), dtype);
  Piece code = borrow(x);
  return {call_mark(e) + "B" + field_access(dtype) + "(" + code.text + ", END)"};
}

// Where the file goes on if a call raises, the names of its top level keep their values: only a
// native callee, which leaves them as they were, may update them in place.
bool Emitter::keeps_old(const Expr* place) const {
  const Binding* b = root_of(place)->binding;
  return keeps_old_ && b->owner == nullptr && b->depth == 0;
}

// Of a callee that is not known R.call_inout asks whether it is native.
std::function<Piece()> Emitter::place_eval(const Expr* place, std::vector<Write>& writes, size_t at,
                                           bool is_known) {
  return [this, place, &writes, at, is_known]() -> Piece {
    std::vector<Piece> steps = sequence(place_evals(place));
    Piece value = place_read(place, steps);
    value.borrowed = is_known && keeps_old(place);
    value = kept(std::move(value));
    writes.push_back({place, std::move(steps), at});
    return value;
  };
}

// Whether the callee may keep an argument, or have a place that it is part of to update.
bool Emitter::is_kept(const Call* e, size_t argument, const Callee* callee) const {
  const Item& own = e->args[argument];
  const Name* root = root_of(own.value);
  if (callee == nullptr || own.kind == Item::spread || root == nullptr) return true;
  for (const Item& item : e->args) {
    if (item.kind != Item::place || root->binding == nullptr) continue;
    if (uses_.place_of(root_of(item.value)->binding) == uses_.place_of(root->binding)) return true;
  }
  if (callee->builtin != nullptr) return use_of(*callee->builtin, e, argument) == Use::keeps;
  if (callee->function == nullptr || fn().traced) return true;
  for (size_t i = 0; i < callee->params.size(); ++i) {
    bool is_it = own.word.empty() ? i == argument : callee->params[i].name == own.word;
    if (is_it) return uses_.keeps(callee->function->params[i]->binding);
  }
  return true;
}

Emitter::Evals Emitter::argument_evals(const Call* e, std::vector<Write>& writes,
                                       const Callee* callee) {
  Evals evals;
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

// The arguments in the order of the parameters; what is not given and stands before something
// given is ABSENT.
std::vector<std::string> Emitter::arrange(const Call* e, const Callee& callee,
                                          std::vector<Piece>& codes) {
  size_t rest = callee.params.size();
  for (size_t i = 0; i < callee.params.size(); ++i) {
    if (callee.params[i].is_variadic) rest = i;
  }
  std::vector<std::string> slots;
  auto slot = [&](size_t at) -> std::string& {
    if (slots.size() <= at) slots.resize(at + 1, "ABSENT");
    return slots[at];
  };
  size_t last = 0;
  bool in_order = true;
  std::vector<size_t> places;
  for (size_t i = 0; i < e->args.size(); ++i) {
    size_t at = i;
    for (size_t p = 0; !e->args[i].word.empty() && p < callee.params.size(); ++p) {
      if (callee.params[p].name == e->args[i].word) at = p;
    }
    in_order = in_order && at >= last;
    last = at;
    places.push_back(at);
  }
  if (!in_order) {
    for (Piece& code : codes) code = spill(std::move(code));
  }
  for (size_t i = 0; i < codes.size(); ++i) slot(places[i]) = codes[i].text;
  if (callee.builtin == nullptr && rest == callee.params.size()) {
    bool optional = true;
    for (size_t p = slots.size(); p < callee.params.size(); ++p) {
      optional = optional && callee.params[p].has_default;
    }
    if (optional) slots.resize(callee.params.size(), "ABSENT");
  }
  return slots;
}

// A builtin that draws takes a key by value: of a lent place it gets the second half of the key,
// the place keeps the first.
void Emitter::draw_halves(const Call* e, const Callee& callee, std::vector<Piece>& codes,
                          std::vector<std::string>& values) {
  for (size_t i = 0; i < e->args.size(); ++i) {
    const Item& item = e->args[i];
    if (item.kind != Item::place) continue;
    auto named = std::ranges::find(callee.params, item.word, &KnownParam::name);
    size_t at = item.word.empty() ? i : static_cast<size_t>(named - callee.params.begin());
    bool draws = at < callee.params.size() && callee.params[at].draws != KnownParam::Draws::no;
    if (!draws) continue;
    std::string half = temp();
    values[i] = temp();
    line(half + ", " + values[i] + " =" + mark(e->callee->span, {item.value->span}) + " R.draw(" +
         codes[i].text + ", END)");
    codes[i] = local_name(half);
  }
}

Piece Emitter::known_call(const Call* e, const Callee& callee) {
  std::vector<Write> writes;
  std::vector<Piece> codes = sequence(argument_evals(e, writes, &callee));
  std::vector<std::string> values(e->args.size());  // what each place gets
  draw_halves(e, callee, codes, values);
  std::vector<std::string> slots = arrange(e, callee, codes);
  bool direct = callee.is_direct && slots.size() == callee.params.size();
  std::string text = call_mark(e, &callee) +
                     (callee.is_direct && !direct ? expr(e->callee).text : callee.text) + "(";
  std::string given;
  for (const std::string& slot : slots) given += (given.empty() ? "" : ", ") + slot;
  if (!direct) given += slots.empty() ? "END" : ", END";
  if (slots.size() > max_given) {  // the last of them may not spill
    given = "R.unpack({" + given + "}, 1, " + std::to_string(slots.size() + (direct ? 0 : 1)) + ")";
  }
  text += given + ")";
  std::vector<size_t> inouts;
  for (size_t i = 0; i < callee.params.size(); ++i) {
    if (callee.params[i].is_inout && callee.params[i].draws == KnownParam::Draws::no)
      inouts.push_back(i);
  }
  if (inouts.empty() && writes.empty()) {
    return callee.builtin != nullptr ? given_part(e, *callee.builtin, {text}) : Piece{text};
  }
  std::string result = temp(), outs = result;
  for (size_t at : inouts) {
    std::string out = "_";
    for (size_t i = 0; i < e->args.size(); ++i) {
      bool same = e->args[i].word.empty() ? i == at : e->args[i].word == callee.params[at].name;
      if (same && e->args[i].kind == Item::place) out = values[i] = temp();
    }
    if (out == "_") out = temp();
    outs += ", " + out;
  }
  line(outs + " = " + text);
  write_back(writes, values);
  return local_name(result);
}

// What a builtin gives may be a part of a place that it was given.
Piece Emitter::given_part(const Call* e, const Known& builtin, Piece code) {
  for (size_t i = 0; i < e->args.size(); ++i) {
    bool is_part = use_of(builtin, e, i) == Use::gives && is_updated(e->args[i].value);
    if (is_part) return share(code);
  }
  return code;
}

void Emitter::write_back(const std::vector<Write>& writes, const std::vector<std::string>& values) {
  for (const Write& write : writes) {
    if (values[write.argument].empty()) continue;
    place_write(write.place, write.steps, local_name(values[write.argument]), nullptr);
  }
  sure_.clear();
}

// x.f(a): a field of a module or struct that is known as such, else a method.
Piece Emitter::unknown_call(const Call* e) {
  if (e->callee->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(e->callee);
    auto* base = d->base->kind == ExprKind::name ? static_cast<const Name*>(d->base) : nullptr;
    bool is_field = d->builtin != nullptr || (base != nullptr && base->binding != nullptr &&
                                              (base->binding->kind == BindingKind::import ||
                                               base->binding->kind == BindingKind::structure));
    if (!is_field) return method_call(e, d);
  }
  std::vector<Write> writes;
  Evals evals = argument_evals(e, writes, nullptr);
  size_t callee_at = e->is_piped ? 1 : 0;
  auto callee_eval = [this, e]() -> Piece { return borrow(e->callee); };
  bool has_self = e->has_bang;
  if (has_self) {  // m!(x): its method `call`, with m as the place
    std::vector<Write> own;
    auto self = place_eval(e->callee, writes, e->args.size(), false);
    evals.insert(evals.begin(), [this, self, e]() -> Piece { return spill(self()); });
    std::vector<Piece> codes = sequence(evals);
    Piece callee = spill({call_mark(e) + "R.method(" + codes[0].text + ", \"call\", nil)"});
    return inout_call(e, callee.text, std::move(codes), writes, true);
  }
  evals.insert(evals.begin() + static_cast<long>(callee_at), callee_eval);
  std::vector<Piece> codes = sequence(evals);
  if (callee_at == 1 || has_place(e) || !is_plain(e)) {
    for (size_t i = 0; i <= callee_at; ++i) codes[i] = spill(std::move(codes[i]));
  }
  std::string callee = codes[callee_at].head();
  // Lua says that a(b)(c) runs on the line of its beginning: each call needs one of its own.
  if (callee.find('\x01') != std::string::npos) callee = "(" + callee + ")";
  codes.erase(codes.begin() + static_cast<long>(callee_at));
  if (has_place(e)) return inout_call(e, callee, std::move(codes), writes, false);
  return plain_call(e, callee, codes, false);
}

// kinds has one letter per argument: p by position, n by name, s spread, & a place.
Piece Emitter::plain_call(const Call* e, const std::string& callee, const std::vector<Piece>& codes,
                          bool has_self) {
  std::string at = call_mark(e, nullptr, has_self);
  if (is_plain(e) && codes.size() <= max_given) {
    std::string text = at + callee + "(";
    for (const Piece& code : codes) text += code.text + ", ";
    return {text + end_of(e) + ")"};
  }
  std::string kinds, names = has_self ? "{\"\", " : "{";
  if (has_self) kinds += letter(ItemKind::plain);
  std::string values = "{n = " + std::to_string(codes.size());
  for (const Item& item : e->args) {
    kinds += letter_of(item);
    names += quoted(item.word) + ", ";
  }
  for (const Piece& code : codes) values += ", " + code.single();
  return {at + callee + "(R.arrange(" + callee + ", " + quoted(kinds) + ", " +
          constant_of("n", names + "}") + ", " + values + "}))"};
}

// The callee is not known: R.call_inout checks the places against its parameters and gives the
// result, then one value for each place in order.
Piece Emitter::inout_call(const Call* e, const std::string& callee, std::vector<Piece> codes,
                          std::vector<Write>& writes, bool has_self) {
  std::string kinds;
  if (has_self && e->has_bang) {
    bool held = keeps_old(writes.front().place);
    kinds += letter(held ? ItemKind::held_place : ItemKind::place);
  } else if (has_self) {
    kinds += letter(ItemKind::plain);
  }
  std::string names = has_self ? "{\"\", " : "{", values = "{n = " + std::to_string(codes.size());
  std::string result = temp(), outs = result;
  std::vector<std::string> outputs(e->args.size() + 1);
  if (e->has_bang) outs += ", " + (outputs.back() = temp());
  for (size_t i = 0; i < e->args.size(); ++i) {
    const Item& item = e->args[i];
    bool is_place = item.kind == Item::place;
    kinds += letter_of(item, is_place && keeps_old(item.value));
    names += quoted(item.word) + ", ";
    if (is_place) outs += ", " + (outputs[i] = temp());
  }
  for (const Piece& code : codes) values += ", " + code.single();
  line(outs + " =" + call_mark(e, nullptr, has_self) + " R.call_inout(" + callee + ", " +
       quoted(kinds) + ", " + constant_of("n", names + "}") + ", " + values + "})");
  write_back(writes, outputs);
  return local_name(result);
}

}  // namespace rille::lang
