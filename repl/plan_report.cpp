// The text of `rille plan`: tables, memory, and decisions.
#include "repl/plan_report.h"

#include <algorithm>
#include <cstdio>

#include "jit/op.h"
#include "repl/place.h"

namespace rille {
namespace {

std::string formatted(const char* format, double number) {
  char out[48];
  std::snprintf(out, sizeof out, format, number);
  return out;
}

// Formats a number with a unit prefix: "25.6 k".
std::string rounded(double number, double base = 1000) {
  static constexpr const char* units[] = {"", " k", " M", " G", " T", " P"};
  size_t unit = 0;
  while (number >= base && unit + 1 < std::size(units)) number /= base, ++unit;
  bool is_whole = unit == 0;
  return formatted(is_whole || number >= 99.95 ? "%.0f" : "%.1f", number) + units[unit];
}

std::string bytes_text(double number) {
  std::string out = rounded(number);
  return out.find(' ') == std::string::npos ? out + " B" : out + "B";
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return formatted("%.1f us", seconds * 1e6);
  return seconds < 1 ? formatted("%.2f ms", seconds * 1e3) : formatted("%.2f s", seconds);
}

std::string padded(std::string text, size_t width, bool is_right = false) {
  size_t shown = 0;
  for (char c : text) shown += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  std::string air(shown < width ? width - shown : 0, ' ');
  return is_right ? air + text : text + air;
}

// A table whose columns are as wide as their widest cell. The last column is not padded.
class TextTable {
 public:
  TextTable(std::vector<std::string> head, size_t left) : left_(left) { add(std::move(head)); }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text() const {
    std::string out;
    for (const auto& row : rows_) {
      for (size_t i = 0; i < row.size(); ++i) {
        size_t width = 0;
        for (const auto& other : rows_) width = std::max(width, other[i].size());
        bool is_last = i + 1 == row.size();
        out += is_last ? row[i] : padded(row[i], width, i >= left_) + "  ";
      }
      out += "\n";
    }
    return out;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  size_t left_;  // number of left-aligned columns, in addition to the last one
};

const Node& node_at(const Plan& plan, int node) {
  return plan.graph.nodes[static_cast<size_t>(node)];
}

void add_once(std::vector<std::string>& list, std::string item) {
  bool is_new = !item.empty() && std::ranges::find(list, item) == list.end();
  if (is_new) list.push_back(std::move(item));
}

std::string some(const std::vector<std::string>& list, size_t most) {
  std::vector<std::string> shown(list.begin(),
                                 list.begin() + static_cast<long>(std::min(list.size(), most)));
  return str(join(shown), list.size() > most ? ", …" : "");
}

std::string limit_text(const StepEstimate& step) {
  if (step.time.seconds <= 0) return "";
  std::string_view limit = step.time.is_bound_by_memory() ? "memory" : "flops";
  return str(limit, formatted(" %.0f %%", step.time.share() * 100));
}

std::string what_text(const PlanReport& report, const StepEstimate& step) {
  std::string out(2 * static_cast<size_t>(step.depth), ' ');
  out += some(operations_of(*step.plan, *step.step), 8);
  if (step.is_one_kernel) out += ", one kernel for all iterations";
  if (step.is_one_iteration) out += ", for one iteration";
  if (!step.is_counted) out += ", operations not counted";
  std::string places = some(places_of(report, *step.plan, *step.step), 3);
  if (!places.empty()) out += str(" at ", places);
  std::string layers = some(layers_of(*step.plan, *step.step), 3);
  return layers.empty() ? out : str(out, " in ", layers);
}

std::string steps_text(const PlanReport& report) {
  TextTable table(
      {"step", "time", "share", "limit", "flops", "functions", "read", "written", "what"}, 1);
  int number = 0;
  for (const StepEstimate& step : report.estimate.steps) {
    double share = step.time.seconds / std::max(report.estimate.seconds, 1e-30) * 100;
    table.add({step.depth == 0 ? str(number++) : "", time_text(step.time.seconds),
               formatted("%.0f %%", share), limit_text(step), rounded(step.cost.flops),
               rounded(step.cost.functions), bytes_text(step.cost.read),
               bytes_text(step.cost.written), what_text(report, step)});
  }
  return table.text();
}

std::string made_text(const PlanReport& report, Var v) {
  if (v.none()) return "buffer of a loop";
  std::string maker = maker_of(report.plan, v);
  const Graph& graph = report.plan.graph;
  for (const Node& node : graph.nodes) {
    if (std::ranges::find(node.out, v) == node.out.end()) continue;
    std::string place = place_of(report.state, node.origin);
    std::string layer = node.origin.layer().text();
    return str(maker, place.empty() ? "" : " at ", place, layer.empty() ? "" : " in ", layer);
  }
  return maker;
}

std::string buffers_text(const PlanReport& report) {
  const Plan& plan = report.plan;
  TextTable table({"buffer", "type", "bytes", "steps", "made by"}, 2);
  std::vector<Life> lives = lives_of(plan);
  for (int number : buffers_of(plan)) {
    auto at = static_cast<size_t>(number);
    const Slot& slot = plan.slots[at];
    Life life = lives[at];
    std::string steps = life.first < 0            ? "none"
                        : life.first == life.last ? str(life.first)
                                                  : str(life.first, "-", life.last);
    table.add({home_of(slot), text(slot.type), bytes_text(static_cast<double>(slot.bytes)), steps,
               made_text(report, slot.value)});
  }
  return table.text();
}

std::string memory_text(const PlanMemory& memory) {
  auto of = [](size_t bytes) { return bytes_text(static_cast<double>(bytes)); };
  std::string out = str("memory: ", of(memory.peak()), " at the peak: arguments ",
                        of(memory.arguments), ", results ", of(memory.results));
  if (memory.taken_over > 0) {
    out += str(", of which ", of(memory.taken_over), " reuse memory of donated arguments");
  }
  return str(out, ", temporaries ", of(memory.arena), ", scratch of threads ", of(memory.scratch),
             "\n");
}

std::string choices_text(const PlanReport& report) {
  std::string out;
  for (const PlanChoice& choice : report.plan.choices) {
    std::string unit = made_text(report, choice.unit), other = maker_of(report.plan, choice.other);
    out += choice.joins ? str("  ", unit, " is fused with ", other, " in a loop of ", choice.turns,
                              choice.turns == 1 ? " iteration\n" : " iterations\n")
                        : str("  ", unit, " is not fused with ", other, ": ", choice.why, "\n");
  }
  return out.empty() ? "" : str("\ndecisions\n", out);
}

// Steps that are faster with the precision `fast`.
std::string fast_text(const PlanReport& report) {
  std::string out;
  int number = 0;
  for (const StepEstimate& step : report.estimate.steps) {
    std::string name = step.depth == 0 ? str("step ", number++) : "a step of a loop or branch";
    auto seconds = seconds_if_fast(step, report.target);
    if (!seconds) continue;
    out += str("  ", name, ": ", time_text(*seconds), " instead of ", time_text(step.time.seconds),
               ", ", formatted("%.1f", step.time.seconds / *seconds), " times as fast\n");
  }
  return out.empty() ? "" : str("\nwith precision = \"fast\"\n", out);
}

std::string head_text(const PlanReport& report) {
  const Target& m = report.target;
  const PlanEstimate& all = report.estimate;
  double peak = m.clock_hz * m.units.flops_cycle * m.cores;
  return str("# ", report.call, "\n", "target: ", m.name, ", cores: ", m.cores, ", peak ",
             rounded(peak), "flop/s in f32, ", bytes_text(m.memory().bytes_s), "/s (estimates)\n",
             "total: ", rounded(all.cost.flops), " flops, ", rounded(all.cost.functions),
             " functions, ", bytes_text(all.cost.read), " read, ", bytes_text(all.cost.written),
             " written, about ", time_text(all.seconds), "\n");
}

}  // namespace

std::vector<std::string> places_of(const PlanReport& report, const Plan& plan,
                                   const PlanStep& step) {
  std::vector<std::string> out;
  for (int number : nodes_of(plan, step)) {
    add_once(out, place_of(report.state, node_at(plan, number).origin));
  }
  return out;
}

std::vector<std::string> layers_of(const Plan& plan, const PlanStep& step) {
  std::vector<std::string> out;
  for (int number : nodes_of(plan, step)) {
    add_once(out, node_at(plan, number).origin.layer().text());
  }
  return out;
}

std::string maker_of(const Plan& plan, Var v) {
  const Graph& graph = plan.graph;
  auto param = std::ranges::find(graph.params, v);
  if (param != graph.params.end()) return str("argument ", param - graph.params.begin());
  for (const Node& node : graph.nodes) {
    if (std::ranges::find(node.out, v) != node.out.end()) return std::string(node.op->name);
  }
  return "";
}

std::string home_of(const Slot& slot) {
  switch (slot.home) {
    case Slot::Home::param: return str("argument ", slot.number);
    case Slot::Home::result: return str("result ", slot.number);
    case Slot::Home::arena: return str("at ", slot.offset);
    case Slot::Home::tape: return "tape";
    case Slot::Home::nothing:
    case Slot::Home::constants: return "";
  }
  return "";
}

std::vector<int> buffers_of(const Plan& plan) {
  std::vector<bool> used = used_slots(plan);
  std::vector<int> out;
  for (size_t i = 0; i < used.size(); ++i) {
    if (used[i] && plan.slots[i].home != Slot::Home::nothing) out.push_back(static_cast<int>(i));
  }
  return out;
}

std::string text_of(const PlanReport& report) {
  return str(head_text(report), "\n", steps_text(report), "\n", buffers_text(report), "\n",
             memory_text(report.estimate.memory), choices_text(report), fast_text(report));
}

}  // namespace rille
