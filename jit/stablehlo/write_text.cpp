// Prints the functions of a module without dead lines.
#include <map>
#include <unordered_map>

#include "jit/stablehlo/write.h"
#include "vm/text.h"

namespace rille {
namespace {

// Removes lines whose results are not read.
class DeadLineElimination {
 public:
  explicit DeadLineElimination(HloFunction& function)
      : live_(static_cast<size_t>(function.values), false) {
    block(function.body);
  }

 private:
  void mark(const HloValues& values) {
    for (const HloValue& v : values) live_[static_cast<size_t>(v.id)] = true;
  }

  void block(HloBlock& block) {
    mark(block.results);
    std::vector<HloLine> kept;
    for (size_t i = block.lines.size(); i-- > 0;) {
      HloLine& line = block.lines[i];
      bool is_read = line.stays;
      for (const HloValue& v : line.out) is_read = is_read || live_[static_cast<size_t>(v.id)];
      if (!is_read) continue;
      mark(line.in);
      for (HloBlock& region : line.regions) this->block(region);
      kept.push_back(std::move(line));
    }
    block.lines.assign(std::make_move_iterator(kept.rbegin()),
                       std::make_move_iterator(kept.rend()));
  }

  std::vector<bool> live_;
};

std::string type_texts(const HloValues& values) {
  std::string out;
  for (const HloValue& v : values) out += str(out.empty() ? "" : ", ", hlo_text(v.type));
  return out;
}

// Replaces characters that a symbol must not contain.
std::string symbol_of(const std::string& name) {
  std::string out;
  for (char c : name) {
    bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    out += is_plain ? c : '_';
  }
  bool begins = !out.empty() && (std::isalpha(static_cast<unsigned char>(out[0])) != 0);
  return begins ? out : str("f", out);
}

// All functions of a module, by the text after their names.
class ModuleText {
 public:
  std::string text(HloFunction main) {
    DeadLineElimination sweep(main);
    taken_["main"] = 1;
    std::string head = function("public @main", main);
    return str("module @rille {\n", head, functions_, "}\n");
  }

 private:
  std::string function(std::string_view what, const HloFunction& f);

  // The name of a function. The function is written unless one with the same text exists.
  std::string name_of(HloFunction& f) {
    DeadLineElimination sweep(f);
    std::string text = function("private @", f), base = symbol_of(f.name);
    auto [found, is_new] = names_.try_emplace(str(base, " ", text));
    if (!is_new) return found->second;
    std::string name = base;
    while (taken_.contains(name)) name = str(base, "_", taken_[base]++);
    taken_[name] = 1;
    found->second = name;
    size_t at = text.find('@') + 1;
    functions_ += text.insert(at, name);
    return name;
  }

  std::map<std::string, std::string> names_ = {};
  std::map<std::string, int> taken_ = {};
  std::string functions_ = {};

  friend class BlockText;
};

// The text of one function's block.
class BlockText {
 public:
  BlockText(ModuleText& module, int values)
      : module_(module), names_(static_cast<size_t>(values)) {}

  void name_params(const HloValues& params) {
    for (size_t i = 0; i < params.size(); ++i) name(params[i]) = str("%arg", i);
  }

  void lines(const HloBlock& block, std::string_view back, const std::string& margin) {
    for (const HloLine& line : block.lines) one(line, margin);
    out_ += str(margin, back);
    if (!block.results.empty()) {
      out_ += str(" ", names(block.results), " : ", type_texts(block.results));
    }
    out_ += "\n";
  }

  std::string take() { return std::move(out_); }

 private:
  std::string& name(const HloValue& v) { return names_[static_cast<size_t>(v.id)]; }

  std::string names(const HloValues& values) {
    std::string out;
    for (const HloValue& v : values) out += str(out.empty() ? "" : ", ", name(v));
    return out;
  }

  // Several results share one name and are numbered.
  std::string defined(const HloValues& values) {
    if (values.empty()) return {};
    std::string base = str("%", next_++);
    if (values.size() == 1) {
      name(values[0]) = base;
      return str(base, " = ");
    }
    for (size_t i = 0; i < values.size(); ++i) name(values[i]) = str(base, "#", i);
    return str(base, ":", values.size(), " = ");
  }

  void one(const HloLine& line, const std::string& margin) {
    out_ += str(margin, defined(line.out));
    if (line.is_loop) return loop(line, margin);
    for (size_t i = 0; i < line.text.size(); ++i) {
      char c = line.text[i];
      if (c == '$') {
        size_t at = 0;
        while (i + 1 < line.text.size() &&
               std::isdigit(static_cast<unsigned char>(line.text[i + 1])))
          at = at * 10 + static_cast<size_t>(line.text[++i] - '0');
        out_ += name(line.in[at]);
      } else if (c == '~') {
        regions(line, margin);
      } else if (c == '&' && line.callee != nullptr) {
        out_ += str("@", module_.name_of(*line.callee));
      } else {
        out_ += c;
      }
    }
    out_ += "\n";
  }

  // ({ … }, { … })
  void regions(const HloLine& line, const std::string& margin) {
    std::string_view gap = "(";
    for (const HloBlock& region : line.regions) {
      out_ += str(gap, "{\n");
      gap = ", ";
      if (!region.params.empty()) {
        out_ += str(margin, "^bb0(");
        std::string_view between;
        for (const HloValue& v : region.params) {
          name(v) = str("%", next_++);
          out_ += str(between, name(v), ": ", hlo_text(v.type));
          between = ", ";
        }
        out_ += "):\n";
      }
      lines(region, "stablehlo.return", margin + "  ");
      out_ += str(margin, "}");
    }
    out_ += ")";
  }

  // Both blocks of a loop use the same names for their params.
  void loop(const HloLine& line, const std::string& margin) {
    const HloValues &first = line.regions[0].params, &second = line.regions[1].params;
    out_ += "stablehlo.while(";
    for (size_t i = 0; i < line.in.size(); ++i) {
      name(first[i]) = name(second[i]) = str("%", next_++);
      out_ += str(i == 0 ? "" : ", ", name(first[i]), " = ", name(line.in[i]));
    }
    out_ += str(") : ", type_texts(line.in), "\n", margin, "cond {\n");
    lines(line.regions[0], "stablehlo.return", margin + "  ");
    out_ += str(margin, "} do {\n");
    lines(line.regions[1], "stablehlo.return", margin + "  ");
    out_ += str(margin, "}\n");
  }

  ModuleText& module_;
  std::vector<std::string> names_;
  std::string out_ = {};
  int64_t next_ = 0;
};

std::string ModuleText::function(std::string_view what, const HloFunction& f) {
  BlockText body(*this, f.values);
  body.name_params(f.body.params);
  std::string params;
  for (size_t i = 0; i < f.body.params.size(); ++i) {
    params += str(i == 0 ? "" : ", ", "%arg", i, ": ", hlo_text(f.body.params[i].type));
  }
  body.lines(f.body, "return", "    ");
  std::string given = type_texts(f.body.results);
  return str("  func.func ", what, "(", params, ")",
             given.empty() ? std::string() : str(" -> (", given, ")"), " {\n", body.take(),
             "  }\n");
}

}  // namespace

std::string module_text(HloFunction main) { return ModuleText().text(std::move(main)); }

std::string hlo_signature(const HloValues& in, const Types& out) {
  std::string given;
  for (const Type& type : out) given += str(given.empty() ? "" : ", ", hlo_text(type));
  return str("(", type_texts(in), ") -> ",
             out.size() == 1 ? std::move(given) : str("(", given, ")"));
}

std::string hlo_operands(size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += str(i == 0 ? "$" : ", $", i);
  return out;
}

std::string hlo_ints(const Ints& list) { return str("[", join(list), "]"); }

std::string hlo_array(const Ints& list) {
  return list.empty() ? "array<i64>" : str("array<i64: ", join(list), ">");
}

}  // namespace rille
