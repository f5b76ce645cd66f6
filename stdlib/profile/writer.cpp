// profile.writer: logs to TensorBoard.
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stdlib/profile/event_file.h"
#include "stdlib/profile/events.h"
#include "stdlib/profile/histogram.h"
#include "stdlib/profile/images.h"
#include "vm/calling.h"
#include "vm/run/stack.h"
#include "vm/state.h"
#include "vm/struct.h"

namespace rille {
namespace {

using profile::EventFile;
using profile::HyperParameter;

// The open event files of a State, by their paths, which the instances of profile.Writer have.
// `has_session`: hyperparameters are written, so that close() writes the end of the session.
struct OpenWriter {
  EventFile file;
  bool has_session = false;
};
struct OpenWriters {
  std::map<std::string, OpenWriter> by_path = {};
};

double unix_time() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

Error writer_error(Code code, std::string_view method, std::string_view text,
                   std::string_view parameter) {
  return labelled(Error(code, str("profile.Writer.", method, ": ", text)), parameter);
}

// --- records of values ----------------------------------------------------------------------

struct NamedValue {
  std::string name;
  Value value;
};

std::string item_name(const Branch& branch, size_t item) {
  if (branch.keys != nullptr) return text(value_of(branch.keys->list[item]));
  return branch.layout != nullptr ? branch.layout->names[item] : str(item);
}

// The values of nested records, dicts, and tuples, with their names joined by `/`.
void add_values(const Value& tree, const std::string& path, std::vector<NamedValue>& out) {
  if (!tree.is_branch()) {
    out.push_back({path, tree});
    return;
  }
  check_stack();
  for (size_t i = 0; i < tree.items().size(); ++i) {
    std::string name = item_name(tree.branch(), i);
    const Value& item = tree.items()[i].unwrapped();
    add_values(item, path.empty() ? name : str(path, "/", name), out);
  }
}

std::vector<NamedValue> named_values(const Value& tree, const std::string& prefix) {
  std::vector<NamedValue> out;
  add_values(tree, prefix, out);
  return out;
}

// The number of an entry of `values`; nullopt if it is none. error[shape] for an array with axes.
std::optional<double> number_of(const NamedValue& named, std::string_view method) {
  if (!named.value.is_leaf()) return std::nullopt;
  Array x = named.value.as_array();
  if (!is_number(x.dtype()) || is_complex(x.dtype())) return std::nullopt;
  if (x.rank() == 0) return x.number();
  throw writer_error(
      Code::shape, method,
      str("`", named.name, "` is ", x.type(), ", expected a number or an array without axes"),
      "values");
}

HyperParameter hyperparameter(const NamedValue& named) {
  constexpr std::string_view method = "hparams";
  const Value& value = named.value;
  if (value.is_string()) return {named.name, value.string()};
  if (const bool* truth = std::get_if<bool>(&value.any())) return {named.name, *truth};
  bool is_truth = value.is_array() && value.array().dtype() == Dtype::boolean;
  if (is_truth && value.array().rank() == 0) return {named.name, value.array().number() != 0};
  if (std::optional<double> number = number_of(named, method)) return {named.name, *number};
  throw writer_error(
      Code::type, method,
      str("`", named.name, "` is ", kind_text(value), ", expected a number, a bool, or a string"),
      "values");
}

// --- the instance of a script ---------------------------------------------------------------

struct Writer {
  static const Struct& record();
  std::string dir, path;

  void scalar(State& state, std::string tag, double value, int64_t step) const;
  void scalars(State& state, Value values, int64_t step, std::string prefix) const;
  void histogram(State& state, std::string tag, Array x, int64_t step, int64_t bins) const;
  void image(State& state, std::string tag, Array x, int64_t step) const;
  void text(State& state, std::string tag, std::string text, int64_t step) const;
  void hparams(State& state, Value values) const;
  void flush(State& state) const { open(state, "flush").file.sync(); }
  void close(State& state) const;

 private:
  OpenWriter& open(State& state, std::string_view method) const;
};

// Methods have side effects, which a trace does not record: error[trace] while tracing.
OpenWriter& Writer::open(State& state, std::string_view method) const {
  if (state.tracing > 0) {
    throw Error(Code::trace,
                str("profile.Writer.", method, ": methods with side effects cannot be traced"))
        .help("return the values from the traced function, and log them at the call");
  }
  auto& all = state.part<OpenWriters>().by_path;
  auto found = all.find(path);
  if (found != all.end()) return found->second;
  throw Error(Code::value,
              str("profile.Writer.", method, ": the writer is closed or of another run"))
      .help("`profile.writer(dir)` begins a new file in the directory");
}

void need_tag(const std::string& tag, std::string_view method) {
  if (!tag.empty()) return;
  throw writer_error(Code::value, method, "`tag` is empty, expected a name", "tag");
}

void need_step(int64_t step, std::string_view method) {
  if (step >= 0) return;
  throw writer_error(Code::value, method, str("`step` is ", step, ", expected at least 0"), "step");
}

void add_event(OpenWriter& to, int64_t step, std::span<const std::string> summaries) {
  to.file.append(profile::summary_event(unix_time(), step, summaries));
}

void Writer::scalar(State& state, std::string tag, double value, int64_t step) const {
  OpenWriter& to = open(state, "scalar");
  need_tag(tag, "scalar");
  need_step(step, "scalar");
  add_event(to, step, {{profile::scalar_summary(tag, value)}});
}

void Writer::scalars(State& state, Value values, int64_t step, std::string prefix) const {
  constexpr std::string_view method = "scalars";
  OpenWriter& to = open(state, method);
  need_step(step, method);
  std::vector<std::string> summaries;
  for (const NamedValue& named : named_values(values, prefix)) {
    std::optional<double> number = number_of(named, method);
    if (!number) {
      throw writer_error(
          Code::type, method,
          str("`", named.name, "` is ", kind_text(named.value), ", expected a real number"),
          "values");
    }
    if (named.name.empty()) {
      throw writer_error(Code::value, method, "a name is empty", "values");
    }
    summaries.push_back(profile::scalar_summary(named.name, *number));
  }
  if (!summaries.empty()) add_event(to, step, summaries);
}

void Writer::histogram(State& state, std::string tag, Array x, int64_t step, int64_t bins) const {
  constexpr std::string_view method = "histogram";
  constexpr int64_t max_bins = 10'000;
  OpenWriter& to = open(state, method);
  need_tag(tag, method);
  need_step(step, method);
  if (bins < 1 || bins > max_bins) {
    throw writer_error(Code::value, method,
                       str("`bins` is ", bins, ", expected 1 ≤ bins ≤ ", max_bins), "bins");
  }
  if (is_complex(x.dtype()) || x.dtype() == Dtype::key) {
    throw writer_error(Code::dtype, method, str("`x` is ", x.type(), ", expected real numbers"),
                       "x");
  }
  auto buckets = profile::histogram_buckets(x, bins);
  add_event(to, step, {{profile::histogram_summary(tag, buckets)}});
}

void Writer::image(State& state, std::string tag, Array x, int64_t step) const {
  OpenWriter& to = open(state, "image");
  need_tag(tag, "image");
  need_step(step, "image");
  add_event(to, step, {{profile::image_summary(tag, profile::encoded_images(x))}});
}

void Writer::text(State& state, std::string tag, std::string text, int64_t step) const {
  OpenWriter& to = open(state, "text");
  need_tag(tag, "text");
  need_step(step, "text");
  add_event(to, step, {{profile::text_summary(tag, text)}});
}

void Writer::hparams(State& state, Value values) const {
  OpenWriter& to = open(state, "hparams");
  std::vector<HyperParameter> parameters;
  for (const NamedValue& named : named_values(values, "")) {
    parameters.push_back(hyperparameter(named));
  }
  add_event(to, 0, {{profile::session_start_summary(parameters, unix_time())}});
  to.has_session = true;
}

// The writer is closed even if its last events cannot be written.
void Writer::close(State& state) const {
  open(state, "close");
  auto closed = state.part<OpenWriters>().by_path.extract(path);
  OpenWriter& last = closed.mapped();
  if (last.has_session) add_event(last, 0, {{profile::session_end_summary(unix_time())}});
  last.file.sync();
}

// --- the builtin ----------------------------------------------------------------------------

Writer writer(State& state, std::string dir) {
  OpenWriter open{EventFile(dir, unix_time())};
  Writer out{.dir = std::move(dir), .path = open.file.path()};
  state.part<OpenWriters>().by_path.insert_or_assign(out.path, std::move(open));
  return out;
}

}  // namespace

extern const Struct profile_writer_struct = {
    .name = "profile.Writer",
    .brief =
        "Summary writer: logs scalars, histograms, images, text, and hyperparameters to an event "
        "file of TensorBoard.",
    .fields = {field<&Writer::dir>("dir: str",
                                   "Directory of the event file, a run of TensorBoard."),
               field<&Writer::path>("path: str", "Path of the event file.")},
    .methods =
        {method<&Writer::scalar>("scalar(tag: str, value: real, step: int) -> nil",
                                 "Logs a number as f32. `step` is at least 0."),
         method<&Writer::scalars>(
             "scalars(values: record or dict, step: int, prefix: str = \"\") -> nil",
             "Logs every number of a record. Names of nested records, dicts, and tuples are joined "
             "by `/`, after `prefix`."),
         method<&Writer::histogram>(
             "histogram(tag: str, x: array, step: int, bins: int = 30) -> nil",
             "Logs the distribution of the elements in `bins` buckets of equal width, 1 ≤ bins ≤ "
             "10,000. NaN and infinite elements are not counted."),
         method<&Writer::image>(
             "image(tag: str, x: array, step: int) -> nil",
             "Logs images as PNG: u8, or floats from 0 to 1, of shape [height, width], [height, "
             "width, channels], or [batch, height, width, channels], with 1 to 4 channels. Floats "
             "outside of the range are clipped, and NaN is black."),
         method<&Writer::text>("text(tag: str, text: str, step: int) -> nil",
                               "Logs a text, which TensorBoard shows as Markdown."),
         method<&Writer::hparams>(
             "hparams(values: record or dict) -> nil",
             "Logs the hyperparameters of the run: numbers, bools, and strings. Names of nested "
             "records are joined by `/`. TensorBoard shows the first call of a run."),
         method<&Writer::flush>("flush() -> nil",
                                "Waits until all events are on disk. Raises the error of a write."),
         method<&Writer::close>("close() -> nil",
                                "Waits as `flush` does, then closes the event file. Later calls "
                                "raise error[value].")},
    .example =
        "let w = profile.writer(\"runs/b\")\n"
        "w.scalars((loss = 0.5, accuracy = (top1 = 0.8, top5 = 0.9)), step = 10)\n"
        "w.histogram(\"weights\", zeros(100), step = 10)\n"
        "w.close(); w.dir  #> runs/b",
    .source = "torch.utils.tensorboard.SummaryWriter; tf.summary",
};
const Struct& Writer::record() { return profile_writer_struct; }

extern const Builtin profile_writer_builtin = {
    .signature = "profile.writer(dir: str) -> profile.Writer",
    .brief = "Opens a summary writer: a new event file of TensorBoard in a directory.",
    .params = {{"dir",
                "Directory of the run, created if it does not exist. `tensorboard --logdir` shows "
                "each directory with event files as a run; several files of a directory are one "
                "run. Not a URL."}},
    .returns =
        "a struct with methods to log values. Each event is passed to the operating system before "
        "the method returns, so TensorBoard shows it during the run, and it is kept if the process "
        "is killed",
    .errors = "error[io] if the directory or the file cannot be written",
    .example =
        "let w = profile.writer(\"runs/a\")\n"
        "for i in 0..3 { w.scalar(\"loss\", 1.0 / (i + 1), step = i) }\n"
        "w.close()\n"
        "len(io.list(\"runs/a\")) > 0  #> true",
    .source = "torch.utils.tensorboard.SummaryWriter; the TFRecord format",
    .call = bind<&writer>,
    .purity = Purity::host,
};

}  // namespace rille
