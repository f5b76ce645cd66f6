// rille completions: completion scripts for shells.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "repl/commands/command.h"
#include "repl/commands/command_line.h"
#include "repl/help.h"
#include "repl/session.h"
#include "vm/struct.h"

namespace rille {
namespace {

// The kind of words that complete a positional argument.
enum class ArgumentWords { files, names, kinds, values };

ArgumentWords offer_of(const CommandLine::Position& position) {
  if (!position.values.empty()) return ArgumentWords::values;
  if (position.name == "NAME") return ArgumentWords::names;
  return position.name == "KIND" ? ArgumentWords::kinds : ArgumentWords::files;
}

// Calls `see` with each command and its words ("ckpt show"), beginning with the program itself.
void each_command(const CommandLine& line, const std::string& path,
                  const std::function<void(const std::string&, const CommandLine&)>& see) {
  see(path, line);
  for (const CommandLine& command : line.commands) {
    each_command(command, path.empty() ? command.name : str(path, " ", command.name), see);
  }
}

// Quotes a text in single quotes, which all three shells understand.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// Escapes a text for the brackets of zsh's _arguments, or after a colon of _describe.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<CommandLine>& commands) {
  std::vector<std::string> out;
  for (const CommandLine& command : commands) out.push_back(command.name);
  return out;
}

// --- bash -----------------------------------------------------------------------------------

std::string bash_words(const CommandLine& line, const CompletionWords& words) {
  std::vector<std::string> out = names_of(line.commands);
  for (const CommandLine::Option& option : line.options) {
    out.insert(out.end(), option.names.begin(), option.names.end());
  }
  for (const CommandLine::Position& position : line.positions) {
    ArgumentWords offer = offer_of(position);
    const auto& more = offer == ArgumentWords::names   ? words.names
                       : offer == ArgumentWords::kinds ? words.kinds
                                                       : position.values;
    out.insert(out.end(), more.begin(), more.end());
  }
  return join(out, " ");
}

// Returns a branch of `case` for each option that takes a value, with the values to offer.
std::string bash_values(const std::string& path, const CommandLine& line) {
  std::string out;
  for (const CommandLine::Option& option : line.options) {
    if (!option.takes_value) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names)
      patterns.push_back(in_quotes(str(path, "|", name)));
    out += str("    ", join(patterns, "|"), ") values=", in_quotes(join(option.values, " ")),
               option.values.empty() ? " files=1" : "", " takes=1 ;;\n");
  }
  return out;
}

bool takes_files(const CommandLine& line) {
  return line.name == "rille" || std::ranges::any_of(line.positions, [](const auto& position) {
           return offer_of(position) == ArgumentWords::files;
         });
}

}  // namespace

std::string bash_completion(const CommandLine& line, const CompletionWords& words) {
  std::string commands, values, offers;
  each_command(line, "", [&](const std::string& path, const CommandLine& command) {
    for (const CommandLine& inner : command.commands) {
      commands += str("      ", in_quotes(str(path, "|", inner.name)), ") command=",
                      in_quotes(path.empty() ? inner.name : str(path, " ", inner.name)), " ;;\n");
    }
    values += bash_values(path, command);
    offers += str("    ", in_quotes(path), ") words=", in_quotes(bash_words(command, words)),
                  takes_files(command) ? " files=1" : "", " ;;\n");
  });
  return str(
      "# Completion of rille for bash, made by `rille completions bash`.\n"
      "_rille() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command= words= values= files= takes= i\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    case \"$command|${COMP_WORDS[i]}\" in\n",
      commands,
      "    esac\n"
      "  done\n"
      "  case \"$command|$before\" in\n",
      values,
      "  esac\n"
      "  [ -n \"$takes\" ] || case \"$command\" in\n",
      offers,
      "  esac\n"
      "  [ -n \"$takes\" ] && words=$values\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  if [ -n \"$files\" ] && [[ $current != -* ]]; then\n"
      "    COMPREPLY+=($(compgen -f -- \"$current\"))\n"
      "  fi\n"
      "}\n"
      "complete -o filenames -F _rille rille\n");
}

// --- zsh ------------------------------------------------------------------------------------

namespace {

// Returns the action of zsh's _arguments for a value or a positional argument.
std::string zsh_action(ArgumentWords offer, const std::vector<std::string>& values) {
  switch (offer) {
    case ArgumentWords::files: return "_files";
    case ArgumentWords::names: return "_rille_names";
    case ArgumentWords::kinds: return "_rille_kinds";
    case ArgumentWords::values: return str("(", join(values, " "), ")");
  }
  return "";
}

std::string zsh_arguments(const CommandLine& line) {
  std::string out = "_arguments -C";
  for (const CommandLine::Option& option : line.options) {
    ArgumentWords offer = option.values.empty() ? ArgumentWords::files : ArgumentWords::values;
    std::string value = option.takes_value ? str(":value:", zsh_action(offer, option.values)) : "";
    for (const std::string& name : option.names) {
      out += str(" \\\n    '", name, "[", zsh_text(option.text), "]", value, "'");
    }
  }
  for (const CommandLine::Position& position : line.positions) {
    out += str(" \\\n    '*:", zsh_text(position.name), ":",
               zsh_action(offer_of(position), position.values), "'");
  }
  return out;
}

std::string zsh_function(const std::string& path) {
  std::string out = "_rille";
  for (char c : path.empty() ? "" : str(" ", path)) out += c == ' ' ? '_' : c;
  return out;
}

std::string zsh_command(const std::string& path, const CommandLine& line) {
  std::string out = str(zsh_function(path), "() {\n");
  if (line.commands.empty()) return str(out, "  ", zsh_arguments(line), "\n}\n");
  out += "  local context state line\n  local -a commands=(\n";
  for (const CommandLine& command : line.commands) {
    out += str("    '", command.name, ":", zsh_text(command.text), "'\n");
  }
  out += str("  )\n  ", zsh_arguments(line), " \\\n    '1: :->command' \\\n    '*:: :->rest'\n",
             "  case $state in\n    command) _describe command commands",
             path.empty() ? "; _files" : "", " ;;\n    rest) case $line[1] in\n");
  for (const CommandLine& command : line.commands) {
    out += str("      ", command.name, ") ",
               zsh_function(path.empty() ? command.name : str(path, " ", command.name)), " ;;\n");
  }
  return str(out, "      *) _files ;;\n    esac ;;\n  esac\n}\n");
}

}  // namespace

std::string zsh_completion(const CommandLine& line, const CompletionWords& words) {
  std::string out =
      "#compdef rille\n# Completion of rille for zsh, made by `rille completions zsh`.\n";
  out += str("_rille_names() { compadd -- ", join(words.names, " "), "; }\n");
  out += str("_rille_kinds() { compadd -- ", join(words.kinds, " "), "; }\n");
  each_command(line, "", [&](const std::string& path, const CommandLine& command) {
    out += zsh_command(path, command);
  });
  return out +
         "if [ \"$funcstack[1]\" = _rille ]; then _rille \"$@\"; else compdef _rille rille; fi\n";
}

// --- fish -----------------------------------------------------------------------------------

namespace {

// Returns fish code that tests whether the words so far are those of a command.
std::string fish_condition(const std::string& path, const CommandLine& line) {
  if (path.empty()) return "__fish_use_subcommand";
  std::string out;
  for (size_t at = 0; at < path.size();) {
    size_t end = std::min(path.find(' ', at), path.size());
    out +=
        str(out.empty() ? "" : "; and ", "__fish_seen_subcommand_from ", path.substr(at, end - at));
    at = end + 1;
  }
  if (line.commands.empty()) return out;
  return str(out, "; and not __fish_seen_subcommand_from ", join(names_of(line.commands), " "));
}

std::string fish_option(const CommandLine::Option& option) {
  std::string out;
  for (const std::string& name : option.names) {
    out += name.starts_with("--") ? str(" -l ", name.substr(2)) : str(" -s ", name.substr(1));
  }
  if (option.takes_value)
    out += option.values.empty() ? " -r -F" : str(" -x -a ", in_quotes(join(option.values, " ")));
  return str(out, " -d ", in_quotes(option.text));
}

}  // namespace

std::string fish_completion(const CommandLine& line, const CompletionWords& words) {
  std::string out = "# Completion of rille for fish, made by `rille completions fish`.\n";
  each_command(line, "", [&](const std::string& path, const CommandLine& command) {
    std::string head = str("complete -c rille -n ", in_quotes(fish_condition(path, command)));
    for (const CommandLine::Option& option : command.options)
      out += str(head, fish_option(option), "\n");
    for (const CommandLine& inner : command.commands) {
      out += str(head, " -a ", inner.name, " -d ", in_quotes(inner.text), "\n");
    }
    for (const CommandLine::Position& position : command.positions) {
      ArgumentWords offer = offer_of(position);
      if (offer == ArgumentWords::files) continue;  // the default of fish
      const auto& all = offer == ArgumentWords::names   ? words.names
                        : offer == ArgumentWords::kinds ? words.kinds
                                                        : position.values;
      out += str(head, " -f -a ", in_quotes(join(all, " ")), "\n");
    }
  });
  return out;
}

namespace {

// Adds the options of the program to its commands, because they may also follow a command. `-e` and
// `--version`, which replace a command, are not added.
void offer_behind(CommandLine& line, const std::vector<CommandLine::Option>& general) {
  for (CommandLine& command : line.commands) {
    for (const CommandLine::Option& option : general) {
      bool is_known = std::ranges::any_of(command.options, [&](const CommandLine::Option& own) {
        return own.names.back() == option.names.back();
      });
      bool is_for_all = option.names.back() != "-e" && option.names.back() != "--version";
      if (is_for_all && !is_known) command.options.push_back(option);
    }
    offer_behind(command, general);
  }
}

// Returns the words that `rille help` and `rille explain` accept.
CompletionWords offered_words() {
  CompletionWords words = {.names = language_words(), .kinds = kinds_of_errors()};
  Session session({});
  State& state = session.interpreter().state();
  for (const Builtin* builtin : state.builtins()) words.names.emplace_back(builtin->name());
  for (const Struct* record : state.structs()) words.names.emplace_back(record->name);
  for (std::string& word : program_commands()) words.names.push_back(std::move(word));
  std::ranges::sort(words.names);
  words.names.erase(std::ranges::unique(words.names).begin(), words.names.end());
  return words;
}

struct CompletionsOptions {
  std::string shell;
};

Status print_completions(CommandLine line, const CompletionsOptions& options) {
  offer_behind(line, std::vector(line.options));
  CompletionWords words = offered_words();
  std::string out = options.shell == "bash"  ? bash_completion(line, words)
                    : options.shell == "zsh" ? zsh_completion(line, words)
                                             : fish_completion(line, words);
  std::fputs(out.c_str(), stdout);
  return Status::success;
}

}  // namespace

void add_completions_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CompletionsOptions>();
  auto* completions = app.add_subcommand("completions", "print the completion script of a shell");
  completions->add_option("SHELL", options->shell, "the shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  set_act(*completions, invocation,
          [options, &app] { return print_completions(command_line(app), *options); });
}

}  // namespace rille
