// rille help --man: the manual page.
#include <cstdio>

#include "repl/commands/command_line.h"
#include "vm/text.h"

namespace rille {
namespace {

// Escapes a text for roff: it must not begin with a request, and hyphens stay hyphens.
std::string roff(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? str("\\&", out) : out;
}

std::string bold(std::string_view text) { return str("\\fB", roff(text), "\\fR"); }
std::string italic(std::string_view text) { return str("\\fI", roff(text), "\\fR"); }

std::string option_text(const CommandLine::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  std::string value = option.values.empty() ? italic("VALUE") : italic(join(option.values, "|"));
  return str(".TP\n", join(names), option.takes_value ? str(" ", value) : "", "\n",
             roff(option.text), "\n");
}

std::string usage(const std::string& path, const CommandLine& line) {
  std::string out = bold(path);
  if (!line.options.empty()) out += " [options]";
  for (const CommandLine::Position& position : line.positions)
    out += str(" ", italic(position.name));
  return out;
}

// Returns the section of a command, or the sections of its subcommands.
std::string command_text(const std::string& path, const CommandLine& line) {
  std::string out;
  if (line.commands.empty()) {
    out = str(".SS ", usage(path, line), "\n", roff(line.text), ".\n");
    for (const CommandLine::Option& option : line.options) {
      if (option.names.back() != "--help") out += option_text(option);
    }
  }
  for (const CommandLine& inner : line.commands)
    out += command_text(str(path, " ", inner.name), inner);
  return out;
}

constexpr std::string_view rest =
    ".SH EXIT STATUS\n"
    ".TP\n\\fB0\\fR\nsuccess\n"
    ".TP\n\\fB1\\fR\nan error in the script\n"
    ".TP\n\\fB2\\fR\nwrong usage\n"
    ".TP\n\\fB3\\fR\na limit was exceeded, or the run was interrupted\n"
    ".TP\n\\fB4\\fR\na file cannot be read or written\n"
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBRILLE_PATH\\fR\ncolon-separated list of directories that `import` searches\n"
    ".TP\n\\fBRILLE_CACHE\\fR\nthe directory of the cache of compiled code; off: no cache\n"
    ".TP\n\\fBRILLE_CACHE_MB\\fR\nmaximum size of the cache in MB; default: 256\n"
    ".TP\n\\fBRILLE_THREADS\\fR\nnumber of threads that compute\n"
    ".TP\n\\fBNO_COLOR\\fR\nif set, the prompt has no colors\n"
    ".SH FILES\n"
    ".TP\n\\fI~/.cache/rille\\fR\nthe cache of compiled code\n";

}  // namespace

std::string man_page(const CommandLine& line, const std::string& version) {
  std::string out = str(".\\\" Made by `rille help --man`.\n.TH RILLE 1 \"\" \"rille ",
                        roff(version), "\" \"User Commands\"\n.SH NAME\nrille \\- ",
                        "a functional array language\n.SH SYNOPSIS\n");
  out +=
      str(bold("rille"), " [options] ", italic("FILE"), " [arguments of its main]\n.br\n",
          bold("rille"), " [options] ", bold("-e"), " ", italic("CODE"), "\n.br\n", bold("rille"),
          " [options] ", italic("command"), " \\&...\n.br\n", bold("rille"), "\n");
  out +=
      ".SH DESCRIPTION\nRuns, tests, checks, and compiles scripts of the language Rille. Without "
      "arguments, starts a prompt.\n.SH OPTIONS\n";
  for (const CommandLine::Option& option : line.options) out += option_text(option);
  out += ".SH COMMANDS\n";
  for (const CommandLine& command : line.commands) {
    out += command_text(str("rille ", command.name), command);
  }
  return str(out, rest);
}

}  // namespace rille
