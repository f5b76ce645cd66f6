// Calls of methods: x.f(a) and x.f!(a).
#include <algorithm>

#include "lang/core/places.h"
#include "lang/emit/parts.h"

namespace rille::lang {

// x.f(a), where f is a builtin into which x does not escape: x is marked as shared only if it is a
// record or an instance, which may have its own f.
Piece Calls::lent_call(const CallExpr* e, const BuiltinRecord& builtin,
                       const std::vector<Piece>& codes) {
  auto* d = static_cast<const Dot*>(e->callee);
  std::string x = codes[0].text, f = "B" + field_access(d->word);
  std::string callee = f;
  if (w_.core.of(d->base).sort != StaticType::dict) {
    std::string meta = spill({"META(" + x + ")"}).text;
    line("if " + meta + "[\"@\"] then SHARE(" + x + ") end");
    callee = "(" + meta + " == R.DICT and " + f + " or " + meta + "[" + quoted("@" + d->word) +
             "] or R.method(" + x + ", " + quoted(d->word) + ", " + f + "))";
  }
  callee.insert(0, mark(d->word_span, argument_spans(e, nullptr, true)));
  if (!is_plain(e)) callee = spill({callee}).text;
  Piece out = plain_call(e, callee, codes, true);
  bool is_part = builtin.params[0].use == Use::gives && is_updated(d->base);
  return is_part ? parts_.reads.share(out) : out;
}

// The value of x.f if x has no field or method f. A name that the file binds later may be unset: it
// is nil then, since x may have an f.
std::string Calls::fallback_of(const Dot* d) const {
  auto is_it = [&](const Binding* b) { return b->name == d->word; };
  auto at = std::ranges::find_if(w_.file.top_level, is_it);
  if (at == w_.file.top_level.end()) return "B" + field_access(d->word);
  std::string name = name_of(*at), field = field_access(d->word);
  bool is_later = (*at)->span.begin > d->word_span.begin && name == "M" + field;
  return is_later ? "(R.bound(M, " + quoted(d->word) + ") or B" + field + ")" : name;
}

// Evaluates the x of x.f(a), then the arguments.
OperandWriters Calls::self_evals(const CallExpr* e, const Dot* d, bool lends,
                                 std::vector<WriteBack>& writes) {
  OperandWriters evals = argument_evals(e, writes, nullptr);
  std::function<Piece()> self;
  if (e->has_bang) {
    self = place_eval(d->base, writes, e->args.size(), false);
  } else {
    self = [this, d, lends] { return lends ? borrow(d->base) : expr(d->base); };
  }
  evals.insert(evals.begin(), [this, self]() -> Piece {
    Piece x = self();
    bool borrowed = x.borrowed;
    x = spill(std::move(x));
    x.borrowed = borrowed;
    return x;
  });
  return evals;
}

Piece Calls::method_call(const CallExpr* e, const Dot* d) {
  const BuiltinRecord* builtin =
      fn().traced || w_.options.prompt || has_place(e) ? nullptr : method_of(w_.file, e);
  bool lends = builtin != nullptr && builtin->params[0].use != Use::keeps && is_path(d->base);
  std::vector<WriteBack> writes;
  std::string fallback = fallback_of(d);
  std::vector<Piece> codes = sequence(self_evals(e, d, lends, writes));
  if (e->is_step) return inout_call(e, "", codes, writes, true);
  if (lends) return lent_call(e, *builtin, codes);
  // The methods of a struct are in the metatable of its instances. Lua reports the line where the
  // callee begins.
  std::string finds = e->has_bang ? "R.method_of_place(" : "R.method(";
  std::string callee = finds + codes[0].text + ", " + quoted(d->word) + ", " + fallback + ")";
  if (!fn().traced) {
    callee = "(META(" + codes[0].text + ")[" + quoted("@" + d->word) + "] or " + callee + ")";
  }
  callee.insert(0, mark(d->word_span, argument_spans(e, nullptr, true)));
  if (has_place(e) || !is_plain(e)) callee = spill({callee}).text;
  if (has_place(e)) return inout_call(e, callee, codes, writes, true);
  return plain_call(e, callee, codes, true);
}

}  // namespace rille::lang
