// Short ways to parse and resolve a text in a test.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lang/parse.h"
#include "lang/print_tree.h"
#include "lang/resolve.h"

namespace rille::lang {

// A few builtins with parameters, procs, and inout; the named modules have every member.
class FewNames : public Names {
 public:
  FewNames() {
    for (auto module : {"nn", "rng", "io", "data"}) add(module, BuiltinRecord::module);
    add("data.stream");
    for (auto plain : {"max", "jit", "map", "zip", "error", "try", "f32"}) add(plain);
    add("print").params = {{.name = "items", .has_default = true, .is_variadic = true}};
    add("sqrt").params = {{"x"}};
    add("sum").params = {{"x"}, {"axis", true}, {"keep", true}};
    add("push").params = {{"t", false, true}, {"x"}};
    add("rng.normal").params = {
        {"key", false, true, ParamRecord::KeyConsumption::once}, {"shape", true}, {"dtype", true}};
    add("rng.split").params = {{"key", false, true, ParamRecord::KeyConsumption::split},
                               {"count", true}};
    add("io.read").params = {{"path"}};
    add("nn.gelu").params = {{"x"}};
    add("nn.counter").changing = {"update"};
    known_["io.read"]->is_proc = true;
    for (auto name : {"print", "sqrt", "sum", "push", "rng.normal", "rng.split", "io.read"}) {
      known_[name]->knows_params = true;
    }
  }
  const BuiltinRecord* find(std::string_view path) const override {
    auto known = known_.find(path);
    return known == known_.end() ? nullptr : known->second.get();
  }
  std::vector<std::string> members(std::string_view module) const override {
    std::vector<std::string> out;
    for (const auto& [name, known] : known_) {
      size_t dot = name.find('.');
      if (module.empty() && dot == std::string::npos) out.push_back(name);
      if (dot != std::string::npos && name.substr(0, dot) == module) {
        out.push_back(name.substr(dot + 1));
      }
    }
    return out;
  }
  BuiltinRecord& add(const std::string& name, BuiltinRecord::Kind kind = BuiltinRecord::function) {
    auto& known = known_[name] = std::make_unique<BuiltinRecord>();
    known->name = name;
    known->kind = kind;
    return *known;
  }

 private:
  std::map<std::string, std::unique_ptr<BuiltinRecord>, std::less<>> known_;
};

// The tree of a text without errors.
inline std::string tree(std::string text) {
  std::vector<Error> errors;
  Source source{"t.rille", std::move(text)};
  File file = parse(source, 0, errors);
  std::string out = errors.empty() ? print_tree(file) : render(errors[0], std::span(&source, 1));
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

// "line:column kind: message", one per line, followed by "| help".
inline std::string shown(const std::vector<Error>& errors, const Source& source) {
  std::string out;
  for (const Error& e : errors) {
    Line line = line_at(source, e.span().begin);
    out += str(out.empty() ? "" : "\n", line.number, ":", line.column, " ", name(e.code()), ": ",
               e.what(), e.help().empty() ? "" : str(" | ", e.help()));
  }
  return out;
}

// All errors of parsing and, if there are none, of resolving.
inline std::string faults(std::string text, bool prompt = false) {
  FewNames names;
  std::vector<Error> errors;
  Source source{"t.rille", std::move(text)};
  File file = parse(source, 0, errors, {.prompt = prompt});
  if (errors.empty()) resolve(file, names, errors, {.prompt = prompt});
  return shown(errors, source);
}

inline std::string names_of(const std::vector<Binding*>& bindings) {
  std::string out;
  for (const Binding* b : bindings) out += str(out.empty() ? "" : " ", b->name);
  return out;
}

// Facts found by resolving: one line per node for which `show` returns a text.
template <class AstNode, class Show>
std::string resolved(std::string text, Show show) {
  FewNames names;
  std::vector<Error> errors;
  Source source{"t.rille", std::move(text)};
  File file = parse(source, 0, errors);
  if (errors.empty()) resolve(file, names, errors);
  if (!errors.empty()) return shown(errors, source);
  std::map<int, std::string> lines;
  for (const auto& node : file.nodes) {
    const auto* wanted = dynamic_cast<const AstNode*>(node.get());
    std::string words = wanted ? show(*wanted) : std::string();
    if (words.empty()) continue;
    Line line = line_at(source, node->span.begin);
    lines[node->span.begin] = str(line.number, ":", line.column, " ", words);
  }
  std::string out;
  for (const auto& [at, words] : lines) out += str(out.empty() ? "" : "\n", words);
  return out;
}

}  // namespace rille::lang
