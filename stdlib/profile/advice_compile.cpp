// Advice: recompilation and a cold cache.
#include <algorithm>

#include "stdlib/profile/advice_parts.h"
#include "stdlib/profile/summary_parts.h"
#include "stdlib/profile/units.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// A last, smaller batch and an evaluation cause up to two more compilations.
constexpr int64_t min_repeats = 3;
// Repeated compilation that takes a smaller fraction is not worth a change.
constexpr double min_repeat_time = 0.05;
// With code from the cache on disk, a function is ready in a few milliseconds.
constexpr double min_cold_time = 100e6;  // ns
// Compilation with a smaller fraction of the capture does not dominate its first steps.
constexpr double min_cold_fraction = 0.1;

std::string type_text(const ModuleNode& node) {
  return str(line_text(node.dtype), "[", join(node.shape), "]");
}

std::vector<const ModuleNode*> params_of(const Module& module) {
  std::vector<const ModuleNode*> out;
  for (const ModuleNode& node : module.nodes) {
    if (node.param >= 0) out.push_back(&node);
  }
  std::ranges::stable_sort(out, {}, [](const ModuleNode* node) { return node->param; });
  return out;
}

// The first parameter whose type differs between the last two modules of a function, in words.
std::string changed_param(const Timeline& timeline, const std::string& function) {
  const Module *before = nullptr, *last = nullptr;
  for (const Module& module : timeline.modules) {
    if (module.name != function) continue;
    before = last;
    last = &module;
  }
  if (!before) return "";
  std::vector<const ModuleNode*> a = params_of(*before), b = params_of(*last);
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i]->dtype == b[i]->dtype && a[i]->shape == b[i]->shape) continue;
    return str("input ", i, " is ", type_text(*b[i]), ", and was ", type_text(*a[i]));
  }
  return a.size() == b.size() ? "" : str(b.size(), " inputs, and was ", a.size());
}

std::string recompilation_help(const std::string& change) {
  if (change.find("static: its value") != std::string::npos) {
    return "sizes depend on the number: use few values, or compute with the largest size and a "
           "mask, such as `where(arange(size) < n, x, 0.0)`";
  }
  bool has_shape =
      change.find(", was ") != std::string::npos || change.find(", and was ") != std::string::npos;
  if (has_shape && change.find('[') != std::string::npos) {
    return "keep sizes equal: pad to one of few sizes, and the last batch with "
           "`data.batch(n, pad = 0)`; or name the size of axis 0 in the type of the parameter: "
           "`jit(f, dynamic = …)` compiles once for all sizes of that name";
  }
  return "create `jit(f)` once, before the loop; strings, bools, and functions are static, so pass "
         "numbers or arrays; `f.cache().made_for` names each cause";
}

// The number of different steps with a trace, without the first step.
int64_t retraced_steps(const FunctionUse& function) {
  std::vector<int> steps = function.traced_steps;
  std::ranges::sort(steps);
  auto rest = std::ranges::unique(steps);
  steps.erase(rest.begin(), rest.end());
  return std::ranges::count_if(steps, [](int step) { return step > 0; });
}

// "2 functions and 1 eager operation".
std::string counts_text(int64_t functions, int64_t operations) {
  std::string out;
  if (functions > 0) out += str(functions, functions == 1 ? " function" : " functions");
  if (functions > 0 && operations > 0) out += " and ";
  if (operations == 0) return out;
  return str(out, operations, " eager operation", operations == 1 ? "" : "s");
}

}  // namespace

std::vector<const FunctionUse*> recompiled_functions(const AdviceInput& in) {
  std::vector<const FunctionUse*> out;
  // Compilations before the loop may be those of different functions of one name.
  bool has_loop = in.summary.steps.size() > static_cast<size_t>(min_repeats);
  auto all = static_cast<double>(in.summary.window.duration());
  for (const FunctionUse& function : in.summary.functions) {
    double fraction = ratio_of(static_cast<double>(function.repeat_time), all);
    int64_t repeats = has_loop ? retraced_steps(function) : function.repeats;
    bool is_repeated = !function.name.empty() && !function.is_operation() && repeats >= min_repeats;
    if (is_repeated && fraction >= min_repeat_time) out.push_back(&function);
  }
  return out;
}

void find_recompilation(const AdviceInput& in, std::vector<Advice>& out) {
  for (const FunctionUse* function : recompiled_functions(in)) {
    auto time = static_cast<double>(function->repeat_time);
    Advice advice{AdviceKind::recompilation};
    advice.severity = ratio_of(time, static_cast<double>(in.summary.window.duration()));
    advice.place = function->place;
    std::string name = line_text(function->name);
    int64_t steps = retraced_steps(*function);
    auto all_steps = static_cast<int64_t>(in.summary.steps.size()) - 1;
    // The code of an inferred step is compiled before the step begins.
    bool knows_steps = steps >= min_repeats && !in.summary.are_steps_inferred;
    advice.message =
        knows_steps
            ? str("`", name, "` is compiled again in ", steps, " of ", all_steps, " later steps")
            : str("`", name, "` is compiled again ", function->repeats, " times");
    advice.reason = str("tracing and compiling after the first call take ", duration_text(time),
                        ", ", percent_text(advice.severity), " of the capture");
    std::string change = function->cause.empty()
                             ? changed_param(in.timeline, function->name)
                             : "cause of the last: " + line_text(function->cause);
    if (!change.empty()) advice.reason += "; " + change;
    advice.help = recompilation_help(change);
    out.push_back(std::move(advice));
  }
}

void find_cold_cache(const AdviceInput& in, std::vector<Advice>& out) {
  std::vector<const FunctionUse*> repeated = recompiled_functions(in);
  int64_t sum = 0, functions = 0, operations = 0;
  const FunctionUse* longest = nullptr;
  for (const FunctionUse& function : in.summary.functions) {
    bool is_repeated = std::ranges::find(repeated, &function) != repeated.end();
    if (is_repeated || function.first_compile_time == 0) continue;
    sum += function.first_compile_time;
    ++(function.is_operation() ? operations : functions);
    bool is_longer = !longest || function.first_compile_time > longest->first_compile_time;
    if (is_longer) longest = &function;
  }
  auto time = static_cast<double>(sum);
  double fraction = ratio_of(time, static_cast<double>(in.summary.window.duration()));
  if (!longest || time < min_cold_time || fraction < min_cold_fraction) return;
  Advice advice{AdviceKind::cold_cache, fraction};
  advice.place = longest->place;
  advice.message = str("the first compilation takes ", percent_text(fraction), " of the capture");
  advice.reason = str("generating code for ", counts_text(functions, operations), " takes ",
                      duration_text(time), ", of which `", line_text(longest->name), "` takes ",
                      duration_text(static_cast<double>(longest->first_compile_time)));
  const StepStatistics& steps = in.summary.step_statistics;
  if (steps.count > 1 && !in.summary.are_steps_inferred) {
    advice.reason += str("; the first step takes ", duration_text(steps.first), ", later ones ",
                         duration_text(steps.median));
  }
  advice.help =
      "run the program once before: the next process reads the code from the cache on "
      "disk; `rille doctor` shows the cache, and `RILLE_CACHE=off` disables it";
  out.push_back(std::move(advice));
}

}  // namespace rille::profile
