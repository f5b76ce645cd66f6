// Aliases: their arguments become fields of transformations.
#include "stdlib/optim/aliases/alias.h"

#include <algorithm>

namespace rille {

OptimizerArgs::OptimizerArgs(const Arguments& in) : state_(in.state()) {
  for (size_t i = 0; i < in.params().size(); ++i) {
    fields_.emplace_back(in.params()[i].name, in.value(i));
  }
}

const Value& OptimizerArgs::operator[](std::string_view name) const {
  auto found = std::ranges::find(fields_, name, &FieldValues::value_type::first);
  RILLE_CHECK(found != fields_.end(), "no parameter ", name);
  return found->second;
}

bool OptimizerArgs::is(std::string_view name) const {
  const Value& said = (*this)[name];
  return said.is_array() ? said.array().number() != 0 : std::get<bool>(said.any());
}

Value OptimizerArgs::rule(const Struct& record, const FieldValues& more) const {
  FieldValues fields = more;
  for (const Signature::Parameter& p : record.typed().maker.params) {
    bool is_said = std::ranges::find(more, p.name, &FieldValues::value_type::first) != more.end();
    auto found = std::ranges::find(fields_, p.name, &FieldValues::value_type::first);
    if (!is_said && found != fields_.end()) fields.push_back(*found);
  }
  return make_rule(state_, record, fields);
}

Value OptimizerArgs::rule_if(bool wanted, const Struct& record, const FieldValues& more) const {
  return wanted ? rule(record, more) : make_rule(state_, optim_identity_struct, {});
}

Value OptimizerArgs::learning_rate() const {
  return rule_if(has("lr"), optim_scale_by_learning_rate_struct);
}

namespace {

// Rejects `optim.adam(1e-3)`: in Optax the learning rate is the first argument. Taken for `params`,
// the number would be trained with the default learning rate.
void refuse_rate(const Arguments& in) {
  bool takes_rate = false;
  for (size_t i = 0; i < in.params().size(); ++i) {
    if (in.params()[i].name != "lr") continue;
    if (in.given(i)) return;
    takes_rate = true;
  }
  if (!takes_rate || !in.given(0) || !in.value(0).is_number()) return;
  throw Error(Code::type,
              "`params` is a number and `lr` is not given, expected the parameters to train")
      .label(0)
      .help("pass the learning rate by name: `lr = 0.001`; to train a number, pass `lr` as well");
}

}  // namespace

int push_alias(const Arguments& in, ChainBuilder make) {
  refuse_rate(in);
  OptimizerArgs given(in);
  Value rule = chain_of(in.state(), make(given));
  Optimizer made = optimizer(in.state(), rule, given["params"]);
  push(in.lua(), in.state(), make_instance(in.state(), made));
  return 1;
}

}  // namespace rille
