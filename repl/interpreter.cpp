// Interpreter: source text to tree to Lua to results.
#include "repl/interpreter.h"

#include <algorithm>

#include "backends/backend.h"
#include "lang/core.h"
#include "lang/emit.h"
#include "lang/lint.h"
#include "lang/parse.h"
#include "lang/renames.h"
#include "lang/resolve.h"
#include "repl/alike.h"
#include "repl/coverage.h"
#include "repl/expectations.h"
#include "repl/help.h"
#include "repl/main_words.h"
#include "repl/modules.h"
#include "repl/names.h"
#include "stdlib/builtins.h"
#include "stdlib/core.h"
#include "stdlib/file.h"
#include "vm/call.h"
#include "vm/run/observer.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {

struct Interpreter::Internals {
  explicit Internals(std::function<void(std::string_view)> write) : state(std::move(write)) {
    state.add(all_builtins());
    state.add(all_structs());
    install_core(state);
    names = std::make_unique<BuiltinNames>(state, core_values());
    modules = std::make_unique<Modules>(state, *names);
    shown_sources.emplace(state, [this](const event::SourcesRequest& asked) {
      for (int file : names->cells.files()) asked.files.push_back(file);
    });
    imports.emplace(state, [this](const event::ImportRequest& asked) {
      asked.module = modules->import(asked.path, asked.is_file);
    });
  }

  Outcome run(std::string name, std::string text, const FileOptions& options);
  Outcome check(Module& module, ImportedTexts* texts);
  Outcome run_at_prompt(std::string name, std::string text,
                        const std::function<void(const Value&)>& show);
  void open_prompt();

  State state;
  std::unique_ptr<BuiltinNames> names;
  std::unique_ptr<Modules> modules;
  std::optional<Listener<event::SourcesRequest>> shown_sources;
  std::optional<Listener<event::ImportRequest>> imports;
  std::optional<Listener<event::PieceEvent>> pieces;  // for coverage
  Module main;
  int prompt_module = -1;
  int cell_count = 0;
};

namespace {

// Returns the value of `run`, or what it threw, as an outcome.
Outcome attempt(State& state, const std::function<Value()>& run) {
  RunScope running(state);
  try {
    return {.value = run()};
  } catch (const std::exception& exception) {
    return {.errors = {error_of(exception)}};
  }
}

// Applies the limits of time and output to each cell separately: time between cells does not count.
// An interrupt or limit that stopped one cell does not stop the next one.
class CellClock {
 public:
  explicit CellClock(State& state) : state_(state), is_outermost_(running().state != &state) {
    if (is_outermost_) state.start_clock();
  }
  ~CellClock() {
    if (!is_outermost_) return;
    state_.stop_clock();
    state_.resume();
  }
  CellClock(const CellClock&) = delete;
  CellClock& operator=(const CellClock&) = delete;

 private:
  State& state_;
  bool is_outermost_;  // false if code of another cell runs this one
};

std::string text_of(const Value& value) { return visible(rille::text(value)); }

}  // namespace

namespace {

// Appends the further errors of an imported module, of which the first one was thrown.
void add_rest(Outcome& outcome, Modules& modules) {
  for (Error& error : modules.rest()) {
    if (!outcome.ok()) outcome.errors.push_back(std::move(error));
  }
}

}  // namespace

Outcome Interpreter::Internals::run(std::string name, std::string text,
                                    const FileOptions& options) {
  Outcome out;
  if (main.number >= 0) state.drop_module(main.number);
  main = {.name = std::move(name)};
  Source source;
  Outcome read = attempt(state, [&] {
    source = modules->read(main, std::move(text), out.errors);
    return Value();
  });
  if (!read.ok()) return read;
  if (!out.ok()) return out;
  modules->enter(main);
  modules->coverage = options.coverage;
  if (Coverage* told = options.coverage) {
    pieces.emplace(state,
                   [told](const event::PieceEvent& ran) { told->ran(ran.file, ran.offset); });
  }
  main.number = state.new_module(main.name);
  out = attempt(state, [&] {
    lang::EmitOptions emit{.lines = options.lines, .guards = options.guards};
    Chunk chunk = emitted(main.tree, source, std::move(emit), options.coverage);
    call(state.load(std::move(chunk), main.number), {});
    main.running = false;
    return Value();
  });
  add_rest(out, *modules);
  out.ran = true;
  return out;
}

// Checks the module and all its imports. If `texts` is not null, adds their texts to it.
Outcome Interpreter::Internals::check(Module& module, ImportedTexts* texts) {
  std::vector<Error> found;
  Outcome out = attempt(state, [&] {
    std::string text = modules->script(module.name);
    if (texts != nullptr) texts->texts[module.name] = text;
    modules->read(module, std::move(text), found);
    if (found.empty()) modules->check(module, found, texts);
    return Value();
  });
  out.errors.insert(out.errors.end(), found.begin(), found.end());
  return out;
}

Interpreter::Interpreter(std::function<void(std::string_view)> write)
    : inside_(std::make_unique<Internals>(std::move(write))) {}
Interpreter::~Interpreter() = default;

State& Interpreter::state() { return inside_->state; }

Outcome Interpreter::run_file(const std::string& path, const FileOptions& options) {
  std::string text;
  Outcome read = attempt(state(), [&] {
    text = inside_->modules->script(path);
    return Value();
  });
  return read.ok() ? run_text(path, std::move(text), options) : read;
}

Outcome Interpreter::run_text(std::string name, std::string text, const FileOptions& options) {
  return inside_->run(std::move(name), std::move(text), options);
}

std::vector<Span> Interpreter::statements() const {
  std::vector<Span> out;
  const lang::BlockExpr* top = inside_->main.tree.top;
  if (top == nullptr) return out;
  for (const lang::Stmt* statement : top->statements) out.push_back(statement->span);
  return out;
}

Outcome Interpreter::run_main(const std::vector<std::string>& words, const std::string& command) {
  Internals& in = *inside_;
  const lang::FunctionDecl* main = nullptr;
  for (const lang::Binding* binding : in.main.tree.top_level) {
    if (binding->name == "main") main = binding->function;
  }
  if (main == nullptr && words.empty()) return {};
  return attempt(in.state, [&] {
    if (main == nullptr) {
      throw Error(Code::name, str("the script has no `main` that takes arguments, got \"",
                                  words.front(), "\""));
    }
    if (asks_for_help(*main, words)) {
      in.state.write(main_usage(*main, command.empty() ? str("rille run ", in.main.name) : command,
                                in.state.sources()));
      return Value();
    }
    Function f = in.state.module_get(in.main.number, "main").function();
    return call_named(f, main_arguments(*main, words));
  });
}

Value Interpreter::value_of(const std::string& name) {
  return state().module_get(inside_->main.number, name);
}

int Interpreter::take_names() { return std::exchange(inside_->main.number, -1); }

void Interpreter::find_modules(
    std::function<std::optional<std::string>(const std::string& name)> find) {
  inside_->modules->finder = std::move(find);
}

void Interpreter::carry_modules(const ImportedTexts& texts) { inside_->modules->carried = &texts; }

Outcome Interpreter::gather_file(const std::string& path, ImportedTexts& texts) {
  Module module{.name = path};
  return inside_->check(module, &texts);
}

namespace {

// Raises error[name] if the name is a builtin. Keywords are not checked here.
void need_new_name(const BuiltinNames& names, std::string_view name) {
  if (names.find(name) == nullptr) return;
  throw Error(Code::name, str("the name `", name, "` is already in use"));
}

}  // namespace

void Interpreter::define(const Builtin& record) {
  Internals& in = *inside_;
  need_new_name(*in.names, record.name());
  const Builtin* one = &record;
  in.state.add({&one, 1});
  in.names->add(record);
}

void Interpreter::define(const std::string& name, const Value& value) {
  Internals& in = *inside_;
  need_new_name(*in.names, name);
  in.state.set_builtin(name, value);
  in.names->add(name);
}

Outcome Interpreter::act(const std::function<void()>& what) {
  return attempt(state(), [&] {
    what();
    return Value();
  });
}

Outcome Interpreter::show_lua(const std::string& path) {
  return show(path, [](const lang::File& tree, const Source& source) {
    return lang::emit(tree, source).lua;
  });
}

Outcome Interpreter::show_core(const std::string& path) {
  return show(path, [](const lang::File& tree, const Source&) {
    return lang::print(lang::Core(tree, false));
  });
}

Outcome Interpreter::show(const std::string& path, const TextPrinter& text) {
  Internals& in = *inside_;
  return attempt(in.state, [&] {
    int file = in.state.add_source({path, read_source(path)});
    Source source = in.state.sources()[static_cast<size_t>(file)];
    std::vector<Error> errors;
    lang::File tree = lang::parse(source, file, errors);
    if (errors.empty()) lang::resolve(tree, *in.names, errors);
    if (!errors.empty()) throw Error(errors.front());
    in.state.write(text(tree, source));
    return Value();
  });
}

Outcome Interpreter::rename(const std::string& path, Renamed& out) {
  Internals& in = *inside_;
  return attempt(in.state, [&] {
    int file = in.state.add_source({path, read_source(path)});
    Source source = in.state.sources()[static_cast<size_t>(file)];
    std::vector<Error> errors, unknown;
    lang::File tree = lang::parse(source, file, errors);
    if (!errors.empty()) throw Error(errors.front());
    lang::resolve(tree, *in.names, unknown);
    std::vector<lang::Rename> renames = lang::renames(tree, *in.names);
    out = {std::move(source.text), renames.size()};
    for (auto it = renames.rbegin(); it != renames.rend(); ++it) {
      auto begin = static_cast<size_t>(it->span.begin), end = static_cast<size_t>(it->span.end);
      out.text.replace(begin, end - begin, it->name);
    }
    return Value();
  });
}

namespace {

// Returns whether the span is in the argument of a `try`, which catches an error.
bool is_tried(const lang::File& tree, Span span) {
  return std::ranges::any_of(tree.nodes, [&](const auto& node) {
    const auto* call = dynamic_cast<const lang::CallExpr*>(node.get());
    if (call == nullptr || call->callee->kind != lang::ExprKind::name) return false;
    const auto& callee = static_cast<const lang::Name&>(*call->callee);
    bool is_around = call->parens.begin <= span.begin && span.end <= call->parens.end;
    return is_around && callee.builtin != nullptr && callee.text == "try";
  });
}

// Returns whether an error at the span is expected: by a `try`, or by a mark `#!` in the top-level
// statement around it.
bool is_expected(const lang::File& tree, const Source& source, Span span) {
  if (is_tried(tree, span)) return true;
  auto is_around = [&](const lang::Stmt* statement) {
    return statement->span.begin <= span.begin && span.begin < statement->span.end;
  };
  auto around = std::ranges::find_if(tree.top->statements, is_around);
  if (around == tree.top->statements.end()) return false;
  int first = line_at(source, (*around)->span.begin).number;
  int last = line_at(source, (*around)->span.end - 1).number;
  return std::ranges::any_of(expectations_in(source.text), [&](const Expectation& mark) {
    return mark.error && first <= mark.line && mark.line <= last;
  });
}

}  // namespace

Outcome Interpreter::check_file(const std::string& path, FileFindings& findings) {
  Module module{.name = path};
  Outcome out = inside_->check(module, nullptr);
  if (!out.ok()) return out;
  std::vector<Error> warned;
  for (const lang::Warning& found : lang::lint(module.tree)) {
    const Source& source = state().sources()[static_cast<size_t>(found.span.file)];
    bool is_certain = found.error && !is_expected(module.tree, source, found.span);
    (is_certain ? findings.certain : warned)
        .push_back(
            Error(found.error.value_or(Code::name), found.text, found.span).help(found.help));
  }
  for (const std::string& shown : render_all(warned, state().sources())) {
    findings.warnings += as_warning(shown);
  }
  return out;
}

// Runs a text under a name. `show` receives the value of the last expression.
Outcome Interpreter::Internals::run_at_prompt(std::string name, std::string text,
                                              const std::function<void(const Value&)>& show) {
  CellClock clock(state);
  Listener<event::DisplayEvent> shown(state, [&show](const event::DisplayEvent& event) {
    if (show) show(event.value);
  });
  Outcome read;  // errors found before the text runs
  Outcome result = attempt(state, [&] {
    open_prompt();
    int file = state.add_source({std::move(name), std::move(text)});
    Source source = state.sources()[static_cast<size_t>(file)];
    names->cells.begin();
    auto tree =
        std::make_unique<lang::File>(lang::parse(source, file, read.errors, {.prompt = true}));
    if (read.ok()) lang::resolve(*tree, *names, read.errors, {.prompt = true});
    if (!read.ok()) return Value();
    const lang::File& kept = *tree;
    for (const std::string& anew : names->cells.add(std::move(tree))) state.define_anew(anew);
    Chunk chunk = lang::emit(kept, source, {.prompt = true});
    return call(state.load(std::move(chunk), prompt_module), {});
  });
  if (result.ok() && !read.ok()) return read;
  add_rest(result, *modules);
  return result;
}

void Interpreter::Internals::open_prompt() {
  if (prompt_module >= 0) return;
  prompt_module = state.new_module("");
  state.set_prompt(prompt_module);
}

Outcome Interpreter::run_cell(std::string text, std::string name) {
  Internals& in = *inside_;
  ++in.cell_count;
  if (name.empty()) name = str("<", in.cell_count, ">");
  return in.run_at_prompt(std::move(name), std::move(text), [&](const Value& value) {
    if (show_value) return show_value(value);
    if (!value.is_nil()) in.state.write(text_of(value) + "\n");
  });
}

Outcome Interpreter::evaluate(std::string text) {
  Value shown;
  Outcome out = inside_->run_at_prompt("<prompt>", std::move(text),
                                       [&](const Value& value) { shown = value; });
  if (out.ok()) out.value = std::move(shown);
  return out;
}

std::vector<std::string> Interpreter::cell_names() const { return inside_->names->earlier_names(); }

Value Interpreter::cell_value(const std::string& name) {
  Value out;
  if (inside_->prompt_module < 0) return out;
  act([&] { out = state().module_get(inside_->prompt_module, name); });
  return out;
}

Span Interpreter::cell_span(const std::string& name) const {
  const lang::Binding* binding = inside_->names->cells.find(name);
  if (binding == nullptr) return {};
  if (binding->function != nullptr) return binding->function->span;
  return binding->structure != nullptr ? binding->structure->span : Span();
}

void Interpreter::bind(const std::string& name, const Value& value) {
  Internals& in = *inside_;
  act([&] {
    in.open_prompt();
    in.names->cells.bind(name);
    in.state.define_anew(name);
    in.state.module_set(in.prompt_module, name, value);
  });
}

std::string Interpreter::render(const Error& error) {
  return rille::render(error, inside_->state.sources());
}

std::optional<std::string> Interpreter::help(const std::string& name) {
  return name.empty() ? first_screen(*inside_->names)
                      : help_on(inside_->state, *inside_->names, name);
}

std::string Interpreter::help_all(const std::string& module) {
  std::string out;
  std::vector<std::string> modules = {module};
  for (size_t i = 0; i < modules.size(); ++i) {
    out += all_members(inside_->state, *inside_->names, modules[i]);
    for (const std::string& name : inside_->names->members(modules[i])) {
      std::string full = modules[i].empty() ? name : str(modules[i], ".", name);
      if (!inside_->names->members(full).empty()) modules.push_back(full);
    }
  }
  return out;
}

std::vector<std::string> Interpreter::members(const std::string& module) {
  return inside_->names->members(module);
}

std::vector<std::string> Interpreter::names() {
  std::vector<std::string> out = inside_->names->members("");
  for (std::string& name : inside_->names->earlier_names()) out.push_back(std::move(name));
  std::ranges::sort(out);
  return out;
}

}  // namespace rille
