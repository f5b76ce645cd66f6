// Parses the operations of a StableHLO module.
#include "jit/stablehlo/text.h"

namespace rille {
namespace {

std::string without_dialect(std::string_view name) {
  if (name == "arith.constant") name.remove_prefix(6);
  for (std::string_view dialect : {"stablehlo.", "mhlo.", "func."}) {
    if (name == "func.func") break;
    if (name.starts_with(dialect)) name.remove_prefix(dialect.size());
  }
  if (name == "sdy.return") name = "return";
  return std::string(name);
}

}  // namespace

// The stored name of a value, for %x and for %x#0.
std::string HloText::name_of(std::string name) {
  held_ += sizeof(std::string) + name.size();
  polls_.step(held_);
  return name.find('#') != std::string::npos ? std::move(name) : str(name, "#0");
}

std::string HloText::value_of_operand() { return name_of(value_name()); }

std::vector<HloOp> parse_stablehlo(std::string_view text, int file) {
  return HloText(text, file).functions();
}

std::vector<HloOp> HloText::functions() {
  std::vector<HloOp> all;
  while (!done()) {
    if (follows("{-#")) break;     // bytes of resources
    if (take("#") || take("!")) {  // an alias, which is used for locations only
      word();
      expect("=");
      if (!follows("loc")) plain_attribute();
      skip_loc();
      continue;
    }
    all.push_back(op());
  }
  return functions_of(std::move(all));
}

// The functions of modules, and those outside of modules.
std::vector<HloOp> HloText::functions_of(std::vector<HloOp> ops) {
  std::vector<HloOp> out;
  for (HloOp& op : ops) {
    bool is_module = op.name == "builtin.module" || op.name == "module";
    if (is_module && op.regions.size() == 1) {
      for (HloOp& inner : functions_of(std::move(op.regions[0].ops))) {
        out.push_back(std::move(inner));
      }
    } else if (op.name == "sdy.mesh" || (op.name == "func.func" && op.regions.size() == 1)) {
      out.push_back(std::move(op));
    } else {
      throw Error(Code::syntax, str("expected a function in a module, got ", op.name), op.place);
    }
  }
  return out;
}

std::vector<HloOp> HloText::ops() {
  std::vector<HloOp> out;
  while (!take("}")) {
    if (peek() == '\0') fail("expected '}'");
    out.push_back(op());
  }
  return out;
}

// op = [ results '=' ] ( STRING generic | WORD pretty )
HloOp HloText::op() {
  NestingGuard nested(*this, 2 * sizeof(HloOp));  // including the names of its values
  peek();
  size_t begin = at_;
  HloOp out;
  if (follows("%")) results(out);
  bool is_generic = follows("\"");
  std::string name = is_generic ? quoted() : std::string(word());
  if (name.empty()) fail("expected an operation");
  out.name = without_dialect(name);
  out.place = place(begin);
  if (is_generic) {
    generic(out);
  } else {
    pretty(out);
  }
  skip_loc();
  if (out.types.size() > out.out.size() && !out.out.empty())
    fail("the operation has more result types than result names");
  return out;
}

// results = %x [ ':' NUMBER ] { ',' … } '='
void HloText::results(HloOp& op) {
  do {
    std::string name = value_name();
    if (!take(":")) {
      op.out.push_back(name_of(name));
      continue;
    }
    int64_t count = integer();
    if (count < 1 || count > 10'000) fail(str("invalid number of results ", count));
    for (int64_t i = 0; i < count; ++i) op.out.push_back(name_of(str(name, "#", i)));
  } while (take(","));
  expect("=");
}

// generic = '(' values ')' [ '<{' fields '}>' ] [ '(' regions ')' ] [ '{' fields '}' ] ':' types
void HloText::generic(HloOp& op) {
  expect("(");
  while (!take(")")) {
    op.in.push_back(name_of(value_name()));
    if (!follows(")")) expect(",");
  }
  if (take("<{")) {
    fields(op.attrs, "}");
    expect(">");
  }
  if (take("(")) {
    do {
      op.regions.push_back(region());
    } while (take(","));
    expect(")");
  }
  if (take("{")) fields(op.attrs, "}");
  types(op);
}

void HloText::pretty(HloOp& op) {
  if (op.name == "func.func") return function(op);
  if (op.name == "module" || op.name == "builtin.module") {
    if (take("@")) word();
    if (take_word("attributes")) skip_balanced();
    op.regions.push_back(region());
    return;
  }
  if (op.name == "while") return loop(op);
  if (op.name == "reduce") return reduction(op);
  if (op.name.starts_with("sdy.")) return sdy(op);
  plain_pretty(op);
}

void HloText::plain_pretty(HloOp& op) {
  if (takes_elements()) {  // a constant
    op.attrs.fields.emplace_back(
        "value", HloAttr{.form = HloAttr::AttrKind::elements, .elements = elements()});
    op.types.push_back(op.attrs.fields.back().second.elements.type);
    return;
  }
  op.attrs.fields.emplace_back("words", HloAttr{.form = HloAttr::AttrKind::list});
  size_t words = op.attrs.fields.size() - 1;
  parts(op);
  if (op.attrs.fields[words].second.items.empty()) {
    op.attrs.fields.erase(op.attrs.fields.begin() + static_cast<std::ptrdiff_t>(words));
  }
  if (op.name == "constant") {
    const HloAttr* value = op.attrs.find({"value"});
    if (value != nullptr && value->form == HloAttr::AttrKind::elements) {
      op.types.push_back(value->elements.type);
      return;
    }
  }
  if (op.name == "return" && !follows(":")) return;
  types(op);
}

void HloText::parts(HloOp& op) {
  while (!follows(":") && !follows("}") && !done()) part(op);
}

// part = value | '@' WORD | STRING | ranges | '{' fields '}' | WORD [ '=' attribute ] | ',' | '(' |
// ')'
void HloText::part(HloOp& op) {
  if (take(",") || take("(") || take(")")) return;
  if (follows("%")) return op.in.push_back(name_of(value_name()));
  if (follows("@")) return op.attrs.fields.emplace_back("callee", plain_attribute()), void();
  if (follows("[")) return op.attrs.fields.emplace_back("ranges", ranges()), void();
  if (follows("\"")) return op.attrs.fields.emplace_back("name", plain_attribute()), void();
  if (take("{")) return fields(op.attrs, "}");
  if (takes_elements()) {
    op.attrs.fields.emplace_back(
        "value", HloAttr{.form = HloAttr::AttrKind::elements, .elements = elements()});
    at_ = text_.rfind(':', at_);  // its type is also the type of the operation
    return;
  }
  std::string name(word());
  if (name.empty()) fail("expected an operand or an attribute");
  if (take("=")) {
    op.attrs.fields.emplace_back(std::move(name), attribute());
    return;
  }
  HloAttr* words = nullptr;
  for (auto& [key, value] : op.attrs.fields) {
    if (key == "words") words = &value;
  }
  words->items.push_back({.form = HloAttr::AttrKind::word, .text = std::move(name)});
}

// ranges = '[' NUMBER ':' NUMBER [ ':' NUMBER ] { ',' … } ']'
HloAttr HloText::ranges() {
  HloAttr out{.form = HloAttr::AttrKind::list};
  auto number = [&] { return HloAttr{.form = HloAttr::AttrKind::integer, .integer = integer()}; };
  expect("[");
  while (!take("]")) {
    HloAttr range{.form = HloAttr::AttrKind::list, .items = {number()}};
    while (take(":")) range.items.push_back(number());
    out.items.push_back(std::move(range));
    if (!follows("]")) expect(",");
  }
  return out;
}

// types = ':' ( '(' types ')' '->' types | type { ',' type } [ '->' types ] )
// Without an arrow, the last type is that of the result. For a loop, all are result types; for a
// return, all are operand types.
void HloText::types(HloOp& op) {
  if (op.out.empty() && !follows(":")) return;
  expect(":");
  Types given = type_list();
  while (take(",")) given.push_back(type());
  if (take("->")) {
    op.types = type_list();
    op.given = std::move(given);
  } else if (op.name == "while") {
    op.types = op.given = std::move(given);
  } else if (op.name == "return") {
    op.given = std::move(given);
  } else if (op.name == "optimization_barrier" || op.name == "sdy.sharding_group") {
    if (!op.out.empty()) op.types = given;
    op.given = std::move(given);
  } else if (!given.empty()) {
    op.types = {given[given.size() - 1]};
  }
}

// while = '(' [ %x '=' value { ',' … } ] ')' [ ':' types ] [ 'attributes' '{' … '}' ]
//         'cond' region 'do' region
void HloText::loop(HloOp& op) {
  std::vector<std::string> names;
  expect("(");
  while (!take(")")) {
    names.push_back(name_of(value_name()));
    expect("=");
    op.in.push_back(name_of(value_name()));
    if (!follows(")")) expect(",");
  }
  if (follows(":")) types(op);
  if (take_word("attributes")) skip_balanced();
  for (std::string_view word : {"cond", "do"}) {
    if (!take_word(word)) fail(str("expected ", word));
    HloRegion body = region();
    if (body.params.empty()) {
      body.params = names;
      body.types = op.types;
    }
    op.regions.push_back(std::move(body));
  }
}

// reduce = '(' value 'init' ':' value ')' { ',' … } [ 'applies' WORD ] 'across' 'dimensions' '='
//          list [ '{' fields '}' ] ':' types [ reducer ]
void HloText::reduction(HloOp& op) {
  std::vector<std::string> starts;
  do {
    expect("(");
    op.in.push_back(name_of(value_name()));
    if (!take_word("init")) fail("expected init");
    expect(":");
    starts.push_back(name_of(value_name()));
    expect(")");
  } while (take(","));
  op.in.insert(op.in.end(), starts.begin(), starts.end());
  std::string applied;
  if (take_word("applies")) applied = without_dialect(word());
  if (!take_word("across") || !take_word("dimensions")) fail("expected across dimensions");
  expect("=");
  op.attrs.fields.emplace_back("dimensions", list());
  if (take("{")) fields(op.attrs, "}");
  types(op);
  if (applied.empty()) return reducer(op);
  if (op.types.empty()) fail("missing result type");
  Type scalar = op.types[0].with(Shape{});
  HloRegion body{.params = {"%x#0", "%y#0"}, .types = {scalar, scalar}};
  body.ops.push_back({applied, op.place, {"%z#0"}, {"%x#0", "%y#0"}});
  body.ops.back().types = {scalar};
  body.ops.push_back({"return", op.place, {}, {"%z#0"}});
  op.regions.push_back(std::move(body));
}

// reducer = 'reducer' '(' %x ':' type ',' %y ':' type ')' { '(' … ')' } region
// The block takes all x, then all y.
void HloText::reducer(HloOp& op) {
  if (!take_word("reducer")) fail("expected reducer");
  HloRegion pairs;
  while (follows("(")) params(pairs);
  HloRegion body = region();
  for (size_t from : {size_t{0}, size_t{1}}) {
    for (size_t i = from; i < pairs.params.size(); i += 2) {
      body.params.push_back(pairs.params[i]);
      body.types.push_back(pairs.types[i]);
    }
  }
  op.regions.push_back(std::move(body));
}

// region = '{' [ '^' WORD [ params ] ':' ] ops '}'
HloRegion HloText::region() {
  HloRegion out;
  expect("{");
  if (take("^")) {
    word();
    if (follows("(")) params(out);
    expect(":");
  }
  out.ops = ops();
  return out;
}

// params = '(' [ param { ',' param } ] ')'
void HloText::params(HloRegion& region) {
  expect("(");
  while (!take(")")) {
    param(region);
    if (!follows(")")) expect(",");
  }
}

// param = %x ':' type [ '{' … '}' ]
void HloText::param(HloRegion& region) {
  region.params.push_back(name_of(value_name()));
  expect(":");
  region.types.push_back(type());
  if (follows("{")) skip_balanced();
  skip_loc();
}

// function = [ 'public' | 'private' ] '@' WORD params [ '->' types ] [ 'attributes' '{' … '}' ]
//            region
void HloText::function(HloOp& op) {
  for (std::string_view word : {"public", "private", "nested"}) take_word(word);
  if (!follows("@")) fail("expected a function name");
  op.attrs.fields.emplace_back("sym_name", plain_attribute());
  HloRegion head;
  params(head);
  if (take("->")) op.types = type_list();
  if (take_word("attributes")) skip_balanced();
  HloRegion body = region();
  body.params = std::move(head.params);
  body.types = head.types;
  op.regions.push_back(std::move(body));
}

}  // namespace rille
