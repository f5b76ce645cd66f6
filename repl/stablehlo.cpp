// rille stablehlo: runs programs of StableHLO text.
#include "jit/stablehlo.h"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "backends/backend.h"
#include "jit/graph.h"
#include "repl/commands.h"
#include "repl/put_text.h"
#include "repl/session.h"
#include "stdlib/stablehlo.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// What the run gives; an error that has no place, of memory say, gets this one.
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

// Raises the first check that does not hold, with a note of each other one. "2 checks hold, at most
// 1 ulp apart"
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
  Error error(Code::value, str("a check does not hold: ", broken[0].text), broken[0].span);
  for (size_t i = 1; i < broken.size(); ++i) error.note(broken[i].text, broken[i].span);
  throw error;
}

// The program as we write it, read back: that text stays what it is.
HloProgram rewritten(State& state, const std::string& path, const HloProgram& program,
                     HloForm form) {
  std::string text = write_stablehlo(program);
  int file = state.add_source({path + ", rewritten", text});
  HloProgram named = read_stablehlo(text, file);
  std::string again = write_stablehlo(named);
  if (again != text) {
    auto [x, y] = std::ranges::mismatch(text, again);
    auto at = static_cast<int>(x - text.begin());
    throw Error(Code::bug, "this line is written in another way once it was read",
                {file, at, std::min(at + 1, static_cast<int>(text.size()))});
  }
  if (form == HloForm::rewritten) return named;
  return read_stablehlo(text, file, "main", Composites::decomposed);
}

std::vector<Array> arguments_of(const HloProgram& program, const std::vector<std::string>& files) {
  size_t given = program.graph.params.size() - program.literals.size();
  if (!files.empty() || given == 0) return hlo_arguments(program, files);
  throw Error(Code::type, str("main takes ", given, given == 1 ? " argument" : " arguments"),
              program.graph.origin.span())
      .help("files hold them: --args x.npy y.npz");
}

void run_program(State& state, const std::string& path, const HloWish& wish, bool alone) {
  HloProgram program = stablehlo_of_file(state, path);
  if (wish.form != HloForm::given) program = rewritten(state, path, program, wish.form);
  std::vector<Array> results = results_of(program, arguments_of(program, wish.args), wish.eager);
  std::string held = judged(program, results);
  if (!alone) {
    std::fputs(str(visible_name(path), ": ", held, "\n").c_str(), stdout);
    return;
  }
  if (!wish.out.empty()) {
    results.resize(program.results);
    return write_hlo_results(wish.out, std::move(results));
  }
  for (size_t i = 0; i < program.results; ++i) {
    std::fputs(str(results[i].type(), "\n", text(results[i]), "\n").c_str(), stdout);
  }
  std::fputs(str("# ", held, "\n").c_str(), stdout);
}

}  // namespace

Status stablehlo_command(const Shared& shared, const std::vector<std::string>& paths,
                         const HloWish& wish) {
  Session session(shared);
  Status status = Status::success;
  for (const std::string& path : paths) {
    Interpreter& interpreter = session.interpreter();
    Outcome outcome =
        interpreter.act([&] { run_program(interpreter.state(), path, wish, paths.size() == 1); });
    if (!outcome.ok()) status = session.report(outcome);
  }
  return status;
}

Status bytecode_text_command(const Shared& shared, const std::string& path,
                             const std::string& out) {
  Session session(shared);
  return session.report(
      session.interpreter().act([&] { put_text(out, stablehlo_text_of_file(path)); }));
}

Status rewrite_command(const Shared& shared, const std::string& path, const std::string& out) {
  Session session(shared);
  Interpreter& interpreter = session.interpreter();
  return session.report(interpreter.act(
      [&] { put_text(out, write_stablehlo(stablehlo_of_file(interpreter.state(), path))); }));
}

}  // namespace rille
