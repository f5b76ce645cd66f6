// rille help: describes a function, a module, or a keyword.
#include "repl/help.h"

#include <cstdio>

#include "repl/commands/command.h"
#include "repl/commands/command_line.h"
#include "repl/commands/help_json.h"
#include "repl/session.h"
#include "vm/struct.h"
#include "vm/words/nearest.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct HelpOptions {
  std::string name;  // "" means the overview
  bool as_json = false, all = false, as_man = false;
};

// Returns all names that help() knows; functions of modules have the name of the module.
std::vector<std::string> known_names(Interpreter& interpreter) {
  std::vector<std::string> out = interpreter.names();
  for (const Builtin* builtin : interpreter.state().builtins()) out.emplace_back(builtin->name());
  for (const Struct* record : interpreter.state().structs()) out.emplace_back(record->name);
  for (std::string& word : language_words()) out.push_back(std::move(word));
  return out;
}

Status show_help(Interpreter& interpreter, const std::string& name, const std::string& text) {
  if (!text.empty()) {
    std::fputs(text.c_str(), stdout);
    return Status::success;
  }
  std::string help = name_help(name, known_names(interpreter));
  std::fputs(str("unknown name ", visible(name), "\n").c_str(), stderr);
  if (help.empty()) help = "`rille help` gives an overview";
  std::fputs(str("  help: ", help, "\n").c_str(), stderr);
  return Status::usage;
}

Status help_with(const HelpOptions& options) {
  Session session({});
  Interpreter& interpreter = session.interpreter();
  std::string text = options.all ? interpreter.help_all(options.name)
                                 : interpreter.help(options.name).value_or("");
  return show_help(interpreter, options.name, text);
}

Status print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return Status::success;
}

}  // namespace

void add_help_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<HelpOptions>();
  auto* help = app.add_subcommand("help", "describe a function, a module, or a keyword");
  help->add_option("NAME", options->name, "default: an overview on one screen");
  help->add_flag("--json", options->as_json, "print the records of all builtins as JSON");
  help->add_flag("--all", options->all,
                 "list every function, one per line; with NAME: those of a module");
  help->add_flag("--man", options->as_man, "print the manual page, for man(1)");
  set_act(*help, invocation, [options, &app] {
    if (options->as_man) return print(man_page(command_line(app), RILLE_VERSION));
    return options->as_json ? print(help_json()) : help_with(*options);
  });
}

}  // namespace rille
