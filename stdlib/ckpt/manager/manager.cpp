// ckpt.manager: the steps of a run, kept and found again.
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

// Those of a State that are open, by the word that their instances hold.
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
      throw Error(Code::type,
                  str("`metrics` are numbers by name, as in (loss = 0.5), got ", text(value)));
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
  Value restored(State& state, const std::string& path, int64_t step, const LoadWish& wish) const;
};

// A method that touches the world: its result would be baked into what is traced.
Saver& Manager::open(State& state, std::string_view who) const {
  if (state.tracing > 0) {
    throw Error(Code::trace,
                str("`", who, "` of a ckpt.Manager touches files: it cannot be traced"))
        .help("call it between the steps, from a procedure or the top level");
  }
  auto& all = state.part<Savers>().open;
  auto found = all.find(id);
  if (found != all.end()) return *found->second;
  throw Error(Code::value, str("`", who, "`: this ckpt.Manager is closed, or of another run"))
      .help("ckpt.manager(dir) opens the folder again");
}

void need_step(int64_t step) {
  if (step >= 0) return;
  throw labelled_value(str("`step` needs a number of 0 or more, got ", step), "step");
}

// A run that SIGTERM ends saves where it is, whatever the rules, and waits for the disk.
bool Manager::save(State& state, int64_t step, Value tree, Value metrics, Value meta,
                   bool force) const {
  Saver& saver = open(state, "save");
  need_step(step);
  const Crew& crew = saver.wish().crew;
  bool ends = crew.is_alone() && saver.wish().on_term != OnTerm::none && term_came();
  std::vector<size_t> tiers = saver.due(step, force || ends);
  if (tiers.empty()) return false;
  saver.wait();
  std::vector<SavedStep> there = saver.steps();
  if (!there.empty() && there.back().step >= step && !force) {
    throw labelled_value(
        str("step ", step, " does not come after step ", there.back().step, ", which is there"),
        "step")
        .help("force = true saves it nevertheless; remove(step) takes later ones away");
  }
  // Part by part: where the snapshot throws, g++ 12 destroys the members of a step in braces twice.
  SaveJob job;
  job.step = {step, clock_now(), metrics_from(metrics)};
  job.snapshot = crew.is_alone() ? snapshot_of(state, tree, meta)
                                 : share_of(state, tree, meta, crew.process, crew.processes);
  job.tiers = std::move(tiers);
  saver.start(std::move(job));
  if (!ends) return true;
  saver.wait();
  if (saver.wish().on_term == OnTerm::stop) {
    state.interrupt(str("SIGTERM came; step ", step, " is saved"));
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
  const KeepRule& rule = saver.wish().tiers.back().keep;
  if (rule.best.empty()) {
    throw Error(Code::value, "`best`: this ckpt.Manager knows no metric to go by")
        .help("ckpt.manager(dir, best = \"loss\")");
  }
  std::vector<int64_t> order = by_metric(saver.steps(), rule.best, rule.is_min);
  return order.empty() ? Value() : Value(order[0]);
}

[[noreturn]] void no_step(int64_t step, const std::vector<SavedStep>& there) {
  std::string list;
  for (const SavedStep& saved : there) list += str(list.empty() ? "" : ", ", saved.step);
  throw Error(Code::value,
              str("there is no step ", step, list.empty() ? "" : "; there are ", list));
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
  return open(state, "stopping").wish().on_term != OnTerm::none && term_came();
}

// --- restoring ------------------------------------------------------------------------------

Value Manager::restored(State& state, const std::string& path, int64_t step,
                        const LoadWish& wish) const {
  std::unique_ptr<Checkpoint> file = open_safetensors(path);
  Value tree = load_tree(state, *file, wish, path);
  std::string meta = file->meta();
  return Value::record(
      state, {{"step", step},
              {"tree", std::move(tree)},
              {"metrics", value_of_metrics(saved_step(step, words_of_file(path)).metrics)},
              {"meta", meta.empty() ? Value() : parse_json(meta)}});
}

// Whether all of a file can be read: then an error of its is about names and types.
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

// One process would take an older step, and the others would not.
constexpr const char* other_step = "restore(step) of an older step, in all processes";

// The newest whole one, of the fastest folder that has it. A damaged step is passed over, with a
// warning, unless it was asked for by its number.
Value Manager::restore(State& state, std::optional<int64_t> step, Value like, Value only) const {
  Saver& saver = open(state, "restore");
  saver.wait();
  LoadWish wish{.like = std::move(like), .only = std::move(only)};
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
  throw Error(Code::value, str("there is no step yet in ", text(dir)))
      .help("latest() is nil where there is none");
}

// --- the builtin ----------------------------------------------------------------------------

// A number for each folder: one for all, or a tuple of as many.
std::vector<int64_t> for_each_folder(const Value& given, size_t folders, std::string_view name) {
  std::vector<int64_t> out;
  if (given.is_tuple()) {
    take(given, out);
  } else {
    out.assign(folders, given.as_array().integer());
  }
  if (out.size() != folders) {
    throw labelled_value(str("`", name, "` has ", out.size(), " numbers for ", folders, " folders"),
                         name);
  }
  for (int64_t number : out) {
    if (number < 1) {
      throw labelled_value(str("`", name, "` needs numbers above 0, got ", number), name);
    }
  }
  return out;
}

template <class T>
void need_above_zero(const std::optional<T>& number, std::string_view name) {
  if (number && !(*number > 0)) {
    throw labelled_value(str("`", name, "` needs a number above 0, got ", *number), name);
  }
}

// A word that no other open manager has, in this process and in others whose checkpoints hold it.
std::string new_id() {
  static std::atomic<uint64_t> count{0};
  return fmt::format("{:x}-{}", static_cast<uint64_t>(clock_now() * 1e6), ++count);
}

std::vector<std::string> folders_of(const Value& dir) {
  std::vector<std::string> out;
  if (dir.is_string()) out.push_back(dir.string());
  if (dir.is_tuple()) take(dir, out);
  if (out.empty()) throw labelled_value("`dir` needs at least one folder", "dir");
  return out;
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Manager manager(State& state, Value dir, Value every, std::optional<double> seconds, Value keep,
                std::optional<int64_t> keep_every, std::optional<double> keep_seconds,
                std::string best, std::string mode, int64_t keep_best, bool background,
                std::string term, int64_t process, int64_t processes, double patience) {
  std::vector<std::string> folders = folders_of(dir);
  need_above_zero(seconds, "seconds");
  need_above_zero(keep_every, "keep_every");
  need_above_zero(keep_seconds, "keep_seconds");
  need_above_zero(std::optional(keep_best), "keep_best");
  need_above_zero(std::optional(patience), "patience");
  constexpr int64_t most_processes = 65'536;
  if (processes > most_processes) {
    throw labelled_value(str("`processes` is ", most_processes, " at most"), "processes");
  }
  if (processes < 1 || process < 0 || process >= processes) {
    throw labelled_value(str("there is no process ", process, " of ", processes), "process");
  }
  if (processes > 1 && seconds) {
    throw labelled_value("`seconds` would be over at other steps in other processes", "seconds")
        .help("every = n saves the same steps in all");
  }
  std::vector<int64_t> turns = for_each_folder(every, folders.size(), "every"), newest;
  if (!keep.is_nil()) newest = for_each_folder(keep, folders.size(), "keep");
  SaverWish wish{.tiers = {},
                 .seconds = seconds,
                 .in_background = background,
                 .on_term = term == "stop"   ? OnTerm::stop
                            : term == "tell" ? OnTerm::tell
                                             : OnTerm::none,
                 .crew = {static_cast<size_t>(process), static_cast<size_t>(processes), patience}};
  for (size_t i = 0; i < folders.size(); ++i) {
    Tier tier{.path = folders[i], .every = turns[i]};
    if (!newest.empty()) tier.keep.newest = newest[i];
    wish.tiers.push_back(std::move(tier));
  }
  KeepRule& durable = wish.tiers.back().keep;
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

Values all_steps(std::string path) {
  Values out;
  for (int64_t step : steps_in(path)) out.emplace_back(step);
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
    .brief = "The steps of a run in a folder: saved beside the run, kept by rules, found again.",
    .fields = {field<&Manager::dir>("dir: str or (str, ...)", "the folders, the fast one first"),
               field<&Manager::id>("id: str", "which open manager it is: ckpt.manager gives one")},
    .methods =
        {method<&Manager::save>(
             "save(step: int, tree: tree, metrics: record or dict = nil, meta: any = nil, force: "
             "bool = false) -> bool",
             "Saves a step if it is due by `every` and `seconds`, or forced, and says whether; "
             "what "
             "went wrong with the step before is raised."),
         method<&Manager::restore>(
             "restore(step: int = nil, like: tree = nil, only: str or (str, ...) = nil) -> (step = "
             "int, tree = any, metrics = dict, meta = any)",
             "The newest step that is whole, or the one of that number, as ckpt.load reads it."),
         method<&Manager::steps>("steps() -> (int, ...)", "The steps that are there, in order."),
         method<&Manager::latest>("latest() -> int or nil", "The newest step; nil: none is there."),
         method<&Manager::best>("best() -> int or nil", "The step whose metric is the best."),
         method<&Manager::metrics>("metrics(step: int) -> dict", "What a step was saved with."),
         method<&Manager::status>("status() -> (step = int or nil, done = int, bytes = int)",
                                  "The step that is being written, and how many of its bytes are."),
         method<&Manager::remove>("remove(step: int) -> nil", "Takes a step away."),
         method<&Manager::wait>("wait() -> nil",
                                "Until all is on the disk; raises what went wrong."),
         method<&Manager::close>("close() -> nil", "The same, and frees the folders for another."),
         method<&Manager::stopping>("stopping() -> bool", "Whether SIGTERM asked the run to end.")},
    .example =
        "let m = ckpt.manager(\"run\"); m.save(3, zeros(2)); m.close()\n"
        "ckpt.load(\"run\", step = 3)  #> [0, 0]",
    .source = "ours; the rules are those of Orbax's preservation policies",
};
const Struct& Manager::record() { return ckpt_manager_struct; }

extern const Builtin ckpt_manager_builtin = {
    .signature =
        "ckpt.manager(dir: str or (str, ...), every: int or (int, ...) = 1, seconds: float = nil, "
        "keep: int or (int, ...) = nil, keep_every: int = nil, keep_seconds: float = nil, best: "
        "str = \"\", mode: \"min\" or \"max\" = \"min\", keep_best: int = 1, background: bool = "
        "true, term: \"stop\" or \"tell\" or \"none\" = \"stop\", process: int = 0, processes: int "
        "= 1, patience: float = 600) -> ckpt.Manager",
    .brief = "Opens a folder for the steps of a run, which this process, or these, may write.",
    .params =
        {{"dir",
          "made if it is not there; several: each has its steps, the first is the fast one, "
          "the last the durable one"},
         {"every", "steps whose number it divides are saved; one for each folder, or for all"},
         {"seconds", "at least so many between two saves"},
         {"keep", "how many of the newest steps stay in each folder; nil: all do"},
         {"keep_every", "with `keep`: steps whose number it divides stay in the durable folder"},
         {"keep_seconds", "with `keep`: one step for each span of so many seconds stays there"},
         {"best", "the metric by which a step is the best; with `keep`: the best stay there"},
         {"mode", "\"min\": less is better"},
         {"keep_best", "how many of the best stay"},
         {"background",
          "save() returns at once and a thread writes, one step at a time; the next "
          "save() waits for it"},
         {"term",
          "after SIGTERM the next save() saves whatever the rules say, and \"stop\" ends "
          "the run then; \"tell\": only stopping() says so; \"none\": SIGTERM is not "
          "looked for. Of several processes each may hear it at another step: there, stopping() "
          "tells, and nothing more"},
         {"process", "which of the `processes` that save the same steps together this is"},
         {"processes",
          "each writes the `ckpt.part`s of its tree, and a share of what is the same in all; a "
          "step "
          "is there once the parts of all are on the disk, when process 0 says so"},
         {"patience", "for how many seconds one process waits for another, > 0"}},
    .returns =
        "a struct whose methods save and restore; a step's file is one that `ckpt.load` and "
        "others read, whole under its name or not there at all",
    .errors =
        "error[io] where the folder cannot be written or has a writer already, or where another "
        "process is not heard of; error[value] where a number is below 1, or the parts of an array "
        "overlap or leave something out",
    .example =
        "let m = ckpt.manager(\"steps\", keep = 2, best = \"loss\")\n"
        "for i in 0..5 { m.save(i, (w = float(i) * ones(2),), metrics = (loss = float(i),)) }\n"
        "m.steps()  #> (0, 3, 4)\n"
        "m.restore(m.best()).tree.w  #> [0, 0]",
    .source = "Orbax's CheckpointManager",
    .call = bind<&manager>,
    .purity = Purity::host,
};

extern const Builtin ckpt_steps_builtin = {
    .signature = "ckpt.steps(dir: str) -> (int, ...)",
    .brief = "The steps in a folder that a manager writes, also while it does.",
    .params = {{"dir", "a folder of `ckpt.manager`"}},
    .returns = "in order; none where the folder is not there",
    .errors = "none",
    .example =
        "let m = ckpt.manager(\"run7\"); m.save(7, 1.0); m.wait(); ckpt.steps(\"run7\")  #> "
        "(7,)",
    .source = "ours",
    .call = bind<&all_steps>,
    .purity = Purity::host,
};

}  // namespace rille
