// What is given away: values that are made for one place.
#include <algorithm>

#include "lang/emit/uses.h"
#include "lang/resolve.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

bool is_plain(const Item& item) { return item.kind == Item::plain && item.word.empty(); }

bool has_name(const Expr* e, const Binding* b) {
  if (e->kind == ExprKind::name) return static_cast<const Name*>(e)->binding == b;
  if (e->kind == ExprKind::lambda) {
    const auto& captures = static_cast<const Lambda*>(e)->function->captures;
    return std::ranges::find(captures, b) != captures.end();
  }
  if (e->kind == ExprKind::block) return true;  // who knows
  return std::ranges::any_of(children(*e), [b](const Expr* part) { return has_name(part, b); });
}

std::vector<const Binding*> targets_of(const Assign* s) {
  std::vector<const Expr*> names;
  if (s->target->kind == ExprKind::tuple) {
    for (const Item& item : static_cast<const Tuple*>(s->target)->items) {
      names.push_back(item.value);
    }
  } else {
    names.push_back(s->target);
  }
  std::vector<const Binding*> out;
  for (const Expr* e : names) {
    if (e->kind != ExprKind::name) return {};
    const Binding* b = static_cast<const Name*>(e)->binding;
    if (b == nullptr || std::ranges::find(out, b) != out.end()) return {};
    out.push_back(b);
  }
  return out;
}

// A name whose value is some function.
bool is_unknown_callee(const Call* e) {
  if (e->callee->kind != ExprKind::name || e->has_bang || e->is_piped) return false;
  auto* callee = static_cast<const Name*>(e->callee);
  return callee->builtin == nullptr && callee->binding != nullptr &&
         callee->binding->structure == nullptr && known_function(e) == nullptr;
}

}  // namespace

// `(p, loss) = step(p, x)`: where one of the targets is an argument, and stands nowhere else in the
// call, its value is over with the call.
std::vector<const Binding*> lending_targets(const Assign* s) {
  if (s->has_op || s->value->kind != ExprKind::call) return {};
  auto* e = static_cast<const Call*>(s->value);
  if (!is_unknown_callee(e) || e->args.size() > most_lent) return {};
  if (!std::ranges::all_of(e->args, is_plain)) return {};
  std::vector<const Binding*> targets = targets_of(s);
  if (targets.size() > most_lent) return {};
  size_t lent = 0;
  for (const Binding* b : targets) {
    long whole = 0, parts = has_name(e->callee, b) ? 1 : 0;
    for (const Item& item : e->args) {
      bool is_it = item.value->kind == ExprKind::name && has_name(item.value, b);
      whole += is_it ? 1 : 0;
      parts += !is_it && has_name(item.value, b) ? 1 : 0;
    }
    if (parts > 0 || whole > 1) return {};
    lent += static_cast<size_t>(whole);
  }
  return lent > 0 ? targets : std::vector<const Binding*>{};
}

namespace {

// Whether nothing that a builtin gives back was there before: it only looks at what it is given.
bool makes_new(const Known* builtin) {
  if (builtin->kind == Known::dtype) return true;
  auto looks = [](const KnownParam& param) { return param.use == Use::looks; };
  return builtin->kind == Known::function && builtin->knows_params &&
         std::ranges::all_of(builtin->params, looks);
}

}  // namespace

const Function* static_method(const Call* e) {
  auto* d = e->callee->kind == ExprKind::dot ? static_cast<const Dot*>(e->callee) : nullptr;
  if (d == nullptr || e->has_bang || d->base->kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name*>(d->base)->binding;
  if (b == nullptr || b->structure == nullptr) return nullptr;
  for (const Function* method : b->structure->methods) {
    if (method->name == d->word && !method->has_self) return method;
  }
  return nullptr;
}

Makers::Makers(const File& file, bool prompt) : prompt_(prompt) {
  std::vector<const Function*> open;
  for (const auto& node : file.nodes) {
    if (auto* name = dynamic_cast<const Name*>(node.get())) {
      ++reads_[name->binding];
    } else if (auto* let = dynamic_cast<const Let*>(node.get())) {
      if (let->is_var || let->pattern->kind != PatternKind::name) continue;
      lets_[let->pattern->binding] = let->value;
    } else if (auto* f = dynamic_cast<const Function*>(node.get())) {
      if (f->body != nullptr && !f->has_return) open.push_back(f);
    }
  }
  if (prompt) return;  // a later cell may define functions anew
  size_t before = 0;
  do {  // nothing is new until it is shown to be
    before = makers_.size();
    for (const Function* f : open) {
      if (is_new(f->body)) makers_.insert(f);
    }
  } while (makers_.size() != before);
}

bool Makers::is_new_or_number(const Expr* e) const {
  return e->kind == ExprKind::integer || e->kind == ExprKind::floating || is_new(e);
}

// A literal of constants alone is made once; so is an array's.
bool Makers::all_new(const std::vector<Item>& items) const {
  auto fits = [this](const Item& item) {
    return item.kind == Item::plain && is_new_or_number(item.value);
  };
  auto is_made = [this](const Item& item) { return is_new(item.value); };
  return std::ranges::all_of(items, fits) && std::ranges::any_of(items, is_made);
}

bool Makers::is_new_call(const Call* e) const {
  if (e->has_bang) return false;
  if (const Known* builtin = builtin_of(*e->callee)) return makes_new(builtin);
  const Function* f = known_function(e);
  if (f == nullptr) f = static_method(e);
  if (f != nullptr) return makers_.contains(f);
  if (e->callee->kind != ExprKind::name) return false;
  const Binding* b = static_cast<const Name*>(e->callee)->binding;
  return !prompt_ && b != nullptr && b->structure != nullptr && !b->is_assigned &&
         e->args.size() == b->structure->fields.size() && all_new(e->args);
}

// Whether nobody but who takes the value of e can hold it, or an array or a table in it.
bool Makers::is_new(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::call: return is_new_call(static_cast<const Call*>(e));
    case ExprKind::binary:
    case ExprKind::negate: return true;  // of numbers, arrays and trees: C++ makes the result
    case ExprKind::tuple: return all_new(static_cast<const Tuple*>(e)->items);
    case ExprKind::record: return all_new(static_cast<const Record*>(e)->items);
    case ExprKind::gather: {
      auto* g = static_cast<const Gather*>(e);
      return g->is_tuple && is_new(g->body);
    }
    case ExprKind::block: {
      const Expr* value = static_cast<const Block*>(e)->value();
      return value != nullptr && is_new(value);
    }
    case ExprKind::if_: {
      auto* x = static_cast<const If*>(e);
      auto fits = [this](const Branch& branch) { return is_new(branch.body); };
      return x->otherwise != nullptr && is_new(x->otherwise) &&
             std::ranges::all_of(x->branches, fits);
    }
    case ExprKind::name: {  // a let that is read once, and not in a loop
      auto* name = static_cast<const Name*>(e);
      auto let = lets_.find(name->binding);
      auto reads = reads_.find(name->binding);
      return let != lets_.end() && name->is_last_use && !name->binding->is_captured &&
             reads->second == 1 && is_new(let->second);
    }
    default: return false;
  }
}

}  // namespace rille::lang
