// find_loans(): borrowed elements and aliases of parts.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/core/places.h"

namespace rille::lang {
namespace {

bool has_rest(const Pattern* p) {
  return p->rest != nullptr || std::ranges::any_of(p->fields, [](const Pattern::Field& field) {
           return has_rest(field.pattern);
         });
}

bool has_any(const std::vector<size_t>& at, size_t from, size_t to) {
  auto next = std::ranges::lower_bound(at, from);
  return next != at.end() && *next < to;
}

// The last position before `end`, or `begin` if all are before it.
size_t last_before(const std::vector<size_t>& at, size_t end, size_t begin) {
  auto next = std::ranges::lower_bound(at, end);
  return next == at.begin() ? begin : std::max(begin, *(next - 1));
}

// Whether the name is the argument of a call of `len`.
bool is_length_of(const Expr* user, const Expr* name) {
  if (user == nullptr || user->kind != ExprKind::call) return false;
  auto* c = static_cast<const CallExpr*>(user);
  return form_of(*c->callee) == CallForm::length && c->args.size() == 1 &&
         c->args[0].kind == Item::plain && c->args[0].value == name;
}

class LoanAnalysis {
 public:
  explicit LoanAnalysis(Core& core) : core_(core) {
    for (const CoreValue& value : core_.values) {
      auto* loop = value.tree != nullptr && value.tree->kind == ExprKind::for_
                       ? static_cast<const For*>(value.tree)
                       : nullptr;
      if (loop == nullptr || loop->clause.pattern->kind != PatternKind::name) continue;
      if (loop->clause.source->kind != ExprKind::range) continue;
      starts_[loop->clause.pattern->binding] =
          static_cast<const RangeExpr*>(loop->clause.source)->start;
    }
  }

  // Finds loans: `var b = xs[j]` … `xs[j] = b`.
  void find(const BlockExpr& block) {
    for (size_t k = 0; k < block.statements.size(); ++k) {
      const Let* let = candidate(block.statements[k]);
      if (let == nullptr) continue;
      const Binding* b = let->pattern->binding;
      size_t last = last_mention(block, b, k);
      const Stmt* back = block.statements[last];
      if (!gives_back(back, b, let->value) || !is_lent(block, k, last, let->value)) continue;
      core_.loans.insert(let);
      core_.loans.insert(back);
      core_.variables[b].is_updated = true;
      lent_from_.push_back(let);
    }
  }

  // Records that the let of a loan takes an element out of its place.
  void note_updates() {
    for (const Let* let : lent_from_) {
      auto& updates = core_.variables[root_of(let->value)->binding].updates;
      updates.push_back({core_.lines.at(let).end - 1, let});
    }
    for (const Let* let : lent_from_) {
      auto& updates = core_.variables[root_of(let->value)->binding].updates;
      if (!std::ranges::is_sorted(updates, {}, &Variable::Update::at)) {
        std::ranges::sort(updates, {}, &Variable::Update::at);
      }
    }
  }

  // A let is an alias of a part if the place is not updated before or on the last line that reads
  // the let. That line itself may assign, because it reads first.
  void find_stand_ins(const BlockExpr& block) {
    for (size_t k = 0; k < block.statements.size(); ++k) {
      const Stmt* s = block.statements[k];
      if (s->kind == StmtKind::let) stand_in(block, k, static_cast<const Let*>(s));
      if (s->kind != StmtKind::expr) continue;
      const Expr* e = static_cast<const ExprStmt*>(s)->value;
      if (e->kind == ExprKind::for_) stand_in(static_cast<const For*>(e));
    }
  }

 private:
  const Let* candidate(const Stmt* s) const {
    auto* let = s->kind == StmtKind::let ? static_cast<const Let*>(s) : nullptr;
    if (let == nullptr || !let->is_var || let->pattern->kind != PatternKind::name) return nullptr;
    const Name* root = is_path(let->value) ? root_of(let->value) : nullptr;
    if (root == nullptr || root->binding == nullptr || let->type != nullptr) return nullptr;
    return core_.of(root->binding).is_updated && root->binding->is_place() ? let : nullptr;
  }

  bool gives_back(const Stmt* s, const Binding* b, const Expr* path) const {
    auto* back = s->kind == StmtKind::assign ? static_cast<const Assign*>(s) : nullptr;
    if (back == nullptr || back->has_op || back->value->kind != ExprKind::name) return false;
    if (static_cast<const Name*>(back->value)->binding != b || !is_path(back->target)) return false;
    const Name* root = root_of(back->target);
    return root->binding == root_of(path)->binding && back->target->kind != ExprKind::name &&
           overlap(back->target, path, starts_) == Overlap::same;
  }

  // The last line after line k that reads or writes b, or creates a function that may; k if there
  // is none.
  size_t last_mention(const BlockExpr& block, const Binding* b, size_t k) const {
    size_t begin = core_.lines.at(block.statements[k]).begin;
    size_t end = core_.lines.at(block.statements.back()).end;
    size_t last = std::max(last_before(core_.of(b).mentions, end, begin),
                           last_before(core_.makes_functions, end, begin));
    auto line = std::ranges::upper_bound(block.statements, last, {},
                                         [this](const Stmt* s) { return core_.lines.at(s).begin; });
    auto found = static_cast<size_t>(line - block.statements.begin());
    return std::max(k, found == 0 ? 0 : found - 1);
  }

  // Whether the lines in between do not access the element and are never left early.
  bool is_lent(const BlockExpr& block, size_t k, size_t last, const Expr* path) const {
    size_t from = core_.lines.at(block.statements[k]).end;
    size_t to = core_.lines.at(block.statements[last]).begin;
    return !looks_at(from, to, path) && !leaves(from, to);
  }

  // Whether control may leave the values from..to other than by reaching their end.
  bool leaves(size_t from, size_t to) const {
    auto jump = std::ranges::lower_bound(core_.jumps, from, {}, &ControlExit::at);
    for (; jump != core_.jumps.end() && jump->at < to; ++jump) {
      if (jump->loop < from) return true;
    }
    return false;
  }

  // Whether a value in from..to accesses `path`, or a value that contains it.
  bool looks_at(size_t from, size_t to, const Expr* path) const {
    if (has_any(core_.makes_functions, from, to)) return true;
    const auto& mentions = core_.of(root_of(path)->binding).mentions;
    for (auto at = std::ranges::lower_bound(mentions, from); at != mentions.end() && *at < to;
         ++at) {
      if (looks_at(*at, path)) return true;
    }
    return false;
  }

  bool looks_at(size_t at, const Expr* path) const {
    const Expr* e = core_.values[at].tree;
    if (e->kind == ExprKind::lambda) return true;
    const Expr* user = user_of(at);
    if (is_length_of(user, e)) return false;
    while (user != nullptr && is_path(user) && base_of(user) == e && !e->in_parens) {
      at = core_.values[at].user;
      e = user;
      user = user_of(at);
    }
    // A method accesses the whole object that it is called on.
    bool is_method = user != nullptr && user->kind == ExprKind::call && e->kind == ExprKind::dot &&
                     static_cast<const CallExpr*>(user)->callee == e;
    return overlap(is_method ? base_of(e) : e, path, starts_) != Overlap::apart;
  }

  const Expr* user_of(size_t at) const {
    size_t user = core_.values[at].user;
    return user == at ? nullptr : core_.values[user].tree;
  }

  // Whether a value in from..to, or an assignment there other than `last`, may update a part of the
  // value of `place`.
  bool updates(const Binding* place, size_t from, size_t to, const Stmt* last) const {
    if (has_any(core_.makes_functions, from, to)) return true;
    const auto& updates = core_.of(place).updates;
    auto at = std::ranges::lower_bound(updates, from, {}, &Variable::Update::at);
    for (; at != updates.end() && at->at < to; ++at) {
      if (at->by == nullptr || at->by != last) return true;
    }
    return false;
  }

  // The root of `value`, if the names of the pattern may alias parts of it; otherwise null.
  const Binding* standing_for(const Pattern* pattern, const Expr* value) const {
    const Name* root = is_path(value) ? root_of(value) : nullptr;
    if (root == nullptr || root->binding == nullptr) return nullptr;
    if (!core_.is_updated(root->binding) || has_rest(pattern)) return nullptr;
    std::vector<const Binding*> names;
    names_in(pattern, names);
    auto is_open = [](const Binding* b) {
      bool is_top = b->owner == nullptr && b->depth == 0;
      return b->is_place() || b->is_captured || b->may_be_unset || is_top;
    };
    return std::ranges::any_of(names, is_open) ? nullptr : root->binding;
  }

  void stand(const Pattern* pattern, const Binding* root) {
    std::vector<const Binding*> names;
    names_in(pattern, names);
    for (const Binding* b : names) core_.variables[b].stands_for = root;
  }

  void stand_in(const BlockExpr& block, size_t k, const Let* let) {
    if (let->is_var || let->type != nullptr) return;
    const Binding* root = standing_for(let->pattern, let->value);
    if (root == nullptr) return;
    std::vector<const Binding*> names;
    names_in(let->pattern, names);
    size_t last = k;
    for (const Binding* b : names) last = std::max(last, last_mention(block, b, k));
    const Stmt* s = block.statements[last];
    bool is_write = last > k && s->kind == StmtKind::assign &&
                    static_cast<const Assign*>(s)->target->kind != ExprKind::tuple;
    bool is_free = !updates(core_.place_of(root), core_.lines.at(let).end, core_.lines.at(s).end,
                            is_write ? s : nullptr);
    if (is_free) stand(let->pattern, root);
  }

  void stand_in(const For* loop) {
    const Binding* root = standing_for(loop->clause.pattern, loop->clause.source);
    if (root == nullptr) return;
    const CoreValue& body = core_.of(loop->body);
    size_t end = loop->body->core;
    if (!updates(core_.place_of(root), body.first, end, nullptr)) stand(loop->clause.pattern, root);
  }

  Core& core_;
  RangeStarts starts_;
  std::vector<const Let*> lent_from_;
};

template <class Find>
void each_block(const File& file, const Find& find) {
  for (const auto& node : file.nodes) {
    auto* block = dynamic_cast<const BlockExpr*>(node.get());
    if (block != nullptr && !block->statements.empty()) find(*block);
  }
}

}  // namespace

void find_loans(Core& core) {
  LoanAnalysis loans(core);
  each_block(core.file, [&](const BlockExpr& block) { loans.find(block); });
  loans.note_updates();
  each_block(core.file, [&](const BlockExpr& block) { loans.find_stand_ins(block); });
}

}  // namespace rille::lang
