// ScriptBlock: nodes as expressions and statements.
#include "jit/graph/script_block.h"

#include <algorithm>
#include <unordered_set>

#include "jit/regions.h"
#include "jit/transform.h"
#include "vm/run/running.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr size_t longest_inside = 64;  // maximum length of an inlined expression

// The broadcast of a term. A broadcast of a broadcast becomes one.
TermRef spread_term(const TermRef& source, const Type& type, const Ints& axes, bool has_ones) {
  auto out = std::make_shared<Term>(*source);
  out->type = type;
  if (source->form == Term::TermForm::literal) return out;
  out->form = Term::TermForm::spread;
  out->axes = axes;
  out->has_ones = has_ones;
  if (source->form != Term::TermForm::spread) {
    out->source = source;
    return out;
  }
  if (has_ones) return out;  // of that source, which has the axes of both
  int64_t old = 0;
  for (int64_t axis = 0; axis < type.rank(); ++axis) {
    if (std::ranges::find(axes, axis) != axes.end()) continue;
    if (std::ranges::find(source->axes, old++) != source->axes.end()) out->axes.push_back(axis);
  }
  std::ranges::sort(out->axes);
  return out;
}

// Ops that are written without a row, with the attributes that their syntax expresses.
struct StructuralOp {
  const Op& op;
  std::vector<std::string_view> attrs;
};
const std::vector<StructuralOp>& structural() {
  static const std::vector<StructuralOp> all = {
      {fill_op, {"dtype", "shape", "value"}},
      {broadcast_op, {"axes", "shape"}},
      {convert_op, {"dtype"}},
      {reshape_op, {"shape"}},
      {concatenate_op, {"axis"}},
      {permute_op, {"axes"}},
      {slice_op, {"size", "start", "step"}},
      {integer_pow_op, {"exponent"}},
      {print_op, {"format"}},
      {check_op, {"kind", "message"}},
      {cond_op, {"agreed"}},
      {scan_op, {"carry", "consts", "length", "reverse"}},
      {while_loop_op, {"agreed", "consts"}},
  };
  return all;
}

}  // namespace

bool tells_structure(const Node& node) {
  for (const StructuralOp& each : structural()) {
    if (&each.op != node.op) continue;
    return std::ranges::all_of(node.attrs.items(), [&](const Attr& attr) {
      return std::ranges::find(each.attrs, attr.name) != each.attrs.end();
    });
  }
  return false;
}

ScriptNeeds::ScriptNeeds(const Graph& graph, const std::vector<bool>& results)
    : values(graph.types.size(), false), nodes(graph.nodes.size(), false) {
  for (size_t i = 0; i < graph.results.size(); ++i) {
    if (results[i]) values[static_cast<size_t>(graph.results[i].id)] = true;
  }
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes[i];
    nodes[i] = node.effects != Effect::none;
    for (Var v : node.out) nodes[i] = nodes[i] || values[static_cast<size_t>(v.id)];
    if (!nodes[i]) continue;
    for (Var v : node.in) values[static_cast<size_t>(v.id)] = true;
  }
}

std::vector<bool> ScriptNeeds::params(const Graph& graph) const {
  std::vector<bool> out;
  for (Var v : graph.params) out.push_back(values[static_cast<size_t>(v.id)]);
  return out;
}

ScriptBlock::ScriptBlock(ScriptScope& scope, const Graph& graph, std::vector<TermRef> params,
                         std::vector<bool> wanted, size_t depth, const std::vector<TermRef>& places)
    : scope_(scope),
      graph_(graph),
      makers_(graph, params),
      wanted_(std::move(wanted)),
      depth_(depth),
      terms_(graph.types.size()),
      uses_(graph.types.size(), 0),
      needs_name_(graph.types.size(), false) {
  for (size_t i = 0; i < params.size(); ++i) terms_[at(graph.params[i])] = params[i];
  for (const TermRef& place : places) places_.insert(place.get());
  if (scope.program.tells_layers) {
    layers_.resize(graph.types.size());
    for (const Node& node : graph.nodes) {
      for (Var v : node.out) layers_[at(v)] = node.origin.layer();
    }
  }
  count();
  ScriptNeeds needed(graph, wanted_);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (needed.nodes[i] && !implied_.contains(&graph.nodes[i])) step(graph.nodes[i]);
  }
}

// --- number of reads

// A reshape of a reshape reads the operand of the first one.
Vars ScriptBlock::reads_of(const Node& node) const {
  auto found = idioms_.find(&node);
  if (found != idioms_.end()) return found->second.reads;
  if (node.op == &reshape_op) return {before_reshapes(node.in[0])};
  return node.in;
}

Var ScriptBlock::before_reshapes(Var v) const {
  const Node* node = makers_.of(v, reshape_op);
  while (node != nullptr && tells_structure(*node) && !idioms_.contains(node)) {
    v = node->in[0];
    node = makers_.of(v, reshape_op);
  }
  return v;
}

std::optional<Var> ScriptBlock::alias(const Node& node) const {
  if (node.in.empty() || node.out.size() != 1 || idioms_.contains(&node)) return {};
  const Type& type = graph_.type(node.out[0]);
  const Attrs& attrs = node.attrs;
  if (node.op == &add_op && is_integer(type.dtype()) && attrs.empty()) {
    if (makers_.is_number(node.in[0], 0)) return node.in[1];
    if (makers_.is_number(node.in[1], 0)) return node.in[0];
  }
  if (!tells_structure(node)) return {};
  Var from = reads_of(node)[0];
  if (node.op == &reshape_op && graph_.type(from) == type) return from;
  bool is_same = node.in.size() == 1 && graph_.type(node.in[0]) == type;
  bool stays = node.op == &convert_op || node.op == &broadcast_op || node.op == &concatenate_op;
  if (node.op == &permute_op) stays = std::ranges::is_sorted(attrs.ints("axes"));
  if (node.op == &slice_op) {
    stays = std::ranges::all_of(attrs.ints("step"), [](int64_t step) { return step == 1; });
  }
  if (node.op == &integer_pow_op) stays = attrs.integer("exponent") == 1;
  return is_same && stays ? std::optional(from) : std::nullopt;
}

// For a broadcast of a reshape that removed axes of extent 1: returns the operand of the reshape,
// if the broadcast adds the same axes again.
Var ScriptBlock::spread_source(const Node& node) const {
  Var from = node.in[0], before = before_reshapes(from);
  if (from == before) return from;
  Shape ones = graph_.type(node.out[0]).shape();
  const Ints& axes = node.attrs.ints("axes");
  for (int64_t axis : axes) ones[static_cast<size_t>(axis)] = Extent(1);
  const Shape& shape = graph_.type(before).shape();
  size_t front = ones.size() - std::min(ones.size(), shape.size());
  bool fits =
      shape.size() <= ones.size() && std::equal(shape.rbegin(), shape.rend(), ones.rbegin());
  for (size_t i = 0; i < front; ++i) {
    fits = fits && std::ranges::find(axes, static_cast<int64_t>(i)) != axes.end();
  }
  return fits ? before : from;
}

bool ScriptBlock::is_spread(const Node& node) const {
  return node.op == &broadcast_op && !alias(node) && tells_structure(node);
}
bool ScriptBlock::is_branch(const Node& node) {
  return node.op == &cond_op && tells_structure(node);
}

void ScriptBlock::use(Var v, int times, bool needs_name) {
  uses_[at(v)] += times;
  if (needs_name) needs_name_[at(v)] = true;
}

// From the last node to the first: a node that passes a value on counts as all of its own readers.
void ScriptBlock::count() {
  ScriptNeeds plain(graph_, wanted_);
  for (Idiom& idiom : idioms_of(graph_, makers_, plain.nodes)) {
    for (const Node* check : idiom.implied) implied_.insert(check);
    idioms_.emplace(idiom.node, std::move(idiom));
  }
  for (size_t i = 0; i < graph_.results.size(); ++i) {
    Var v = graph_.results[i];
    if (wanted_[i]) use(v, 1, is_read_elsewhere(v, {}));
  }
  for (size_t i = graph_.nodes.size(); i-- > 0;) {
    const Node& node = graph_.nodes[i];
    bool is_read = std::ranges::any_of(node.out, [&](Var v) { return uses(v) > 0; });
    if (implied_.contains(&node) || (!is_read && node.effects == Effect::none)) continue;
    std::optional<Var> passed = is_spread(node) ? spread_source(node) : alias(node);
    if (passed) {
      use(*passed, uses(node.out[0]), needs_name_[at(node.out[0])]);
      continue;
    }
    bool holds = is_branch(node) || is_written_loop(node);
    size_t place = 0, consts = is_written_loop(node) ? loop_shape(node).consts : node.in.size();
    for (Var v : reads_of(node)) {
      bool is_within = holds && (!is_branch(node) ? place < consts : place > 0);
      use(v, 1, is_within || is_read_elsewhere(v, node.origin.layer()));
      ++place;
    }
  }
}

// --- layers

// A value that is read outside of its layer has a name, so that each statement belongs to one
// layer.
bool ScriptBlock::is_read_elsewhere(Var v, const ModulePath& layer) const {
  return !layers_.empty() && layers_[at(v)] != layer;
}

void ScriptBlock::tell_layer(const ModulePath& layer) {
  if (layers_.empty() || layer == told_layer_) return;
  line(layer.empty() ? "# outside of the layers" : str("# ", layer.text()));
  told_layer_ = layer;
}

// --- nodes

ScriptBlock::TermReads ScriptBlock::terms(const Vars& vars) const {
  TermReads out;
  for (Var v : vars) out.push_back(term(v));
  return out;
}

void ScriptBlock::step(const Node& node) {
  bool is_read = std::ranges::any_of(node.out, [&](Var v) { return uses(v) > 0; });
  if (!is_read && node.effects == Effect::none) return;
  bool is_literal = node.op == &fill_op && tells_structure(node);
  if (is_literal || is_spread(node) || alias(node)) return passed_on(node);
  bool is_statement = node.op == &check_op || node.op == &print_op;
  bool has_lines = !node.regions.empty() || is_statement || node.op == &scatter_op ||
                   node.op == &dynamic_update_slice_op;
  if (has_lines) tell_layer(node.origin.layer());
  if (is_statement && tells_structure(node)) return statement(node);
  if (is_branch(node)) return branch(node);
  if (is_written_loop(node)) return node.op == &scan_op ? turns(node) : repeat(node);
  auto idiom = idioms_.find(&node);
  bool is_update = node.op == &scatter_op || node.op == &dynamic_update_slice_op;
  if (is_update && idiom != idioms_.end()) return update(node, idiom->second);
  if (node.op == &pad_op && spaced(node)) return;
  if (node.op == &conv_op && spaced_conv(node)) return;
  expression(node);
}

void ScriptBlock::passed_on(const Node& node) {
  TermRef& to = terms_[at(node.out[0])];
  const Type& type = graph_.type(node.out[0]);
  if (node.op == &fill_op) {
    to = number_term(type, node.attrs.at("value"));
  } else if (is_spread(node)) {
    Var from = spread_source(node);
    bool has_ones = from != node.in[0];
    to = spread_term(term(from), type, node.attrs.ints("axes"), has_ones);
  } else {
    to = term(*alias(node));
  }
}

std::optional<ScriptExpr> ScriptBlock::write(const Node& node, const TermReads& in) {
  ScriptNode n(graph_, node, in);
  std::optional<ScriptExpr> out;
  auto idiom = idioms_.find(&node);
  const ScriptRow* row = script_row(node.op->name);
  if (idiom != idioms_.end()) {
    out = idiom->second.write(idiom->second, n);
  } else if (row != nullptr) {
    n.word = row->word;
    n.hold = row->hold;
    out = row->fn(n);
  } else {
    return call(node, in);
  }
  return n.told_all() ? out : std::nullopt;
}

ScriptExpr ScriptBlock::general(const Node& node, const TermReads& in) {
  std::vector<std::string> regions;
  for (const Region& region : node.regions) {
    regions.push_back(scope_.program.helper(*region, str(node.op->name, "_body")));
  }
  return general_form({graph_, node, in}, regions);
}

// If an idiom cannot be written after all, its node is written with its own operands. They were not
// counted as read: they have names already, or are written a second time.
void ScriptBlock::expression(const Node& node) {
  TermReads in = terms(reads_of(node));
  ScriptExpr piece;
  std::string head = node.out.size() == 1 ? "let xx = " : "let (xx, xx) = ";
  fitting(in, [&] {
    auto out = write(node, in);
    piece = out ? *out : general(node, in);
    return head + piece.text;
  });
  give(node, piece);
  bool is_sum = node.op == &add_op || node.op == &sub_op || node.op == &mul_op;
  bool is_weak = is_sum && std::ranges::all_of(in, [](const TermRef& x) { return is_host(*x); }) &&
                 std::ranges::any_of(in, [](const TermRef& x) { return x->weak; });
  if (is_weak) term(node.out[0])->weak = true;
}

void ScriptBlock::give(const Node& node, const ScriptExpr& piece) {
  if (node.out.empty()) return line(piece.text);
  if (node.out.size() > 1) {
    tell_layer(node.origin.layer());
    std::string names = pattern(node.out);
    return line(str("let ", names, " = ", piece.text));
  }
  give(node, node.out[0], piece);
}

void ScriptBlock::give(const Node& node, Var v, const ScriptExpr& piece) {
  bool is_pure = node.effects == Effect::none;
  bool is_last = graph_.results.size() == 1 && graph_.results[0] == v;
  bool is_inside = uses(v) == 1 && !needs_name_[at(v)] && is_pure &&
                   piece.text.size() <= (is_last ? width() : longest_inside);
  if (!is_inside) {
    std::string name = uses(v) > 0 ? scope_.fresh() : "_";
    tell_layer(node.origin.layer());
    line(str("let ", name, " = ", piece.text));
    return define(v, name);
  }
  auto term = std::make_shared<Term>();
  term->form = Term::TermForm::inside;
  term->piece = piece;
  term->type = graph_.type(v);
  if (!layers_.empty()) term->layer = layers_[at(v)];
  terms_[at(v)] = term;
}

void ScriptBlock::define(Var v, std::string name) {
  auto term = std::make_shared<Term>();
  term->piece = {std::move(name)};
  term->type = graph_.type(v);
  terms_[at(v)] = term;
}

std::string ScriptBlock::pattern(const Vars& out) {
  std::vector<std::string> names;
  for (Var v : out) {
    names.push_back(uses(v) > 0 ? scope_.fresh() : "_");
    if (uses(v) > 0) define(v, names.back());
  }
  return str("(", join(names), names.size() == 1 ? ",)" : ")");
}

// --- lines

void ScriptBlock::inside_of(const TermReads& in, std::vector<Term*>& out) {
  std::unordered_set<const Term*> seen(out.begin(), out.end());
  for (const TermRef& term : in) {
    Term* at = term.get();
    if (at->form == Term::TermForm::spread) at = at->source.get();
    if (at->form == Term::TermForm::inside && seen.insert(at).second) out.push_back(at);
  }
}

void ScriptBlock::name(Term& term) {
  std::string name = scope_.fresh();
  tell_layer(term.layer);
  line(str("let ", name, " = ", term.piece.text));
  term.form = Term::TermForm::named;
  term.piece = {name};
}

std::string ScriptBlock::fitting(const TermReads& in, const std::function<std::string()>& text) {
  for (;;) {
    poll();
    std::string out = text();
    std::vector<Term*> inside;
    inside_of(in, inside);
    if (out.size() <= width() || inside.empty()) return out;
    Term* longest = *std::ranges::max_element(
        inside, {}, [](const Term* term) { return term->piece.text.size(); });
    if (longest->piece.text.size() < 4) return out;
    name(*longest);
  }
}

// The expressions that are written in the place of the results.
void ScriptBlock::tell_results() {
  for (size_t i = 0; i < graph_.results.size(); ++i) {
    if (!wanted_[i]) continue;  // may have no term
    const Term& result = *term(graph_.results[i]);
    if (result.form == Term::TermForm::inside) tell_layer(result.layer);
  }
}

std::vector<std::string> ScriptBlock::results() {
  tell_results();
  std::vector<std::string> out;
  for (size_t i = 0; i < graph_.results.size(); ++i) {
    if (wanted_[i]) out.push_back(exact(*term(graph_.results[i])).text);
  }
  return out;
}

std::string ScriptBlock::result() {
  TermReads in;
  for (size_t i = 0; i < graph_.results.size(); ++i) {
    if (wanted_[i]) in.push_back(term(graph_.results[i]));
  }
  if (in.empty()) return graph_.results.empty() ? "()" : "";
  tell_results();
  if (in.size() == 1) {
    return fitting(in, [&] { return exact(*in[0]).text; });
  }
  std::string text = fitting(in, [&] { return str("(", join(results()), ")"); });
  if (text.size() <= width()) return text;
  std::string out = "(", gap;
  size_t used = 1;
  for (const std::string& item : results()) {
    bool breaks = used > 1 && used + item.size() + 2 > width();
    out += str(gap, breaks ? "\n " + margin() : gap.empty() ? "" : " ", item);
    used = breaks ? item.size() + 3 : used + item.size() + 2;
    gap = ",";
  }
  return out + ")";
}

}  // namespace rille
