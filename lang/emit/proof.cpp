// Sorts by a fixed point over assignments.
#include "lang/emit/proof.h"

#include <algorithm>

#include "lang/emit/scalars.h"
#include "lang/resolve.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {

Sort join(Sort a, Sort b) {
  if (a == b || b == Sort::unset) return a;
  if (a == Sort::unset) return b;
  if (is_number_sort(a) && is_number_sort(b)) return Sort::number;
  return Sort::unknown;
}

namespace {

// What `find` says of e, asked once.
template <class T, class Find>
T remembered(std::unordered_map<const Expr*, T>& known, const Expr* e, const Find& find) {
  auto at = known.find(e);
  if (at != known.end()) return at->second;
  T out = find();
  known.emplace(e, out);
  return out;
}

bool has_parts(const Expr* e) {
  switch (e->kind) {
    case ExprKind::negate:
    case ExprKind::binary:
    case ExprKind::compare:
    case ExprKind::call:
    case ExprKind::index:
    case ExprKind::if_:
    case ExprKind::match:
    case ExprKind::block: return true;
    default: return false;
  }
}

}  // namespace

Proof::Proof(const File& file, bool prompt) {
  settle(file, prompt);
  is_settled_ = true;
}

void Proof::settle(const File& file, bool prompt) {
  collect(file, prompt);
  collect_tests(file);
  for (int round = 0; round < 64; ++round) {
    bool changed = false;
    for (auto& [binding, facts] : facts_) changed |= settle(facts);
    for (auto& [function, facts] : results_) changed |= settle(facts);
    if (!changed) return;
  }
  for (auto& [binding, facts] : facts_) facts.sort = facts.element = Sort::unknown;
  results_.clear();
}

// One step upwards; false where nothing changed.
bool Proof::settle(Facts& facts) {
  Sort sort = facts.fixed, item = Sort::unset;
  auto update = [&](const Assigned& a, Sort old) {
    Sort given = of(a.value);
    return a.has_op ? binary(a.op, old, given) : given;
  };
  for (const Assigned& a : facts.assigned) {
    sort = join(sort, update(a, facts.sort));
    if (!a.has_op) item = join(item, element(a.value));
  }
  if (facts.source != nullptr) {
    Sort source = of(facts.source);
    sort = source == Sort::unset   ? source
           : source != Sort::tuple ? Sort::unknown
                                   : element(facts.source);
    item = Sort::unknown;
  }
  for (const Assigned& a : facts.elements) {
    item = join(item, update(a, facts.element));
  }
  sort = join(facts.sort, sort);
  item = join(facts.element, item);
  bool changed = sort != facts.sort || item != facts.element;
  facts.sort = sort;
  facts.element = item;
  return changed;
}

void Proof::collect(const File& file, bool prompt) {
  for (const auto& b : file.bindings) {
    Facts& facts = facts_[b.get()];
    if (prompt && b->depth == 0 && b->owner == nullptr) {
      facts.fixed = Sort::unknown;
    } else if (b->kind == BindingKind::size) {
      facts.fixed = Sort::integer;
    } else if (b->kind == BindingKind::loop) {
      facts.fixed = Sort::unknown;  // unless its clause says more
    } else if ((b->kind == BindingKind::let || b->kind == BindingKind::variable) &&
               b->value != nullptr && b->type == nullptr) {
      facts.assigned.push_back({b->value, false, Operator::add});
    } else {
      facts.fixed = Sort::unknown;
    }
  }
  for (const auto& node : file.nodes) {
    if (auto* e = dynamic_cast<const Expr*>(node.get())) collect(e);
    if (auto* s = dynamic_cast<const Stmt*>(node.get())) collect(s);
    if (auto* f = dynamic_cast<const Function*>(node.get()); f != nullptr && !prompt) collect(f);
  }
}

void Proof::collect(const Function* f) {
  if (f->body == nullptr || f->has_inout) return;
  Facts& facts = results_[f];
  facts.assigned.push_back({f->body, false, Operator::add});
  returns(f->body, facts);
}

void Proof::returns(const Expr* e, Facts& out) {
  if (e->kind == ExprKind::block) {
    for (const Stmt* s : static_cast<const Block*>(e)->statements) {
      if (s->kind != StmtKind::return_) continue;
      const Expr* value = static_cast<const Return*>(s)->value;
      if (value == nullptr) out.fixed = Sort::unknown;
      if (value != nullptr) out.assigned.push_back({value, false, Operator::add});
    }
  }
  for (const Expr* part : children(*e)) returns(part, out);
}

void Proof::collect_tests(const File& file) {
  for (const auto& [f, params] : scalar_params(file)) {
    for (const auto& [param, sort] : params) {
      facts_[param].fixed = sort;
      tested_[f].push_back(param);
    }
  }
}

const std::vector<const Binding*>& Proof::tested(const Function* f) const {
  static const std::vector<const Binding*> none;
  auto at = tested_.find(f);
  return at == tested_.end() ? none : at->second;
}

void Proof::spoil(const Expr* place) {
  if (const Name* root = root_of(place); root != nullptr && root->binding != nullptr) {
    facts_[root->binding].fixed = Sort::unknown;
  }
}

// A place or an element of one is given a value.
void Proof::give(const Expr* target, const Assigned& value) {
  const Name* root = root_of(target);
  if (root == nullptr || root->binding == nullptr) return;
  if (target->kind == ExprKind::name) {
    facts_[root->binding].assigned.push_back(value);
  } else if (target->kind == ExprKind::index &&
             static_cast<const Index*>(target)->base->kind == ExprKind::name) {
    facts_[root->binding].elements.push_back(value);
  } else {
    spoil(target);
  }
}

void Proof::collect(const Stmt* s) {
  if (s->kind != StmtKind::assign) return;
  auto* a = static_cast<const Assign*>(s);
  if (a->target->kind != ExprKind::tuple) return give(a->target, {a->value, a->has_op, a->op});
  auto* targets = static_cast<const Tuple*>(a->target);
  auto* values = a->value->kind == ExprKind::tuple ? static_cast<const Tuple*>(a->value) : nullptr;
  bool is_pairwise = values != nullptr && values->items.size() == targets->items.size();
  for (size_t i = 0; i < targets->items.size(); ++i) {
    if (is_pairwise && values->items[i].kind == Item::plain) {
      give(targets->items[i].value, {values->items[i].value, false, Operator::add});
    } else {
      spoil(targets->items[i].value);
    }
  }
}

void Proof::collect(const Expr* e) {
  auto bind = [&](const Clause& clause, bool is_range_loop) {
    bool is_name = clause.pattern->kind == PatternKind::name;
    if (!is_name || clause.pattern->binding == nullptr) return;
    bool counts = is_range_loop && clause.source->kind == ExprKind::range;
    Facts& facts = facts_[clause.pattern->binding];
    facts.fixed = counts ? Sort::integer : is_range_loop ? Sort::unset : Sort::unknown;
    if (!counts && is_range_loop) facts.source = clause.source;
    if (counts) starts_[clause.pattern->binding] = static_cast<const Range*>(clause.source)->start;
  };
  if (e->kind == ExprKind::for_) {
    bind(static_cast<const For*>(e)->clause, true);
  } else if (e->kind == ExprKind::gather) {
    auto* g = static_cast<const Gather*>(e);
    for (const Clause& clause : g->clauses) bind(clause, g->is_tuple);
  } else if (e->kind == ExprKind::call) {
    auto* c = static_cast<const Call*>(e);
    auto* callee =
        c->callee->kind == ExprKind::name ? static_cast<const Name*>(c->callee) : nullptr;
    bool is_push = callee != nullptr && form_of(*callee) == CallForm::append &&
                   c->args.size() == 2 && c->args[0].kind == Item::place &&
                   c->args[0].value->kind == ExprKind::name && c->args[1].kind == Item::plain;
    if (is_push) {
      const Binding* root = static_cast<const Name*>(c->args[0].value)->binding;
      facts_[root].elements.push_back({c->args[1].value, false, Operator::add});
      return;
    }
    for (const Item& item : c->args) {
      if (item.kind == Item::place) spoil(item.value);
    }
    if (c->has_bang) spoil(c->callee);
    if (c->has_bang && c->callee->kind == ExprKind::dot) {
      spoil(static_cast<const Dot*>(c->callee)->base);
    }
  }
}

Sort Proof::binary(Operator op, Sort a, Sort b) const {
  if (a == Sort::unset || b == Sort::unset) return Sort::unset;
  if (!is_number_sort(a) || !is_number_sort(b) || op == Operator::matmul) return Sort::unknown;
  if (op == Operator::div) return Sort::floating;
  if (a == Sort::integer && b == Sort::integer) return Sort::integer;
  if (a == Sort::floating || b == Sort::floating) return Sort::floating;
  return Sort::number;
}

// A native body that was given the numbers that it tests for.
Sort Proof::known_call(const Call* e, const Function* f) const {
  auto at = results_.find(f);
  if (at == results_.end() || e->args.size() != f->params.size()) return Sort::unknown;
  const std::vector<const Binding*>& numbers = tested(f);
  for (size_t i = 0; i < e->args.size(); ++i) {
    if (e->args[i].kind != Item::plain || !e->args[i].word.empty()) return Sort::unknown;
    bool is_tested = std::ranges::find(numbers, f->params[i]->binding) != numbers.end();
    if (!is_tested) continue;
    Sort given = of(e->args[i].value);
    if (given == Sort::unset) return given;
    bool is_fit =
        of(f->params[i]->binding) == Sort::integer ? given == Sort::integer : is_number_sort(given);
    if (!is_fit) return Sort::unknown;
  }
  return at->second.sort == Sort::tuple ? Sort::unknown : at->second.sort;
}

// Of the elements of e, where e is a tuple.
Sort Proof::element(const Expr* e) const {
  if (e->kind == ExprKind::name) {
    const Binding* b = static_cast<const Name*>(e)->binding;
    auto at = b == nullptr ? facts_.end() : facts_.find(b);
    return at == facts_.end() ? Sort::unknown : at->second.element;
  }
  if (e->kind == ExprKind::tuple) {
    Sort sort = Sort::unset;
    for (const Item& item : static_cast<const Tuple*>(e)->items) sort = join(sort, of(item.value));
    return sort;
  }
  if (e->kind == ExprKind::gather) return of(static_cast<const Gather*>(e)->body);
  return branches(e, &Proof::element);
}

Sort Proof::index(const Index* e) const {
  bool is_one = e->subs.size() == 1 && e->subs[0].kind == Sub::at;
  if (!is_one || e->base->kind != ExprKind::name) return Sort::unknown;
  Sort base = of(e->base), at = of(e->subs[0].value);
  if (base == Sort::unset || at == Sort::unset) return Sort::unset;
  return base == Sort::tuple && at == Sort::integer ? element(e->base) : Sort::unknown;
}

// Between numbers: one bool.
Sort Proof::compare(const Compare* e) const {
  Sort sort = of(e->first);
  for (const Link& link : e->links) {
    Sort right = of(link.right);
    if (sort == Sort::unset || right == Sort::unset) return Sort::unset;
    if (!is_number_sort(sort) || !is_number_sort(right)) return Sort::unknown;
    sort = right;
  }
  return Sort::boolean;
}

// The join over the values that a construct may have.
Sort Proof::branches(const Expr* e, Sort (Proof::*of_value)(const Expr*) const) const {
  Sort sort = Sort::unset;
  if (e->kind == ExprKind::block) {
    const Expr* value = static_cast<const Block*>(e)->value();
    return value == nullptr ? Sort::unknown : (this->*of_value)(value);
  }
  if (e->kind == ExprKind::if_) {
    auto* x = static_cast<const If*>(e);
    if (x->otherwise == nullptr) return Sort::unknown;
    for (const Branch& branch : x->branches) sort = join(sort, (this->*of_value)(branch.body));
    return join(sort, (this->*of_value)(x->otherwise));
  }
  if (e->kind != ExprKind::match) return Sort::unknown;
  for (const Arm& arm : static_cast<const Match*>(e)->arms) {
    sort = join(sort, (this->*of_value)(arm.body));
  }
  return sort;
}

Sort Proof::call(const Call* e) const {
  if (e->callee->kind != ExprKind::name) return Sort::unknown;
  auto* callee = static_cast<const Name*>(e->callee);
  const Binding* b = callee->binding;
  bool is_known = b != nullptr && b->function != nullptr && b->function->binding == b;
  if (is_known && !b->is_assigned) return known_call(e, b->function);
  CallForm form = form_of(*callee);
  if (form == CallForm::call || e->args.size() != 1) return Sort::unknown;
  if (form == CallForm::length) return Sort::integer;
  if (e->args[0].kind != Item::plain) return Sort::unknown;
  Sort given = of(e->args[0].value);
  if (form == CallForm::to_int) return given == Sort::unset ? given : Sort::integer;
  if (form == CallForm::to_float) return given == Sort::unset ? given : Sort::floating;
  return Sort::unknown;
}

Sort Proof::of(const Binding* b) const {
  auto at = facts_.find(b);
  return at == facts_.end() ? Sort::unknown : at->second.sort;
}

Sort Proof::of_name(const Name* e) const {
  return e->binding == nullptr ? Sort::unknown : of(e->binding);
}

Sort Proof::of(const Expr* e) const {
  if (!is_settled_ || !has_parts(e)) return find(e);
  return remembered(sorts_, e, [&] { return find(e); });
}

Sort Proof::find(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::integer: return Sort::integer;
    case ExprKind::floating: return Sort::floating;
    case ExprKind::boolean: return Sort::boolean;
    case ExprKind::string: return Sort::text;
    case ExprKind::name: return of_name(static_cast<const Name*>(e));
    case ExprKind::call: return call(static_cast<const Call*>(e));
    case ExprKind::negate: {
      Sort sort = of(static_cast<const Unary*>(e)->operand);
      return sort == Sort::unset || is_number_sort(sort) ? sort : Sort::unknown;
    }
    case ExprKind::binary: {
      auto* b = static_cast<const Binary*>(e);
      return binary(b->op, of(b->left), of(b->right));
    }
    case ExprKind::tuple: {
      for (const Item& item : static_cast<const Tuple*>(e)->items) {
        if (item.kind == Item::spread) return Sort::unknown;
      }
      return Sort::tuple;
    }
    case ExprKind::gather:
      return static_cast<const Gather*>(e)->is_tuple ? Sort::tuple : Sort::unknown;
    case ExprKind::index: return index(static_cast<const Index*>(e));
    case ExprKind::compare: return compare(static_cast<const Compare*>(e));
    case ExprKind::if_:
    case ExprKind::match:
    case ExprKind::block: return branches(e, &Proof::of);
    default: return Sort::unknown;
  }
}

bool Proof::is_computed(const Expr* e) const {
  return remembered(computed_, e, [&] { return find_computed(e); });
}

bool Proof::find_computed(const Expr* e) const {
  if (e->kind == ExprKind::binary) return static_cast<const Binary*>(e)->op != Operator::matmul;
  if (e->kind == ExprKind::negate || is_number_sort(of(e))) return true;
  const Binding* b = e->kind == ExprKind::name ? static_cast<const Name*>(e)->binding : nullptr;
  return b != nullptr && b->kind == BindingKind::let && b->value != nullptr &&
         is_computed(b->value);
}

bool Proof::is_natural(const Expr* e) const {
  return remembered(naturals_, e, [&] { return find_natural(e); });
}

// A sum of two naturals may wrap, so one of them is small.
bool Proof::find_natural(const Expr* e) const {
  auto is_small = [](const Expr* x) {
    return x->kind == ExprKind::integer && static_cast<const Integer*>(x)->value >= 0 &&
           static_cast<const Integer*>(x)->value < int64_t{1} << 31;
  };
  if (is_small(e)) return true;
  if (e->kind == ExprKind::binary) {
    auto* b = static_cast<const Binary*>(e);
    return b->op == Operator::add && ((is_small(b->left) && is_natural(b->right)) ||
                                      (is_small(b->right) && is_natural(b->left)));
  }
  if (e->kind != ExprKind::name) return false;
  const Binding* b = static_cast<const Name*>(e)->binding;
  if (b == nullptr) return false;
  if (b->kind == BindingKind::size) return true;
  auto start = starts_.find(b);
  return start != starts_.end() && is_natural(start->second);
}

Sort Proof::of_literal(const Expr* e) const {
  return remembered(literals_, e, [&] { return find_literal(e); });
}

Sort Proof::find_literal(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::integer: return Sort::integer;
    case ExprKind::floating: return Sort::floating;
    case ExprKind::boolean: return Sort::boolean;
    case ExprKind::negate: return of_literal(static_cast<const Unary*>(e)->operand);
    case ExprKind::binary: {
      auto* b = static_cast<const Binary*>(e);
      return binary(b->op, of_literal(b->left), of_literal(b->right));
    }
    default: return Sort::unknown;
  }
}

}  // namespace rille::lang
