// lower(): lists the expressions in evaluation order.
#include <algorithm>
#include <unordered_set>

#include "lang/core/passes.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

class CoreLowering {
 public:
  explicit CoreLowering(Core& core) : core_(core) {}

  void run() {
    add(core_.file.top);
    for (const Expr* root : roots()) add(root);
  }

 private:
  // The expressions that are not subexpressions: bodies, defaults, and the expressions in patterns
  // and annotations.
  std::vector<const Expr*> roots() const {
    std::vector<const Expr*> out;
    std::unordered_set<const Expr*> parts = {core_.file.top};
    for (const auto& node : core_.file.nodes) {
      auto* e = dynamic_cast<const Expr*>(node.get());
      if (e == nullptr) continue;
      out.push_back(e);
      for (const Expr* part : children(*e)) parts.insert(part);
    }
    std::erase_if(out, [&](const Expr* e) { return parts.contains(e); });
    std::ranges::stable_sort(out, {}, [](const Expr* e) { return e->span.begin; });
    return out;
  }

  size_t here() const { return core_.values.size(); }
  Variable& variable(const Binding* b) { return core_.variables[b]; }

  size_t add(const Expr* e) {
    size_t first = here();
    bool is_loop = e->kind == ExprKind::for_ || e->kind == ExprKind::while_;
    if (is_loop) loops_.push_back(first);
    auto* g = e->kind == ExprKind::gather ? static_cast<const Comprehension*>(e) : nullptr;
    std::vector<size_t> parts;
    if (e->kind == ExprKind::block) {
      for (const Stmt* s : static_cast<const BlockExpr*>(e)->statements) add(s, parts);
    } else {
      for (const Expr* part : children(*e)) {
        bool is_body = g != nullptr && !g->is_tuple && part == g->body;
        vectorized_ += is_body ? 1 : 0;
        parts.push_back(add(part));
        vectorized_ -= is_body ? 1 : 0;
      }
    }
    if (is_loop) loops_.pop_back();
    size_t at = put({.tree = e, .first = first});
    for (size_t part : parts) core_.values[part].user = at;
    e->core = at;
    note(e, at);
    return at;
  }

  size_t put(CoreValue value) {
    value.user = here();
    value.is_vectorized = vectorized_ > 0;
    core_.values.push_back(value);
    return value.user;
  }

  void add(const Stmt* s, std::vector<size_t>& parts) {
    size_t begin = here();
    if (s->kind == StmtKind::function || s->kind == StmtKind::structure) {
      core_.makes_functions.push_back(here());
      parts.push_back(put({.first = here()}));
    }
    for (const Expr* part : children(*s)) parts.push_back(add(part));
    bool is_jump = s->kind == StmtKind::break_ || s->kind == StmtKind::continue_;
    if (is_jump || s->kind == StmtKind::return_) {
      core_.jumps.push_back({here(), is_jump && !loops_.empty() ? loops_.back() : 0});
      parts.push_back(put({.first = here()}));
    }
    core_.lines[s] = {begin, here()};
    if (s->kind != StmtKind::assign) return;
    const Expr* target = static_cast<const Assign*>(s)->target;
    if (target->kind != ExprKind::tuple) return update(target, s);
    for (const Item& item : static_cast<const Tuple*>(target)->items) update(item.value, s);
  }

  void update(const Expr* target, const Stmt* by) {
    const Name* root = root_of(target);
    if (root != nullptr && root->binding != nullptr)
      variable(root->binding).updates.push_back({here() - 1, by});
  }

  void note(const Expr* e, size_t at) {
    if (e->kind == ExprKind::name) {
      auto* name = static_cast<const Name*>(e);
      if (name->binding == nullptr) return;
      variable(name->binding).mentions.push_back(at);
      if (name->is_last_use) update(e, nullptr);  // the receiver of a moved value may update it
    } else if (e->kind == ExprKind::lambda) {
      for (const Binding* b : static_cast<const Lambda*>(e)->function->captures) {
        variable(b).mentions.push_back(at);
      }
    } else if (e->kind == ExprKind::call) {
      auto* call = static_cast<const CallExpr*>(e);
      if (call->has_bang) update(call->callee, nullptr);
      for (const Item& item : call->args) {
        if (item.kind == Item::place) update(item.value, nullptr);
      }
    }
  }

  Core& core_;
  int vectorized_ = 0;
  std::vector<size_t> loops_;  // first values of the enclosing loops
};

}  // namespace

void lower(Core& core) { CoreLowering(core).run(); }

void names_in(const Pattern* p, std::vector<const Binding*>& out) {
  if (p->binding != nullptr) out.push_back(p->binding);
  for (const Pattern::Field& field : p->fields) names_in(field.pattern, out);
}

}  // namespace rille::lang
