// rille help: describes a name, a keyword, or a command.
#include "repl/help.h"

#include <cstdio>

#include "repl/commands/command.h"
#include "repl/commands/command_line.h"
#include "repl/commands/help_json.h"
#include "repl/session.h"
#include "vm/struct.h"
#include "vm/words/nearest.h"
#include "vm/words/renamed.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct HelpOptions {
  std::string name;  // "" means the overview
  bool as_json = false, all = false, as_man = false;
};

// Returns the help of a command of the program; "" if no command has the name.
std::string text_of_command(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() != name) continue;
    return str(name, ", a command of `rille`\n\n", command->help(app.get_name()));
  }
  return "";
}

// Returns all names that help() knows; functions of modules have the name of the module.
std::vector<std::string> known_names(Interpreter& interpreter) {
  std::vector<std::string> out = interpreter.names();
  for (const Builtin* builtin : interpreter.state().builtins()) out.emplace_back(builtin->name());
  for (const Struct* record : interpreter.state().structs()) out.emplace_back(record->name);
  for (std::string& word : language_words()) out.push_back(std::move(word));
  for (std::string& word : program_commands()) out.push_back(std::move(word));
  return out;
}

Status show_help(Interpreter& interpreter, const std::string& name, const std::string& text) {
  if (!text.empty()) {
    std::fputs(text.c_str(), stdout);
    return Status::success;
  }
  std::string help = renamed_help(name, renamed(name));
  if (help.empty()) help = name_help(name, known_names(interpreter));
  std::fputs(str("unknown name ", visible(name), "\n").c_str(), stderr);
  if (help.empty()) help = "`rille help` gives an overview";
  std::fputs(str("  help: ", help, "\n").c_str(), stderr);
  return Status::usage;
}

Status help_with(const HelpOptions& options, const CLI::App& app) {
  Session session({});
  Interpreter& interpreter = session.interpreter();
  std::string text = options.all ? interpreter.help_all(options.name)
                                 : interpreter.help(options.name).value_or("");
  std::string command = options.all ? "" : text_of_command(app, options.name);
  if (!command.empty()) text += str(text.empty() ? "" : "\n", command);
  return show_help(interpreter, options.name, text);
}

Status print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return Status::success;
}

}  // namespace

void add_help_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<HelpOptions>();
  auto* help = app.add_subcommand("help", "describe a function, a module, a keyword, or a command");
  help->add_option("NAME", options->name, "default: an overview on one screen");
  help->add_flag("--json", options->as_json, "print the records of all builtins as JSON");
  help->add_flag("--all", options->all,
                 "list every function, one per line; with NAME: those of a module");
  help->add_flag("--man", options->as_man, "print the manual page, for man(1)");
  set_act(*help, invocation, [options, &app] {
    if (options->as_man) return print(man_page(command_line(app), RILLE_VERSION));
    return options->as_json ? print(help_json()) : help_with(*options, app);
  });
}

}  // namespace rille
