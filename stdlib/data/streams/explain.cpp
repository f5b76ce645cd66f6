// data.explain, data.spec: cost and items of a pipeline.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "stdlib/data/streams/stages.h"
#include "stdlib/spec.h"
#include "vm/run/observer.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

using Clock = std::chrono::steady_clock;

std::string name_of(const Value& stream) {
  if (const Struct* record = struct_of(stream)) return std::string(record->name);
  const StructType* type = struct_type(stream.layout());
  return type == nullptr ? kind_text(stream) : type->name;
}

struct StageCost {
  const Stream* stream;
  int above;  // index of the stage that reads this one; -1 for the last stage
  int depth;
  std::string name;
  int64_t items = 0;
  size_t bytes = 0;
  double own_s = 0;  // seconds without the time of the stages that it reads
  Values gave = {};  // first items that it returned
};

// Stages in the order of their first call. Each stage comes after the stage that reads it.
class PipelineProfiler final : public Observer {
 public:
  explicit PipelineProfiler(int64_t keep) : keep_(keep) {}

  using Observer::on;
  void on(const event::ItemRequest& asked) override {
    auto now = Clock::now();
    if (!open_.empty()) add_time(now);
    open_.push_back(find(asked.stream, asked.origin));
    since_ = now;
  }
  void on(const event::ItemResult& came) override {
    const Value* item = came.item;
    add_time(Clock::now());
    StageCost& stage = stages[static_cast<size_t>(open_.back())];
    if (item != nullptr && !item->is_nil()) {
      ++stage.items;
      stage.bytes += bytes_in(*item);
      if (std::ssize(stage.gave) < keep_) stage.gave.push_back(*item);
    }
    open_.pop_back();
    since_ = Clock::now();
  }

  std::vector<StageCost> stages;

 private:
  void add_time(Clock::time_point now) {
    stages[static_cast<size_t>(open_.back())].own_s +=
        std::chrono::duration<double>(now - since_).count();
  }

  // Finds or adds the stage of a stream. Streams that a stage creates for each item count as one
  // stage.
  int find(const Stream& stream, const Value& origin) {
    constexpr size_t many = 40;
    int above = open_.empty() ? -1 : open_.back();
    std::string name = stages.size() < many ? "" : name_of(origin);
    for (size_t i = 0; i < stages.size(); ++i) {
      const StageCost& stage = stages[i];
      bool is_it = stage.stream == &stream || (!name.empty() && stage.name == name);
      if (stage.above == above && is_it) return static_cast<int>(i);
    }
    int depth = above < 0 ? 0 : stages[static_cast<size_t>(above)].depth + 1;
    stages.push_back({&stream, above, depth, name_of(origin)});
    return static_cast<int>(stages.size()) - 1;
  }

  int64_t keep_;
  std::vector<int> open_;
  Clock::time_point since_;
};

std::string line_of(const StageCost& stage, double all_s) {
  auto items = static_cast<double>(std::max<int64_t>(stage.items, 1));
  std::string name(static_cast<size_t>(2 * stage.depth), ' ');
  name += stage.name;
  return fmt::format("{:<28} {:>8} {:>12.4g} {:>6.0f} % {:>12.0f}\n", name, stage.items,
                     1e6 * stage.own_s / items, all_s > 0 ? 100 * stage.own_s / all_s : 0.0,
                     static_cast<double>(stage.bytes) / items);
}

Value explained(State& state, const Value& source, int64_t n, int64_t keep) {
  need_above_zero(n, "data.explain", "n");
  need_count(keep, "data.explain", "num_examples");
  PipelineProfiler watch(keep);
  {
    Stream stream = stream_of(state, source, "data.explain");
    ObserverScope observing(state, watch, {Topic::stream});
    PollCounter polls;
    for (int64_t i = 0; i < n && !stream.next(state).is_nil(); ++i) polls.step();
  }
  double all_s = 0;
  const StageCost* slowest = &watch.stages.at(0);
  for (const StageCost& stage : watch.stages) {
    all_s += stage.own_s;
    if (stage.own_s > slowest->own_s) slowest = &stage;
  }
  std::string text = fmt::format("{:<28} {:>8} {:>12} {:>8} {:>12}\n", "stage", "items", "us/item",
                                 "time", "bytes/item");
  Values rows;
  for (StageCost& stage : watch.stages) {
    text += line_of(stage, all_s);
    rows.push_back(Value::record(state, {{"bytes", static_cast<int64_t>(stage.bytes)},
                                         {"depth", static_cast<int64_t>(stage.depth)},
                                         {"gave", Value::tuple(std::move(stage.gave))},
                                         {"items", stage.items},
                                         {"name", stage.name},
                                         {"seconds", stage.own_s}}));
  }
  text += str("slowest stage: ", slowest->name);
  return Value::record(state, {{"limit", slowest->name},
                               {"stages", Value::tuple(std::move(rows))},
                               {"text", std::move(text)}});
}

Value item_spec(State& state, const Value& x) {
  check_stack();
  if (x.is_array()) return spec_of(state, x.array().type());
  if (x.is_number()) return scalar_spec(state, is_float(x.as_array().dtype()));
  if (!x.is_branch()) return x.is_nil() ? Value() : Value(kind_text(x));
  Values parts;
  for (const Value& part : x.items()) parts.push_back(item_spec(state, part));
  return Value::like(x.branch(), std::move(parts));
}

Value spec(State& state, const Value& source) {
  return item_spec(state, stream_of(state, source, "data.spec").next(state));
}

}  // namespace

size_t bytes_in(const Value& x) {
  check_stack();
  if (x.is_array()) return x.array().byte_size();
  if (x.is_string()) return x.string().size();
  if (!x.is_branch()) return x.is_leaf() ? 8 : 0;
  size_t out = 0;
  for (const Value& part : x.items()) out += bytes_in(part);
  return out;
}

extern const Builtin data_explain_builtin = {
    .signature = "data.explain(source: any, n: int = 100, num_examples: int = 0) -> record",
    .brief =
        "Measures the time and the memory of each stage of a stream. Reads the first `n` items of "
        "a copy, without prefetch threads.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. Its position does not change."},
               {"n", "Number of items to read, > 0; fewer if the stream ends earlier."},
               {"num_examples", "Number of first items to return for each stage, ≥ 0."}},
    .returns =
        "a record (limit, stages, text). `limit` is the name of the slowest stage. `stages` is a "
        "tuple of records (name, depth, items, seconds, bytes, gave), the last stage first, each "
        "followed by the stages that it reads. `seconds` excludes the time of the stages that it "
        "reads, `bytes` is the size of its items, and `gave` holds its first `num_examples` items. "
        "`text` is a table of all but the items",
    .errors =
        "error[value] if `n` is not above 0 or `num_examples` is below 0; the errors of the stream",
    .example =
        "let e = data.explain(data.stream(0..8) |> data.batch(4))\n"
        "[s.items for s in e.stages]  #> [2, 8]\n"
        "let odd = data.filter(0..9, i => i % 2 == 1)\n"
        "(s.gave for s in data.explain(odd, num_examples = 3).stages)  #> ((1, 3, 5), (0, 1, 2))",
    .source = "Grain's execution summary and its debug mode",
    .call = bind<&explained>,
    .purity = Purity::host,
};

extern const Builtin data_spec_builtin = {
    .signature = "data.spec(source: any) -> any",
    .brief =
        "Returns the element spec of a stream: the structure and the types of its items. Reads the "
        "first item of a copy.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. Its position does not change."}},
    .returns =
        "the tree of the first item, with a `tree.Spec` for each array and host scalar, and "
        "\"str\" "
        "or \"bool\" for a string or a bool; nil if the stream is empty",
    .errors = "the errors of the stream",
    .example = "data.spec(data.stream((x = [[1.0, 2.0]],)) |> data.batch(8)).x.shape  #> (1, 2)",
    .source = "Grain's get_element_spec",
    .call = bind<&spec>,
};

}  // namespace rille
