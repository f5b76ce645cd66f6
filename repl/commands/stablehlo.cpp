// rille stablehlo: runs and converts StableHLO programs.
#include "jit/stablehlo.h"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "backends/backend.h"
#include "jit/graph.h"
#include "repl/commands/command.h"
#include "repl/commands/put_text.h"
#include "repl/session.h"
#include "stdlib/stablehlo.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// The program to run: that of the file, the program rewritten by Rille, or the rewritten program
// with composites replaced by their decompositions.
enum class HloForm : uint8_t { given, rewritten, decomposed };

struct StablehloRunOptions {
  std::vector<std::string> paths;
  std::string mode = "jit", form = "given";  // `form` is the name of an HloForm
  std::vector<std::string> args = {};        // files with arguments: stdlib/stablehlo.h
  std::string out = {};                      // output file of the results
};

// Options of `text` and `rewrite`.
struct ConvertOptions {
  std::string path, out;
};
using Conversion = std::string (*)(State& state, const std::string& path);

HloForm form_of(const std::string& word) {
  return word == "given"       ? HloForm::given
         : word == "rewritten" ? HloForm::rewritten
                               : HloForm::decomposed;
}

// Returns the result of `run`. Errors without a source location, such as error[memory], get
// `place`.
std::vector<Array> run_at(Span place, const std::function<std::vector<Array>()>& run) {
  try {
    return run();
  } catch (const Error& error) {
    if (!error.span().empty()) throw;
    throw Error(error.code(), str("StableHLO: ", error.what()), place);
  }
}

std::vector<Array> results_of(const HloProgram& program, std::vector<Array> args, bool eager) {
  Device& device = default_device();
  args.insert(args.end(), program.literals.begin(), program.literals.end());
  if (!eager) {
    return run_at(program.graph.origin.span(),
                  [&] { return device.compile(program.graph)->run(args, {}); });
  }
  return evaluate(
      program.graph, args, [&](const Graph&, const Node& node, std::span<const Array> in) {
        return run_at(node.origin.span(),
                      [&] { return device.run(*node.op, in, node.attrs, node.regions); });
      });
}

// Compares the results with the checks of the program. Raises an error for the first failed check,
// with a note for each other one; otherwise, returns a text such as "2 checks hold, at most 1 ulp
// apart".
std::string judged(const HloProgram& program, std::span<const Array> results) {
  std::vector<Error::Note> broken;
  int64_t ulp = 0;
  for (const HloCheck& check : program.checks) {
    HloVerdict verdict = compared(results[check.got], results[check.wanted], check.means);
    ulp = std::max(ulp, verdict.ulp);
    if (!verdict.fault.empty()) broken.push_back({verdict.fault, check.place});
  }
  if (broken.empty()) {
    size_t checks = program.checks.size();
    if (checks == 0) return "no checks";
    return str(checks, checks == 1 ? " check holds" : " checks hold",
               ulp > 0 ? str(", at most ", ulp, " ulp apart") : "");
  }
  Error error(Code::value, str("check failed: ", broken[0].text), broken[0].span);
  for (size_t i = 1; i < broken.size(); ++i) error.note(broken[i].text, broken[i].span);
  throw error;
}

// Writes the program and reads it back. Writing it again must give the same text.
HloProgram rewritten(State& state, const std::string& path, const HloProgram& program,
                     HloForm form) {
  std::string text = write_stablehlo(program);
  int file = state.add_source({path + ", rewritten", text});
  HloProgram named = read_stablehlo(text, file);
  std::string again = write_stablehlo(named);
  if (again != text) {
    auto [x, y] = std::ranges::mismatch(text, again);
    auto at = static_cast<int>(x - text.begin());
    throw Error(Code::bug, "this line changes when the program is read and written again",
                {file, at, std::min(at + 1, static_cast<int>(text.size()))});
  }
  if (form == HloForm::rewritten) return named;
  return read_stablehlo(text, file, "main", Composites::decomposed);
}

std::vector<Array> arguments_of(const HloProgram& program, const std::vector<std::string>& files) {
  size_t given = program.graph.params.size() - program.literals.size();
  if (!files.empty() || given == 0) return hlo_arguments(program, files);
  throw Error(Code::type,
              str("main takes ", given, given == 1 ? " argument" : " arguments", ", got none"),
              program.graph.origin.span())
      .help("pass files with the arguments: --args x.npy y.npz");
}

void run_program(State& state, const std::string& path, const StablehloRunOptions& options) {
  HloProgram program = stablehlo_of_file(state, path);
  HloForm form = form_of(options.form);
  if (form != HloForm::given) program = rewritten(state, path, program, form);
  std::vector<Array> results =
      results_of(program, arguments_of(program, options.args), options.mode == "eager");
  std::string held = judged(program, results);
  bool is_alone = options.paths.size() == 1;
  if (!is_alone) {
    std::fputs(str(visible_name(path), ": ", held, "\n").c_str(), stdout);
    return;
  }
  if (!options.out.empty()) {
    results.resize(program.results);
    return write_hlo_results(options.out, std::move(results));
  }
  for (size_t i = 0; i < program.results; ++i) {
    std::fputs(str(results[i].type(), "\n", text(results[i]), "\n").c_str(), stdout);
  }
  std::fputs(str("# ", held, "\n").c_str(), stdout);
}

Status run_programs(const SharedOptions& shared, const StablehloRunOptions& options) {
  Session session(shared);
  Status status = Status::success;
  for (const std::string& path : options.paths) {
    Interpreter& interpreter = session.interpreter();
    Outcome outcome = interpreter.act([&] { run_program(interpreter.state(), path, options); });
    if (!outcome.ok()) status = session.report(outcome);
  }
  return status;
}

Status convert(const SharedOptions& shared, const ConvertOptions& options, Conversion to_text) {
  Session session(shared);
  State& state = session.interpreter().state();
  return session.report(
      session.interpreter().act([&] { put_text(options.out, to_text(state, options.path)); }));
}

std::string text_of_bytecode(State&, const std::string& path) {
  return stablehlo_text_of_file(path);
}

// Returns the text of the program in the form that Rille writes.
std::string rewritten_text(State& state, const std::string& path) {
  return write_stablehlo(stablehlo_of_file(state, path));
}

void add_run(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<StablehloRunOptions>();
  auto* run = app.add_subcommand("run", "run `main` of each file and its checks");
  run->add_option("FILE", options->paths, "StableHLO files, text or bytecode")->required();
  run->add_option("--mode", options->mode, "jit or eager (one operation at a time)")
      ->check(CLI::IsMember({"jit", "eager"}));
  run->add_option("--form", options->form,
                  "given: the file as it is; rewritten: written by rille and read back; "
                  "decomposed: rewritten, with composites replaced by their decompositions")
      ->check(CLI::IsMember({"given", "rewritten", "decomposed"}));
  run->add_option("--args", options->args,
                  "files with the arguments (.npy, .npz, .safetensors), by name or in order");
  run->add_option(
      "--out", options->out,
      "output file of the results: .npz, .safetensors (all dtypes), or .npy (one result)");
  set_act(*run, invocation,
          [options, &invocation] { return run_programs(invocation.shared, *options); });
}

void add_conversion(CLI::App& app, Invocation& invocation, const char* name, const char* text,
                    Conversion to_text) {
  auto options = std::make_shared<ConvertOptions>();
  auto* conversion = app.add_subcommand(name, text);
  conversion->add_option("FILE", options->path, "a StableHLO file")->required();
  conversion->add_option("-o", options->out, "output file; default: standard output");
  set_act(*conversion, invocation, [options, to_text, &invocation] {
    return convert(invocation.shared, *options, to_text);
  });
}

}  // namespace

void add_stablehlo_command(CLI::App& app, Invocation& invocation) {
  auto* all =
      app.add_subcommand("stablehlo", "run and convert StableHLO programs, text or bytecode");
  all->require_subcommand(1);
  add_run(*all, invocation);
  add_conversion(*all, invocation, "text", "convert bytecode to text", text_of_bytecode);
  add_conversion(*all, invocation, "rewrite",
                 "read a file and write it in the canonical form of rille", rewritten_text);
}

}  // namespace rille
