// The resolver's calls: arguments, & and !, purity, and keys.
#include <algorithm>
#include <set>

#include "lang/core/places.h"
#include "lang/resolve/resolver.h"
#include "vm/run/running.h"
#include "vm/words/renamed.h"

namespace rille::lang {
namespace {

CallSignature signature_of_builtin(const BuiltinRecord& known) {
  return {.name = known.name,
          .params = known.params,
          .is_proc = known.is_proc,
          .knows_params = known.knows_params};
}

CallSignature signature_of_struct(const Structure& s) {
  CallSignature out{.name = s.name, .params = {}};
  out.span = s.name_span;
  for (const FieldDecl* field : s.fields) {
    out.params.push_back({field->name, field->fallback != nullptr});
  }
  return out;
}

std::string plural(size_t count, std::string_view word) {
  return str(count, " ", word, count == 1 ? "" : "s");
}

}  // namespace

void CallRules::call(CallExpr& e) {
  here().calls.emplace_back();
  if (e.is_piped) operand(e.args[0].value);
  operand(e.callee);
  call_args(e);
  CallForm form = form_of(*e.callee);
  if (form == CallForm::ordered_first) keep_order(e, 0);
  if (form == CallForm::ordered_second) keep_order(e, 1);
  if (e.has_bang) use_bang(e);
  if (std::optional<CallSignature> known = signature_of(e)) {
    check_proc(*e.callee, *known);
    if (known->knows_params) check_args(e, *known);
  }
  check_call_keys(e);
  FunctionContext::CallUses done = std::move(here().calls.back());
  here().calls.pop_back();
  if (here().calls.empty()) return;
  auto& outer = here().calls.back();
  for (auto* uses : {&done.own, &done.nested}) {
    for (const PlaceUse& use : *uses) {
      for (const PlaceUse& own : outer.own) {
        bool clashes = own.root == use.root && overlap(own.path, use.path) != Overlap::apart;
        if (!clashes) continue;
        report(Code::type, "two arguments passed by reference overlap", use.span)
            .note("the other argument", own.span);
      }
      outer.nested.push_back(use);
    }
  }
}

void CallRules::call_args(CallExpr& e) {
  for (Item& arg : e.args) {
    bool is_done = e.is_piped && &arg == &e.args[0];
    if (is_done) continue;
    if (arg.kind == Item::place) {
      path_operands(arg.value);
      assign_to(*arg.value, Code::type);
      use_place(arg.value, arg.span);
    } else {
      operand(arg.value);
      check_proc_value(*arg.value);
    }
  }
}

// The fields of a record have no order. A record literal that is passed to a parameter whose order
// matters becomes a dict.
void CallRules::keep_order(CallExpr& e, size_t param) {
  std::optional<CallSignature> known = signature_of(e);
  for (size_t i = 0; known && i < e.args.size(); ++i) {
    Item& arg = e.args[i];
    bool is_it = arg.word.empty() ? i == param : arg.word == known->params[param].name;
    if (!is_it || arg.kind != Item::plain || arg.value->kind != ExprKind::record) continue;
    auto& record = static_cast<RecordExpr&>(*arg.value);
    auto is_named = [](const Item& item) { return item.kind == Item::plain; };
    if (!std::ranges::all_of(record.items, is_named)) continue;
    auto name = std::make_unique<Name>();
    name->span = record.span;
    name->text = "dict";
    name->builtin = names_.find("dict");
    auto made = std::make_unique<CallExpr>();
    made->span = made->parens = record.span;
    made->callee = name.get();
    made->args = record.items;
    arg.value = made.get();
    file_.nodes.push_back(std::move(name));
    file_.nodes.push_back(std::move(made));
  }
}

// m!(x) rebinds m; m.f!(x) rebinds m, or m.f if f is a field.
void CallRules::use_bang(CallExpr& e) {
  Expr* place = e.callee;
  if (place->kind == ExprKind::dot) {
    auto& dot = static_cast<Dot&>(*place);
    const Structure* s = self_of(*dot.base);
    auto is_it = [&](const FunctionDecl* f) { return f->name == dot.word; };
    auto method = s ? std::ranges::find_if(s->methods, is_it) : decltype(s->methods.begin())();
    bool is_method = s && method != s->methods.end();
    if (is_method) {
      place = dot.base;
      const FunctionDecl& f = **method;
      bool takes_self = !f.params.empty() && f.params[0]->is_inout;
      if (!takes_self) {
        report(Code::type,
               str("`", f.name, "` of `", s->name, "` does not declare `self` as `inout`"),
               e.callee->span)
            .note(str("`", f.name, "` is defined here"), f.name_span);
      }
    }
  }
  assign_to(*place, Code::type);
  use_place(place, place->span);
}

// Records a variable that the innermost call passes by reference, and checks that it does not
// overlap with another one of that call.
void CallRules::use_place(Expr* place, Span span) {
  Name* root = root_of(place);
  if (here().guarded > 0) {
    report(Code::syntax, "`&` and `!` are not allowed to the right of `and` or `or`", span)
        .help("make the call on the line before, `let u = …`, and use u here");
  }
  if (!root || !root->binding) return;
  ++root->binding->reads;
  PlaceUse use{.root = root->binding, .path = place, .span = span};
  FunctionContext::CallUses& call = here().calls.back();
  for (const auto* uses : {&call.own, &call.nested}) {
    for (const PlaceUse& other : *uses) {
      if (other.root != use.root || overlap(other.path, use.path) == Overlap::apart) continue;
      report(Code::type, "two arguments passed by reference overlap", span)
          .note("the other argument", other.span);
      return;
    }
  }
  call.own.push_back(use);
}

CallSignature CallRules::signature(const FunctionDecl& f, std::string_view name, size_t skip) {
  CallSignature out{.name = f.name.empty() ? std::string(name) : f.name, .params = {}};
  out.is_proc = f.calls_proc;
  out.span = f.name_span;
  for (const ParamDecl* p : f.params) {
    bool has_default = p->fallback != nullptr;
    auto drawn = draws(f, *p) ? ParamRecord::KeyConsumption::once : ParamRecord::KeyConsumption::no;
    if (skip == 0) out.params.push_back({p->name, has_default, p->is_inout, drawn});
    skip -= skip > 0;
  }
  return out;
}

namespace {

bool is_called(const BuiltinRecord* known) {
  return known &&
         (known->kind == BuiltinRecord::function || known->kind == BuiltinRecord::structure);
}

}  // namespace

// The signature of the callee, if it is known before the program runs.
std::optional<CallSignature> CallRules::signature_of(const CallExpr& e) {
  const Expr& callee = *e.callee;
  if (callee.kind == ExprKind::name) {
    const auto& name = static_cast<const Name&>(callee);
    if (name.binding) return signature_of_binding(*name.binding);
    return is_called(name.builtin) ? std::optional(signature_of_builtin(*name.builtin))
                                   : std::nullopt;
  }
  if (callee.kind == ExprKind::dot) return signature_of_dot(static_cast<const Dot&>(callee));
  if (callee.kind == ExprKind::lambda) {
    return signature(*static_cast<const Lambda&>(callee).function, "the lambda");
  }
  return std::nullopt;
}

std::optional<CallSignature> CallRules::signature_of_binding(const Binding& b) {
  if (b.structure) return signature_of_struct(*b.structure);
  if (b.function) return signature(*b.function, b.name);
  return std::nullopt;
}

std::optional<CallSignature> CallRules::signature_of_dot(const Dot& e) {
  if (is_called(e.builtin)) return signature_of_builtin(*e.builtin);
  if (e.base->kind != ExprKind::name) return std::nullopt;
  const Binding* b = static_cast<const Name*>(e.base)->binding;
  const Structure* self = self_of(*e.base);
  const Structure* s = self ? self : b ? b->structure : nullptr;
  if (!s) return std::nullopt;
  const FunctionDecl* f = method_named(*s, e.word);
  bool has_self = f != nullptr && !f->params.empty() && f->params[0]->name == "self";
  if (f == nullptr || (self && !has_self)) return std::nullopt;
  return signature(*f, f->name, self ? 1 : 0);
}

namespace {

// The names that an argument may have.
std::vector<std::string> words_of(const CallSignature& s) {
  std::vector<std::string> out;
  for (const ParamRecord& p : s.params) {
    if (!p.is_variadic) out.push_back(p.name);
  }
  return out;
}

// Whether the function takes a key first, and the call passes no argument there, or a literal.
bool lacks_key(const CallExpr& e, const CallSignature& s) {
  bool takes_key = !s.params.empty() && s.params[0].draws != ParamRecord::KeyConsumption::no;
  if (!takes_key || e.args.empty()) return takes_key;
  const Item& first = e.args[0];
  if (!first.word.empty()) {
    return std::ranges::none_of(e.args, [&](const Item& x) { return x.word == s.params[0].name; });
  }
  constexpr ExprKind literals[] = {ExprKind::integer, ExprKind::floating, ExprKind::tuple,
                                   ExprKind::array, ExprKind::string};
  return first.kind == Item::plain && std::ranges::count(literals, first.value->kind) > 0;
}

}  // namespace

void CallRules::check_args(CallExpr& e, const CallSignature& s) {
  std::set<std::string_view> given;
  size_t at = 0;
  bool has_spread = false;
  auto fault = [&](std::string message, Span span) -> Error& {
    Error& out = report(Code::type, std::move(message), span);
    if (!s.span.empty()) out.note(str("`", s.name, "` is defined here"), s.span);
    return out;
  };
  auto give = [&](const Item& arg, const ParamRecord& param) {
    bool is_twice = !given.insert(param.name).second && !param.is_variadic;
    if (is_twice) {
      std::string_view now = renamed_parameter(s.name, param.name);
      fault(str("`", s.name, "`: argument `", param.name, "` is given twice"), arg.span)
          .help(now.empty() ? argument_help(s.name, param.name) : renamed_help(param.name, now));
    }
    check_arg(e, arg, param, s);
  };
  for (const Item& arg : e.args) {
    poll();
    if (arg.kind == Item::spread) has_spread = true;
    if (arg.kind == Item::spread) continue;
    if (!arg.word.empty()) {
      auto is_it = [&](const ParamRecord& p) { return p.name == arg.word && !p.is_variadic; };
      auto param = std::ranges::find_if(s.params, is_it);
      if (param != s.params.end()) {
        give(arg, *param);
        continue;
      }
      Error& out = fault(str("`", s.name, "` has no parameter `", arg.word, "`"), arg.word_span);
      if (!has_spread) out.help(parameter_help(s.name, arg.word, words_of(s)));
      has_spread = true;  // one error for a call
    } else if (at < s.params.size()) {
      give(arg, s.params[at]);
      at += s.params[at].is_variadic ? 0 : 1;
    } else if (!has_spread) {
      size_t count = static_cast<size_t>(
          std::ranges::count_if(e.args, [](const Item& x) { return x.word.empty(); }));
      fault(str("`", s.name, "` takes ", plural(s.params.size(), "argument"), ", got ", count),
            arg.span)
          .help(surplus_help(s.name, words_of(s)));
      return;
    }
  }
  for (const ParamRecord& p : s.params) {
    bool is_given = p.has_default || p.is_variadic || has_spread || given.contains(p.name);
    if (is_given) continue;
    fault(str("`", s.name, "`: missing argument `", p.name, "`"), e.callee->span)
        .help(lacks_key(e, s) ? key_help(s.name) : argument_help(s.name, p.name));
    return;
  }
}

// `&` is required on a var for an inout parameter, and is an error for any other parameter.
void CallRules::check_arg(CallExpr& e, const Item& arg, const ParamRecord& param,
                          const CallSignature& s) {
  if (arg.kind == Item::place && !param.is_inout) {
    Error& fault =
        report(Code::type, str("`", param.name, "` of `", s.name, "` is not `inout`"), arg.span);
    if (!s.span.empty()) fault.note(str("`", s.name, "` is defined here"), s.span);
    return;
  }
  bool is_lent = param.is_inout && arg.kind == Item::place;
  if (is_lent && param.draws != ParamRecord::KeyConsumption::no) note_lent(*arg.value);
  if (!param.is_inout || is_lent) return;
  const Name* root = root_of(arg.value);
  const Binding* b = root ? root->binding : nullptr;
  bool is_place = b && b->is_place() && b->owner == here().function;
  if (!is_place) {
    bool is_lost =
        &e == here().dropped && b && param.draws == ParamRecord::KeyConsumption::no && !s.is_proc;
    if (is_lost && !holds_key(*b)) {
      report(Code::type,
             str("`", s.name, "` changes its parameter `", param.name,
                 "`, but the change is discarded"),
             arg.value->span)
          .help(str("write `&", b->name, "`, which must be a `var` or an `inout` parameter"));
    }
    return check_draw(arg, param);
  }
  std::string message =
      str("`", param.name, "` of `", s.name, "` is `inout`: pass `", b->name, "` by reference");
  Error& fault = report(Code::type, std::move(message), arg.value->span);
  if (arg.value->kind == ExprKind::name) fault.help(str("write `&", b->name, "`"));
}

void CallRules::check_proc(const Expr& callee, const CallSignature& s) {
  if (!s.is_proc) return;
  FunctionContext& c = here();
  if (c.gathers > 0) {
    report(Code::type, str("`", s.name, "` is a proc: a comprehension `[ ]` cannot call it"),
           callee.span);
  } else if (!c.is_host) {
    Error& fault =
        report(Code::type, str("`", s.name, "` is a proc: a `fn` cannot call it"), callee.span);
    if (c.function && c.function->kind == FunctionKind::function && !c.function->name.empty()) {
      fault.help(str("write `proc ", c.function->name, "`"));
    }
    if (!s.span.empty()) fault.note(str("`", s.name, "` is defined here"), s.span);
  } else if (c.function && c.function->kind == FunctionKind::lambda) {
    c.function->calls_proc = true;
  }
}

// A builtin may call the functions passed to it, so a proc cannot be passed where it cannot be
// called.
void CallRules::check_proc_value(const Expr& e) {
  const BuiltinRecord* builtin = e.kind == ExprKind::name  ? static_cast<const Name&>(e).builtin
                                 : e.kind == ExprKind::dot ? static_cast<const Dot&>(e).builtin
                                                           : nullptr;
  const Binding* b = e.kind == ExprKind::name ? static_cast<const Name&>(e).binding : nullptr;
  bool is_proc = (builtin && builtin->is_proc) || (b && b->function && b->function->calls_proc);
  bool is_free = here().is_host && here().gathers == 0;
  if (!is_proc || is_free) return;
  std::string_view name = b ? std::string_view(b->name) : std::string_view(builtin->name);
  report(Code::type, str("`", name, "` is a proc: a `fn` cannot use it"), e.span);
}

}  // namespace rille::lang
