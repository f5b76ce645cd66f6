// CommandLine: made from the parser of the program.
#include "repl/commands/command_line.h"

#include <CLI/CLI.hpp>

namespace rille {
namespace {

std::vector<std::string> split_at(const std::string& text, char at) {
  std::vector<std::string> out;
  for (size_t from = 0; from <= text.size();) {
    size_t end = std::min(text.find(at, from), text.size());
    out.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return out;
}

// Returns the allowed values of an option. CLI11 has them in the type name: "TEXT:{jit,eager}".
std::vector<std::string> values_of(const CLI::Option& option) {
  std::string type = option.get_type_name();
  size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return split_at(type.substr(open + 1, close - open - 1), ',');
}

}  // namespace

CommandLine command_line(const CLI::App& app) {
  CommandLine out = {.name = app.get_name(), .text = app.get_description()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      out.positions.push_back({option->get_name(true), values_of(*option)});
      continue;
    }
    std::vector<std::string> names = split_at(option->get_name(false, true), ',');
    for (std::string& name : names) name = name.substr(0, name.find('{'));  // --sandbox{strict}
    out.options.push_back({.names = std::move(names),
                           .text = option->get_description(),
                           .values = values_of(*option),
                           .takes_value = option->get_items_expected_max() > 0});
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    out.commands.push_back(command_line(*command));
  }
  return out;
}

}  // namespace rille
