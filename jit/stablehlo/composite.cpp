// Composites: primitives by name, or their decompositions.
#include <algorithm>

#include "jit/graph_text.h"
#include "jit/op.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

constexpr std::string_view own = "rille.";

// A call of the decomposition as a function.
Vars named_call(HloScope& scope, const HloOp& op, const Vars& in, std::string_view attrs) {
  HloBody body = scope.body(scope.function(needed(op, {"decomposition"}).text, op).regions[0]);
  Vars all = body.captured;
  all.append(in);
  return emit_words(scope.b, call_op, all, attrs, {body.graph});
}

// Raises an error unless the attributes that all samples of the op have are present with the same
// types.
void need_attributes(const HloOp& op, const Op& of, const Attrs& said) {
  std::vector<Sample> samples = of.samples();
  if (samples.empty()) return;
  for (const Attr& attr : samples[0].attrs.items()) {
    bool in_all = std::ranges::all_of(
        samples, [&](const Sample& sample) { return sample.attrs.find(attr.name) != nullptr; });
    if (!in_all) continue;
    const AttrValue* found = said.find(attr.name);
    bool is_of_kind = found != nullptr && std::ranges::any_of(samples, [&](const Sample& sample) {
                        return sample.attrs.at(attr.name).index() == found->index();
                      });
    if (!is_of_kind)
      refuse(op, str("composite rille.", of.name, ": missing or invalid attribute ", attr.name));
  }
}

// Keys are represented by their words.
Vars primitive(HloScope& scope, const HloOp& op, const Vars& in, const Op& of,
               std::string_view attrs) {
  Builder& b = scope.b;
  Vars given = in;
  bool draws = &of == &key_fold_op || &of == &key_split_op || &of == &rng_bits_op;
  if (draws && !given.empty()) given[0] = op::key_wrap(b, given[0]);
  Vars out = emit_words(b, of, given, attrs);
  const Node& made = b.graph().nodes.back();
  if (made.op == &of) need_attributes(op, of, made.attrs);
  for (Var& v : out) {
    if (b.type(v).dtype() == Dtype::key) v = op::key_unwrap(b, v);
  }
  return out;
}

// Raises error[type] if the primitive does not exist, or cannot be a composite.
Vars composite(HloScope& scope, const HloOp& op, const Vars& in) {
  const HloAttr* name = op.attrs.find({"name"});
  bool is_ours = name != nullptr && name->text.starts_with(own) &&
                 scope.module.composites == Composites::by_name;
  const HloAttr* all = op.attrs.find({"composite_attributes"});
  if (name != nullptr && name->text.starts_with("chlo.")) {  // the form that jax.export writes
    if (std::optional<Vars> out = by_rule(scope, op, name->text, all, in)) return *out;
  }
  if (!is_ours) return scope.call(needed(op, {"decomposition"}).text, in, op);
  const HloAttr* words = all == nullptr ? nullptr : all->find({"attrs"});
  std::string_view attrs = words == nullptr ? std::string_view{} : words->text;
  const Op* of = op_named(std::string_view(name->text).substr(own.size()));
  if (of == &call_op) return named_call(scope, op, in, attrs);
  if (of == nullptr || of->control != RegionControl::none || of->effects != Effect::none) {
    refuse(op, str("composite ", name->text, " is not supported"));
  }
  return primitive(scope, op, in, *of, attrs);
}

constexpr HloRule composite_table[] = {{"composite", composite}};

}  // namespace

std::span<const HloRule> composite_rules() { return composite_table; }

}  // namespace rille
