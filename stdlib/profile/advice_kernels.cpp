// Advice: kernels below the limits of the machine.
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "stdlib/profile/advice_parts.h"
#include "stdlib/profile/summary_parts.h"
#include "stdlib/profile/units.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// A kernel with a smaller fraction of the time is not worth a change.
constexpr double min_kernel_time = 0.05;
// The other processes of a busy machine make most runs of a kernel slow, but rarely all: the rules
// take the shortest run of several.
constexpr int64_t min_runs = 3;
// Shorter kernels read caches, and their time depends on what ran before.
constexpr double min_ordered_best = 100e3;  // ns
// Kernels that read rows in order reach 0.6 to 0.9 of the memory bandwidth; 0.3 and less is
// measured if lines of the cache are read for one element each.
constexpr double max_ordered_fraction = 0.35;
constexpr double usual_fraction = 0.8;
// The plan reads an operand again if it does not stay in the cache.
constexpr double min_reread = 2;
// Waking the pool takes up to 50 us. A kernel of this time gains by a second thread for sure.
constexpr double min_serial_best = 200e3;  // ns
// One thread reaches up to this part of the memory bandwidth, and more threads do not help then.
constexpr double max_serial_fraction = 0.7;
// The part of the bytes of a kernel that it reads repeatedly.
constexpr double min_reread_part = 0.3;

double element_bytes(const std::string& dtype) {
  size_t digits = dtype.find_first_of("0123456789");
  if (digits == std::string::npos) return 1;  // bool
  return std::max(std::atoi(dtype.c_str() + digits), 1) / 8.0;
}

double bytes_of(const ModuleNode& node) {
  double out = element_bytes(node.dtype);
  for (int64_t size : node.shape) out *= static_cast<double>(size);
  return out;
}

// Whether `axes=[1, 0]` of a node gives its operand another last axis.
bool moves_last_axis(const ModuleNode& node) {
  if (node.op != "permute" && node.op != "transpose") return false;
  size_t end = node.attributes.rfind(']'), begin = node.attributes.find('[');
  if (end == std::string::npos || begin == std::string::npos) return true;
  size_t last = node.attributes.find_last_of(", [", end - 1) + 1;
  return std::atoi(node.attributes.c_str() + last) + 1 != static_cast<int>(node.shape.size());
}

// What a step of a module reads.
struct StepReads {
  double bytes = 0;                        // of its distinct operands
  bool is_outer = false;                   // outside of loops
  const ModuleNode* transposed = nullptr;  // a view whose rows are not those of its operand
};

class ModuleReader {
 public:
  ModuleReader(const Module& module, const ModuleStep& step)
      : module_(module), inner_(step.nodes.begin(), step.nodes.end()) {
    for (int node : step.nodes) read(node, true);
    reads_.is_outer = step.depth == 0;
  }

  const StepReads& reads() const { return reads_; }

 private:
  const ModuleNode* at(int node) const {
    bool is_valid = node >= 0 && static_cast<size_t>(node) < module_.nodes.size();
    return is_valid ? &module_.nodes[static_cast<size_t>(node)] : nullptr;
  }

  // Values without a step are parameters, constants, and views, which are computed where they are
  // read: a view counts as the values that it shows.
  void read(int index, bool is_inner) {
    const ModuleNode* node = at(index);
    if (!node || !seen_.insert(index).second) return;
    bool is_view = node->step < 0 && node->param < 0 && !node->operands.empty();
    if (!is_inner && !is_view) {
      reads_.bytes += bytes_of(*node);
      return;
    }
    if (moves_last_axis(*node)) reads_.transposed = node;
    for (int operand : node->operands) read(operand, inner_.contains(operand));
  }

  const Module& module_;
  std::unordered_set<int> inner_, seen_;
  StepReads reads_;
};

const ModuleStep* step_of(const Timeline& timeline, const Label& label) {
  bool has_module =
      label.module >= 0 && static_cast<size_t>(label.module) < timeline.modules.size();
  if (!has_module) return nullptr;
  const Module& module = timeline.modules[static_cast<size_t>(label.module)];
  bool has_step = label.step >= 0 && static_cast<size_t>(label.step) < module.steps.size();
  return has_step ? &module.steps[static_cast<size_t>(label.step)] : nullptr;
}

bool is_serial_loop(const std::string& ops) {
  constexpr std::string_view loops[] = {"scan", "while", "for", "cumsum", "cumulative"};
  return std::ranges::any_of(loops, [&](auto loop) { return ops.find(loop) != std::string::npos; });
}

// Products pack their operands in the order in which they read them.
bool is_product(const std::string& ops) {
  return ops.find("dot") != std::string::npos || ops.find("conv") != std::string::npos;
}

// Random bits take most of the time of their kernel, whose order of reading does not matter then.
bool is_random(const std::string& ops) { return ops.find("rng") != std::string::npos; }

std::string kernel_text(const Label& label) {
  const std::string& name = label.ops.empty() ? label.name : label.ops;
  bool is_library = label.function.empty() || label.function == name;  // named after its operation
  return str("`", line_text(name), "`",
             is_library ? "" : str(" of `", line_text(label.function), "`"));
}

// The bandwidth and the times of a slow kernel.
std::string rate_text(const Timeline& timeline, const Label& label, const KernelTime& kernel) {
  std::string out = str("it moves ", size_text(label.work.bytes()), " in ",
                        duration_text(kernel.mean), ", ", size_text(kernel.bytes_per_s), "/s");
  double peak = timeline.machine.bytes_per_s;
  if (peak > 0) {
    out += str(", ", percent_text(kernel.bytes_per_s / peak), " of the ", size_text(peak),
               "/s of the memory");
  }
  if (kernel.ratio > 0) out += str("; the plan expects ", duration_text(kernel.planned * 1e9));
  return out;
}

// The shortest time that the machine allows over that of the shortest run.
double best_fraction(const KernelTime& kernel) {
  return kernel.best > 0 ? kernel.fraction * kernel.mean / kernel.best : kernel.fraction;
}

bool is_below_memory_limit(const Timeline& timeline, const Label& label, const KernelTime& kernel) {
  if (kernel.bound == Bound::memory) return best_fraction(kernel) <= max_ordered_fraction;
  const ModuleStep* step = step_of(timeline, label);
  bool is_unknown = kernel.bound == Bound::unknown && step && step->is_memory_bound;
  return is_unknown && kernel.ratio * kernel.best / kernel.mean >= 1 / max_ordered_fraction;
}

void add_order(const AdviceInput& in, const KernelTime& kernel, std::vector<Advice>& out) {
  const Label& label = in.timeline.labels[kernel.label];
  StepReads reads;
  if (const ModuleStep* step = step_of(in.timeline, label)) {
    reads = ModuleReader(in.timeline.modules[static_cast<size_t>(label.module)], *step).reads();
  }
  bool is_named = label.ops.find("permute") != std::string::npos ||
                  label.ops.find("transpose") != std::string::npos;
  bool is_slow = is_below_memory_limit(in.timeline, label, kernel);
  bool is_transposed =
      is_slow && (reads.transposed || is_named) && !is_product(label.ops) && !is_random(label.ops);
  bool is_memory = kernel.bound == Bound::memory;
  double reread = ratio_of(label.work.bytes_read, reads.bytes);
  // A product reads its operands again from the cache, and a loop in each iteration.
  double again = ratio_of(label.work.bytes_read - reads.bytes, label.work.bytes());
  bool is_reread = is_memory && reread >= min_reread && again >= min_reread_part &&
                   reads.is_outer && !is_product(label.ops) && !is_serial_loop(label.ops);
  if (!is_transposed && !is_reread) return;
  double fraction = ratio_of(static_cast<double>(kernel.self), in.active());
  double gain = is_transposed ? 1 - std::max(best_fraction(kernel), 0.0) / usual_fraction : again;
  Advice advice{AdviceKind::operand_order, fraction * gain};
  advice.place = kernel.place;
  advice.message =
      is_transposed ? str(kernel_text(label), " reads a transposed operand")
                    : str(kernel_text(label), " reads its operands ", count_text(reread), " times");
  advice.reason = rate_text(in.timeline, label, kernel);
  if (is_transposed && reads.transposed) {
    const ModuleNode& view = *reads.transposed;
    advice.reason += str("; the operand is ", line_text(view.dtype), "[", join(view.shape),
                         "] with ", line_text(view.attributes));
    if (view.place.line > 0) advice.reason += str(" at ", text(view.place));
  }
  advice.help =
      "create the operand in the axis order in which the kernel reads it: swap its axes "
      "where it is made, or call `transpose` once, before the loop";
  out.push_back(std::move(advice));
}

void add_serial(const AdviceInput& in, const KernelTime& kernel, std::vector<Advice>& out) {
  const Label& label = in.timeline.labels[kernel.label];
  int threads = in.timeline.machine.threads;
  double fraction = ratio_of(static_cast<double>(kernel.self), in.active());
  Advice advice{AdviceKind::single_thread, fraction * (1 - 1.0 / threads)};
  advice.place = kernel.place;
  advice.message = str(kernel_text(label), " runs on one of ", threads, " threads");
  advice.reason = str("it takes ", percent_text(fraction), " of the time, ",
                      duration_text(kernel.mean), " per run");
  advice.help = is_serial_loop(label.ops)
                    ? "a loop that carries a value runs on one thread: use `associative_scan`, or "
                      "run independent rows at once with `vmap`"
                    : "threads divide the outer axes of a kernel: give it a large outer axis, for "
                      "example with `reshape` or `vmap`";
  out.push_back(std::move(advice));
}

}  // namespace

void find_operand_order(const AdviceInput& in, std::vector<Advice>& out) {
  for (const KernelTime& kernel : in.summary.kernels) {
    if (static_cast<double>(kernel.self) < min_kernel_time * in.active()) break;
    bool is_comparable =
        kernel.calls >= min_runs && kernel.best >= min_ordered_best && kernel.bytes_per_s >= 0;
    if (is_comparable) add_order(in, kernel, out);
  }
}

void find_single_thread(const AdviceInput& in, std::vector<Advice>& out) {
  int threads = in.timeline.machine.threads;
  if (threads < 2) return;
  // Whether the pieces of kernels are captured.
  bool are_pieces_known = std::ranges::any_of(
      in.summary.kernels, [](const KernelTime& kernel) { return kernel.utilization >= 0; });
  for (const KernelTime& kernel : in.summary.kernels) {
    if (static_cast<double>(kernel.self) < min_kernel_time * in.active()) break;
    const Label& label = in.timeline.labels[kernel.label];
    // A kernel without pieces was not divided. That one thread ran all pieces says nothing: the
    // other threads may have had no core.
    bool is_one =
        label.threads == 1 || (label.threads > 1 && are_pieces_known && kernel.utilization < 0);
    bool is_limit = kernel.bound == Bound::memory && best_fraction(kernel) >= max_serial_fraction;
    bool is_leaf = kernel.self == kernel.total && !kernel.is_eager;
    bool is_long = kernel.calls >= min_runs && kernel.best >= min_serial_best;
    if (is_one && is_leaf && !is_limit && is_long) add_serial(in, kernel, out);
  }
}

}  // namespace rille::profile
