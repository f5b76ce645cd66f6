// rille repl: a prompt with a line editor, or plain input.
#include <unistd.h>

#include <cstdio>

#include "repl/commands/command.h"
#include "repl/line/reader.h"
#include "repl/prompt/complete.h"
#include "repl/prompt/plain.h"
#include "repl/prompt/prompt.h"
#include "repl/prompt/traced.h"
#include "repl/session.h"

namespace rille {
namespace {

void edited(Prompt& prompt) {
  Session& session = prompt.session();
  Interpreter& interpreter = prompt.interpreter();
  Limits limits = prompt.shared().limits();
  line::Terminal terminal;
  line::History history(line::History::standard_path());
  PromptLanguage language(interpreter);
  line::LineReader reader(terminal, language, history);
  reader.hint = [&](const std::string& text) { return preview(interpreter, limits, text); };
  reader.wake = Session::wake_file();
  reader.woken = [&] { return session.forget_interrupts(); };
  while (auto entry = reader.read()) {
    if (prompt.take(*entry) == Prompt::PromptStatus::ends) break;
    std::fflush(stdout);
  }
}

void plain(Prompt& prompt) {
  PlainInput input(prompt.session());
  while (auto entry = input.cell()) {
    if (prompt.take(*entry) == Prompt::PromptStatus::ends) break;
  }
  if (isatty(STDIN_FILENO) != 0) std::fputs("\n", stdout);
}

}  // namespace

Status prompt_command(const SharedOptions& shared) {
  Session session(shared);
  bool is_edited = line::Terminal::is_there();
  Prompt prompt(session, shared, is_edited);
  is_edited ? edited(prompt) : plain(prompt);
  return Status::success;
}

void add_repl_command(CLI::App& app, Invocation& invocation) {
  auto* repl = app.add_subcommand("repl", "start a prompt");
  repl->callback([&invocation] {
    invocation.guarded.emplace();
    invocation.act = [&invocation] { return prompt_command(invocation.shared); };
  });
}

}  // namespace rille
