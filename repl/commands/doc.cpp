// rille doc: reference pages in text form, Markdown, or JSON.
#include "repl/doc.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "repl/commands/command.h"
#include "repl/commands/put_text.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/words/nearest.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using Json = nlohmann::json;

struct DocOptions {
  std::string what;           // a script, or a module of the standard library
  std::string form = "text";  // "text", "markdown", or "json"
  std::string out;            // the output file; "" is standard output
};

std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string code_list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += str(out.empty() ? "`" : ", `", name, "`");
  return out;
}

// Puts each error kind in backticks.
std::string errors_of(std::string_view errors) {
  constexpr std::string_view mark = "error[";
  std::string out;
  while (true) {
    size_t begin = errors.find(mark), end = errors.find(']', std::min(begin, errors.size()));
    if (end == std::string_view::npos) return out += errors;
    out += str(errors.substr(0, begin), "`", errors.substr(begin, end + 1 - begin), "`");
    errors.remove_prefix(end + 1);
  }
}

std::string ended(std::string text) { return text.ends_with('.') ? text : text + "."; }

std::string markdown_of(const DocEntry& entry) {
  std::string out = str("## ", entry.name, "\n\n```\n", entry.head, "\n```\n\n");
  if (!entry.text.empty()) out += str(entry.text, "\n\n");
  if (!entry.params.empty()) {
    out += str("| ", entry.kind == "struct" ? "Field" : "Parameter",
               " | Description |\n| --- | --- |\n");
    for (const auto& [name, text] : entry.params)
      out += str("| `", name, "` | ", cell(text), " |\n");
    out += "\n";
  }
  if (!entry.state.empty()) {
    out += str("State (not trained): ", code_list(entry.state), ".\n");
  }
  if (!entry.constants.empty()) {
    out += str("Static (`const`): ", code_list(entry.constants), ".\n");
  }
  for (const auto& [head, text] : entry.methods) {
    out += str("- `.", head, "`", text.empty() ? "" : ": ", text, "\n");
  }
  if (!entry.returns.empty()) out += str("Returns: ", ended(entry.returns), "\n");
  if (!entry.errors.empty()) out += str("Raises: ", ended(errors_of(entry.errors)), "\n");
  if (!entry.example.empty()) out += str("\n```\n", entry.example, "\n```\n");
  if (!entry.source.empty()) out += str("\nReference: ", ended(entry.source), "\n");
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

Json json_of(const DocEntry& entry) {
  Json out = {
      {"kind", entry.kind}, {"name", entry.name}, {"head", entry.head}, {"text", entry.text}};
  for (const auto& [name, text] : entry.params)
    out["params"].push_back({{"name", name}, {"text", text}});
  for (const auto& [head, text] : entry.methods) {
    out["methods"].push_back({{"head", head}, {"text", text}});
  }
  if (!entry.state.empty()) out["state"] = entry.state;
  if (!entry.constants.empty()) out["const"] = entry.constants;
  const std::pair<const char*, const std::string*> rest[] = {{"returns", &entry.returns},
                                                             {"errors", &entry.errors},
                                                             {"example", &entry.example},
                                                             {"source", &entry.source}};
  for (const auto& [name, text] : rest) {
    if (!text->empty()) out[name] = *text;
  }
  return out;
}

// Returns whether a word means a file, because the file exists or the word looks like a path.
// Otherwise, the word is a module of the standard library.
bool is_file(const std::string& word) {
  std::error_code failed;
  return word.ends_with(".rille") || word.find('/') != std::string::npos ||
         std::filesystem::is_regular_file(word, failed);
}

Status unknown_module(const std::string& name, const State& state) {
  std::string help = name_help(name, library_pages(state));
  if (help.empty()) help = str("modules: ", join(library_pages(state)));
  std::fputs(
      str("no file or module has the name `", visible(name), "`\n  help: ", help, "\n").c_str(),
      stderr);
  return Status::usage;
}

std::string as_text(const DocPage& page) {
  std::string out = page.title + "\n";
  if (!page.text.empty()) out += str("\n", page.text, "\n");
  for (const DocEntry& entry : page.entries) {
    out += str("\n", entry.plain, entry.plain.ends_with("\n") ? "" : "\n");
  }
  return out;
}

std::string as_markdown(const DocPage& page) {
  std::string out = str("# ", page.title, "\n");
  if (!page.text.empty()) out += str("\n", page.text, "\n");
  for (const DocEntry& entry : page.entries) out += "\n" + markdown_of(entry);
  return out;
}

std::string as_json(const DocPage& page) {
  Json entries = Json::array();
  for (const DocEntry& entry : page.entries) entries.push_back(json_of(entry));
  Json out = {{"module", page.title}, {"text", page.text}, {"entries", std::move(entries)}};
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string shown(const DocPage& page, const DocOptions& options) {
  if (options.form == "json") return as_json(page);
  return options.form == "markdown" ? as_markdown(page) : as_text(page);
}

Status write_page(const SharedOptions& shared, const DocOptions& options) {
  Session session(shared);
  State& state = session.interpreter().state();
  std::vector<Error> errors;
  try {
    DocPage page;
    if (is_file(options.what)) {
      int file = state.add_source({options.what, read_source(options.what)});
      page = script_page(state.sources()[static_cast<size_t>(file)], file, errors);
    } else if (auto found = library_page(state, options.what)) {
      page = std::move(*found);
    } else {
      return unknown_module(options.what, state);
    }
    if (errors.empty()) put_text(options.out, shown(page, options));
  } catch (const Error& error) {
    errors.push_back(error);
  }
  Status status = session.report(Outcome{.errors = std::move(errors)});
  bool is_missing = status == Status::script && is_file(options.what) && !file_exists(options.what);
  return is_missing ? Status::file : status;
}

}  // namespace

void add_doc_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DocOptions>();
  auto* doc = app.add_subcommand(
      "doc", "write the reference of a script, from its ## comments, or of a library module");
  doc->add_option("FILE", options->what,
                  "a script, or a module: `nn`, `optim`, …; `global` for names without a module")
      ->required();
  doc->add_flag_callback("--markdown", [options] { options->form = "markdown"; }, "write Markdown");
  doc->add_flag_callback("--json", [options] { options->form = "json"; }, "write JSON");
  doc->add_option("-o", options->out, "output file; default: standard output");
  set_act(*doc, invocation,
          [options, &invocation] { return write_page(invocation.shared, *options); });
}

}  // namespace rille
