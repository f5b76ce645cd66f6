// find_makers(): fresh values, without other references.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

bool is_plain_item(const Item& item) { return item.kind == Item::plain && item.word.empty(); }

bool has_name(const Expr* e, const Binding* b) {
  if (e->kind == ExprKind::name) return static_cast<const Name*>(e)->binding == b;
  if (e->kind == ExprKind::lambda) {
    const auto& captures = static_cast<const Lambda*>(e)->function->captures;
    return std::ranges::find(captures, b) != captures.end();
  }
  if (e->kind == ExprKind::block) return true;  // assume the worst
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

// Whether the callee is a name bound to an unknown function.
bool is_unknown_callee(const CallExpr* e) {
  if (e->callee->kind != ExprKind::name || e->has_bang || e->is_piped) return false;
  auto* callee = static_cast<const Name*>(e->callee);
  return callee->builtin == nullptr && callee->binding != nullptr &&
         callee->binding->structure == nullptr && known_function(e) == nullptr;
}

}  // namespace

// `(p, loss) = step(p, x)`: if a target is also an argument and does not occur elsewhere in the
// call, its old value is dead after the call.
std::vector<const Binding*> lending_targets(const Assign* s) {
  if (s->has_op || s->value->kind != ExprKind::call) return {};
  auto* e = static_cast<const CallExpr*>(s->value);
  if (!is_unknown_callee(e) || e->args.size() > max_lent) return {};
  if (!std::ranges::all_of(e->args, is_plain_item)) return {};
  std::vector<const Binding*> targets = targets_of(s);
  if (targets.size() > max_lent) return {};
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

// Whether the result of a builtin shares nothing with its arguments, which it only reads.
bool makes_new(const BuiltinRecord* builtin) {
  if (builtin->kind == BuiltinRecord::dtype) return true;
  auto looks = [](const ParamRecord& param) { return param.use == Use::looks; };
  return builtin->kind == BuiltinRecord::function && builtin->knows_params &&
         std::ranges::all_of(builtin->params, looks);
}

}  // namespace

const FunctionDecl* static_method(const CallExpr* e) {
  auto* d = e->callee->kind == ExprKind::dot ? static_cast<const Dot*>(e->callee) : nullptr;
  if (d == nullptr || e->has_bang || d->base->kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name*>(d->base)->binding;
  if (b == nullptr || b->structure == nullptr) return nullptr;
  for (const FunctionDecl* method : b->structure->methods) {
    if (method->name == d->word && !method->has_self) return method;
  }
  return nullptr;
}

namespace {

// Finds values that no name refers to, wholly or in part. Results of C++ are always fresh;
// literals, functions, and lets that are read once preserve freshness. A value counts as shared
// until it is proved fresh, which is then propagated to its readers.
class FreshnessAnalysis {
 public:
  explicit FreshnessAnalysis(Core& core) : core_(core) {}

  void run() {
    note_readers();
    for (size_t i = 0; i < core_.values.size(); ++i) look_at(i);
    while (!open_.empty()) {
      size_t i = open_.back();
      open_.pop_back();
      auto readers = std::ranges::equal_range(readers_, i, {}, &Reader::first);
      for (auto [value, reader] : readers) look_at(reader);
      look_at(core_.values[i].user);
    }
  }

 private:
  using Reader = std::pair<size_t, size_t>;

  void look_at(size_t i) {
    CoreValue& value = core_.values[i];
    if (value.is_new || value.tree == nullptr || !find(value.tree)) return;
    value.is_new = true;
    open_.push_back(i);
  }

  // Records that names read the values of their lets, and calls the values of their functions.
  void note_readers() {
    for (const auto& node : core_.file.nodes) {
      auto* let = dynamic_cast<const Let*>(node.get());
      bool is_let = let != nullptr && !let->is_var && let->pattern->kind == PatternKind::name;
      if (!is_let) continue;
      lets_[let->pattern->binding] = let->value;
      for (size_t at : core_.of(let->pattern->binding).mentions) {
        readers_.emplace_back(let->value->core, at);
      }
    }
    for (size_t i = 0; i < core_.values.size() && !core_.prompt; ++i) {
      const Expr* e = core_.values[i].tree;
      if (e == nullptr || e->kind != ExprKind::call) continue;
      const FunctionDecl* f = function_of(static_cast<const CallExpr*>(e));
      if (f != nullptr && f->body != nullptr) readers_.emplace_back(f->body->core, i);
    }
    std::ranges::sort(readers_);
  }

  static const FunctionDecl* function_of(const CallExpr* e) {
    const FunctionDecl* f = known_function(e);
    return f != nullptr ? f : static_method(e);
  }

  bool is_new(const Expr* e) const { return core_.of(e).is_new; }

  bool is_new_or_number(const Expr* e) const {
    return e->kind == ExprKind::integer || e->kind == ExprKind::floating || is_new(e);
  }

  // Whether a tuple or record is fresh. A literal of constants only is created once, so it is not.
  bool all_new(const std::vector<Item>& items) const {
    auto fits = [this](const Item& item) {
      return item.kind == Item::plain && is_new_or_number(item.value);
    };
    auto is_made = [this](const Item& item) { return is_new(item.value); };
    return std::ranges::all_of(items, fits) && std::ranges::any_of(items, is_made);
  }

  bool is_new_call(const CallExpr* e) const {
    if (e->has_bang) return false;
    if (const BuiltinRecord* builtin = builtin_of(*e->callee)) return makes_new(builtin);
    if (core_.prompt) return false;  // a later cell may redefine functions
    if (const FunctionDecl* f = function_of(e)) {
      return f->body != nullptr && !f->has_return && is_new(f->body);
    }
    if (e->callee->kind != ExprKind::name) return false;
    const Binding* b = static_cast<const Name*>(e->callee)->binding;
    return b != nullptr && b->structure != nullptr && !b->is_assigned &&
           e->args.size() == b->structure->fields.size() && all_new(e->args);
  }

  // Whether a name is a let that is read once, and not in a loop.
  bool is_new_name(const Name* e) const {
    auto let = lets_.find(e->binding);
    return let != lets_.end() && e->is_last_use && !e->binding->is_captured &&
           core_.of(e->binding).mentions.size() == 1 && is_new(let->second);
  }

  bool is_new_if(const If* e) const {
    auto fits = [this](const IfBranch& branch) { return is_new(branch.body); };
    return e->otherwise != nullptr && is_new(e->otherwise) &&
           std::ranges::all_of(e->branches, fits);
  }

  bool find(const Expr* e) const {
    switch (e->kind) {
      case ExprKind::call: return is_new_call(static_cast<const CallExpr*>(e));
      case ExprKind::binary:
      case ExprKind::negate: return true;  // numbers, arrays, and trees: C++ creates the result
      case ExprKind::tuple: return all_new(static_cast<const Tuple*>(e)->items);
      case ExprKind::record: return all_new(static_cast<const RecordExpr*>(e)->items);
      case ExprKind::gather: {
        auto* g = static_cast<const Comprehension*>(e);
        return g->is_tuple && is_new(g->body);
      }
      case ExprKind::block: {
        const Expr* value = static_cast<const BlockExpr*>(e)->value();
        return value != nullptr && is_new(value);
      }
      case ExprKind::if_: return is_new_if(static_cast<const If*>(e));
      case ExprKind::name: return is_new_name(static_cast<const Name*>(e));
      default: return false;
    }
  }

  Core& core_;
  std::unordered_map<const Binding*, const Expr*> lets_;
  std::vector<Reader> readers_;  // sorted by value
  std::vector<size_t> open_;     // proved fresh, not yet propagated
};

}  // namespace

void find_makers(Core& core) { FreshnessAnalysis(core).run(); }

}  // namespace rille::lang
