// nn.with_policy: sets the dtypes of layers by path.
#include <algorithm>
#include <variant>

#include "stdlib/nn/policy.h"
#include "stdlib/text/name_pattern.h"
#include "stdlib/text/pattern.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/tree.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

// A pattern or a regular expression of paths, and the policy of the layers that it matches.
struct PolicyRule {
  std::string from;
  std::variant<NamePattern, TextPattern> form;
  Value policy;
  bool matches = false, applies = false;  // to some layer; as its first rule

  bool fits(const std::string& path) const {
    if (const auto* pattern = std::get_if<NamePattern>(&form)) return pattern->fits(path);
    TextMatch found{};
    return std::get<TextPattern>(form).find(path, 0, found);
  }
};

// A dtype is stored by its name.
Value stored_policy(const Value& given) {
  DtypePolicy policy;
  take(given, policy);
  return given.is_function() ? Value(text(policy)) : given;
}

[[noreturn]] void no_policy() {
  Error error(Code::type,
              "nn.with_policy: `policy` must be a dtype, an nn.Policy, nil, a dict from patterns "
              "to these, such as dict((\"head\",), (f32,)), or a tuple of pairs of a regular "
              "expression and one of these, such as ((r\"norm\\d*$\", f32), (\"\", bf16))");
  throw labelled(std::move(error), "policy");
}

bool is_one_policy(const Value& given) {
  return given.is_nil() || given.is_string() || given.is_function() ||
         struct_type(given.layout()) != nullptr;
}

std::vector<PolicyRule> rules_of(const Value& given) {
  std::vector<PolicyRule> out;
  for (size_t i = 0; i < given.items().size(); ++i) {
    const Value& item = given.items()[i];
    if (given.is_dict()) {
      const auto* from = std::get_if<std::string>(&given.branch().keys->list[i]);
      if (from == nullptr || !is_one_policy(item)) no_policy();
      out.push_back({*from, NamePattern(*from), stored_policy(item)});
      continue;
    }
    bool is_pair = given.is_tuple() && item.is_tuple() && item.items().size() == 2 &&
                   item.items()[0].is_string() && is_one_policy(item.items()[1]);
    if (!is_pair) no_policy();
    const std::string& from = item.items()[0].string();
    out.push_back({from, TextPattern(from), stored_policy(item.items()[1])});
  }
  return out;
}

class PolicyWalk {
 public:
  explicit PolicyWalk(std::vector<PolicyRule>& rules) : rules_(rules) {}
  explicit PolicyWalk(const Value& all) : all_(stored_policy(all)) {}

  // The tree with the policies of its layers. Layers without a rule are unchanged.
  Value visit(const Value& node, const std::string& path) {
    if (!node.is_branch()) return node;
    check_stack();
    const Branch& branch = node.branch();
    Values items = branch.items;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].is_branch()) items[i] = visit(items[i], step(path, branch, i));
    }
    Value out = Value::like(branch, std::move(items));
    int at = dtype_field(node);
    if (at < 0) return out;
    paths_.push_back(path);
    const Value* policy = policy_of(path);
    return policy == nullptr ? out : changed(out, static_cast<size_t>(at), *policy);
  }

  const std::vector<std::string>& paths() const { return paths_; }

 private:
  const Value* policy_of(const std::string& path) {
    if (all_) return &*all_;
    PolicyRule* first = nullptr;
    for (PolicyRule& rule : rules_) {
      poll();
      if (!rule.fits(path)) continue;
      rule.matches = true;
      if (first == nullptr) first = &rule;
    }
    if (first == nullptr) return nullptr;
    first->applies = true;
    return &first->policy;
  }

  static Value changed(const Value& layer, size_t at, const Value& given) {
    DtypePolicy policy;
    take(given, policy);
    Values items = layer.items();
    items[at] = given;
    for (size_t i = 0; policy.params && i < items.size(); ++i) {
      if (!layer.layout()->is_state(i)) items[i] = own_params(items[i], *policy.params);
    }
    return Value::like(layer.branch(), std::move(items));
  }

  // Converts the float arrays of a layer, but not those of layers within it.
  static Value own_params(const Value& part, Dtype dtype) {
    if (part.is_array()) {
      bool is_cast = is_float(part.array().dtype()) && !part.array().is_weak();
      return is_cast ? Value(convert(part.array(), dtype)) : part;
    }
    if (!part.is_branch() || struct_type(part.layout()) != nullptr) return part;
    check_stack();
    Values items;
    for (const Value& item : part.items()) items.push_back(own_params(item, dtype));
    return Value::like(part.branch(), std::move(items));
  }

  std::vector<PolicyRule> none_ = {};
  std::vector<PolicyRule>& rules_ = none_;
  std::optional<Value> all_ = {};
  std::vector<std::string> paths_ = {};
};

[[noreturn]] void refuse_rule(const PolicyRule& rule, const std::vector<std::string>& paths) {
  Error error(Code::value, str("nn.with_policy: the rule \"", rule.from, "\" ",
                               rule.matches ? "applies to no layer: earlier rules match all of its "
                                              "layers"
                                            : "matches no layer"));
  std::string near = nearest(rule.from, paths);
  if (!rule.matches && !near.empty()) error.help(str("did you mean \"", near, "\"?"));
  if (rule.matches) error.help("the first rule that matches applies: put special rules first");
  error.note(str("the paths of the layers are ", listed(paths)));
  throw labelled(std::move(error), "policy");
}

[[noreturn]] void no_layers() {
  Error error(Code::value, "nn.with_policy: `model` contains no layer with a field `dtype`");
  error.help(
      "a struct has such a field if it declares const dtype = nil; `nn.promote_dtype` converts its "
      "operands");
  throw labelled(std::move(error), "model");
}

Value with_policy(const Value& model, const Value& policy) {
  if (is_one_policy(policy)) {
    PolicyWalk walk(policy);
    Value out = walk.visit(model, "");
    if (walk.paths().empty()) no_layers();
    return out;
  }
  if (!policy.is_branch()) no_policy();
  std::vector<PolicyRule> rules = rules_of(policy);
  PolicyWalk walk(rules);
  Value out = walk.visit(model, "");
  if (walk.paths().empty()) no_layers();
  for (const PolicyRule& rule : rules) {
    if (!rule.applies) refuse_rule(rule, walk.paths());
  }
  return out;
}

}  // namespace

extern const Builtin nn_with_policy_builtin = {
    .signature = "nn.with_policy(model: tree, policy: any) -> tree",
    .brief =
        "Returns the model with a mixed-precision policy: the dtypes in which its layers compute.",
    .params =
        {{"model",
          "Model. The policy is stored in the field `dtype` of each layer of `nn`, and of each "
          "struct that declares `const dtype`."},
         {"policy",
          "One policy for all layers: a dtype for the computation, an `nn.Policy`, or nil for the "
          "dtype of the operands. Or rules by path, of which the first that matches applies: a "
          "dict of patterns, dict((\"layers[*].norm\", \"**\"), (f32, bf16)), or a tuple of pairs "
          "of a PCRE2 regular expression and a policy, ((r\"norm\\d*$\", f32), (\"\", bf16)). "
          "Layers without a rule are unchanged."}},
    .returns =
        "the model with the same structure and paths. Parameters are converted to `params` of the "
        "policy, calls convert operands to `compute`, and gradients have the dtype of the "
        "parameters. Normalizations, softmax, and running statistics are computed in f32",
    .errors =
        "error[value] if a rule applies to no layer, or the model has no layer with a field "
        "`dtype`; error[dtype] if a dtype is not a float dtype",
    .example =
        "let model = nn.with_policy(nn.mlp(rng.key(0), (3, 4, 2)), bf16)\n"
        "(model.layers[0].w.dtype, model(ones(3)).dtype)  #> (\"f32\", \"bf16\")",
    .source =
        "jmp.set_policy of Haiku; keras.DTypePolicyMap; the argument `dtype` of flax.nnx "
        "layers",
    .call = bind<&with_policy>,
};

}  // namespace rille
