// rille lsp: runs the language server.
#include <unistd.h>

#include "repl/commands/command.h"
#include "repl/lsp/server.h"

namespace rille {

void add_lsp_command(CLI::App& app, Invocation& invocation) {
  auto* lsp = app.add_subcommand("lsp", "run the language server on stdin and stdout");
  set_act(*lsp, invocation, [] {
    lsp::MessageChannel wire(STDIN_FILENO, STDOUT_FILENO);
    lsp::Server server(wire);
    return server.run() == 0 ? Status::success : Status::script;
  });
  lsp->add_flag_callback("--stdio", [] {}, "accepted for editors that pass it; the only transport");
}

}  // namespace rille
