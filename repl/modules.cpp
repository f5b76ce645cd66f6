// Modules: found, read, and run in the order of their imports.
#include "repl/modules.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>

#include "lang/parse.h"
#include "repl/coverage.h"
#include "stdlib/file.h"
#include "stdlib/remote.h"
#include "vm/call.h"
#include "vm/run/grants.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Returns the path that errors show: without `a/..`, unless links make that another file.
std::string plain_path(const std::string& path) {
  std::string plain = fs::path(path).lexically_normal().string();
  return canonical_path(plain) == canonical_path(path) ? plain : path;
}

// Returns the imports that only definitions precede. Loading them before the module begins to
// run cannot be observed, and avoids nested runs for a chain of imports.
std::vector<const lang::Import*> leading_imports(const lang::File& tree) {
  std::vector<const lang::Import*> out;
  for (const lang::Stmt* s : tree.top->statements) {
    if (s->kind == lang::StmtKind::import) {
      out.push_back(static_cast<const lang::Import*>(s));
    } else if (s->kind != lang::StmtKind::function && s->kind != lang::StmtKind::structure) {
      break;
    }
  }
  return out;
}

}  // namespace

std::string canonical_path(const std::string& path) {
  std::error_code failed;
  std::string out = fs::canonical(path, failed).string();
  return failed ? path : out;
}

std::vector<std::string> module_path() {
  std::vector<std::string> out;
  const char* folders = std::getenv("RILLE_PATH");
  for (std::string_view rest = folders == nullptr ? "" : folders; !rest.empty();) {
    size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) out.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return out;
}

std::vector<std::string> module_files(const std::string& path, bool is_file,
                                      const std::string& importer) {
  std::string file = is_file ? path : path + ".rille";
  std::vector<std::string> out = {file.starts_with('/') ? file : folder_of(importer) + file};
  if (!is_file) {
    for (const std::string& folder : module_path()) out.push_back(str(folder, "/", file));
  }
  return out;
}

namespace {

// Reads a text into `out`, and returns whether that succeeded.
bool read_text(const std::string& path, bool is_script, TextReader& reader, ImportedTexts& out) {
  std::optional<std::string> text;
  try {
    text = reader.text(path, is_script);
  } catch (const Error&) {
    return false;
  }
  if (!text) return false;
  take_room(path, *text, reader);
  out.texts[path] = std::move(*text);
  return true;
}

// Reads the file that an import means, and returns the name of its text, or "" if no candidate can
// be read. A file that must not be read is treated as if it did not exist.
std::string read_import(const lang::Import& import, const std::string& importer, TextReader& reader,
                        ImportedTexts& out, std::vector<std::string>& open) {
  for (const std::string& path : module_files(import.path, import.is_file, importer)) {
    if (!reader.may_import(path) || !is_regular_file(path)) continue;
    std::string canonical = canonical_path(path);
    auto known = reader.names.find(canonical);
    if (known == reader.names.end()) {
      std::string name = plain_path(path);
      if (!read_text(name, false, reader, out)) continue;
      known = reader.names.emplace(canonical, name).first;
      open.push_back(name);
    }
    return known->second;
  }
  return "";
}

// Reads the files that a text imports, and appends those to `open` whose imports must be followed.
void follow_imports(const std::string& importer, TextReader& reader, ImportedTexts& out,
                    std::vector<std::string>& open) {
  std::vector<Error> errors;
  lang::File tree = lang::parse({importer, out.texts.at(importer)}, 0, errors);
  if (tree.top == nullptr) return;
  for (const lang::Stmt* s : tree.top->statements) {
    if (s->kind != lang::StmtKind::import) continue;
    const auto& import = *static_cast<const lang::Import*>(s);
    std::string meant = read_import(import, importer, reader, out, open);
    if (!meant.empty()) out.meant[{importer, as_spelled(import.path, import.is_file)}] = meant;
  }
}

}  // namespace

void take_room(const std::string& path, const std::string& text, TextReader& reader) {
  if (text.size() > reader.room) {
    throw Error(Code::memory, str("\"", path,
                                  "\" and the files read before it exceed the memory "
                                  "limit"));
  }
  reader.room -= text.size();
}

void gather_texts(const std::string& script, TextReader& reader, ImportedTexts& out) {
  auto [known, is_new] = reader.names.try_emplace(canonical_path(script), script);
  if (!is_new && known->second == script) return;
  if (!read_text(script, true, reader, out)) return;
  std::vector<std::string> open = {script};
  while (!open.empty()) {
    std::string path = std::move(open.back());
    open.pop_back();
    follow_imports(path, reader, out, open);
  }
}

std::string as_spelled(const std::string& path, bool is_file) {
  return is_file ? str("\"", path, "\"") : path;
}

std::string Modules::carried_name(const std::string& path, bool is_file,
                                  const std::string& importer, Span at) const {
  if (carried == nullptr) return "";
  auto found = carried->meant.find({importer, as_spelled(path, is_file)});
  if (found != carried->meant.end()) return found->second;
  if (!carried->is_complete) return "";
  throw Error(Code::io, str("cannot find module ", path, ": it is not part of this program"), at);
}

namespace {

// Returns a hint for an import that is the name of a built-in module or of another library.
std::string hint_of(const lang::Names& names, const std::string& path) {
  if (!names.members(path).empty()) {
    return str("`", path, "` is a built-in module and needs no import");
  }
  std::string_view ours = module_of_package(path);
  if (!ours.empty())
    return str("the functions of ", path, " are in the built-in module `", ours, "`");
  return is_foreign_module(path) ? std::string(foreign_word(path).said) : "";
}

}  // namespace

std::string Modules::find(const std::string& path, bool is_file, const std::string& importer,
                          Span at) {
  std::string name = carried_name(path, is_file, importer, at);
  if (!name.empty()) return name;
  if (finder) {
    if (by_path_.contains(path)) return path;
    std::optional<std::string> text = finder(path);
    if (!text)
      throw Error(Code::io, str("cannot find module ", path, ": the host does not provide it"), at);
    found_[path] = std::move(*text);
    return path;
  }
  if (is_url(path)) {
    throw Error(Code::io, str("cannot import \"", shown_path(path), "\": modules are local files"),
                at)
        .help("download and review the file, then import it");
  }
  std::string hint = is_file ? "" : hint_of(names_, path);
  std::vector<std::string> tried = module_files(path, is_file, importer);
  for (const std::string& file : tried) {
    bool may_be = false;
    try {
      may_be = need_module(file);
    } catch (const Error&) {
      if (hint.empty()) throw;
      continue;
    }
    if (may_be && !is_regular_file(file)) continue;
    if (may_be && canonical_path(file).ends_with(".rille")) return file;
    throw Error(Code::io,
                str("cannot import \"", path, "\": the file name of a module must end in `.rille`"),
                at);
  }
  Error fault(Code::io, str("cannot find module ", path, ": searched ", join(tried)), at);
  if (!hint.empty()) fault.help(hint);
  throw fault;
}

const std::string* Modules::carried_text(const std::string& path) const {
  if (carried == nullptr) return nullptr;
  auto found = carried->texts.find(path);
  return found == carried->texts.end() ? nullptr : &found->second;
}

std::string Modules::script(const std::string& path) const {
  const std::string* text = carried_text(path);
  return text == nullptr ? read_source(path) : *text;
}

std::string Modules::text_of(const std::string& path) {
  if (const std::string* text = carried_text(path)) return *text;
  if (!finder) return read_module(path);
  return std::move(found_.extract(path).mapped());
}

// Names of the finder are not paths.
std::string Modules::key_of(const std::string& path) const {
  return are_files() ? canonical_path(path) : path;
}

Source Modules::read(Module& module, std::string text, std::vector<Error>& errors) {
  int file = state_.add_source({module.name, std::move(text)});
  Source source = state_.sources()[static_cast<size_t>(file)];
  module.tree = lang::parse(source, file, errors);
  if (errors.empty()) lang::resolve(module.tree, names_, errors);
  return source;
}

void Modules::enter(Module& main) {
  std::erase_if(by_path_, [&](const auto& entry) { return entry.second == &main; });
  std::error_code failed;
  bool is_file = are_files() && fs::exists(main.name, failed);
  if (is_file || carried != nullptr) by_path_[key_of(main.name)] = &main;
  running_ = {&main};
}

Error Modules::cycle(const Module& module, Span from) const {
  Error out(Code::name, str("cyclic import: \"", module.name, "\" has not finished running"), from);
  auto at = std::ranges::find(running_, &module);
  for (auto next = at; next != running_.end(); ++next) {
    if (next != at) out.note(str("\"", (*next)->name, "\" is imported here"), (*next)->imported_at);
  }
  return out;
}

// Returns the module of a path, or null if it is not loaded. Raises error[name] if it still runs.
Module* Modules::known(const std::string& path, Span from) {
  auto found = by_path_.find(key_of(path));
  if (found == by_path_.end()) return nullptr;
  if (found->second->running) throw cycle(*found->second, from);
  return found->second;
}

Module& Modules::begin(const std::string& path, Span from) {
  auto made = std::make_unique<Module>(
      Module{.name = are_files() ? plain_path(path) : path, .imported_at = from});
  std::vector<Error> errors;
  read(*made, text_of(path), errors);
  if (!errors.empty()) {
    Error first = errors.front();
    rest_.assign(errors.begin() + 1, errors.end());
    throw first;
  }
  Module& module = *owned_.emplace_back(std::move(made));
  by_path_[key_of(path)] = &module;
  running_.push_back(&module);
  return module;
}

void Modules::run(Module& module) {
  const Source source = state_.sources()[static_cast<size_t>(module.tree.index)];
  module.number = state_.new_module(module.name);
  call(state_.load(emitted(module.tree, source, {}, coverage), module.number), {});
  module.running = false;
}

// The modules that are being loaded; each one is imported by its predecessor. Modules that fail are
// removed, so that a prompt can import them after they have been corrected.
struct Modules::ModuleLoader {
  Modules& modules;
  struct ImportFrame {
    Module* module;
    std::vector<const lang::Import*> imports;
    size_t next = 0;
  };
  std::vector<ImportFrame> steps = {};

  void begin(const std::string& path, Span from) {
    try {
      Module& module = modules.begin(path, from);
      steps.push_back({&module, leading_imports(module.tree)});
    } catch (Error& error) {
      if (!steps.empty()) error.note("imported here", from);
      throw;
    }
  }

  // Loads the next import of the innermost module, or runs the module if all imports are loaded.
  void step() {
    ImportFrame& here = steps.back();
    if (here.next < here.imports.size()) {
      const lang::Import& import = *here.imports[here.next++];
      std::string path =
          modules.find(import.path, import.is_file, here.module->name, import.path_span);
      if (modules.known(path, import.path_span) == nullptr) begin(path, import.path_span);
      return;
    }
    modules.run(*here.module);
    modules.running_.pop_back();
    steps.pop_back();
  }

  ~ModuleLoader() {
    for (const ImportFrame& step : steps) {
      std::erase_if(modules.by_path_, [&](const auto& p) { return p.second == step.module; });
      std::erase(modules.running_, step.module);
    }
  }
};

Module& Modules::load(const std::string& path, Span from) {
  if (Module* module = known(path, from)) return *module;
  ModuleLoader loading{*this};
  loading.begin(path, from);
  Module& wanted = *loading.steps.front().module;
  try {
    while (!loading.steps.empty()) loading.step();
  } catch (Error& error) {
    // The running code adds the note for the first module.
    for (size_t i = loading.steps.size(); i-- > 1;) {
      error.note("imported here", loading.steps[i].module->imported_at);
    }
    throw;
  }
  return wanted;
}

void Modules::check(const Module& module, std::vector<Error>& errors, ImportedTexts* out) {
  std::map<std::string, std::string> seen = {{canonical_path(module.name), module.name}};
  std::deque<Module> checked;
  std::vector<const Module*> open = {&module};
  while (!open.empty()) {
    const Module& here = *open.back();
    open.pop_back();
    for (const lang::Stmt* s : here.tree.top->statements) {
      if (s->kind != lang::StmtKind::import) continue;
      const auto& import = *static_cast<const lang::Import*>(s);
      try {
        std::string path = find(import.path, import.is_file, here.name, import.path_span);
        auto [known, is_new] = seen.try_emplace(canonical_path(path), plain_path(path));
        std::pair spelled(here.name, as_spelled(import.path, import.is_file));
        if (out != nullptr) out->meant[spelled] = known->second;
        if (!is_new) continue;
        Module& next = checked.emplace_back(Module{.name = known->second});
        std::vector<Error> found;
        std::string text = text_of(path);
        if (out != nullptr) out->texts[next.name] = text;
        read(next, std::move(text), found);
        if (found.empty()) open.push_back(&next);
        for (Error& error : found) errors.push_back(error.note("imported here", import.path_span));
      } catch (const Error& error) {
        errors.push_back(error);
      }
    }
  }
}

Value Modules::exports_of(Module& module) {
  int number = state_.new_module(module.name);
  for (const lang::Binding* binding : module.tree.top_level) {
    if (binding->is_exported) state_.module_copy(module.number, number, binding->name);
  }
  return state_.module_value(number);
}

Value Modules::import(const std::string& path, bool is_file) {
  Span from = state_.current_span();
  std::string importer = from.empty() ? "" : state_.sources()[static_cast<size_t>(from.file)].name;
  Module& module = load(find(path, is_file, importer, {}), from);
  if (module.exports.is_nil()) module.exports = exports_of(module);
  return module.exports;
}

}  // namespace rille
