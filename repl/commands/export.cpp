// rille export: exports functions of a script.
#include "repl/commands/call_options.h"
#include "repl/commands/put_text.h"
#include "stdlib/stablehlo.h"

namespace rille {
namespace {

struct ExportOptions {
  PlannedCallOptions call = {.command = "export stablehlo"};
  std::string out;  // the output file; "" is standard output
  // If not "", arguments become constants, and the results are compared with their values here.
  std::string check;
};

Status export_stablehlo(const SharedOptions& shared, const ExportOptions& options) {
  return on_planned_call(shared, options.call, [&](const PlannedCall& call) {
    Values args(call.parts.begin() + 1, call.parts.end());
    put_text(options.out, stablehlo_text(call.parts[0].function(), args, options.check));
  });
}

}  // namespace

void add_export_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ExportOptions>();
  auto* all = app.add_subcommand("export", "export functions of a script");
  all->require_subcommand(1);
  auto* text = all->add_subcommand("stablehlo", "export a function as StableHLO text");
  add_call_options(*text, options->call,
                   "the arguments: values of the script and types, as in 'init(), f32[8, 784]'; "
                   "arrays become parameters of `main`; default: from the annotations");
  text->add_option("-o", options->out, "output file; default: standard output");
  text->add_option(
          "--check", options->check,
          "make the arguments constants and add checks of the results: equal, close (3 ulp), "
          "or near (1e-3)")
      ->check(CLI::IsMember({"equal", "close", "near"}));
  set_act(*text, invocation,
          [options, &invocation] { return export_stablehlo(invocation.shared, *options); });
}

}  // namespace rille
