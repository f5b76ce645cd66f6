// optim.masked, freeze_except, partition: selected leaves.
#include "stdlib/optim/masks.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/running.h"
#include "vm/run/warnings.h"
#include "vm/state.h"
#include "vm/words/nearest.h"

namespace rille {

extern const Struct optim_set_to_zero_struct;

namespace {

// Applies a transformation to some leaves. The updates of the others pass through, or are nil.
struct MaskedTransform {
  static const Struct& record();
  GradTransformation rule;
  Value mask;
  std::string others = "pass";
  bool when = true;

  std::string_view who() const { return others == "pass" ? "optim.masked" : "optim.freeze_except"; }

  Value chosen(State& state, const Value& tree) const {
    return LeafMask{mask, who(), "mask", when}.chosen(state, tree);
  }

  Value init(State& state, const Value& params) const {
    Value some = chosen(state, params);
    if (is_callable(state, mask)) warn_of_none(state, params, some);
    return rule.init(state, some);
  }

  // A predicate that is false for all paths is most often a misspelled path.
  void warn_of_none(State& state, const Value& params, const Value& some) const {
    const auto& show = state.part<Warnings>().show;
    std::vector<std::string> names = paths(params);
    if (!show || names.empty() || !paths(some).empty()) return;
    Error warning(Code::value, str("the mask of `", who(), "` selects no leaf of the parameters"));
    warning.note(str("the paths are ", listed(names)));
    show(warning);
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    auto [updates, next] = rule.update(state, chosen(state, grads), old,
                                       params.is_nil() ? params : chosen(state, params), extra);
    return {others == "pass" ? merged(updates, grads) : updates, next};
  }
};

Optimizer of_some(State& state, const Value& rule, const Value& mask, const char* others) {
  Optimizer part = optimizer_of(state, rule, 0);
  MaskedTransform made{part.rule, mask, others};
  return {GradTransformation(make_instance(state, made)), part.state};
}

Optimizer masked(State& state, const Value& rule, const Value& mask) {
  return of_some(state, rule, mask, "pass");
}

Optimizer freeze_except(State& state, const Value& rule, const Value& mask) {
  return of_some(state, rule, mask, "freeze");
}

// Updates of 0 for the leaves that the mask selects.
MaskedTransform freeze(State& state, const Value& mask) {
  return {GradTransformation(make_rule(state, optim_set_to_zero_struct, {})), mask, "pass"};
}

Optimizer selective_transform(State& state, const Value& rule, const Value& freeze_mask) {
  Optimizer part = optimizer_of(state, rule, 0);
  MaskedTransform made{part.rule, freeze_mask, "freeze", false};
  return {GradTransformation(make_instance(state, made)), part.state};
}

// --- groups ---------------------------------------------------------------------------------

// A transformation for each group of leaves.
struct Partition {
  static const Struct& record();
  Value transforms, param_labels;

  std::string name_of(size_t group) const {
    const Branch& rules = transforms.branch();
    if (rules.keys == nullptr) return rules.layout->names[group];
    const auto* name = std::get_if<std::string>(&rules.keys->list[group]);
    return name == nullptr ? text(value_of(rules.keys->list[group])) : *name;
  }

  // The index of the group that a label names.
  size_t group_of(const Value& label, const std::string& path) const {
    if (!label.is_string()) {
      throw Error(Code::type, str("optim.partition: the label of `", path, "` is ",
                                  kind_text(label), ", expected a str"));
    }
    poll();
    for (size_t i = 0; i < transforms.items().size(); ++i) {
      if (name_of(i) == label.string()) return i;
    }
    throw Error(Code::value, str("optim.partition: the label of `", path, "` is \"", label.string(),
                                 "\", expected a name of ", form_text(transforms)));
  }

  // Appends the label of each leaf. A str at a branch is the label of all leaves below it.
  void labels_below(const Value& tree, const Value& labels, Values& out) const {
    if (tree.is_leaf()) return out.push_back(labels);
    if (!tree.is_branch()) return;
    BranchRef fits = labels.is_branch() ? fitted(tree.branch(), labels) : nullptr;
    if (fits == nullptr && !labels.is_string()) {
      throw Error(Code::type,
                  str("optim.partition: `param_labels` has ", form_text(labels),
                      " where the parameters have ", form_text(tree), ", expected a str"));
    }
    for (size_t i = 0; i < tree.items().size(); ++i) {
      labels_below(tree.items()[i], fits == nullptr ? labels : fits->items[i], out);
    }
  }

  // A function with two parameters also receives the leaf.
  Value label_of(State& state, const std::string& path, const Array& leaf) const {
    bool takes_leaf =
        param_labels.is_function() && param_labels.function().info().params.size() > 1;
    return takes_leaf ? call(param_labels.function(), {Value(path), Value::from_array(leaf)})
                      : call_value(state, param_labels, Value(path));
  }

  // The group of each leaf.
  std::vector<size_t> groups_of(State& state, const Value& tree) const {
    std::vector<std::string> names = paths(tree);
    Values labels;
    if (is_callable(state, param_labels)) {
      std::vector<Array> leaves = flatten(tree).leaves;
      for (size_t i = 0; i < names.size(); ++i) {
        labels.push_back(label_of(state, names[i], leaves[i]));
      }
    } else {
      labels_below(tree, param_labels, labels);
    }
    std::vector<size_t> out;
    for (size_t i = 0; i < names.size(); ++i) out.push_back(group_of(labels[i], names[i]));
    return out;
  }

  Value chosen(State& state, size_t group, const Value& tree) const {
    std::vector<size_t> groups = groups_of(state, tree);
    size_t next = 0;
    return leaves_where(tree, [&](const std::string&) { return groups[next++] == group; });
  }

  // f of the index and the transformation of each group, in the structure of `transforms`.
  Value per_group(const std::function<Value(size_t, const GradTransformation&)>& f) const {
    Values out;
    for (size_t i = 0; i < transforms.items().size(); ++i) {
      out.push_back(f(i, GradTransformation(transforms.items()[i])));
    }
    return Value::like(transforms.branch(), std::move(out));
  }

  Value init(State& state, const Value& params) const {
    Value states = per_group([&](size_t group, const GradTransformation& rule) {
      return rule.init(state, chosen(state, group, params));
    });
    return Value::record(state, {{"inner_states", states}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    const Value& before = part_of(old, "inner_states");
    BranchRef fits = before.is_branch() ? fitted(transforms.branch(), before) : nullptr;
    if (fits == nullptr) {
      throw Error(Code::type, str("optim.partition: the state is ", form_text(before),
                                  ", expected the names of `transforms`, ", form_text(transforms)));
    }
    Value updates = leaves_where(grads, [](const std::string&) { return false; });
    Value states = per_group([&](size_t group, const GradTransformation& rule) {
      auto [moved, next] = rule.update(state, chosen(state, group, grads), fits->items[group],
                                       chosen(state, group, params), extra);
      updates = merged(updates, moved);
      return next;
    });
    return {updates, Value::record(state, {{"inner_states", states}})};
  }
};

// A chain of transformations, whose states have names.
struct NamedChain {
  static const Struct& record();
  Value rules;

  Value init(State& state, const Value& params) const {
    Values out;
    for (const Value& rule : rules.items()) {
      out.push_back(GradTransformation(rule).init(state, params));
    }
    return Value::like(rules.branch(), std::move(out));
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    BranchRef fits = old.is_branch() ? fitted(rules.branch(), old) : nullptr;
    if (fits == nullptr) {
      throw Error(Code::type, str("optim.named_chain: the state is ", form_text(old),
                                  ", expected the names of `transforms`, ", form_text(rules)));
    }
    Value updates = grads;
    Values states = fits->items;
    for (size_t i = 0; i < states.size(); ++i) {
      GradTransformation rule(rules.items()[i]);
      std::tie(updates, states[i]) = rule.update(state, updates, states[i], params, extra);
    }
    return {updates, Value::like(rules.branch(), std::move(states))};
  }
};

constexpr std::string_view mask_errors =
    "error[type] if the mask returns no bool, or does not have the structure of the parameters";

}  // namespace

extern const Struct optim_masked_struct = {
    .name = "optim.Masked",
    .brief = "Gradient transformation that applies another one to the leaves that a mask selects.",
    .fields = {field<&MaskedTransform::rule>(
                   "inner: any",
                   "Gradient transformation: a value with the methods `init` and `update`."),
               field<&MaskedTransform::mask>("mask: any", mask_text),
               field<&MaskedTransform::others>(
                   "others: \"freeze\" or \"pass\" = \"pass\"",
                   "Updates of the other leaves. `\"pass\"`: unchanged. `\"freeze\"`: none, so "
                   "that the leaves do not change."),
               field<&MaskedTransform::when>("when: bool = true",
                                             "Value of the mask for the selected leaves.")},
    .methods = {init_method<&MaskedTransform::init>(), extra_method<&MaskedTransform::update>()},
    .example = "optim.masked(optim.sgd(lr = 0.1), path => path == \"b\").tx.mask(\"b\")  #> true",
    .source = "optax.masked",
};
const Struct& MaskedTransform::record() { return optim_masked_struct; }

extern const Builtin optim_masked_builtin = {
    .signature = "optim.masked(inner: any, mask: any) -> optim.Optimizer",
    .brief =
        "Creates an optimizer that applies a transformation to the leaves a mask selects. The "
        "updates of other leaves pass through unchanged. With `optim.freeze_except`, other leaves "
        "do not change.",
    .params = {{"inner", "Optimizer or gradient transformation."}, {"mask", mask_text}},
    .errors = mask_errors,
    .example =
        "let rule = optim.masked(optim.scale(10.0), path => path == \"b\").tx\n"
        "let g = (w = [1.0], b = [1.0])\n"
        "rule.update(g, rule.init(g), g)[0]  #> (b = [10], w = [1])",
    .source = "optax.masked",
    .call = bind<&masked>,
};

extern const Builtin optim_freeze_except_builtin = {
    .signature = "optim.freeze_except(inner: any, mask: any) -> optim.Optimizer",
    .brief =
        "Creates an optimizer that updates only the leaves that a mask selects. Other leaves do "
        "not change.",
    .params = {{"inner", "Optimizer or gradient transformation."}, {"mask", mask_text}},
    .errors = mask_errors,
    .example =
        "var p = (w = [1.0], b = [1.0])\n"
        "var opt = optim.freeze_except(optim.sgd(lr = 0.5), path => path == \"b\")\n"
        "opt.update!(&p, (w = [1.0], b = [1.0])); p  #> (b = [0.5], w = [1])",
    .source = "optax.masked after which optax.set_to_zero takes the other leaves",
    .call = bind<&freeze_except>,
};

extern const Builtin optim_freeze_builtin = {
    .signature = "optim.freeze(mask: any) -> optim.Masked",
    .brief =
        "Creates the gradient transformation that sets the updates of selected leaves to 0. The "
        "updates of other leaves pass through unchanged.",
    .params = {{"mask", mask_text}},
    .errors = mask_errors,
    .example =
        "optim.freeze((w = true, b = false)).update((w = [1.0], b = [2.0]), (), nil)[0]  #> (b = "
        "[2], w = [0])",
    .source = "optax.freeze",
    .call = bind<&freeze>,
};

extern const Builtin optim_selective_transform_builtin = {
    .signature = "optim.selective_transform(optimizer: any, freeze_mask: any) -> optim.Optimizer",
    .brief = "Creates an optimizer that updates the leaves that a mask does not freeze.",
    .params = {{"optimizer", "Optimizer or gradient transformation."},
               {"freeze_mask",
                "Frozen leaves: a predicate on the path of a leaf, such as \"layers[0].w\", or a "
                "tree of bools in the structure of the parameters. If nil, no leaf is frozen."}},
    .errors = mask_errors,
    .example =
        "var p = (w = [1.0], b = [1.0])\n"
        "var opt = optim.selective_transform(optim.sgd(lr = 0.5), (w = true, b = false))\n"
        "opt.update!(&p, (w = [1.0], b = [1.0])); p  #> (b = [0.5], w = [1])",
    .source = "optax.selective_transform",
    .call = bind<&selective_transform>,
};

extern const Struct optim_partition_struct = {
    .name = "optim.partition",
    .brief =
        "Gradient transformation that applies one of several transformations to each group of "
        "leaves.",
    .fields = {field<&Partition::transforms>(
                   "transforms: record or dict",
                   "Gradient transformations or optimizers, by group name."),
               field<&Partition::param_labels>(
                   "param_labels: any",
                   "Group name of each leaf: a function of the path or of `(path, leaf)`, or a "
                   "tree of names in the structure of the parameters.")},
    .methods = {init_method<&Partition::init>(
                    "Returns the state `(inner_states,)`: the states by group name."),
                extra_method<&Partition::update>()},
    .example =
        "let rule = optim.partition((slow = optim.scale(0.5), fast = optim.scale(2.0)),\n"
        "  (w = \"slow\", b = \"fast\"))\n"
        "let g = (w = [1.0], b = [1.0])\n"
        "rule.update(g, rule.init(g), g)[0]  #> (b = [2], w = [0.5])",
    .source = "optax.partition",
};
const Struct& Partition::record() { return optim_partition_struct; }

extern const Struct optim_named_chain_struct = {
    .name = "optim.named_chain",
    .brief =
        "Chain of transformations whose states have names. Each one receives the updates of the "
        "previous one.",
    .fields = {field<&NamedChain::rules>(
        "transforms: dict", "Gradient transformations or optimizers by name, in their order.")},
    .methods = {init_method<&NamedChain::init>(
                    "Returns a dict with the state of each transformation."),
                extra_method<&NamedChain::update>()},
    .example =
        "let rule = optim.named_chain(dict(clip = optim.clip(1.0), half = optim.scale(0.5)))\n"
        "rule.update([3.0], rule.init([1.0]), [1.0])[0]  #> [0.5]",
    .source = "optax.named_chain",
};
const Struct& NamedChain::record() { return optim_named_chain_struct; }

}  // namespace rille
