// Graphs as scripts: they mean what they say.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "backends/backend.h"
#include "jit/pass.h"
#include "jit/script.h"
#include "repl/interpreter.h"
#include "stdlib/file.h"
#include "stdlib/transform.h"
#include "tests/diff/oracles.h"
#include "tests/diff/reduce.h"
#include "vm/text.h"

namespace rille {
namespace {

using diff::Arrays;

// Why a primitive, or some uses of it, has no builtin that does the same.
struct Reason {
  std::string_view name, why;
};
constexpr Reason reasons[] = {
    {"all_gather", "its axis has a name that a vmap around it gives"},
    {"argmax", "of an empty axis, of bools: the builtin refuses"},
    {"argmin", "of an empty axis, of bools: the builtin refuses"},
    {"bessel_jn", "one order; the builtin gives all up to it"},
    {"bitcast", "no builtin reads bits as another dtype"},
    {"cholesky", "of a matrix that is not made its own adjoint before, as the builtin does"},
    {"conv",
     "groups of the batch, another dtype of the sums, no axis to move along, nothing in it"},
    {"cummax", "of bools, which the builtin counts"},
    {"cummin", "of bools, which the builtin counts"},
    {"cumprod", "of narrow floats, which the builtin keeps wide"},
    {"cumsum", "of narrow floats, which the builtin keeps wide"},
    {"custom_jvp", "a result without tangent, for which a rule of the language says nothing"},
    {"custom_vjp", "a result without tangent, for which a rule of the language says nothing"},
    {"div", "of ints with a sign it cuts towards zero, where `//` rounds down"},
    {"dot_general", "another dtype of the sums, where einsum has that of the operands"},
    {"dynamic_slice", "of an empty array"},
    {"dynamic_update_slice", "along several axes at once, or of an empty array"},
    {"eig", "with the left vectors, which the builtin leaves out"},
    {"eigh", "of a matrix that is not made its own adjoint before, as the builtin does"},
    {"empty_tape", "tapes are no values of the language"},
    {"eq", "of keys"},
    {"erf_inv", "with the polynomials of the peer outside of a normal draw"},
    {"expm1", "of complex numbers"},
    {"fma", "no builtin rounds a product and a sum once"},
    {"gammainc_slope", "the derivative of gammainc by a"},
    {"gather", "of no axis, of an empty array"},
    {"iota", "of complex numbers and bools"},
    {"key_fold", "of matrices of keys"},
    {"key_unwrap", "keys do not show their words"},
    {"key_wrap", "keys are made of seeds"},
    {"linear_call", "the transpose of what its region computes"},
    {"log", "with the bits of the peer, in samples"},
    {"log1p", "of complex numbers"},
    {"lu", "both triangles in one matrix; the builtin takes them apart"},
    {"max", "of bools"},
    {"min", "of bools"},
    {"ne", "of keys"},
    {"pad", "of keys; more cut than there is; places between elements and a cut at once"},
    {"ppermute", "its axis has a name that a vmap around it gives"},
    {"prod", "of narrow numbers, which the builtin sums wide; of complex ones along no axis"},
    {"psum", "its axis has a name that a vmap around it gives"},
    {"qr", "of wide matrices, which the builtin cuts"},
    {"reduce_and", "of the bits of ints"},
    {"reduce_max", "of bools; of nothing, which the builtin refuses"},
    {"reduce_min", "of bools; of nothing, which the builtin refuses"},
    {"reduce_or", "of the bits of ints"},
    {"rem", "of numbers with a sign it has the sign of the left side, `%` that of the right one"},
    {"rng_bits", "of matrices of keys"},
    {"scan", "over a tape, which is no value of the language"},
    {"scatter", "min and max; of no axis; axes apart from each other; an empty array"},
    {"select", "of keys"},
    {"sort", "of bools, keys and complex numbers"},
    {"sum", "of narrow numbers, which the builtin keeps wide; of complex ones along no axis"},
    {"svd", "of wide matrices, which the builtin turns"},
    {"triangular_solve", "of several vectors at once"},
    {"while_loop", "one that fills a tape, which is no value of the language"},
    {"whole_pow", "a power by a whole number that is an array"},
    {"window_max", "over the first or last axis, spaced, cut, or of bools"},
    {"window_min", "over the first or last axis, spaced, cut, or of bools"},
    {"window_pick", "the derivative of a pool"},
    {"window_place", "the derivative of a pool"},
    {"window_sum", "sums of windows that are no averages"},
    {"windows", "the windows themselves"},
};

struct Tally {
  int64_t ran = 0, read = 0, failed = 0;        // run with the same bits; for reading alone
  std::map<std::string, int64_t> without = {};  // builtin: the primitives of texts for reading
  int64_t shown = 0;
  bool tells = false;  // which ones are for reading, and why
};

struct Trial {
  std::string name;
  Graph graph;
  Arrays args;
  size_t given = SIZE_MAX;  // args behind these are numbers that stand in the text, or arrays
};

bool is_number_of_text(const Trial& trial, size_t i) {
  const Array& x = trial.args[i];
  return i >= trial.given && x.rank() == 0 && x.dtype() != Dtype::key && !is_complex(x.dtype());
}

// What a run gives, or what it raises.
struct Given {
  Arrays results = {};
  std::string error = {};
  bool is_bug = false;
};

Given given_by(const std::function<Arrays()>& run) {
  try {
    return {run()};
  } catch (const Error& error) {
    return {{}, std::string(name(error.code())), error.code() == Code::bug};
  } catch (const std::exception& error) {
    return {{}, error.what(), true};
  }
}

void note_primitives(const Trial& trial, const std::string& text, Tally& tally) {
  std::map<std::string, bool> seen;
  for (size_t at = text.find("op."); at != std::string::npos; at = text.find("op.", at + 3)) {
    size_t end = text.find('(', at);
    seen[text.substr(at + 3, end - at - 3)] = true;
  }
  std::string names;
  for (const auto& [name, _] : seen) {
    ++tally.without[name];
    if (std::ranges::find(reasons, name, &Reason::name) != std::end(reasons)) continue;
    std::printf("%s: `%s` has no builtin, and no reason is stated\n", trial.name.c_str(),
                name.c_str());
    ++tally.failed;
  }
  for (const auto& [name, _] : seen) {
    names += str(" ", name);
  }
  if (tally.tells) std::printf("for reading: %s:%s\n", trial.name.c_str(), names.c_str());
}

// Its only mistakes are that `op` is no name.
std::string only_read(Interpreter& interpreter, const std::string& text) {
  Outcome outcome = interpreter.run_text("script.rille", text);
  for (const Error& error : outcome.errors) {
    std::string_view what = error.what();
    if (what.find("unknown name `op`") == std::string_view::npos) return std::string(what);
  }
  return outcome.ok() ? "an operation without builtin is taken for a name" : "";
}

// What `rille check` says is wrong: it traces the function by its annotations.
std::string checked(const std::string& text) {
  static const std::string path =
      std::filesystem::temp_directory_path() / str("rille_script_", getpid(), ".rille");
  write_file(path, text);
  Interpreter interpreter([](std::string_view) {});
  FileFindings findings;
  Outcome outcome = interpreter.check_file(path, findings);
  std::string out = outcome.ok() ? "" : interpreter.render(outcome.errors[0]);
  std::remove(path.c_str());
  return out;
}

// What is wrong with the script of a graph, or nothing.
std::string fault_of(const Trial& trial, const Script& script, bool compiles) {
  Interpreter interpreter([](std::string_view) {});
  if (!script.runs) return only_read(interpreter, script.text);
  bool is_of_file = trial.given != SIZE_MAX;
  if (std::string fault = is_of_file ? checked(script.text) : ""; !fault.empty()) return fault;
  Outcome outcome = interpreter.run_text("script.rille", script.text);
  if (!outcome.ok()) return interpreter.render(outcome.errors[0]);
  GraphWithCaptures held;
  outcome = interpreter.act([&] {
    Values args;
    for (size_t i = 0; i < trial.args.size(); ++i) {
      if (!is_number_of_text(trial, i)) args.push_back(Value::from_array(trial.args[i]));
    }
    held = graph_with_captures(interpreter.value_of("f").function(), args);
  });
  if (!outcome.ok()) return interpreter.render(outcome.errors[0]);
  auto run = [&](const Graph& graph, const Arrays& in) {
    return given_by(
        [&]() -> Arrays { return compiles ? diff::run_compiled(graph, in) : evaluate(graph, in); });
  };
  Given want = run(trial.graph, trial.args), got = run(held.graph, held.values);
  if (got.is_bug || want.is_bug) return str("a bug: ", got.error, want.error);
  if (want.error != got.error) {
    return str("raises `", got.error, "`, the graph raises `", want.error, "`");
  }
  if (auto fault = diff::same(got.results, want.results)) return *fault;
  return "";
}

void judge(const Trial& trial, Tally& tally, bool compiles) {
  Script script;
  std::string fault;
  try {
    ScriptNames names;
    for (size_t i = 0; i < trial.args.size(); ++i) {
      names.known.push_back(is_number_of_text(trial, i) ? trial.args[i] : Array());
    }
    // As debug.graph does, where it is a function of a file.
    bool is_of_file = trial.given != SIZE_MAX;
    script = script_of(is_of_file ? merge_equal(trial.graph) : trial.graph, names);
    fault = fault_of(trial, script, compiles);
  } catch (const std::exception& error) {
    fault = error.what();
  }
  if (fault.empty()) {
    ++(script.runs ? tally.ran : tally.read);
    if (!script.runs) note_primitives(trial, script.text, tally);
    return;
  }
  ++tally.failed;
  if (++tally.shown > 12) return;
  std::printf("--- %s: %s\n%s%s", trial.name.c_str(), fault.c_str(), script.text.c_str(),
              print(trial.graph).c_str());
}

void samples(Tally& tally) {
  for (const Op* op : all_ops()) {
    int number = 0;
    for (const Sample& sample : op->samples()) {
      Builder b;
      Vars in;
      for (Type type : sample.in) in.push_back(b.param(type));
      Vars out = b.emit(*op, in, sample.attrs, sample.regions);
      Trial trial{str(op->name, " ", number++), std::move(b).finish(out), {}};
      diff::Chance chance(static_cast<uint64_t>(number));
      bool draws =
          std::ranges::all_of(sample.in, [](const Type& t) { return t.form() == TypeForm::array; });
      if (!draws) {
        ++tally.read;
        script_of(trial.graph);  // tapes come from loops alone
        continue;
      }
      trial.args = draw(chance, trial.graph.types_of(trial.graph.params), diff::Numbers::plain);
      judge(trial, tally, false);
    }
  }
}

void random_graphs(uint64_t seed, int64_t count, Tally& tally) {
  for (int64_t k = 0; k < count; ++k) {
    uint64_t at = seed + static_cast<uint64_t>(k);
    diff::Trial drawn = diff::trial_of(at, {});
    judge({str("seed ", at), drawn.graph, drawn.args}, tally, false);
  }
}

// The functions of a file with arguments, their gradients by all floats, and their lanes.
void of_file(const std::string& path, bool compiles, Tally& tally) {
  std::string text = read_text(path);
  Interpreter interpreter([](std::string_view) {});
  std::vector<std::string> names;
  for (size_t at = text.find("\nlet "); at != std::string::npos; at = text.find("\nlet ", at + 5)) {
    std::string word = text.substr(at + 5, text.find(' ', at + 5) - at - 5);
    if (word.ends_with("_args")) names.push_back(word.substr(0, word.size() - 5));
  }
  text += R"(
fn total__(t) {
  var s = f64(0.0)
  for x in tree.leaves(t) {
    let y = [1.0] * 0.0 + 1.0
    s += if x.dtype == f32 or x.dtype == f64 { f64(sum(x)) } else { f64(sum(real(x))) }
  }
  s
}
)";
  for (const std::string& name : names) {
    text += str("let ", name, "__grad = args => grad(t => total__(", name, "(...t)))(args)\n");
    text += str("let ", name, "__lanes = args => vmap(t => ", name, "(...t))(args)\n");
    text += str("let ", name, "__two = tree.map(x => stack((x, x)), ", name, "_args)\n");
  }
  Outcome outcome = interpreter.run_text(path, text);
  if (!outcome.ok()) {
    std::printf("%s\n", interpreter.render(outcome.errors[0]).c_str());
    ++tally.failed;
    return;
  }
  for (const std::string& name : names) {
    for (std::string_view form : {"", "__grad", "__lanes"}) {
      GraphWithCaptures held;
      Outcome traced = interpreter.act([&] {
        Value args = interpreter.value_of(name + (form == "__lanes" ? "__two" : "_args"));
        Values given = form.empty() ? Values(args.items()) : Values{args};
        held = graph_with_captures(interpreter.value_of(str(name, form)).function(), given);
      });
      if (!traced.ok()) {
        std::printf("(%s%s: %s)\n", name.c_str(), std::string(form).c_str(),
                    traced.errors[0].what());
        continue;
      }
      judge({name + std::string(form), held.graph, held.values, held.given}, tally, compiles);
    }
  }
}

}  // namespace
}  // namespace rille

int main(int argc, char** argv) {
  CLI::App app("graphs as scripts: run, and compared bit by bit");
  bool of_samples = false, compiles = false;
  uint64_t seed = 0;
  int64_t count = 0;
  std::vector<std::string> files;
  app.add_flag("--samples", of_samples, "every sample of every primitive");
  app.add_flag("--compiled", compiles, "functions of files run compiled, not by the reference");
  app.add_option("--count", count, "random graphs");
  app.add_option("--seed", seed);
  rille::Tally tally;
  app.add_flag("--reading", tally.tells, "name those that cannot be run, with the reasons");
  app.add_option("FILES", files, "scripts: each function f with f_args, its gradient, its lanes");
  CLI11_PARSE(app, argc, argv);
  if (of_samples) rille::samples(tally);
  rille::random_graphs(seed, count, tally);
  for (const std::string& path : files) rille::of_file(path, compiles, tally);
  for (const auto& [name, times] : tally.without) {
    std::printf("%s: in %ld texts\n", name.c_str(), times);
  }
  std::printf("%ld ran with the same bits, %ld are for reading\n", tally.ran, tally.read);
  std::printf("%ld passed, %ld failed\n", tally.ran + tally.read, tally.failed);
  return tally.failed > 0;
}
