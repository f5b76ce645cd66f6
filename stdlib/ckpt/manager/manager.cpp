// ckpt.manager: saves, retains, and restores steps of a run.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "stdlib/ckpt.h"
#include "stdlib/ckpt/load.h"
#include "stdlib/ckpt/manager/saver.h"
#include "stdlib/ckpt/steps.h"
#include "stdlib/json.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/run/warnings.h"
#include "vm/state.h"
#include "vm/struct.h"

namespace rille {
namespace {

// The open savers of a State, by the identifier in the instances of ckpt.Manager.
struct Savers {
  std::map<std::string, std::shared_ptr<Saver>> open = {};
};

Error labelled_value(const std::string& message, std::string_view name) {
  return labelled(Error(Code::value, message), name);
}

// --- the instance of a script ---------------------------------------------------------------

Metrics metrics_from(const Value& value) {
  Metrics out;
  if (value.is_nil()) return out;
  for (size_t i = 0; i < value.items().size(); ++i) {
    const Branch& branch = value.branch();
    const std::string* word = branch.keys == nullptr
                                  ? &branch.layout->names[i]
                                  : std::get_if<std::string>(&branch.keys->list[i]);
    const Value& item = value.items()[i];
    bool is_number = item.is_leaf() && !item.as_array().is_traced() &&
                     item.as_array().type().count() == 1 && !is_complex(item.as_array().dtype()) &&
                     item.as_array().dtype() != Dtype::key;
    if (word == nullptr || !is_number) {
      throw Error(Code::type, str("`metrics` is ", text(value),
                                  ", expected a record or dict of numbers, such as (loss = 0.5,)"));
    }
    out[*word] = item.as_array().number();
  }
  return out;
}

Value value_of_metrics(const Metrics& metrics) {
  auto keys = std::make_shared<DictKeys>();
  Values items;
  for (const auto& [name, value] : metrics) {
    keys->list.emplace_back(name);
    items.emplace_back(value);
  }
  return Value::dict(std::move(keys), std::move(items));
}

struct Manager {
  static const Struct& record();
  Value dir;
  std::string id;

  bool save(State& state, int64_t step, Value tree, Value metrics, Value meta, bool force) const;
  Value restore(State& state, std::optional<int64_t> step, Value like, Value only) const;
  Values steps(State& state) const;
  Value latest(State& state) const;
  Value best(State& state) const;
  Value metrics(State& state, int64_t step) const;
  Value status(State& state) const;
  void remove(State& state, int64_t step) const;
  void wait(State& state) const { open(state, "wait").wait(); }
  void close(State& state) const;
  bool stopping(State& state) const;

 private:
  Saver& open(State& state, std::string_view who) const;
  Value restored(State& state, const std::string& path, int64_t step,
                 const LoadOptions& wish) const;
};

// Methods have side effects, which a trace does not record: error[trace] while tracing.
Saver& Manager::open(State& state, std::string_view who) const {
  if (state.tracing > 0) {
    throw Error(Code::trace,
                str("ckpt.Manager.", who, ": methods with side effects cannot be traced"))
        .help("call the method outside of traced functions, from a `proc` or the top level");
  }
  auto& all = state.part<Savers>().open;
  auto found = all.find(id);
  if (found != all.end()) return *found->second;
  throw Error(Code::value, str("ckpt.Manager.", who, ": the manager is closed or of another run"))
      .help("`ckpt.manager(dir)` opens the directory again");
}

void need_step(int64_t step) {
  if (step >= 0) return;
  throw labelled_value(str("`step` is ", step, ", expected at least 0"), "step");
}

// After SIGTERM the step is saved even if it is not due, and save() waits until it is on disk.
bool Manager::save(State& state, int64_t step, Value tree, Value metrics, Value meta,
                   bool force) const {
  Saver& saver = open(state, "save");
  need_step(step);
  const ProcessGroup& crew = saver.wish().crew;
  bool ends = crew.is_alone() && saver.wish().on_term != TermAction::none && term_came();
  std::vector<size_t> tiers = saver.due(step, force || ends);
  if (tiers.empty()) return false;
  saver.wait();
  std::vector<SavedStep> there = saver.steps();
  if (!there.empty() && there.back().step >= step && !force) {
    throw labelled_value(
        str("`step` is ", step, ", expected more than the newest, ", there.back().step), "step")
        .help("`save` with `force` true saves the step anyway; `remove` deletes later steps");
  }
  // Assigned one by one: g++ 12 destroys members twice if a braced initializer throws.
  SaveJob job;
  job.step = {step, clock_now(), metrics_from(metrics)};
  job.snapshot = crew.is_alone() ? snapshot_of(state, tree, meta)
                                 : share_of(state, tree, meta, crew.process, crew.processes);
  job.tiers = std::move(tiers);
  saver.start(std::move(job));
  if (!ends) return true;
  saver.wait();
  if (saver.wish().on_term == TermAction::stop) {
    state.interrupt(str("SIGTERM received; step ", step, " is saved"));
    poll();
  }
  return true;
}

Values Manager::steps(State& state) const {
  Saver& saver = open(state, "steps");
  saver.wait();
  Values out;
  for (const SavedStep& saved : saver.steps()) out.emplace_back(saved.step);
  return out;
}

Value Manager::latest(State& state) const {
  Values all = steps(state);
  return all.empty() ? Value() : all.back();
}

Value Manager::best(State& state) const {
  Saver& saver = open(state, "best");
  saver.wait();
  const RetentionPolicy& rule = saver.wish().tiers.back().keep;
  if (rule.best.empty()) {
    throw Error(Code::value, "ckpt.Manager.best: no metric is configured")
        .help("`ckpt.manager(dir, best_metric = \"loss\")` sets the metric");
  }
  std::vector<int64_t> order = by_metric(saver.steps(), rule.best, rule.is_min);
  return order.empty() ? Value() : Value(order[0]);
}

[[noreturn]] void no_step(int64_t step, const std::vector<SavedStep>& there) {
  std::string list;
  for (const SavedStep& saved : there) list += str(list.empty() ? "" : ", ", saved.step);
  throw Error(Code::value, str("step ", step, " does not exist",
                               list.empty() ? "" : ", expected one of ", list));
}

Value Manager::metrics(State& state, int64_t step) const {
  Saver& saver = open(state, "metrics");
  saver.wait();
  std::vector<SavedStep> there = saver.steps();
  auto found = std::ranges::find(there, step, &SavedStep::step);
  if (found == there.end()) no_step(step, there);
  return value_of_metrics(found->metrics);
}

Value Manager::status(State& state) const {
  SaverStatus now = open(state, "status").status();
  return Value::record(state, {{"step", now.step ? Value(*now.step) : Value()},
                               {"done", static_cast<int64_t>(now.done)},
                               {"bytes", static_cast<int64_t>(now.bytes)}});
}

void Manager::remove(State& state, int64_t step) const {
  Saver& saver = open(state, "remove");
  saver.wait();
  bool any = false;
  for (StepFolder& folder : saver.folders()) {
    if (folder.find(step) == nullptr) continue;
    folder.remove(step);
    any = true;
  }
  if (!any) no_step(step, saver.steps());
}

void Manager::close(State& state) const {
  Saver& saver = open(state, "close");
  saver.wait();
  saver.finish();
  state.part<Savers>().open.erase(id);
}

bool Manager::stopping(State& state) const {
  return open(state, "stopping").wish().on_term != TermAction::none && term_came();
}

// --- restoring ------------------------------------------------------------------------------

Value Manager::restored(State& state, const std::string& path, int64_t step,
                        const LoadOptions& wish) const {
  std::unique_ptr<Checkpoint> file = open_safetensors(path);
  Value tree = load_tree(state, *file, wish, path);
  std::string meta = file->meta();
  return Value::record(
      state, {{"step", step},
              {"tree", std::move(tree)},
              {"metrics", value_of_metrics(saved_step(step, words_of_file(path)).metrics)},
              {"meta", meta.empty() ? Value() : parse_json(meta)}});
}

// Whether all arrays of a file can be read. If so, an error of loading is about names or types.
bool is_whole(const std::string& path) {
  try {
    std::unique_ptr<Checkpoint> file = open_safetensors(path);
    for (size_t i = 0; i < file->entries().size(); ++i) file->read(i);
    return true;
  } catch (const Error& error) {
    if (error.code() != Code::io) throw;
    return false;
  }
}

// With several processes no step is skipped, because all of them must restore the same step.
constexpr const char* other_step = "restore an older step in all processes: restore(step = …)";

// Restores the newest valid step from the first tier that has it. A corrupted step is skipped with
// a warning, unless it was requested by its number.
Value Manager::restore(State& state, std::optional<int64_t> step, Value like, Value only) const {
  Saver& saver = open(state, "restore");
  saver.wait();
  LoadOptions wish{.like = std::move(like), .only = std::move(only)};
  std::vector<SavedStep> there = saver.steps();
  std::vector<Error> damaged;
  for (const StepFolder& folder : saver.folders()) {
    damaged.insert(damaged.end(), folder.damaged().begin(), folder.damaged().end());
  }
  for (size_t i = there.size(); i-- > 0;) {
    if (step && there[i].step != *step) continue;
    for (StepFolder& folder : saver.folders()) {
      if (folder.find(there[i].step) == nullptr) continue;
      std::string path = step_path(folder.path(), there[i].step);
      try {
        Value out = restored(state, path, there[i].step, wish);
        auto& show = state.part<Warnings>().show;
        for (const Error& error : damaged) {
          if (show && !step) show(error);
        }
        return out;
      } catch (const Error& error) {
        if (error.code() != Code::io) throw;
        if (!saver.wish().crew.is_alone()) throw Error(error).help(other_step);
        if (is_whole(path)) throw;
        damaged.push_back(error);
        folder.forget(there[i].step, error);
      }
    }
  }
  if (!damaged.empty()) throw Error(damaged.back());
  if (step) no_step(*step, there);
  throw Error(Code::value, str("no step has been saved in ", text(dir)))
      .help("latest() returns nil if no step has been saved");
}

// --- the builtin ----------------------------------------------------------------------------

// One number for each directory, from a single number or a tuple.
std::vector<int64_t> for_each_folder(const Value& given, size_t folders, std::string_view name) {
  std::vector<int64_t> out;
  if (given.is_tuple()) {
    take(given, out);
  } else {
    out.assign(folders, given.as_array().integer());
  }
  if (out.size() != folders) {
    throw labelled_value(
        str("`", name, "` has ", out.size(), " numbers for ", folders, " directories"), name);
  }
  for (int64_t number : out) {
    if (number < 1) {
      throw labelled_value(str("`", name, "` is ", number, ", expected at least 1"), name);
    }
  }
  return out;
}

template <class T>
void need_above_zero(const std::optional<T>& number, std::string_view name) {
  if (number && !(*number > 0)) {
    throw labelled_value(str("`", name, "` is ", *number, ", expected a number above 0"), name);
  }
}

// A unique identifier, also among other processes, because checkpoints may contain it.
std::string new_id() {
  static std::atomic<uint64_t> count{0};
  return fmt::format("{:x}-{}", static_cast<uint64_t>(clock_now() * 1e6), ++count);
}

std::vector<std::string> folders_of(const Value& dir) {
  std::vector<std::string> out;
  if (dir.is_string()) out.push_back(dir.string());
  if (dir.is_tuple()) take(dir, out);
  if (out.empty()) throw labelled_value("`dir` is empty, expected at least one directory", "dir");
  return out;
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Manager manager(State& state, Value dir, Value every, std::optional<double> seconds, Value keep,
                std::optional<int64_t> keep_every, std::optional<double> keep_seconds,
                std::string best, std::string mode, int64_t keep_best, bool background,
                std::string term, int64_t process, int64_t processes, double patience) {
  std::vector<std::string> folders = folders_of(dir);
  need_above_zero(seconds, "save_interval_s");
  need_above_zero(keep_every, "keep_period");
  need_above_zero(keep_seconds, "keep_interval_s");
  need_above_zero(std::optional(keep_best), "keep_best");
  need_above_zero(std::optional(patience), "timeout_s");
  constexpr int64_t max_processes = 65'536;
  if (processes < 1 || processes > max_processes) {
    std::string text =
        str("`process_count` is ", processes, ", expected 1 ≤ count ≤ ", max_processes);
    throw labelled_value(text, "process_count");
  }
  if (process < 0 || process >= processes) {
    std::string text = str("`process_index` is ", process, ", expected an index below ", processes);
    throw labelled_value(text, "process_index");
  }
  if (processes > 1 && seconds) {
    constexpr auto text =
        "`save_interval_s` is not supported with several processes, which would save different "
        "steps";
    throw labelled_value(text, "save_interval_s")
        .help("`save_interval_steps = n` saves the same steps in all processes");
  }
  std::vector<int64_t> turns = for_each_folder(every, folders.size(), "save_interval_steps"),
                       newest;
  if (!keep.is_nil()) newest = for_each_folder(keep, folders.size(), "max_to_keep");
  SaverOptions wish{
      .tiers = {},
      .seconds = seconds,
      .in_background = background,
      .on_term = term == "stop"     ? TermAction::stop
                 : term == "notify" ? TermAction::notify
                                    : TermAction::none,
      .crew = {static_cast<size_t>(process), static_cast<size_t>(processes), patience}};
  for (size_t i = 0; i < folders.size(); ++i) {
    Tier tier{.path = folders[i], .every = turns[i]};
    if (!newest.empty()) tier.keep.newest = newest[i];
    wish.tiers.push_back(std::move(tier));
  }
  RetentionPolicy& durable = wish.tiers.back().keep;
  durable.multiples = keep_every;
  durable.seconds = keep_seconds;
  durable.best = best;
  durable.is_min = mode == "min";
  durable.best_count = keep_best;
  if (!durable.newest) durable = {.best = best, .is_min = mode == "min"};
  Manager out{.dir = std::move(dir), .id = new_id()};
  state.part<Savers>().open[out.id] = std::make_shared<Saver>(std::move(wish));
  return out;
}

}  // namespace

std::vector<Error> end_saves(State& state) {
  std::vector<Error> out;
  auto& open = state.part<Savers>().open;
  for (auto& [id, saver] : open) {
    if (auto error = saver->finish()) out.push_back(std::move(*error));
  }
  open.clear();
  return out;
}

extern const Struct ckpt_manager_struct = {
    .name = "ckpt.Manager",
    .brief =
        "Checkpoint manager: saves steps asynchronously to a directory, applies a retention "
        "policy, and restores them.",
    .fields = {field<&Manager::dir>("dir: str or (str, ...)",
                                    "Directory, or one directory per tier, the local one first."),
               field<&Manager::id>("id: str", "Identifier that `ckpt.manager` assigns.")},
    .methods =
        {method<&Manager::save>("save(step: int, tree: tree, metrics: record or dict = nil, meta: "
                                "any = nil, force: bool = false) -> bool",
                                "Saves a step if it is due by `save_interval_steps` and "
                                "`save_interval_s`, or if `force` is true. Returns whether it is "
                                "saved. Raises the error of the previous save, if there is one."),
         method<&Manager::restore>(
             "restore(step: int = nil, like: tree = nil, only: str or (str, ...) = nil) -> (step = "
             "int, tree = any, metrics = dict, meta = any)",
             "Restores the given step, or the newest valid step if `step` is nil. `like` and "
             "`only` are those of `ckpt.load`."),
         method<&Manager::steps>("steps() -> (int, ...)", "Returns all steps in ascending order."),
         method<&Manager::latest>("latest() -> int or nil", "Returns the newest step, or nil."),
         method<&Manager::best>("best() -> int or nil",
                                "Returns the step with the best metric, or nil if no step has it."),
         method<&Manager::metrics>("metrics(step: int) -> dict", "Returns the metrics of a step."),
         method<&Manager::status>("status() -> (step = int or nil, done = int, bytes = int)",
                                  "Returns the step being written, and its bytes done and total."),
         method<&Manager::remove>("remove(step: int) -> nil", "Deletes a step."),
         method<&Manager::wait>("wait() -> nil",
                                "Waits until all steps are on disk. Raises the error of a save."),
         method<&Manager::close>("close() -> nil",
                                 "Waits as `wait` does, then unlocks the directories."),
         method<&Manager::stopping>("stopping() -> bool", "Returns whether SIGTERM was received.")},
    .example =
        "let m = ckpt.manager(\"run\"); m.save(3, zeros(2)); m.close()\n"
        "ckpt.load(\"run\", step = 3)  #> [0, 0]",
    .source = "ours; Orbax's preservation policies",
};
const Struct& Manager::record() { return ckpt_manager_struct; }

extern const Builtin ckpt_manager_builtin = {
    .signature =
        "ckpt.manager(dir: str or (str, ...), save_interval_steps: int or (int, ...) = 1, "
        "save_interval_s: float = nil, max_to_keep: int or (int, ...) = nil, keep_period: int = "
        "nil, keep_interval_s: float = nil, best_metric: str = \"\", best_mode: \"min\" or \"max\" "
        "= \"min\", keep_best: int = 1, background: bool = true, on_sigterm: \"stop\" or "
        "\"notify\" or \"none\" = \"stop\", process_index: int = 0, process_count: int = 1, "
        "timeout_s: float = 600) -> ckpt.Manager",
    .brief = "Opens a checkpoint manager, the only writer of its directory.",
    .params =
        {{"dir",
          "Directory of the steps, created if it does not exist. A tuple has one directory for "
          "each tier: the first is the local tier, the last the persistent tier."},
         {"save_interval_steps",
          "Save interval in steps, at least 1: multiples of `save_interval_steps` are saved. A "
          "tuple has one interval for each directory."},
         {"save_interval_s",
          "Minimum seconds between two saves. If nil, there is none. Not for several processes."},
         {"max_to_keep",
          "Number of newest steps to keep in each directory, at least 1. If nil, all are kept."},
         {"keep_period",
          "With `max_to_keep`, steps divisible by `keep_period` stay in the persistent directory."},
         {"keep_interval_s",
          "With `max_to_keep`, one step per `keep_interval_s` seconds stays in the persistent "
          "directory."},
         {"best_metric",
          "Name of the metric that ranks steps. With `max_to_keep`, the best steps are also kept "
          "in the persistent directory. If empty, steps are not ranked."},
         {"best_mode",
          "Whether the smallest (`\"min\"`) or the largest (`\"max\"`) metric is best."},
         {"keep_best", "Number of best steps to keep, at least 1."},
         {"background",
          "If true, `save` returns immediately and a thread writes one step at a time; the next "
          "`save` waits for the thread. If false, `save` returns when the step is on disk."},
         {"on_sigterm",
          "Reaction to SIGTERM. `\"stop\"`: the next `save` saves its step even if it is not due, "
          "and ends the run. `\"notify\"`: the next `save` saves its step, and `stopping` returns "
          "true. `\"none\"`: SIGTERM is not handled. With several processes, SIGTERM may arrive at "
          "different steps, so that only `stopping` reports it."},
         {"process_index",
          "Index of this process, 0 ≤ index < `process_count`. Process 0 commits."},
         {"process_count",
          "Number of processes that save together, at most 65,536. Each writes its shards and some "
          "of the arrays that are the same in all. A step is committed when all data is on disk."},
         {"timeout_s", "Timeout for waiting on another process, in seconds, > 0."}},
    .returns =
        "a struct with methods to save and restore steps. The file of a step is written "
        "atomically, and `ckpt.load` and other programs can read it",
    .errors =
        "error[io] if a directory cannot be written or is locked by another writer, or if another "
        "process does not respond; error[value] if a number is out of range, or if the shards of "
        "an array overlap or leave a gap",
    .example =
        "let m = ckpt.manager(\"steps\", max_to_keep = 2, best_metric = \"loss\")\n"
        "for i in 0..5 { m.save(i, (w = float(i) * ones(2),), metrics = (loss = float(i),)) }\n"
        "m.steps()  #> (0, 3, 4)\n"
        "m.restore(m.best()).tree.w  #> [0, 0]",
    .source = "Orbax's CheckpointManager",
    .call = bind<&manager>,
    .purity = Purity::host,
};

}  // namespace rille
