// Ways to know what a graph should give.
#include "tests/diff/oracles.h"

#include <algorithm>
#include <cstring>

#include "backends/backend.h"
#include "jit/pass.h"
#include "jit/transform.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

Fault named(std::string_view what, Fault fault) {
  if (fault) fault = str(what, ": ", *fault);
  return fault;
}

// Node by node on the same inputs, those of the device; and the reference's control flow by what
// it means.
Verdict by_reference(const Graph& graph, const Arrays& args, Chance&) {
  Fault fault;
  interpret(graph, args, [&](const Graph& own, const Node& node, std::span<const Array> in) {
    Arrays got = eager(own, node, in), want = reference(node, in);
    if (Fault now = near(node, in, got, want); now && !fault) {
      fault = str(node.op->name, " by the device against the reference: ", *now);
      for (const Array& x : in) *fault += str("\n  in ", text(x.type()), " ", text(x));
    }
    return got;
  });
  if (fault) return {fault};
  return {named("control flow of the reference",
                same(evaluate(graph, args), interpret(graph, args, run_by_reference)))};
}

// Ops that hold graphs, run at once, against their parts.
Verdict by_eager(const Graph& graph, const Arrays& args, Chance&) {
  bool holds = std::ranges::any_of(graph.nodes, [](const Node& n) { return !n.regions.empty(); });
  if (!holds) return silent();
  return {same(run_eager(graph, args), interpret(graph, args, eager))};
}

Verdict by_jit(const Graph& graph, const Arrays& args, Chance&) {
  return {same(run_compiled(graph, args), run_eager(graph, args))};
}

// Each pass alone, and all but each, op by op. `expand` and `parts` say what the device computes
// rather than what the reference does, so all others come behind these.
Verdict by_passes(const Graph& graph, const Arrays& args, Chance& chance) {
  Graph plain = parts(expand(graph));
  Arrays want = evaluate(plain, args);
  auto list = pass_list();
  size_t left_out = static_cast<size_t>(chance.below(std::ssize(list) + 1));
  Graph some = plain;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i].run == expand || list[i].run == parts || i == left_out) continue;
    some = list[i].run(some);
    verify(some);
    if (Fault fault = same(evaluate(some, args), want)) {
      return {str("after ", list[i].name, " (left out: ",
                  left_out < list.size() ? list[left_out].name : "none", "): ", *fault)};
    }
    if (i > left_out) continue;
    Graph alone = list[i].run(plain);
    if (Fault fault = same(evaluate(alone, args), want)) {
      return {str(list[i].name, " alone: ", *fault)};
    }
  }
  int pieces = static_cast<int>(chance.from(2, 6));
  Graph cut = in_pieces(recompute(plain), pieces);
  verify(cut);
  return {named("in pieces", same(evaluate(cut, args), want))};
}

// One row of an array along any axis.
Array row_of(const Array& many, int axis, int64_t row) {
  Builder b;
  Var x = b.param(many.type());
  Ints start(static_cast<size_t>(many.rank()), 0), step(start.size(), 1);
  Shape size = many.shape(), shape = size;
  start[static_cast<size_t>(axis)] = row;
  size[static_cast<size_t>(axis)] = 1;
  shape.erase(shape.begin() + axis);
  Var y = op::reshape(b, op::slice(b, x, start, size, step), shape);
  return evaluate(std::move(b).finish({y}), std::span(&many, 1))[0];
}

// Whether a primitive has no rule: its record says so, and a user is told.
bool is_refused(const Error& error) {
  return error.code() == Code::trace && std::string_view(error.what()).starts_with("vmap of ");
}

struct Mapped {
  Graph graph;
  BatchAxes axes;
  int64_t rows;
  Arrays args;
};

// Nothing where the graph has no params, or a primitive without a rule.
std::optional<Mapped> mapped(const Graph& graph, Chance& chance, Numbers numbers) {
  if (graph.params.empty()) return {};
  Mapped out;
  out.rows = chance.from(1, 3);
  for (Var v : graph.params) {
    bool is_shared = chance.once_in(3);
    int64_t rank = graph.type(v).rank();
    out.axes.in.push_back(is_shared ? -1 : static_cast<int>(chance.from(0, rank)));
  }
  if (std::ranges::max(out.axes.in) < 0) out.axes.in[0] = 0;
  for (Var v : graph.results) {
    out.axes.out.push_back(static_cast<int>(chance.from(0, graph.type(v).rank())));
  }
  try {
    out.graph = vmap(graph, out.rows, out.axes);
  } catch (const Error& error) {
    if (is_refused(error)) return {};
    throw;
  }
  verify(out.graph);
  out.args = draw(chance, out.graph.types_of(out.graph.params), numbers);
  return out;
}

Arrays rows_of(const Arrays& args, const std::vector<int>& axes, int64_t row) {
  Arrays out;
  for (size_t i = 0; i < args.size(); ++i) {
    out.push_back(axes[i] < 0 ? args[i] : row_of(args[i], axes[i], row));
  }
  return out;
}

Verdict by_vmap(const Graph& graph, const Arrays&, Chance& chance) {
  auto m = mapped(graph, chance, Numbers::plain);
  if (!m) return silent();
  Arrays got = evaluate(m->graph, m->args);
  for (int64_t row = 0; row < m->rows; ++row) {
    Arrays want = evaluate(graph, rows_of(m->args, m->axes.in, row));
    if (Fault fault = same(rows_of(got, m->axes.out, row), want)) {
      return {str("row ", row, " of ", m->rows, ", axes (", join(m->axes.in), ") -> (",
                  join(m->axes.out), "): ", *fault)};
    }
  }
  return {};
}

// The same by compiled code. A dot of two vectors, one of them shared, becomes another kind of
// product: docs/numerics.md names this exception.
bool has_products(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [](const Node& node) {
    bool is_one = node.op == &dot_general_op || node.op == &conv_op;
    return is_one ||
           std::ranges::any_of(node.regions, [](const Region& r) { return has_products(*r); });
  });
}

Verdict by_rows(const Graph& graph, const Arrays&, Chance& chance) {
  auto m = has_products(graph) ? std::nullopt : mapped(graph, chance, Numbers::plain);
  if (!m) return silent();
  int64_t last = m->rows - 1;
  Arrays got = run_compiled(m->graph, m->args);
  Arrays want = run_compiled(graph, rows_of(m->args, m->axes.in, last));
  return {named(str("the last row of ", m->rows, ", axes (", join(m->axes.in), ")"),
                same(rows_of(got, m->axes.out, last), want))};
}

Array copy_of(const Array& x) {
  Array out(x.type());
  if (x.byte_size() > 0) std::memcpy(out.edit_data(), x.data(), x.byte_size());
  return out;
}

Verdict by_donation(const Graph& graph, const Arrays& args, Chance& chance) {
  auto code = host_device().compile(graph);
  Arrays in = args, given;
  Arrays want = code->run(in, {});
  auto donate = std::make_unique<bool[]>(args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    given.push_back(copy_of(args[i]));
    donate[i] = !chance.once_in(4);
  }
  Arrays got = code->run(given, std::span(donate.get(), args.size()));
  for (size_t i = 0; i < args.size(); ++i) {
    if (donate[i]) continue;
    if (Fault fault = same(std::span(&given[i], 1), std::span(&args[i], 1))) {
      return {str("argument ", i, " was not given away, but changed: ", *fault)};
    }
  }
  return {same(got, want)};
}

// With a bound on memory that takes effect: what is computed anew has the same bits.
Verdict by_memory(const Graph& graph, const Arrays& args, Chance&) {
  auto free = host_device().compile(graph);
  auto bytes = static_cast<int64_t>(free->arena_bytes());
  if (bytes < 2) return silent();
  try {
    auto bound = host_device().compile(graph, {.memory = bytes - 1});
    Arrays one = args, two = args;
    return {same(bound->run(one, {}), free->run(two, {}))};
  } catch (const Error& error) {
    if (error.code() == Code::memory) return silent();
    throw;
  }
}

Verdict by_threads(const Graph& graph, const Arrays& args, Chance& chance) {
  auto code = host_device().compile(graph);
  int before = host_threads();
  Arrays one = args, two = args;
  set_host_threads(1);
  Arrays want = code->run(one, {});
  set_host_threads(static_cast<int>(chance.from(2, 3)));
  Arrays got = code->run(two, {});
  set_host_threads(before);
  return {same(got, want)};
}

// Parameters that stand behind nodes get other numbers once, and then no more.
Verdict by_text(const Graph& graph, const Arrays&, Chance&) {
  Graph again = parse_graph(print(graph));
  verify(again);
  std::string text = print(again);
  if (canonical_hash(again) != canonical_hash(graph)) return {str("another hash as\n", text)};
  Graph third = parse_graph(text);
  if (print(third) == text && canonical_hash(third) == canonical_hash(graph)) return {};
  return {str("read back it is\n", print(third))};
}

constexpr Oracle all[] = {
    {"reference", "the device's bits or a bound, node by node; its control flow", false,
     by_reference},
    {"eager", "an op that holds graphs is its parts", false, by_eager},
    {"text", "a printed graph reads back", false, by_text},
    {"passes", "the bits without any pass, after each, and by each alone", false, by_passes},
    {"vmap", "the bits of a loop over rows", false, by_vmap},
    {"jvp", "(J v) u = (J' u) v; the value beside them", true, adjoint},
    {"slopes", "J v against central differences, where two steps agree", true, slopes},
    {"remat", "values and derivatives computed twice", true, rematerialized},
    {"loops", "loop programs, interpreted, the bits of machine code", false, by_loops},
    {"jit", "compiled, the bits of eager code", false, by_jit},
    {"rows", "vmap, compiled, against compiled rows", false, by_rows},
    {"donate", "the bits whoever gives arguments away", false, by_donation},
    {"memory", "the bits in less memory", false, by_memory},
    {"threads", "the bits of any number of threads", false, by_threads},
};

}  // namespace

std::span<const Oracle> oracles() { return all; }

const Oracle* oracle_named(std::string_view name) {
  const Oracle* found = std::ranges::find(all, name, &Oracle::name);
  return found == std::end(all) ? nullptr : found;
}

Verdict judged(const Oracle& oracle, const Graph& graph, const Arrays& args, uint64_t seed) {
  Chance chance(seed * 31 + 7);
  try {
    return oracle.judge(graph, args, chance);
  } catch (const std::exception& error) {
    return {str("throws: ", error.what())};
  }
}

}  // namespace rille::diff
