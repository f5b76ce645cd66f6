// Uses: stand-ins for parts of places, and loans of them.
#include <algorithm>
#include <optional>

#include "lang/emit/line_facts.h"
#include "lang/emit/steps.h"
#include "lang/emit/uses.h"
#include "lang/resolve.h"
#include "lang/resolve/liveness.h"
#include "lang/resolve/resolver.h"

namespace rille::lang {
namespace {

void names_in(const Pattern* p, std::vector<const Binding*>& out) {
  if (p->binding != nullptr) out.push_back(p->binding);
  for (const Pattern::Field& field : p->fields) names_in(field.pattern, out);
}

bool has_rest(const Pattern* p) {
  return p->rest != nullptr || std::ranges::any_of(p->fields, [](const Pattern::Field& field) {
           return has_rest(field.pattern);
         });
}

// Gives the same whenever it is read.
bool is_stable(const Expr* e) {
  if (e->kind == ExprKind::integer) return true;
  if (e->kind != ExprKind::name) return false;
  const Binding* b = static_cast<const Name*>(e)->binding;
  return b != nullptr && !b->is_place();
}

const Expr* only_index(const Expr* step) {
  if (step->kind != ExprKind::index) return nullptr;
  const auto& subs = static_cast<const Index*>(step)->subs;
  return subs.size() == 1 && subs[0].kind == Sub::at ? subs[0].value : nullptr;
}

bool is_equal_index(const Expr* a, const Expr* b) {
  if (a->kind != b->kind) return false;
  if (a->kind == ExprKind::integer) {
    return static_cast<const Integer*>(a)->value == static_cast<const Integer*>(b)->value;
  }
  return a->kind == ExprKind::name &&
         static_cast<const Name*>(a)->binding == static_cast<const Name*>(b)->binding;
}

bool is_same_step(const Expr* a, const Expr* b) {
  if (a->kind != b->kind) return false;
  if (a->kind == ExprKind::dot) {
    return static_cast<const Dot*>(a)->word == static_cast<const Dot*>(b)->word;
  }
  const Expr *i = only_index(a), *j = only_index(b);
  return i != nullptr && j != nullptr && is_stable(i) && is_equal_index(i, j);
}

bool is_same_path(const Expr* a, const Expr* b) {
  std::vector<const Expr*> x = steps_of(a), y = steps_of(b);
  return !x.empty() && x.size() == y.size() && std::ranges::equal(x, y, is_same_step);
}

using Starts = std::unordered_map<const Binding*, const Expr*>;

// An int that is not below 0: a literal, or a counter that starts at one.
bool is_natural(const Expr* e, const Starts& starts) {
  if (e->kind == ExprKind::integer) return static_cast<const Integer*>(e)->value >= 0;
  if (e->kind == ExprKind::binary) {
    auto* sum = static_cast<const Binary*>(e);
    return sum->op == Operator::add && sum->right->kind == ExprKind::integer &&
           is_natural(sum->right, starts) && is_natural(sum->left, starts);
  }
  if (e->kind != ExprKind::name) return false;
  auto start = starts.find(static_cast<const Name*>(e)->binding);
  return start != starts.end() && is_natural(start->second, starts);
}

// Whether j counts from i + 1 or later, i not below 0.
bool is_behind(const Expr* j, const Expr* i, const Starts& starts) {
  if (i->kind != ExprKind::name || j->kind != ExprKind::name) return false;
  auto start = starts.find(static_cast<const Name*>(j)->binding);
  if (start == starts.end() || start->second->kind != ExprKind::binary) return false;
  auto* sum = static_cast<const Binary*>(start->second);
  return sum->op == Operator::add && is_equal_index(sum->left, i) &&
         sum->right->kind == ExprKind::integer &&
         static_cast<const Integer*>(sum->right)->value > 0 && is_natural(i, starts);
}

bool is_apart(const Expr* i, const Expr* j, const Starts& starts) {
  if (i->kind == ExprKind::integer && j->kind == ExprKind::integer) {
    return is_natural(i, starts) && is_natural(j, starts) && !is_equal_index(i, j);
  }
  return is_behind(i, j, starts) || is_behind(j, i, starts);
}

// Whether two paths of one root share nothing.
bool are_apart(const Expr* a, const Expr* b, const Starts& starts) {
  std::vector<const Expr*> x = steps_of(a), y = steps_of(b);
  for (size_t k = 0; k < x.size() && k < y.size(); ++k) {
    if (x[k]->kind != y[k]->kind) return false;
    if (x[k]->kind == ExprKind::dot) {
      if (static_cast<const Dot*>(x[k])->word != static_cast<const Dot*>(y[k])->word) return true;
    } else {
      const Expr *i = only_index(x[k]), *j = only_index(y[k]);
      if (i != nullptr && j != nullptr && is_apart(i, j, starts)) return true;
    }
    if (!is_same_step(x[k], y[k])) return false;
  }
  return false;
}

bool is_length_of(const Expr* e, const Binding* b) {
  if (e->kind != ExprKind::call) return false;
  auto* c = static_cast<const Call*>(e);
  if (form_of(*c->callee) != CallForm::length || c->args.size() != 1) return false;
  return c->args[0].kind == Item::plain && c->args[0].value->kind == ExprKind::name &&
         static_cast<const Name*>(c->args[0].value)->binding == b;
}

// Whether e looks at `path`, or at a whole that it is part of.
bool looks_at(const Expr* e, const Expr* path, const Starts& starts) {
  const Binding* root = root_of(path)->binding;
  if (is_length_of(e, root)) return false;
  if (is_path(e)) {
    const Name* own = root_of(e);
    if (own != nullptr && own->binding == root) {
      if (!are_apart(e, path, starts)) return true;
      for (const Expr* step : steps_of(e)) {
        const Expr* i = only_index(step);
        if (i != nullptr && looks_at(i, path, starts)) return true;
      }
      return false;
    }
  }
  if (e->kind == ExprKind::lambda) {
    const auto& captures = static_cast<const Lambda*>(e)->function->captures;
    return std::ranges::find(captures, root) != captures.end();
  }
  if (e->kind == ExprKind::call) {
    auto* call = static_cast<const Call*>(e);  // a method sees all of what it is called on
    bool is_method = call->callee->kind == ExprKind::dot;
    if (is_method && looks_at(base_of(call->callee), path, starts)) return true;
  }
  if (e->kind == ExprKind::block) {
    for (const Stmt* s : static_cast<const Block*>(e)->statements) {
      if (s->kind == StmtKind::function || s->kind == StmtKind::structure) return true;
    }
  }
  for (const Expr* part : children(*e)) {
    if (looks_at(part, path, starts)) return true;
  }
  return false;
}

}  // namespace

const Binding* Uses::place_of(const Binding* b) const {
  for (auto at = stand_ins_.find(b); at != stand_ins_.end(); at = stand_ins_.find(b)) {
    b = at->second;
  }
  return b;
}

// What is updated by parts, or written back by a call, and what a caller may own.
void Uses::find_updated(const File& file) {
  for (const auto& b : file.bindings) {
    if (b->is_inout) updated_.insert(b.get());
  }
  auto note = [&](const Expr* place) {
    if (const Name* root = root_of(place); root != nullptr) updated_.insert(root->binding);
  };
  auto note_start = [&](const Clause& clause) {
    bool counts =
        clause.pattern->kind == PatternKind::name && clause.source->kind == ExprKind::range;
    if (counts) starts_[clause.pattern->binding] = static_cast<const Range*>(clause.source)->start;
  };
  for (const auto& node : file.nodes) {
    if (auto* a = dynamic_cast<const Assign*>(node.get())) {
      for (const Binding* b : lending_targets(a)) updated_.insert(b);
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
    } else if (auto* f = dynamic_cast<const For*>(node.get())) {
      note_start(f->clause);
    }
  }
}

// Whether what stands between lends the element out to nobody else and always comes to the end.
bool Uses::is_lent(const Block& block, size_t from, size_t to, const Expr* path) const {
  for (size_t i = from + 1; i < to; ++i) {
    const Stmt* s = block.statements[i];
    bool is_jump = s->kind == StmtKind::return_ || s->kind == StmtKind::break_ ||
                   s->kind == StmtKind::continue_;
    if (is_jump || s->kind == StmtKind::function || s->kind == StmtKind::structure) return false;
    for (const Expr* part : children(*s)) {
      if (may_leave(*part) || looks_at(part, path, starts_)) return false;
    }
  }
  return true;
}

// var b = xs[j] … xs[j] = b
void Uses::find_loans(const Block& block) {
  const auto& lines = block.statements;
  std::optional<LineFacts> facts;  // few blocks need them
  for (size_t k = 0; k < lines.size(); ++k) {
    auto* let = lines[k]->kind == StmtKind::let ? static_cast<const Let*>(lines[k]) : nullptr;
    if (let == nullptr || !let->is_var || let->pattern->kind != PatternKind::name) continue;
    const Name* root = is_path(let->value) ? root_of(let->value) : nullptr;
    const Binding* b = let->pattern->binding;
    if (root == nullptr || root->binding == nullptr || let->type != nullptr) continue;
    if (!updated_.contains(root->binding) || !root->binding->is_place()) continue;
    if (!facts) facts.emplace(block, loans_);
    size_t last = facts->last_mention(b, k);
    auto* back =
        lines[last]->kind == StmtKind::assign ? static_cast<const Assign*>(lines[last]) : nullptr;
    bool is_back = back != nullptr && !back->has_op && back->value->kind == ExprKind::name &&
                   static_cast<const Name*>(back->value)->binding == b && is_path(back->target) &&
                   root_of(back->target)->binding == root->binding &&
                   is_same_path(back->target, let->value);
    if (!is_back || !is_lent(block, k, last, let->value)) continue;
    loans_.insert(let);
    loans_.insert(back);
    updated_.insert(b);
  }
}

// Whether node may update a part of what `place` holds where it stands.
bool Uses::updates(const Node* node, const Binding* place) const {
  auto is_part = [&](const Expr* target) {
    const Name* root = root_of(target);
    return root != nullptr && place_of(root->binding) == place;
  };
  if (auto* s = dynamic_cast<const Stmt*>(node)) {
    if (s->kind == StmtKind::function || s->kind == StmtKind::structure) return true;
    if (loans_.contains(s) && s->kind == StmtKind::let) {
      if (is_part(static_cast<const Let*>(s)->value)) return true;
    }
    if (s->kind == StmtKind::assign) {
      auto* a = static_cast<const Assign*>(s);
      if (a->target->kind == ExprKind::tuple) {
        for (const Item& item : static_cast<const Tuple*>(a->target)->items) {
          if (is_part(item.value)) return true;
        }
      } else if (is_part(a->target)) {
        return true;
      }
    }
    for (const Expr* part : children(*s)) {
      if (updates(part, place)) return true;
    }
    return false;
  }
  auto* e = static_cast<const Expr*>(node);
  if (e->kind == ExprKind::name) {  // whoever takes it over may update it
    auto* name = static_cast<const Name*>(e);
    return name->is_last_use && name->binding == place;
  }
  if (e->kind == ExprKind::call) {
    auto* c = static_cast<const Call*>(e);
    if (c->has_bang && is_part(c->callee)) return true;
    for (const Item& item : c->args) {
      if (item.kind == Item::place && is_part(item.value)) return true;
    }
  }
  if (e->kind == ExprKind::block) {
    for (const Stmt* s : static_cast<const Block*>(e)->statements) {
      if (updates(s, place)) return true;
    }
    return false;
  }
  for (const Expr* part : children(*e)) {
    if (updates(part, place)) return true;
  }
  return false;
}

// The root of value if the names of the pattern may stand for parts of it.
const Name* Uses::standing_for(const Pattern* pattern, const Expr* value) const {
  const Name* root = is_path(value) ? root_of(value) : nullptr;
  if (root == nullptr || root->binding == nullptr || !is_updated(root->binding)) return nullptr;
  std::vector<const Binding*> names;
  names_in(pattern, names);
  for (const Binding* b : names) {
    bool is_top = b->owner == nullptr && b->depth == 0;
    if (b->is_place() || b->is_captured || b->may_be_unset || is_top) return nullptr;
  }
  return has_rest(pattern) ? nullptr : root;
}

void Uses::stand_in(const Pattern* pattern, const Name* root) {
  std::vector<const Binding*> names;
  names_in(pattern, names);
  for (const Binding* b : names) stand_ins_[b] = root->binding;
}

// A let stands for a part if nothing updates the place up to the last line that reads it; one
// that writes does so when it has read.
void Uses::find_stand_ins(const Block& block) {
  const auto& lines = block.statements;
  std::optional<LineFacts> facts;
  for (size_t k = 0; k < lines.size(); ++k) {
    if (lines[k]->kind == StmtKind::let) {
      auto* let = static_cast<const Let*>(lines[k]);
      if (let->is_var || let->type != nullptr) continue;
      const Name* root = standing_for(let->pattern, let->value);
      if (root == nullptr) continue;
      if (!facts) facts.emplace(block, loans_);
      std::vector<const Binding*> names;
      names_in(let->pattern, names);
      size_t last = k;
      for (const Binding* b : names) last = std::max(last, facts->last_mention(b, k));
      bool is_write = lines[last]->kind == StmtKind::assign &&
                      static_cast<const Assign*>(lines[last])->target->kind != ExprKind::tuple;
      if (facts->updates(place_of(root->binding), k + 1, last + 1, is_write)) continue;
      stand_in(let->pattern, root);
    } else if (lines[k]->kind == StmtKind::expr) {
      const Expr* e = static_cast<const ExprStmt*>(lines[k])->value;
      if (e->kind != ExprKind::for_) continue;
      auto* loop = static_cast<const For*>(e);
      const Name* root = standing_for(loop->clause.pattern, loop->clause.source);
      if (root == nullptr || updates(loop->body, place_of(root->binding))) continue;
      stand_in(loop->clause.pattern, root);
    }
  }
}

}  // namespace rille::lang
