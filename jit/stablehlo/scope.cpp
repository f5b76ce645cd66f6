// Names, blocks, and calls of a StableHLO module.
#include "jit/stablehlo/scope.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "jit/op.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr int max_depth = 100;

const HloRule* rule_named(std::string_view name) {
  static const auto& rules = *[] {
    auto* out = new std::unordered_map<std::string_view, const HloRule*>;
    for (auto family : {elementwise_rules(), movement_rules(), fold_rules(), indexing_rules(),
                        product_rules(), control_rules(), composite_rules(), sorting_rules(),
                        fourier_rules(), random_rules(), sharding_rules(), collective_rules()}) {
      for (const HloRule& rule : family) out->emplace(rule.name, &rule);
    }
    return out;
  }();
  auto found = rules.find(name);
  return found == rules.end() ? nullptr : found->second;
}

// The names of enclosing scopes that a region reads, in order of first use.
class FreeVariables {
 public:
  std::vector<std::string> names = {};

  void add(const HloRegion& region) {
    size_t begin = own_.size();
    for (const std::string& name : region.params) define(name);
    for (const HloOp& op : region.ops) {
      polls_.step();
      for (const std::string& name : op.in) {
        if (defined_[name] == 0 && seen_.insert(name).second) names.push_back(name);
      }
      for (const HloRegion& inner : op.regions) add(inner);
      for (const std::string& name : op.out) define(name);
    }
    for (; own_.size() > begin; own_.pop_back()) --defined_[own_.back()];
  }

 private:
  void define(std::string_view name) {
    ++defined_[name];
    own_.push_back(name);
  }

  std::set<std::string_view> seen_ = {};
  // By the number of open regions that define them.
  std::unordered_map<std::string_view, int> defined_ = {};
  std::vector<std::string_view> own_ = {};
  PollCounter polls_;
};

// Whether the literal of the operation is its value; in other operations it is a list of groups.
bool has_value(const HloOp& op) {
  return op.name == "constant" || op.name == "chlo.constant" || op.name.ends_with("_const");
}

void add_literals(const HloRegion& region, const HloModule& module, std::set<const HloOp*>& seen,
                  std::vector<const HloOp*>& out) {
  for (const HloOp& op : region.ops) {
    if (has_value(op)) {
      Builder nowhere;
      if (filled_literal(nowhere, op).none() && seen.insert(&op).second) out.push_back(&op);
    } else {
      const HloAttr* groups = op.attrs.find({"replica_groups"});
      bool has_table = groups != nullptr && groups->form == HloAttr::AttrKind::elements;
      if (has_table && seen.insert(&op).second) out.push_back(&op);
    }
    const HloAttr* callee = op.attrs.find({"callee", "decomposition"});
    if (callee != nullptr) {
      auto found = module.functions.find(callee->text);
      if (found != module.functions.end() && seen.insert(found->second).second) {
        add_literals(found->second->regions[0], module, seen, out);
      }
    }
    for (const HloRegion& inner : op.regions) add_literals(inner, module, seen, out);
  }
}

}  // namespace

const HloElements& literal_of(const HloOp& op) {
  const HloAttr& found = needed(op, {has_value(op) ? "value" : "replica_groups"});
  if (found.form != HloAttr::AttrKind::elements) refuse(op, str(op.name, ": missing elements"));
  return found.elements;
}

std::optional<Vars> by_rule(HloScope& scope, const HloOp& op, std::string_view name,
                            const HloAttr* attrs, const Vars& in) {
  const HloRule* rule = rule_named(name);
  if (rule == nullptr) return std::nullopt;
  HloOp called{.name = std::string(name), .place = op.place, .out = op.out, .in = op.in};
  if (attrs != nullptr) called.attrs = *attrs;
  called.types = op.types;
  return rule->fn(scope, called, in);
}

std::vector<const HloOp*> literals_in(const HloRegion& region, const HloModule& module) {
  std::vector<const HloOp*> out;
  std::set<const HloOp*> seen;
  add_literals(region, module, seen, out);
  return out;
}

Vars HloScope::block(const HloRegion& region, const Vars& args) {
  if (args.size() != region.params.size()) {
    throw Error(Code::type,
                str("a block has ", region.params.size(), " params, got ", args.size(), " values"),
                region.ops.empty() ? Span{} : region.ops[0].place);
  }
  for (size_t i = 0; i < args.size(); ++i) names_[region.params[i]] = args[i];
  for (const HloOp& op : region.ops) {
    if (op.name != "return") {
      emit(op);
      continue;
    }
    Vars out;
    for (const std::string& name : op.in) out.push_back(named(name, op));
    if (!op.given.empty()) need_types(out, op.given, op, "return has");
    return out;
  }
  return {};
}

void HloScope::need_types(const Vars& values, const Types& said, const HloOp& op,
                          std::string_view what) const {
  if (values.size() != said.size()) {
    refuse(op, str(what, " ", values.size(), " values, but is declared with ", said.size()));
  }
  for (size_t i = 0; i < said.size(); ++i) {
    if (b.type(values[i]) == said[i]) continue;
    refuse(op, str(what, " ", b.type(values[i]), ", but is declared with ", said[i]));
  }
}

const HloOp& HloScope::function(std::string_view name, const HloOp& from) const {
  auto found = module.functions.find(name);
  if (found == module.functions.end()) refuse(from, str("function ", name, " does not exist"));
  if (depth_ >= max_depth) refuse(from, "the maximum depth of 100 calls is exceeded", Code::limit);
  return *found->second;
}

Vars HloScope::call(std::string_view function, const Vars& args, const HloOp& from) {
  const HloOp& called = this->function(function, from);
  const HloRegion& region = called.regions[0];
  if (args.size() != region.params.size()) {
    refuse(from, str("function ", function, " has ", region.params.size(), " params, got ",
                     args.size(), " arguments"));
  }
  for (size_t i = 0; i < args.size(); ++i) {
    if (b.type(args[i]) != region.types[i]) {
      refuse(from, str("argument ", i, " of function ", function, " is ", b.type(args[i]),
                       ", expected ", region.types[i]));
    }
  }
  HloScope inner(b, module, literals_, depth_ + 1);
  inner.device_ = device_;
  Vars out = inner.block(region, args);
  if (!called.types.empty()) {
    need_types(out, called.types, called, str("function ", function, " returns"));
  }
  return out;
}

HloBody HloScope::body(const HloRegion& region) { return body(region, false); }

HloBody HloScope::body_of_devices(const HloRegion& region, int64_t count) {
  int64_t before = std::exchange(module.devices, count);
  HloBody out = body(region, true);
  module.devices = before;
  return out;
}

HloBody HloScope::body(const HloRegion& region, bool of_devices) {
  HloBody out;
  Builder inner(b.origin());
  FreeVariables free;
  free.add(region);
  HloScope scope(inner, module, {}, depth_ + 1);
  for (const std::string& name : free.names) {
    auto found = names_.find(name);
    if (found == names_.end()) continue;  // reported where it is read
    out.captured.push_back(found->second);
    scope.names_[name] = inner.param(b.type(found->second));
  }
  for (const HloOp* op : literals_in(region, module)) {
    out.captured.push_back(literal(*op));
    scope.literals_[literal_of(*op).held.body()] = inner.param(b.type(out.captured.back()));
  }
  if (!device_.none()) {
    out.captured.push_back(device_);
    scope.device_ = inner.param(b.type(device_));
  }
  if (of_devices) scope.device_ = inner.param(Type(Dtype::i32, Shape{}));
  Vars args;
  for (const Type& type : region.types) args.push_back(inner.param(type));
  Vars results = scope.block(region, args);
  out.graph = std::make_shared<const Graph>(std::move(inner).finish(results));
  return out;
}

Var HloScope::named(const std::string& name, const HloOp& op) const {
  auto found = names_.find(name);
  if (found != names_.end()) return found->second;
  refuse_unknown(name, op);
}

Var HloScope::literal(const HloOp& op) const {
  const auto& [type, held] = literal_of(op);
  auto found = literals_.find(held.body());
  RILLE_CHECK(found != literals_.end(), "a literal without a param");
  if (b.type(found->second) == type) return found->second;
  Ints all(static_cast<size_t>(type.rank()));
  std::iota(all.begin(), all.end(), 0);
  return op::broadcast(b, found->second, type.shape(), all);
}

void HloScope::check(HloModule::Check check) {
  if (&b == module.top) return module.checks.push_back(check);
  throw Error(Code::type, "StableHLO: a check is not supported in branches and loops", check.place);
}

void HloScope::emit(const HloOp& op) {
  if (--module.room < 0) refuse(op, "inlined calls exceed 2,000,000 operations", Code::limit);
  b.at(Origin::at(op.place));
  const HloRule* rule = rule_named(op.name);
  if (rule == nullptr) refuse(op, str("operation ", op.name, " is not supported"));
  Vars in;
  for (const std::string& name : op.in) in.push_back(named(name, op));
  if (!op.given.empty()) need_types(in, op.given, op, str(op.name, " takes"));
  Vars out;
  try {
    out = rule->fn(*this, op, in);
  } catch (const Error& error) {
    if (!error.span().empty()) throw;
    refuse(op, error.what(), error.code());
  } catch (const Bug& bug) {  // a text can contain operations that no builder emits
    refuse(op, str(op.name, " is invalid: ", bug.what()));
  }
  b.at(Origin::at(op.place));
  if (out.size() != op.types.size() && !op.out.empty()) {
    refuse(op, str(op.name, " returns ", out.size(), " results, but is declared with ",
                   op.types.size()));
  }
  if (op.out.size() > out.size()) {
    refuse(op,
           str(op.name, " returns ", out.size(), " results, but ", op.out.size(), " are named"));
  }
  for (size_t i = 0; i < op.out.size(); ++i) {
    if (b.type(out[i]) != op.types[i]) {
      refuse(op, str(op.name, " returns ", b.type(out[i]), ", but is declared with ", op.types[i]));
    }
    names_[op.out[i]] = out[i];
  }
}

}  // namespace rille
