// TypeInference: a fixed point over the values of names.
#include <algorithm>
#include <deque>
#include <utility>

#include "lang/core/passes.h"
#include "lang/core/places.h"
#include "lang/resolve/liveness.h"
#include "vm/run/running.h"

namespace rille::lang {

StaticType join(StaticType a, StaticType b) {
  if (a == b || b == StaticType::unset) return a;
  if (a == StaticType::unset) return b;
  if (is_number_sort(a) && is_number_sort(b)) return StaticType::number;
  return StaticType::unknown;
}

namespace {

StaticType of_binary(BinaryOperator op, StaticType a, StaticType b) {
  if (a == StaticType::unset || b == StaticType::unset) return StaticType::unset;
  bool are_numbers = is_number_sort(a) && is_number_sort(b);
  if (!are_numbers || op == BinaryOperator::matmul) return StaticType::unknown;
  if (op == BinaryOperator::div) return StaticType::floating;
  if (a == StaticType::integer && b == StaticType::integer) return StaticType::integer;
  if (a == StaticType::floating || b == StaticType::floating) return StaticType::floating;
  return StaticType::number;
}

// The function that a call certainly runs.
const FunctionDecl* sure_function(const CallExpr* e) {
  if (e->callee->kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name*>(e->callee)->binding;
  bool is_known = b != nullptr && b->function != nullptr && b->function->binding == b;
  return is_known && !b->is_assigned ? b->function : nullptr;
}

bool is_plain_push(const CallExpr* e) {
  return form_of(*e->callee) == CallForm::append && e->callee->kind == ExprKind::name &&
         e->args.size() == 2 && e->args[0].kind == Item::place &&
         e->args[0].value->kind == ExprKind::name && e->args[1].kind == Item::plain;
}

// Facts are names and results of functions, with all values assigned to them. They rise from
// `unset`, each at most a few times, and their readers are then visited again. At the prompt,
// top-level names are excluded, since later cells may rebind them. Native bodies assume that
// parameters are numbers if they reach a comparison, a bound, or an index through arithmetic only:
// the body tests them at its beginning, and calls with other values run the body for traces.
class TypeInference {
 public:
  explicit TypeInference(Core& core) : core_(core) {}

  void run() {
    for (const auto& b : core_.file.bindings) begin(b.get());
    for (const auto& node : core_.file.nodes) {
      if (auto* e = dynamic_cast<const Expr*>(node.get())) collect(e);
      if (auto* s = dynamic_cast<const Stmt*>(node.get())) collect(s);
      auto* f = dynamic_cast<const FunctionDecl*>(node.get());
      if (f != nullptr && f->body != nullptr && !f->has_inout && !core_.prompt) collect(f);
    }
    for (const auto& [f, params] : core_.tests) {
      for (const Binding* b : params) facts_[b].fixed = core_.of(b).sort;
    }
    settle();
    for (auto& [b, facts] : facts_) {
      core_.variables[b].sort = facts.sort;
      core_.variables[b].element = facts.element;
    }
  }

  const std::unordered_map<const Binding*, const Expr*>& starts() const { return starts_; }

 private:
  struct AssignedValue {
    const Expr* value;
    bool has_op = false;
    BinaryOperator op = BinaryOperator::add;
  };
  struct TypeFacts {
    std::vector<AssignedValue> assigned = {};
    std::vector<AssignedValue> elements = {};  // of a tuple
    const Expr* source = nullptr;              // what a loop iterates over
    StaticType fixed = StaticType::unset;
    StaticType sort = StaticType::unset;
    StaticType element = StaticType::unset;
    std::vector<size_t> readers = {};  // indices of values
    bool waits = false;                // in the worklist
  };

  using FactReader = std::pair<size_t, TypeFacts*>;

  void begin(const Binding* b) {
    TypeFacts& facts = facts_[b];
    bool is_value = (b->kind == BindingKind::let || b->kind == BindingKind::variable) &&
                    b->value != nullptr && b->type == nullptr;
    if (core_.prompt && b->depth == 0 && b->owner == nullptr) {
      facts.fixed = StaticType::unknown;
    } else if (b->kind == BindingKind::size) {
      facts.fixed = StaticType::integer;
    } else if (is_value) {
      facts.assigned.push_back({b->value});
    } else {
      facts.fixed = StaticType::unknown;  // of a loop variable, unless its clause says more
    }
  }

  void collect(const FunctionDecl* f) {
    TypeFacts& facts = results_[f];
    facts.assigned.push_back({f->body});
    const CoreValue& body = core_.of(f->body);
    for (size_t i = body.first; i <= f->body->core; ++i) {
      const Expr* e = core_.values[i].tree;
      if (e == nullptr || e->kind != ExprKind::block) continue;
      for (const Stmt* s : static_cast<const BlockExpr*>(e)->statements) {
        if (s->kind != StmtKind::return_) continue;
        const Expr* value = static_cast<const Return*>(s)->value;
        if (value == nullptr) facts.fixed = StaticType::unknown;
        if (value != nullptr) facts.assigned.push_back({value});
      }
    }
  }

  void spoil(const Expr* place) {
    const Name* root = root_of(place);
    const Binding* changed = root != nullptr ? root->binding : nullptr;
    if (changed != nullptr) facts_[changed].fixed = StaticType::unknown;
  }

  // Records an assignment to a variable or an element of one.
  void give(const Expr* target, const AssignedValue& value) {
    const Name* root = root_of(target);
    if (root == nullptr || root->binding == nullptr) return;
    if (target->kind == ExprKind::name) {
      facts_[root->binding].assigned.push_back(value);
    } else if (target->kind == ExprKind::index &&
               static_cast<const IndexExpr*>(target)->base->kind == ExprKind::name) {
      facts_[root->binding].elements.push_back(value);
    } else {
      spoil(target);
    }
  }

  void collect(const Stmt* s) {
    if (s->kind != StmtKind::assign) return;
    auto* a = static_cast<const Assign*>(s);
    if (a->target->kind != ExprKind::tuple) return give(a->target, {a->value, a->has_op, a->op});
    auto* targets = static_cast<const Tuple*>(a->target);
    auto* values =
        a->value->kind == ExprKind::tuple ? static_cast<const Tuple*>(a->value) : nullptr;
    bool is_pairwise = values != nullptr && values->items.size() == targets->items.size();
    for (size_t i = 0; i < targets->items.size(); ++i) {
      if (is_pairwise && values->items[i].kind == Item::plain) {
        give(targets->items[i].value, {values->items[i].value});
      } else {
        spoil(targets->items[i].value);
      }
    }
  }

  void collect(const Clause& clause, bool is_one_by_one) {
    bool is_name = clause.pattern->kind == PatternKind::name;
    if (!is_name || clause.pattern->binding == nullptr) return;
    bool counts = is_one_by_one && clause.source->kind == ExprKind::range;
    TypeFacts& facts = facts_[clause.pattern->binding];
    facts.fixed = is_one_by_one ? StaticType::unset : StaticType::unknown;
    if (counts) facts.fixed = StaticType::integer;
    if (!counts && is_one_by_one) facts.source = clause.source;
    if (counts) {
      starts_[clause.pattern->binding] = static_cast<const RangeExpr*>(clause.source)->start;
    }
  }

  void collect(const Expr* e) {
    if (e->kind == ExprKind::for_) return collect(static_cast<const For*>(e)->clause, true);
    if (e->kind == ExprKind::gather) {
      auto* g = static_cast<const Comprehension*>(e);
      for (const Clause& clause : g->clauses) collect(clause, g->is_tuple);
    }
    if (e->kind != ExprKind::call) return;
    auto* c = static_cast<const CallExpr*>(e);
    if (is_plain_push(c)) {
      const Binding* root = static_cast<const Name*>(c->args[0].value)->binding;
      facts_[root].elements.push_back({c->args[1].value});
      return;
    }
    for (const Item& item : c->args) {
      if (item.kind == Item::place) spoil(item.value);
    }
    if (!c->has_bang) return;
    spoil(c->callee);
    if (c->callee->kind == ExprKind::dot) spoil(static_cast<const Dot*>(c->callee)->base);
  }

  // --- the fixed point ---

  // Records which facts depend on a value, in addition to the enclosing value.
  void note_takers() {
    auto note = [this](TypeFacts& facts) {
      for (const auto* list : {&facts.assigned, &facts.elements}) {
        for (const AssignedValue& given : *list) takers_.emplace_back(given.value->core, &facts);
      }
      if (facts.source != nullptr) takers_.emplace_back(facts.source->core, &facts);
    };
    for (auto& [b, facts] : facts_) note(facts);
    for (auto& [f, facts] : results_) note(facts);
    std::ranges::sort(takers_, {}, &FactReader::first);
    for (size_t i = 0; i < core_.values.size(); ++i) {
      const Expr* e = core_.values[i].tree;
      if (e == nullptr) continue;
      if (e->kind == ExprKind::name) {
        auto at = facts_.find(static_cast<const Name*>(e)->binding);
        if (at != facts_.end()) at->second.readers.push_back(i);
      } else if (e->kind == ExprKind::call) {
        auto at = results_.find(sure_function(static_cast<const CallExpr*>(e)));
        if (at != results_.end()) at->second.readers.push_back(i);
      }
    }
  }

  void look_at(size_t i) {
    if (waits_[i]) return;
    waits_[i] = true;
    open_values_.push_back(i);
  }

  void look_at(TypeFacts* facts) {
    if (facts->waits) return;
    facts->waits = true;
    open_facts_.push_back(facts);
  }

  void settle() {
    note_takers();
    waits_.resize(core_.values.size());
    for (auto& [b, facts] : facts_) look_at(&facts);
    for (auto& [f, facts] : results_) look_at(&facts);
    for (size_t i = 0; i < core_.values.size(); ++i) settle(i);
    // Alternates between all values and all facts, so that an expression with many parts is visited
    // once for all changes.
    while (!open_values_.empty() || !open_facts_.empty()) {
      for (; !open_values_.empty(); open_values_.pop_front()) {
        poll();
        size_t i = open_values_.front();
        waits_[i] = false;
        settle(i);
      }
      for (TypeFacts* facts : std::exchange(open_facts_, {})) {
        facts->waits = false;
        settle(*facts);
      }
    }
  }

  void settle(size_t i) {
    CoreValue& value = core_.values[i];
    if (value.tree == nullptr) return;
    StaticType sort = find(value.tree), element = find_element(value.tree);
    if (sort == value.sort && element == value.element) return;
    value.sort = sort;
    value.element = element;
    if (value.user != i) look_at(value.user);
    auto readers = std::ranges::equal_range(takers_, i, {}, &FactReader::first);
    for (auto [at, facts] : readers) look_at(facts);
  }

  // Raises a fact by one step.
  void settle(TypeFacts& facts) {
    StaticType sort = facts.fixed, item = StaticType::unset;
    auto update = [&](const AssignedValue& given, StaticType old) {
      StaticType next = of(given.value);
      return given.has_op ? of_binary(given.op, old, next) : next;
    };
    for (const AssignedValue& given : facts.assigned) {
      sort = join(sort, update(given, facts.sort));
      if (!given.has_op) item = join(item, core_.of(given.value).element);
    }
    if (facts.source != nullptr) {
      StaticType source = of(facts.source);
      sort = source == StaticType::unset   ? source
             : source != StaticType::tuple ? StaticType::unknown
                                           : core_.of(facts.source).element;
      item = StaticType::unknown;
    }
    for (const auto& given : facts.elements) item = join(item, update(given, facts.element));
    sort = join(facts.sort, sort);
    item = join(facts.element, item);
    if (sort == facts.sort && item == facts.element) return;
    facts.sort = sort;
    facts.element = item;
    look_at(&facts);  // op= reads the old value
    for (size_t reader : facts.readers) look_at(reader);
  }

  StaticType of(const Expr* e) const { return core_.of(e).sort; }

  StaticType of(const Binding* b) const {
    auto at = facts_.find(b);
    return at == facts_.end() ? StaticType::unknown : at->second.sort;
  }

  StaticType find(const Expr* e) const {
    switch (e->kind) {
      case ExprKind::integer: return StaticType::integer;
      case ExprKind::floating: return StaticType::floating;
      case ExprKind::boolean: return StaticType::boolean;
      case ExprKind::string: return StaticType::text;
      case ExprKind::name: return of(static_cast<const Name*>(e)->binding);
      case ExprKind::call: return call(static_cast<const CallExpr*>(e));
      case ExprKind::negate: return negate(of(static_cast<const Unary*>(e)->operand));
      case ExprKind::binary: {
        auto* b = static_cast<const Binary*>(e);
        return of_binary(b->op, of(b->left), of(b->right));
      }
      case ExprKind::tuple: return tuple(static_cast<const Tuple*>(e));
      case ExprKind::gather:
        if (!static_cast<const Comprehension*>(e)->is_tuple) return StaticType::unknown;
        return StaticType::tuple;
      case ExprKind::index: return index(static_cast<const IndexExpr*>(e));
      case ExprKind::compare: return compare(static_cast<const Compare*>(e));
      case ExprKind::if_:
      case ExprKind::match:
      case ExprKind::block: return branches(e, &CoreValue::sort);
      default: return StaticType::unknown;
    }
  }

  static StaticType negate(StaticType sort) {
    return sort == StaticType::unset || is_number_sort(sort) ? sort : StaticType::unknown;
  }

  static StaticType tuple(const Tuple* e) {
    auto is_spread = [](const Item& item) { return item.kind == Item::spread; };
    return std::ranges::any_of(e->items, is_spread) ? StaticType::unknown : StaticType::tuple;
  }

  StaticType find_element(const Expr* e) const {
    if (e->kind == ExprKind::name) {
      auto at = facts_.find(static_cast<const Name*>(e)->binding);
      return at == facts_.end() ? StaticType::unknown : at->second.element;
    }
    if (e->kind == ExprKind::tuple) {
      StaticType sort = StaticType::unset;
      for (const Item& item : static_cast<const Tuple*>(e)->items)
        sort = join(sort, of(item.value));
      return sort;
    }
    if (e->kind == ExprKind::gather) return of(static_cast<const Comprehension*>(e)->body);
    return branches(e, &CoreValue::element);
  }

  StaticType index(const IndexExpr* e) const {
    bool is_one = e->subs.size() == 1 && e->subs[0].kind == IndexItem::at;
    if (!is_one || e->base->kind != ExprKind::name) return StaticType::unknown;
    StaticType base = of(e->base), at = of(e->subs[0].value);
    if (base == StaticType::unset || at == StaticType::unset) return StaticType::unset;
    bool is_element = base == StaticType::tuple && at == StaticType::integer;
    return is_element ? core_.of(e->base).element : StaticType::unknown;
  }

  // A comparison of numbers is one bool.
  StaticType compare(const Compare* e) const {
    StaticType sort = of(e->first);
    for (const CompareLink& link : e->links) {
      StaticType right = of(link.right);
      if (sort == StaticType::unset || right == StaticType::unset) return StaticType::unset;
      if (!is_number_sort(sort) || !is_number_sort(right)) return StaticType::unknown;
      sort = right;
    }
    return StaticType::boolean;
  }

  // The join over the possible values of a construct.
  StaticType branches(const Expr* e, StaticType CoreValue::* fact) const {
    auto of_value = [&](const Expr* part) { return core_.of(part).*fact; };
    StaticType sort = StaticType::unset;
    if (e->kind == ExprKind::block) {
      const Expr* value = static_cast<const BlockExpr*>(e)->value();
      return value == nullptr ? StaticType::unknown : of_value(value);
    }
    if (e->kind == ExprKind::if_) {
      auto* x = static_cast<const If*>(e);
      if (x->otherwise == nullptr) return StaticType::unknown;
      for (const IfBranch& branch : x->branches) sort = join(sort, of_value(branch.body));
      return join(sort, of_value(x->otherwise));
    }
    if (e->kind != ExprKind::match) return StaticType::unknown;
    for (const Arm& arm : static_cast<const Match*>(e)->arms) sort = join(sort, of_value(arm.body));
    return sort;
  }

  StaticType call(const CallExpr* e) const {
    if (e->callee->kind != ExprKind::name) return StaticType::unknown;
    if (const FunctionDecl* f = sure_function(e)) return known_call(e, f);
    CallForm form = form_of(*e->callee);
    if (form == CallForm::named) return StaticType::dict;
    if (form == CallForm::member) return member(e);
    if (form == CallForm::call || e->args.size() != 1) return StaticType::unknown;
    if (form == CallForm::length) return StaticType::integer;
    if (e->args[0].kind != Item::plain) return StaticType::unknown;
    StaticType given = of(e->args[0].value);
    bool is_set = given != StaticType::unset;
    if (form == CallForm::to_int) return is_set ? StaticType::integer : given;
    if (form == CallForm::to_float) return is_set ? StaticType::floating : given;
    return StaticType::unknown;
  }

  // Membership in a dict is a bool.
  StaticType member(const CallExpr* e) const {
    if (e->args.size() != 2 || !is_plain(e)) return StaticType::unknown;
    StaticType base = of(e->args[0].value), key = of(e->args[1].value);
    if (base == StaticType::unset || key == StaticType::unset) return StaticType::unset;
    bool is_key = key == StaticType::integer || key == StaticType::text;
    return base == StaticType::dict && is_key ? StaticType::boolean : StaticType::unknown;
  }

  // The result of a native body whose tests for numbers succeed.
  StaticType known_call(const CallExpr* e, const FunctionDecl* f) const {
    auto at = results_.find(f);
    if (at == results_.end() || e->args.size() != f->params.size()) return StaticType::unknown;
    const std::vector<const Binding*>& numbers = core_.tested(f);
    for (size_t i = 0; i < e->args.size(); ++i) {
      if (e->args[i].kind != Item::plain || !e->args[i].word.empty()) return StaticType::unknown;
      const Binding* param = f->params[i]->binding;
      if (std::ranges::find(numbers, param) == numbers.end()) continue;
      StaticType given = of(e->args[i].value);
      if (given == StaticType::unset) return given;
      bool is_integer = of(param) == StaticType::integer;
      bool is_fit = is_integer ? given == StaticType::integer : is_number_sort(given);
      if (!is_fit) return StaticType::unknown;
    }
    return at->second.sort == StaticType::tuple ? StaticType::unknown : at->second.sort;
  }

  Core& core_;
  std::unordered_map<const Binding*, TypeFacts> facts_;
  // Of functions that are never rebound.
  std::unordered_map<const FunctionDecl*, TypeFacts> results_;
  std::unordered_map<const Binding*, const Expr*> starts_;  // of loops over ranges
  std::vector<FactReader> takers_;                          // sorted by value
  std::vector<bool> waits_;
  std::deque<size_t> open_values_;
  std::deque<TypeFacts*> open_facts_;
};

StaticType find_literal(const Core& core, const Expr* e) {
  switch (e->kind) {
    case ExprKind::integer: return StaticType::integer;
    case ExprKind::floating: return StaticType::floating;
    case ExprKind::boolean: return StaticType::boolean;
    case ExprKind::negate: return core.of(static_cast<const Unary*>(e)->operand).literal;
    case ExprKind::binary: {
      auto* b = static_cast<const Binary*>(e);
      return of_binary(b->op, core.of(b->left).literal, core.of(b->right).literal);
    }
    default: return StaticType::unknown;
  }
}

}  // namespace

void find_sorts(Core& core) {
  find_tests(core);
  TypeInference sorts(core);
  sorts.run();
  for (CoreValue& value : core.values) {
    if (value.tree == nullptr) continue;
    value.literal = find_literal(core, value.tree);
    value.is_natural = find_natural(core, value.tree, sorts.starts());
    value.is_computed = find_computed(core, value);
  }
}

}  // namespace rille::lang
