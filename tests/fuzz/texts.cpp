// Texts of programs and of graphs.
#include "tests/fuzz/texts.h"

#include <algorithm>

#include "jit/graph.h"
#include "jit/stablehlo.h"
#include "lang/format.h"
#include "lang/parse.h"
#include "tests/diff/grow.h"
#include "tests/fuzz/keys.h"
#include "vm/call.h"

namespace rille::fuzz {
namespace {

constexpr uint64_t graphs = 60;

std::vector<Files> files_of(std::initializer_list<const char*> folders, std::string_view ending) {
  std::vector<Files> out;
  for (const char* folder : folders) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ending) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (const fs::path& path : paths) out.push_back(read_files(path));
  }
  return out;
}

std::vector<Files> programs() {
  return files_of({"examples", "tests/conformance", "tests/golden"}, ".rille");
}

// Whole, and what stands in them line by line from one margin to the next: a change in a short text
// is soon tried, and more of them meet each other.
std::vector<Files> programs_and_statements() {
  std::vector<Files> out = programs();
  for (size_t i = 0, whole = out.size(); i < whole; ++i) {
    const std::string text = out[i][0].bytes;
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      do end = std::min(text.find('\n', end), text.size() - 1) + 1;
      while (end < text.size() &&
             std::string_view(" })]#\n").find(text[end]) != std::string_view::npos);
      out.push_back({{"", text.substr(at, end - at)}});
      at = end;
    }
  }
  return out;
}

// Those that touch nothing outside of themselves: changed as they may be, they have no words for
// it.
std::vector<Files> harmless_programs() {
  std::vector<Files> out = programs();
  std::erase_if(out, [](const Files& files) {
    const std::string& text = files[0].bytes;
    auto has = [&](std::string_view word) { return text.find(word) != std::string::npos; };
    return has("io") || has("data") || has("ckpt") || has("import") || has("save") || has("load");
  });
  return out;
}

// The first functions of a long module, or of a long function the first lines and the last three,
// which give a constant back: those of a hundred kilobytes take a second to read.
std::string first_part(const std::string& text) {
  constexpr size_t most = 8192;
  if (text.size() <= most) return text;
  if (size_t end = text.rfind("\n  }\n", most); end != std::string::npos) {
    return text.substr(0, end + 5) + "}\n";
  }
  size_t head = text.rfind('\n', most) + 1, tail = text.size() - 1;
  for (int i = 0; i < 3; ++i) tail = text.rfind('\n', tail - 1);
  return text.substr(0, head) + text.substr(tail + 1);
}

std::vector<Files> hlo_programs() {
  std::vector<Files> out = files_of(
      {"tests/stablehlo/cases", "tests/stablehlo/wrong", "tests/fuzz/corpus/stablehlo"}, ".mlir");
  for (Files& files : out) files[0].bytes = first_part(files[0].bytes);
  return out;
}

std::vector<Files> grown_graphs() {
  std::vector<Files> out;
  for (uint64_t seed = 0; seed < graphs; ++seed) {
    diff::Bounds bounds{.steps = static_cast<int64_t>(seed % 10) + 1};
    out.push_back({{"", print(diff::grow(seed, bounds))}});
  }
  return out;
}

std::string read_text(const fs::path& path) { return read_bytes(path); }

void need_same(std::string_view what, const std::string& one, const std::string& two) {
  if (one != two) throw Bug(str(what, ":\n", one, "\n--- and then:\n", two));
}

// The tree alone, line by line as at a prompt too; what can be read is formatted, and stays so.
void parse_program(Interpreter& /*interpreter*/, const fs::path& path) {
  Source source{"x.rille", read_text(path)};
  std::vector<Error> errors;
  lang::parse(source, 0, errors);
  std::vector<Error> of_prompt;
  lang::parse(source, 0, of_prompt, {.prompt = true});
  lang::OpenText open;
  std::string_view text = source.text;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    open.add(text.substr(at, end - at));
    (void)open.goes_on();
    at = end + 1;
  }
  if (!errors.empty()) throw Error(errors.front());
  Source formatted{"x.rille", lang::format(source)};
  need_same("formatted again it is another text", formatted.text, lang::format(formatted));
}

// All that stands before a run: names, purity, warnings, the Lua text, which Lua takes.
void compile_program(Interpreter& interpreter, const fs::path& path) {
  FileFindings findings;
  auto need = [](const Outcome& outcome) {
    if (!outcome.ok()) throw Error(outcome.errors.front());
  };
  need(interpreter.check_file(path.string(), findings));
  need(interpreter.show_lua(path.string()));
}

void run_program(Interpreter& interpreter, const fs::path& path) {
  Outcome outcome = interpreter.run_file(path.string(), {.tests = true});
  if (!outcome.ok()) throw Error(outcome.errors.front());
}

void read_graph(Interpreter& /*interpreter*/, const fs::path& path) {
  Graph graph = parse_graph(read_text(path));
  verify(graph);
  std::string once = print(graph);
  need_same("read again it is another graph", once, print(parse_graph(once)));
}

void read_hlo(Interpreter& interpreter, const fs::path& path) {
  std::string text = read_text(path);
  int file = interpreter.state().add_source({"x.mlir", text});
  HloProgram program = read_stablehlo(text, file);
  verify(program.graph);
  std::string once = write_stablehlo(program);
  int again = interpreter.state().add_source({"again.mlir", once});
  need_same("written and read it is another program", once,
            write_stablehlo(read_stablehlo(once, again)));
}

}  // namespace

const std::vector<Text>& texts() {
  static const std::vector<Text> all = {
      {"parse", "x.rille", programs_and_statements, parse_program},
      {"compile", "x.rille", programs_and_statements, compile_program},
      {"run", "x.rille", harmless_programs, run_program, true},
      {"keys", "x.keys", typed_keys, press_keys},
      {"graph", "x.graph", grown_graphs, read_graph},
      {"stablehlo", "x.mlir", hlo_programs, read_hlo},
  };
  return all;
}

}  // namespace rille::fuzz
