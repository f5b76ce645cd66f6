// Calls: the text of a call.
#include <algorithm>
#include <span>

#include "lang/core/places.h"
#include "lang/emit/item_letters.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// Arguments occupy registers of Lua, of which a function has 255.
constexpr size_t max_given = 100;

// Whether an expression is a member of a known module or struct.
bool is_member(const Dot* d) {
  auto* base = d->base->kind == ExprKind::name ? static_cast<const Name*>(d->base) : nullptr;
  const Binding* b = base != nullptr ? base->binding : nullptr;
  return d->builtin != nullptr ||
         (b != nullptr && (b->kind == BindingKind::import || b->kind == BindingKind::structure));
}

}  // namespace

Piece Calls::call(const CallExpr* e) {
  if (Piece fast; fast_call(e, fast)) return fast;
  bool has_spread =
      std::ranges::any_of(e->args, [](const Item& item) { return item.kind == Item::spread; });
  Callee callee;
  if (!e->has_bang && find_callee(e, callee) && !has_spread) {
    bool fits = callee.builtin != nullptr || e->args.size() <= callee.params.size();
    if (fits) return known_call(e, callee);
  }
  return unknown_call(e);
}

// A builtin that samples takes a key by value. For a key passed by reference it gets the second
// half of the split key, and the variable keeps the first. Streams of keys are results of the
// builtin, so their variable is not changed before the call.
void Calls::draw_halves(const CallExpr* e, const Callee& callee, std::vector<Piece>& codes,
                        std::vector<std::string>& values) {
  for (size_t i = 0; i < e->args.size(); ++i) {
    const Item& item = e->args[i];
    if (item.kind != Item::place) continue;
    auto named = std::ranges::find(callee.params, item.word, &ParamRecord::name);
    size_t at = item.word.empty() ? i : static_cast<size_t>(named - callee.params.begin());
    bool draws =
        at < callee.params.size() && callee.params[at].draws != ParamRecord::KeyConsumption::no;
    if (!draws) continue;
    std::string half = temp();
    values[i] = temp();
    bool counts = callee.params[at].draws == ParamRecord::KeyConsumption::counted;
    line(half + ", " + values[i] + " =" + mark(e->callee->span, {item.value->span}) +
         (counts ? " R.lend_key(" : " R.draw(") + codes[i].text + ", END)");
    codes[i] = local_name(half);
  }
}

std::string Calls::known_text(const CallExpr* e, const Callee& callee,
                              const std::vector<std::string>& slots) {
  bool direct = callee.is_direct && slots.size() == callee.params.size();
  std::string text = call_mark(e, &callee) +
                     (callee.is_direct && !direct ? expr(e->callee).text : callee.text) + "(";
  std::string given;
  for (const std::string& slot : slots) given += (given.empty() ? "" : ", ") + slot;
  if (!direct) given += slots.empty() ? "END" : ", END";
  if (slots.size() > max_given) {  // the last ones may not spill
    given = "R.unpack({" + given + "}, 1, " + std::to_string(slots.size() + (direct ? 0 : 1)) + ")";
  }
  return text + given + ")";
}

Piece Calls::known_call(const CallExpr* e, const Callee& callee) {
  std::vector<WriteBack> writes;
  std::vector<Piece> codes = sequence(argument_evals(e, writes, &callee));
  std::vector<std::string> values(e->args.size());  // the new value of each variable
  draw_halves(e, callee, codes, values);
  std::string text = known_text(e, callee, arrange(e, callee, codes));
  auto gives = [](const ParamRecord& p) { return p.gives_back(); };
  if (std::ranges::none_of(callee.params, gives) && writes.empty()) {
    return callee.builtin != nullptr ? given_part(e, *callee.builtin, {text}) : Piece{text};
  }
  std::string result = temp(), outs = result, kept;
  for (size_t at = 0; at < callee.params.size(); ++at) {
    if (!gives(callee.params[at])) continue;
    std::string out = temp();
    outs += ", " + out;
    for (size_t i = 0; i < e->args.size(); ++i) {
      bool same = e->args[i].word.empty() ? i == at : e->args[i].word == callee.params[at].name;
      if (!same || e->args[i].kind != Item::place) continue;
      if (!values[i].empty()) kept += values[i] + " = " + values[i] + " or " + out + " ";
      if (values[i].empty()) values[i] = out;
    }
  }
  line(outs + " = " + text);
  if (!kept.empty()) line(kept);
  write_back(writes, values);
  return local_name(result);
}

Piece Calls::compared(const CallExpr* e, std::vector<std::string>& slots) {
  Callee callee;
  find_callee(e, callee);
  std::vector<WriteBack> writes;
  std::vector<Piece> codes = sequence(argument_evals(e, writes, &callee));
  for (Piece& code : codes) code = spill(std::move(code));
  slots = arrange(e, callee, codes);
  return {known_text(e, callee, slots)};
}

// The result of a builtin may be a part of a variable that is an argument.
Piece Calls::given_part(const CallExpr* e, const BuiltinRecord& builtin, Piece code) {
  for (size_t i = 0; i < e->args.size(); ++i) {
    bool is_part = use_of(builtin, e, i) == Use::gives && is_updated(e->args[i].value);
    if (is_part) return parts_.reads.share(code);
  }
  return code;
}

void Calls::write_back(const std::vector<WriteBack>& writes,
                       const std::vector<std::string>& values) {
  for (const WriteBack& write : writes) {
    if (values[write.argument].empty()) continue;
    parts_.updates.place_write(write.place, write.steps, local_name(values[write.argument]),
                               nullptr);
  }
  w_.sure.clear();
}

// m!(x): a call of the method `call`, with m passed by reference.
Piece Calls::bang_call(const CallExpr* e) {
  std::vector<WriteBack> writes;
  OperandWriters evals = argument_evals(e, writes, nullptr);
  auto self = place_eval(e->callee, writes, e->args.size(), false);
  evals.insert(evals.begin(), [this, self]() -> Piece { return spill(self()); });
  std::vector<Piece> codes = sequence(evals);
  Piece callee = spill({call_mark(e) + "R.method(" + codes[0].text + ", \"call\", nil)"});
  return inout_call(e, callee.text, codes, writes, true);
}

// x.f(a): a call of a member of a known module or struct, or else of a method.
Piece Calls::unknown_call(const CallExpr* e) {
  if (e->callee->kind == ExprKind::dot) {
    auto* d = static_cast<const Dot*>(e->callee);
    if (!is_member(d)) return method_call(e, d);
  }
  if (e->has_bang) return bang_call(e);
  std::vector<WriteBack> writes;
  OperandWriters evals = argument_evals(e, writes, nullptr);
  size_t callee_at = e->is_piped ? 1 : 0;
  evals.insert(evals.begin() + static_cast<long>(callee_at),
               [this, e]() -> Piece { return borrow(e->callee); });
  std::vector<Piece> codes = sequence(evals);
  if (callee_at == 1 || has_place(e) || !is_plain(e)) {
    for (size_t i = 0; i <= callee_at; ++i) codes[i] = spill(std::move(codes[i]));
  }
  std::string callee = codes[callee_at].head();
  // Lua reports the line of the beginning for a(b)(c), so each call needs its own line.
  if (callee.find('\x01') != std::string::npos) callee = "(" + callee + ")";
  codes.erase(codes.begin() + static_cast<long>(callee_at));
  if (has_place(e)) return inout_call(e, callee, codes, writes, false);
  return plain_call(e, callee, codes, false);
}

// `kinds` has one letter per argument: p positional, n named, s spread, & by reference.
Piece Calls::plain_call(const CallExpr* e, const std::string& callee,
                        const std::vector<Piece>& codes, bool has_self) {
  std::string at = call_mark(e, nullptr, has_self);
  if (is_plain(e) && codes.size() <= max_given) {
    std::string text = at + callee + "(";
    for (const Piece& code : codes) text += code.text + ", ";
    return {text + end_of(e, has_self) + ")"};
  }
  std::string kinds, names = has_self ? "{\"\", " : "{";
  if (has_self) kinds += letter(e == dropped_ ? ItemKind::dropped : ItemKind::plain);
  std::string values = "{n = " + std::to_string(codes.size());
  for (const Item& item : e->args) {
    kinds += letter_of_argument(e, item);
    names += quoted(item.word) + ", ";
  }
  for (const Piece& code : codes) values += ", " + code.single();
  return {at + callee + "(R.arrange(" + callee + ", " + quoted(kinds) + ", " +
          constant_of("n", names + "}") + ", " + values + "}))"};
}

// For an unknown callee, R.call_inout checks the references against the parameters. It returns the
// result, then one value for each reference in order.
Piece Calls::inout_call(const CallExpr* e, const std::string& callee,
                        const std::vector<Piece>& codes, std::vector<WriteBack>& writes,
                        bool has_self) {
  std::string kinds;
  if (has_self && e->has_bang) {
    bool held = keeps_old(writes.front().place);
    kinds += letter(held ? ItemKind::held_place : ItemKind::place);
  } else if (has_self) {
    kinds += letter(e == dropped_ ? ItemKind::dropped : ItemKind::plain);
  }
  std::string names = has_self ? "{\"\", " : "{", values = "{n = " + std::to_string(codes.size());
  std::string result = temp(), outs = result;
  std::vector<std::string> outputs(e->args.size() + 1);
  if (e->has_bang) outs += ", " + (outputs.back() = temp());
  for (size_t i = 0; i < e->args.size(); ++i) {
    const Item& item = e->args[i];
    bool is_place = item.kind == Item::place;
    kinds += is_place ? letter_of(item, keeps_old(item.value)) : letter_of_argument(e, item);
    names += quoted(item.word) + ", ";
    if (is_place) outs += ", " + (outputs[i] = temp());
  }
  if (e->is_step) {
    line(outs + " =" + call_mark(e, nullptr, has_self) + " R.step(" + codes[0].single() + ", " +
         quoted(kinds) + ")");
    write_back(writes, outputs);
    return local_name(result);
  }
  for (const Piece& code : codes) values += ", " + code.single();
  line(outs + " =" + call_mark(e, nullptr, has_self) + " R.call_inout(" + callee + ", " +
       quoted(kinds) + ", " + constant_of("n", names + "}") + ", " + values + "})");
  write_back(writes, outputs);
  return local_name(result);
}

// f(p, x, R.lent(f, 257, p)): the last argument is an END that tells f that it may take over p.
Piece Calls::lending_call(const CallExpr* e, const std::vector<const Binding*>& targets,
                          bool is_tuple) {
  OperandWriters evals = {[this, e] { return borrow(e->callee); }};
  std::vector<bool> is_lent;
  for (const Item& item : e->args) {
    const Expr* value = item.value;
    auto* name = value->kind == ExprKind::name ? static_cast<const Name*>(value) : nullptr;
    bool lent = name != nullptr && std::ranges::count(targets, name->binding) > 0;
    is_lent.push_back(lent);
    evals.push_back([this, value, lent] { return lent ? plain_expr(value) : expr(value); });
  }
  std::vector<Piece> codes = sequence(evals);
  Piece callee = spill(std::move(codes[0]));
  std::string text = call_mark(e) + callee.head() + "(", values;
  auto use = static_cast<unsigned>(is_tuple ? targets.size() + 1 : 1);
  unsigned mark = use << max_lent;  // vm/runtime/raw.h
  for (size_t i = 0; i < is_lent.size(); ++i) {
    text += codes[i + 1].single() + ", ";
    if (!is_lent[i]) continue;
    mark |= 1u << i;
    values += ", " + codes[i + 1].text;
  }
  return {text + "R.lent(" + callee.text + ", " + std::to_string(mark) + values + "))"};
}

}  // namespace rille::lang
