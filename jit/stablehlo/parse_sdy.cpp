// Parses the dialect sdy: meshes and shardings.
#include "jit/stablehlo/text.h"

namespace rille {
namespace {

using AttrKind = HloAttr::AttrKind;

HloAttr sdy_list(std::vector<HloAttr> items = {}) {
  return {.form = AttrKind::list, .items = std::move(items)};
}

}  // namespace

// An operation of the dialect in its custom form; the generic form has the same attributes.
void HloText::sdy(HloOp& op) {
  auto field = [&](const char* name, HloAttr value) {
    op.attrs.fields.emplace_back(name, std::move(value));
  };
  if (op.name == "sdy.mesh") {
    if (!follows("@")) fail("expected a mesh name");
    field("sym_name", plain_attribute());
    expect("=");
    field("mesh", mesh());
    if (take("{")) fields(op.attrs, "}");
    return;
  }
  if (op.name == "sdy.sharding_constraint" || op.name == "sdy.reshard") {
    op.in.push_back(value_of_operand());
    field("sharding", sharding());
    if (take("{")) fields(op.attrs, "}");
    return types(op);
  }
  if (op.name == "sdy.manual_computation") return manual_computation(op);
  for (std::string_view known :
       {"sdy.propagation_barrier", "sdy.sharding_group", "sdy.data_flow_edge"}) {
    if (op.name == known) return plain_pretty(op);
  }
  fail(str("operation ", op.name, " is not supported"));
}

// manual_computation = '(' values ')' 'in_shardings' '=' shardings 'out_shardings' '=' shardings
//                      'manual_axes' '=' axes params region ':' types
void HloText::manual_computation(HloOp& op) {
  expect("(");
  while (!take(")")) {
    op.in.push_back(value_of_operand());
    if (!follows(")")) expect(",");
  }
  for (const char* which : {"in_shardings", "out_shardings"}) {
    if (!take_word(which)) fail(str("expected ", which));
    expect("=");
    op.attrs.fields.emplace_back(which, shardings());
  }
  if (!take_word("manual_axes")) fail("expected manual_axes");
  expect("=");
  op.attrs.fields.emplace_back("manual_axes", axes());
  HloRegion head;
  params(head);
  HloRegion body = region();
  body.params = std::move(head.params);
  body.types = head.types;
  op.regions.push_back(std::move(body));
  types(op);
}

// attribute = '#sdy.' WORD '<' … '>' | '#sdy' '<' 'manual_axes' axes '>', after its name.
HloAttr HloText::sdy_attribute(std::string_view name) {
  if (name == "sdy.mesh") return mesh();
  if (name == "sdy.sharding") return sharding();
  if (name == "sdy.sharding_per_value") {
    expect("<");
    HloAttr out = shardings();
    expect(">");
    return out;
  }
  size_t before = at_;
  if (name == "sdy" && take("<") && take_word("manual_axes")) {
    HloAttr out = axes();
    expect(">");
    return out;
  }
  at_ = before;
  if (follows("<")) skip_balanced();  // rules and priorities, which no executed operation reads
  return {};
}

// mesh = '<' '[' [ STRING '=' NUMBER { ',' … } ] ']' [ ',' 'device_ids' '=' list ] '>'
HloAttr HloText::mesh() {
  HloAttr out{.form = AttrKind::record};
  HloAttr names = sdy_list(), sizes = sdy_list();
  expect("<");
  if (take("[")) {
    while (!take("]")) {
      names.items.push_back({.form = AttrKind::word, .text = quoted()});
      expect("=");
      sizes.items.push_back({.form = AttrKind::integer, .integer = integer()});
      if (!follows("]")) expect(",");
    }
    take(",");
  }
  out.fields.emplace_back("axes", std::move(names));
  out.fields.emplace_back("sizes", std::move(sizes));
  if (take_word("device_ids")) {
    expect("=");
    out.fields.emplace_back("device_ids", list());
  }
  expect(">");
  return out;
}

// sharding = '<' ( '@' WORD | 'mesh' mesh ) ',' '[' dims ']' { ',' WORD '=' axes } '>'
HloAttr HloText::sharding() {
  HloAttr out{.form = AttrKind::record};
  HloAttr dims = sdy_list();
  expect("<");
  if (take_word("mesh")) {
    out.fields.emplace_back("mesh", mesh());
  } else {
    if (!follows("@")) fail("expected a mesh name");
    out.fields.emplace_back("mesh", plain_attribute());
  }
  expect(",");
  expect("[");
  while (!take("]")) {
    dims.items.push_back(axes());
    if (follows("p")) word();  // a priority
    if (!follows("]")) expect(",");
  }
  out.fields.emplace_back("dims", std::move(dims));
  while (take(",")) {
    std::string key(word());
    expect("=");
    out.fields.emplace_back(std::move(key), axes());
  }
  expect(">");
  return out;
}

// shardings = '[' [ sharding { ',' sharding } ] ']'
HloAttr HloText::shardings() {
  HloAttr out = sdy_list();
  expect("[");
  while (!take("]")) {
    out.items.push_back(sharding());
    if (!follows("]")) expect(",");
  }
  return out;
}

// axes = '{' [ axis { ',' axis } ] '}'     axis = STRING [ ':' '(' NUMBER ')' NUMBER ] | '?'
HloAttr HloText::axes() {
  HloAttr out = sdy_list();
  expect("{");
  while (!take("}")) {
    if (!take("?")) {
      out.items.push_back({.form = AttrKind::word, .text = quoted()});
      if (follows(":")) fail("sub-axes of a mesh are not supported");
    }
    if (!follows("}")) expect(",");
  }
  return out;
}

}  // namespace rille
