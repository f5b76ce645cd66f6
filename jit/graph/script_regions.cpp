// ScriptBlock: branches, loops, and functions.
#include <algorithm>

#include "jit/graph/script_block.h"
#include "jit/regions.h"
#include "jit/transform.h"
#include "vm/text.h"

namespace rille {
namespace {

std::vector<bool> all_of(size_t count) { return std::vector<bool>(count, true); }

TermRef place_term(const std::string& name, const Type& type) {
  auto out = std::make_shared<Term>();
  out->piece = {name};
  out->type = type;
  return out;
}

std::string tuple_of(const std::vector<std::string>& items) {
  if (items.size() == 1) return items[0];
  return str("(", join(items), ")");
}

// "(x, y, dx, dy)" of a custom rule: one tangent per operand, with an unused name if the operand
// has none.
std::vector<std::string> names_for(ScriptScope& scope, size_t count) {
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) out.push_back(scope.fresh());
  return out;
}

std::vector<TermRef> terms_for(const Graph& graph, const std::vector<std::string>& names) {
  std::vector<TermRef> out;
  for (size_t i = 0; i < names.size(); ++i) {
    out.push_back(place_term(names[i], graph.type(graph.params[i])));
  }
  return out;
}

}  // namespace

// --- branches

void ScriptBlock::branch(const Node& node) {
  TermReads in = terms(node.in), operands(in.begin() + 1, in.end());
  std::vector<bool> wanted;
  for (Var v : node.out) wanted.push_back(uses(v) > 0);
  bool is_many = in[0]->type.dtype() != Dtype::boolean;
  auto count = static_cast<int64_t>(node.regions.size());
  std::vector<std::string> arms, values;
  bool are_short = !is_many && std::ranges::count(wanted, true) == 1;
  for (const Region& region : node.regions) {
    ScriptBlock body(scope_, *region, operands, wanted, depth_ + (is_many ? 2 : 1));
    std::string value = body.result(), text;
    for (const std::string& each : body.lines()) text += each + "\n";
    are_short = are_short && text.empty();
    if (value == "()") value.clear();
    if (!value.empty()) text += body.margin() + value + "\n";
    arms.push_back(text);
    values.push_back(value);
  }
  std::string names;
  bool has_value = std::ranges::count(wanted, true) > 0;
  std::string head = fitting({in[0]}, [&]() -> std::string {
    if (is_many) return str("match clip(", exact(*in[0]).text, ", 0, ", count - 1, ") {");
    return str("if ", exact(*in[0]).text, " {");
  });
  std::string inline_text =
      are_short ? str(head, " ", values[0], " } else { ", values[1], " }") : "";
  Vars read;
  for (Var v : node.out) {
    if (uses(v) > 0) read.push_back(v);
  }
  if (are_short && inline_text.size() + 9 <= width()) {
    return give(node, read[0], {inline_text, Precedence::any});
  }
  if (has_value) {
    names = read.size() == 1 ? scope_.fresh() : pattern(read);
    if (read.size() == 1) define(read[0], names);
    head = str("let ", names, " = ", head);
  }
  line(head);
  std::string inner = margin() + "  ";
  auto put = [&](std::string text) {
    if (!text.empty()) text.pop_back();
    if (!text.empty()) lines_.push_back(text);
  };
  if (!is_many) {
    put(arms[0]);
    if (has_value || !arms[1].empty()) {
      line("} else {");
      put(arms[1]);
    }
    return line("}");
  }
  for (int64_t i = 0; i < count; ++i) {
    lines_.push_back(str(inner, i + 1 == count ? "_" : str(i), " => {"));
    put(arms[static_cast<size_t>(i)]);
    lines_.push_back(inner + "}");
  }
  line("}");
}

// --- loops

// Rows on tapes cannot be written by a builtin: such a loop is written in the general form.
bool ScriptBlock::is_written_loop(const Node& node) const {
  if (!is_loop(node) || !tells_structure(node)) return false;
  LoopShape shape = loop_shape(node);
  bool has_tapes = shape.dynamic && (shape.ys > 0 || node.op == &scan_op);
  auto is_key = [&](Var v) { return graph_.type(v).dtype() == Dtype::key; };
  bool has_no_keys = shape.length == Extent(0) && std::ranges::any_of(node.out, is_key);
  return !has_tapes && !has_no_keys;
}

namespace {

// The carry that a loop needs: results that are read, and the values that they depend on.
std::vector<bool> needed_carry(const ScriptLoop& loop, const std::vector<bool>& read) {
  const LoopShape& shape = loop.shape;
  const Graph& body = *loop.node.regions.back();
  std::vector<bool> needed(shape.carry, false);
  for (size_t k = 0; k < shape.carry; ++k) needed[k] = read[k];
  if (loop.node.op == &while_loop_op) {
    const Graph& condition = *loop.node.regions[0];
    auto params = ScriptNeeds(condition, all_of(1)).params(condition);
    for (size_t k = 0; k < shape.carry; ++k) needed[k] = needed[k] || params[shape.consts + k];
  }
  for (;;) {
    std::vector<bool> results = needed;
    for (size_t k = shape.carry; k < body.results.size(); ++k) results.push_back(read[k]);
    auto params = ScriptNeeds(body, results).params(body);
    std::vector<bool> more = needed;
    for (size_t k = 0; k < shape.carry; ++k) more[k] = more[k] || params[shape.consts + k];
    if (more == needed) return needed;
    needed = more;
  }
}

}  // namespace

// One assignment for all variables, because a value may depend on the old value of another one.
void ScriptBlock::assign(const ScriptLoop& loop, const std::vector<std::string>& values) {
  std::vector<std::string> names, given;
  for (size_t k = 0; k < loop.places.size(); ++k) {
    const std::string& name = loop.places[k]->piece.text;
    if (name == values[k]) continue;
    names.push_back(name);
    given.push_back(values[k]);
  }
  if (!names.empty()) line(str("  ", tuple_of(names), " = ", tuple_of(given)));
}

// One variable per needed value of the carry.
void ScriptBlock::carry(ScriptLoop& loop) {
  const LoopShape& shape = loop.shape;
  TermReads in = terms(loop.node.in);
  loop.params.assign(in.begin(), in.begin() + static_cast<long>(shape.consts));
  for (size_t k = 0; k < shape.carry; ++k) {
    TermRef first = in[shape.consts + k];
    if (static_cast<int>(k) == loop.counter) {
      loop.params.push_back(place_term(loop.count, first->type));
      loop.params.back()->weak = true;
      continue;
    }
    if (!loop.needed[k]) {
      loop.params.push_back(first);
      continue;
    }
    std::string name = scope_.fresh();
    line(fitting({first}, [&] { return str("var ", name, " = ", exact(*first).text); }));
    loop.params.push_back(place_term(name, first->type));
    loop.places.push_back(loop.params.back());
  }
}

// The values of the variables after the loop.
void ScriptBlock::carried(const ScriptLoop& loop) {
  size_t next = 0;
  for (size_t k = 0; k < loop.shape.carry; ++k) {
    Var v = loop.node.out[k];
    if (static_cast<int>(k) == loop.counter && loop.read[k]) {
      terms_[at(v)] = number_term(graph_.type(v), loop.shape.length.number());
    }
    if (!loop.needed[k]) continue;
    if (loop.read[k]) {
      define(v, loop.places[next]->piece.text);
      places_.insert(term(v).get());
    }
    ++next;
  }
}

// A variable that holds a key would be passed by reference to sampling functions, so that each
// iteration samples from a copy.
void ScriptBlock::hold_keys(ScriptLoop& loop) {
  for (TermRef& param : loop.params) {
    bool is_place = std::ranges::find(loop.places, param) != loop.places.end();
    if (!is_place || param->type.dtype() != Dtype::key) continue;
    std::string name = scope_.fresh();
    line(str("  let ", name, " = ", param->piece.text));
    param = place_term(name, param->type);
  }
}

void ScriptBlock::repeat(const Node& node) {
  ScriptLoop loop{node, loop_shape(node)};
  const Graph &condition = *node.regions[0], &body = *node.regions[1];
  for (Var v : node.out) loop.read.push_back(uses(v) > 0);
  loop.needed = needed_carry(loop, loop.read);
  carry(loop);
  ScriptBlock test(scope_, condition, loop.params, all_of(1), depth_ + 1);
  std::string holds = test.result();
  if (test.lines().empty()) {
    line(str("while ", holds, " {"));
  } else {
    line("while {");
    lines_.insert(lines_.end(), test.lines().begin(), test.lines().end());
    line("  " + holds);
    line("} {");
  }
  hold_keys(loop);
  ScriptBlock inner(scope_, body, loop.params, loop.needed, depth_ + 1, loop.places);
  inner.result();  // names long expressions
  lines_.insert(lines_.end(), inner.lines().begin(), inner.lines().end());
  assign(loop, inner.results());
  line("}");
  carried(loop);
}

// The carry that counts iterations from 0; -1 if there is none.
int ScriptBlock::counter_of(const ScriptLoop& loop) const {
  const Graph& body = *loop.node.regions[0];
  DefiningNodes makers(body);
  for (size_t k = 0; k < loop.shape.carry; ++k) {
    Var param = body.params[loop.shape.consts + k];
    const Node* sum = makers.of(body.results[k], add_op);
    bool counts = body.type(param) == Type(Dtype::i64, Shape{}) && sum != nullptr &&
                  ((sum->in[0] == param && makers.is_number(sum->in[1], 1)) ||
                   (sum->in[1] == param && makers.is_number(sum->in[0], 1)));
    const Term& first = *term(loop.node.in[loop.shape.consts + k]);
    bool is_from_0 = first.form == Term::TermForm::literal && is_number(first, 0);
    bool is_end_known = !loop.read[k] || loop.shape.length.known();
    if (counts && is_from_0 && is_end_known) return static_cast<int>(k);
  }
  return -1;
}

// "(i, (x, y)) in enumerate(zip(xs, ys))"
std::string ScriptBlock::gone_through(const ScriptLoop& loop, const std::vector<std::string>& rows,
                                      const TermReads& gone) const {
  std::vector<std::string> sources;
  for (const TermRef& x : gone) {
    std::string text = exact(*x).text;
    sources.push_back(loop.shape.reverse ? str("flip(", text, ", axis = 0)") : text);
  }
  if (sources.empty()) {
    return str(loop.count, " in 0..",
               held({text(loop.shape.length), Precedence::product}, Precedence::sum));
  }
  std::string from = sources.size() > 1 ? called("zip", sources).text : sources[0];
  if (loop.count == "_") return str(tuple_of(rows), " in ", from);
  return str("(", loop.count, ", ", tuple_of(rows), ") in enumerate(", from, ")");
}

// A loop without iterations: the stacked results are empty, in their types.
void ScriptBlock::no_turns(const ScriptLoop& loop) {
  for (size_t k = 0; k < loop.node.out.size(); ++k) {
    Var v = loop.node.out[k];
    bool is_carry = k < loop.shape.carry;
    if (loop.read[k] && is_carry) {
      std::string name = scope_.fresh();
      TermRef first = term(loop.node.in[loop.shape.consts + k]);
      line(fitting({first}, [&] { return str("let ", name, " = ", exact(*first).text); }));
      define(v, name);
    } else if (loop.read[k]) {
      terms_[at(v)] = number_term(graph_.type(v), int64_t{0});
    }
  }
}

void ScriptBlock::turns(const Node& node) {
  ScriptLoop loop{node, loop_shape(node)};
  const LoopShape& shape = loop.shape;
  const Graph& body = *node.regions[0];
  for (Var v : node.out) loop.read.push_back(uses(v) > 0);
  if (shape.length == Extent(0)) return no_turns(loop);
  loop.counter = counter_of(loop);
  std::vector<bool> asked = loop.read;
  if (loop.counter >= 0) asked[static_cast<size_t>(loop.counter)] = false;
  loop.needed = needed_carry(loop, asked);
  if (loop.counter >= 0) loop.needed[static_cast<size_t>(loop.counter)] = false;
  std::vector<bool> results = loop.needed;
  Vars out;
  for (size_t k = shape.carry; k < node.out.size(); ++k) {
    results.push_back(loop.read[k]);
    if (loop.read[k]) out.push_back(node.out[k]);
  }
  std::vector<bool> is_read = ScriptNeeds(body, results).params(body);
  if (loop.counter >= 0 && is_read[shape.consts + static_cast<size_t>(loop.counter)]) {
    loop.count = scope_.fresh();
  }
  carry(loop);
  std::vector<std::string> rows, names;
  TermReads gone;
  for (size_t i = shape.consts + shape.carry; i < body.params.size(); ++i) {
    std::string name = is_read[i] ? scope_.fresh() : "_";
    loop.params.push_back(place_term(name, body.type(body.params[i])));
    if (!is_read[i]) continue;
    rows.push_back(name);
    gone.push_back(term(node.in[i]));
  }
  for (size_t i = 0; i < out.size(); ++i) names.push_back(scope_.fresh());
  size_t before = lines_.size();
  line(fitting(gone, [&] {
    std::string value = names.empty() ? "" : str("let ", tuple_of(names), " = ");
    return str(value, "for ", gone_through(loop, rows, gone), " {");
  }));
  size_t head = lines_.size();
  turn(loop, body, results);
  if (lines_.size() == head + 1) lines_.resize(before);  // nothing changes
  carried(loop);
  stacked(loop, out, names);
}

// The body of a scan: first its variables, then the stacked values.
void ScriptBlock::turn(ScriptLoop& loop, const Graph& body, const std::vector<bool>& results) {
  hold_keys(loop);
  ScriptBlock inner(scope_, body, loop.params, results, depth_ + 1, loop.places);
  inner.result();  // names long expressions
  std::vector<std::string> values = inner.results();
  std::vector<std::string> rows(values.begin() + std::ssize(loop.places), values.end());
  for (std::string& row : rows) {  // computed before the variables change
    bool is_name = std::ranges::all_of(row, [](char c) { return std::isalnum(c) != 0; });
    bool is_place = std::ranges::any_of(
        loop.places, [&](const TermRef& place) { return place->piece.text == row; });
    if (loop.places.empty() || (is_name && !is_place)) continue;
    std::string name = scope_.fresh();
    inner.line(str("let ", name, " = ", row));
    row = name;
  }
  lines_.insert(lines_.end(), inner.lines().begin(), inner.lines().end());
  assign(loop, values);
  if (!rows.empty()) line("  " + tuple_of(rows));
  line("}");
}

// The rows of a reverse loop have the positions of the rows that the iterations read.
void ScriptBlock::stacked(const ScriptLoop& loop, const Vars& out,
                          const std::vector<std::string>& names) {
  for (size_t i = 0; i < out.size(); ++i) {
    define(out[i], names[i]);
    if (!loop.shape.reverse) continue;
    give(loop.node, out[i], {str("flip(", names[i], ", axis = 0)")});
  }
}

// --- functions

std::optional<ScriptExpr> ScriptBlock::call(const Node& node, const TermReads& in) {
  if (node.op == &custom_jvp_op) return custom_jvp(node, in);
  if (node.op == &custom_vjp_op) return custom_vjp(node, in);
  ScriptNode n(graph_, node, in);
  std::vector<std::string> args;
  for (const TermRef& x : in) args.push_back(exact(*x).text);
  if (node.op == &call_op) {
    std::string name = scope_.program.helper(*node.regions[0], n.string("name") + "_call");
    return n.told_all() ? std::optional<ScriptExpr>(called(name, args)) : std::nullopt;
  }
  if (node.op != &remat_op) return {};
  std::string f = scope_.program.helper(*node.regions[0], "again");
  const AttrValue* save = n.find("save");
  if (save != nullptr) {
    std::string names, kept = std::get<std::string>(*save);
    for (size_t begin = 0, end; (end = kept.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      names += str(names.empty() ? "" : ", ", quoted_text(kept.substr(begin, end - begin)));
    }
    bool is_word = names.empty();
    f += str(", save = ", is_word ? quoted_text(kept) : str("(", names, ",)"));
  }
  if (!n.told_all()) return {};
  return called(str("remat(", f, ")"), args);
}

namespace {

// "~" is replaced by its name.
std::string rule_text(const std::vector<std::string>& params, const std::vector<std::string>& lines,
                      const std::string& value) {
  std::string head = str("fn ~(", join(params), ")");
  if (lines.empty() && head.size() + value.size() < script_width) {
    return str(head, " = ", value, "\n");
  }
  return str(head, " {\n", join(lines, "\n"), lines.empty() ? "" : "\n", "  ", value, "\n}\n");
}

bool all_move(const Graph& graph, const Vars& vars) {
  return std::ranges::all_of(vars, [&](Var v) { return has_tangent(graph.type(v)); });
}

}  // namespace

std::optional<ScriptExpr> ScriptBlock::custom_jvp(const Node& node, const TermReads& in) {
  if (!all_move(graph_, node.out)) return {};
  ScriptNode n(graph_, node, in);
  bool of_result = n.find("of_result") != nullptr;
  if (!n.told_all() || node.out.empty()) return {};
  const Graph &primal = *node.regions[0], &rule = *node.regions[1];
  std::string f = scope_.program.helper(primal, "smooth");
  ScriptScope inner(scope_.program);
  std::vector<std::string> params = names_for(inner, in.size()), given = params;
  std::vector<std::string> before, results;
  if (of_result) {
    for (size_t i = 0; i < node.out.size(); ++i) results.push_back(inner.fresh());
    before.push_back(str("  let ", tuple_of(results), " = ", f, "(", join(params), ")"));
    given.insert(given.end(), results.begin(), results.end());
  }
  std::vector<std::string> all = params;
  for (const TermRef& x : in) {
    all.push_back(inner.fresh());
    if (has_tangent(x->type)) given.push_back(all.back());
  }
  if (given.size() != rule.params.size()) return {};
  std::vector<TermRef> terms = terms_for(rule, given);
  ScriptBlock body(inner, rule, terms, all_of(rule.results.size()), 1);
  body.result();
  std::vector<std::string> values = body.results(), lines = body.lines();
  if (!of_result) {
    auto half = values.begin() + static_cast<long>(values.size() / 2);
    results.assign(values.begin(), half);
    values.erase(values.begin(), half);
  }
  lines.insert(lines.begin(), before.begin(), before.end());
  std::string value = str("(", tuple_of(results), ", ", tuple_of(values), ")");
  std::string text = rule_text(all, lines, value);
  std::string name = scope_.program.helper_text(text, f + "_slope");
  std::vector<std::string> args;
  for (const TermRef& x : in) args.push_back(exact(*x).text);
  return called(str("custom_jvp(", f, ", ", name, ")"), args);
}

std::optional<ScriptExpr> ScriptBlock::custom_vjp(const Node& node, const TermReads& in) {
  if (!all_move(graph_, node.out) || !node.attrs.empty() || node.out.empty()) return {};
  const Graph &forward = *node.regions[1], &backward = *node.regions[2];
  std::string f = scope_.program.helper(*node.regions[0], "smooth");
  ScriptScope there(scope_.program), back(scope_.program);
  std::vector<std::string> params = names_for(there, in.size());
  ScriptBlock first(there, forward, terms_for(forward, params), all_of(forward.results.size()), 1);
  first.result();
  std::vector<std::string> values = first.results();
  auto own = values.begin() + static_cast<long>(node.out.size());
  std::vector<std::string> results(values.begin(), own), kept(own, values.end());
  auto tuple = [](const std::vector<std::string>& items) {
    return str("(", join(items), items.size() == 1 ? ",)" : ")");
  };
  std::string text =
      rule_text(params, first.lines(), str("(", tuple_of(results), ", ", tuple(kept), ")"));
  std::string forward_name = scope_.program.helper_text(text, f + "_forward");
  std::string held = back.fresh(), ct = back.fresh();
  std::vector<std::string> names = names_for(back, backward.params.size());
  std::vector<std::string> residuals(names.begin(), names.begin() + std::ssize(kept));
  std::vector<std::string> cts(names.begin() + std::ssize(kept), names.end());
  if (cts.size() != node.out.size()) return {};
  ScriptBlock last(back, backward, terms_for(backward, names), all_of(backward.results.size()), 1);
  last.result();
  values = last.results();
  std::vector<std::string> given;
  size_t next = 0;
  for (const TermRef& x : in) given.push_back(has_tangent(x->type) ? values[next++] : "nil");
  std::vector<std::string> lines;
  if (!residuals.empty()) lines.push_back(str("  let ", tuple(residuals), " = ", held));
  lines.push_back(str("  let ", tuple_of(cts), " = ", ct));
  lines.insert(lines.end(), last.lines().begin(), last.lines().end());
  text = rule_text({held, ct}, lines, tuple(given));
  std::string backward_name = scope_.program.helper_text(text, f + "_backward");
  std::vector<std::string> args;
  for (const TermRef& x : in) args.push_back(exact(*x).text);
  return called(str("custom_vjp(", f, ", ", forward_name, ", ", backward_name, ")"), args);
}

}  // namespace rille
