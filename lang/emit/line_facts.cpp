// LineFacts: one walk over a block.
#include "lang/emit/line_facts.h"

#include <algorithm>

#include "lang/resolve/liveness.h"
#include "lang/resolve/resolver.h"

namespace rille::lang {
namespace {

bool has_any(const std::vector<size_t>& lines, size_t from, size_t to) {
  auto at = std::ranges::lower_bound(lines, from);
  return at != lines.end() && *at < to;
}

bool has_any(const std::unordered_map<const Binding*, std::vector<size_t>>& lines,
             const Binding* of, size_t from, size_t to) {
  auto found = lines.find(of);
  return found != lines.end() && has_any(found->second, from, to);
}

}  // namespace

LineFacts::LineFacts(const Block& block, const std::set<const Stmt*>& loans) : loans_(loans) {
  for (here_ = 0; here_ < block.statements.size(); ++here_) note(block.statements[here_], true);
}

size_t LineFacts::last_mention(const Binding* b, size_t from) const {
  size_t last = from;
  if (auto found = mentioned_.find(b); found != mentioned_.end()) {
    last = std::max(last, found->second);
  }
  return opaque_.empty() ? last : std::max(last, opaque_.back());
}

bool LineFacts::updates(const Binding* place, size_t from, size_t to, bool last_assigns) const {
  size_t end = last_assigns && to > from ? to - 1 : to;
  return has_any(opaque_, from, to) || has_any(updated_, place, from, to) ||
         has_any(assigned_, place, from, end);
}

void LineFacts::note_update(const Expr* target, bool is_own) {
  const Name* root = root_of(target);
  if (root == nullptr) return;
  Lines& lines = (is_own ? assigned_ : updated_)[root->binding];
  if (lines.empty() || lines.back() != here_) lines.push_back(here_);
}

void LineFacts::note(const Stmt* s, bool is_line) {
  if (s->kind == StmtKind::function || s->kind == StmtKind::structure) {
    if (opaque_.empty() || opaque_.back() != here_) opaque_.push_back(here_);
    return;
  }
  if (s->kind == StmtKind::let && loans_.contains(s)) {
    note_update(static_cast<const Let*>(s)->value, is_line);
  }
  if (s->kind == StmtKind::assign) {
    const Expr* target = static_cast<const Assign*>(s)->target;
    if (target->kind != ExprKind::tuple) note_update(target, is_line);
    if (target->kind == ExprKind::tuple) {
      for (const Item& item : static_cast<const Tuple*>(target)->items) {
        note_update(item.value, is_line);
      }
    }
  }
  for (const Expr* part : children(*s)) note(part);
}

void LineFacts::note(const Expr* e) {
  if (e->kind == ExprKind::name) {
    auto* name = static_cast<const Name*>(e);
    mentioned_[name->binding] = here_;
    if (name->is_last_use) note_update(e, false);  // whoever takes it over may update it
  } else if (e->kind == ExprKind::lambda) {
    for (const Binding* b : static_cast<const Lambda*>(e)->function->captures) {
      mentioned_[b] = here_;
    }
  } else if (e->kind == ExprKind::call) {
    auto* call = static_cast<const Call*>(e);
    if (call->has_bang) note_update(call->callee, false);
    for (const Item& item : call->args) {
      if (item.kind == Item::place) note_update(item.value, false);
    }
  } else if (e->kind == ExprKind::block) {
    for (const Stmt* s : static_cast<const Block*>(e)->statements) note(s, false);
    return;
  }
  for (const Expr* part : children(*e)) note(part);
}

}  // namespace rille::lang
