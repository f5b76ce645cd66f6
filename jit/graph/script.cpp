// script_of: functions with their names and params.
#include "jit/script.h"

#include <algorithm>

#include "jit/graph/script_block.h"
#include "vm/run/running.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr std::string_view reserved[] = {
    "and",  "assert", "break", "continue", "else", "false", "fn", "for",  "if",     "import",
    "in",   "inout",  "let",   "match",    "nil",  "not",   "or", "proc", "return", "struct",
    "true", "var",    "while", "as",       "test", "op",    "pi", "inf",  "nan"};

bool is_reserved(std::string_view name) {
  return std::ranges::find(reserved, name) != std::end(reserved) || dtype_named(name).has_value();
}

// A string as an identifier: "layers[2].w" becomes layers_2_w.
std::string as_name(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_plain || static_cast<unsigned char>(c) >= 0x80) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  bool is_number = out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0;
  return is_number ? "x" + out : out;
}

std::string annotated(const std::string& name, const Type& type) {
  if (type.form() != TypeForm::array) return name;
  bool is_key = type.dtype() == Dtype::key && type.rank() == 0;
  return str(name, ": ", is_key ? "key" : text(type));
}

TermRef named_term(const std::string& name, const Type& type) {
  auto out = std::make_shared<Term>();
  out->piece = {name};
  out->type = type;
  return out;
}

bool is_plain_number(const Array& x) {
  return !x.is_none() && x.rank() == 0 && x.dtype() != Dtype::key && !is_complex(x.dtype());
}

AttrValue value_of(const Array& x) {
  if (x.dtype() == Dtype::boolean) return x.integer() != 0;
  if (is_integer(x.dtype())) return x.integer();
  return x.number();
}

std::string listed(std::string_view head, const std::vector<std::string>& items) {
  std::string line = str(head, "(", join(items), ")");
  if (line.size() + 2 <= script_width) return line;
  std::string gap = ",\n" + std::string(head.size() + 1, ' '), out = str(head, "(");
  size_t begin = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    size_t width = out.size() - begin + items[i].size() + 3;
    if (i > 0 && width > script_width) {
      out += gap;
      begin = out.size() - gap.size() + 2;
    } else if (i > 0) {
      out += ", ";
    }
    out += items[i];
  }
  return out + ")";
}

}  // namespace

std::string function_text(std::string_view name, const std::vector<std::string>& params,
                          ScriptBlock& body) {
  std::string head = listed(str("fn ", name), params), value = body.result();
  bool is_short = head.size() + value.size() + 3 <= script_width && !value.empty() &&
                  value.find('\n') == std::string::npos;
  if (body.lines().empty() && is_short) return str(head, " = ", value, "\n");
  std::string out = head + " {\n";
  for (const std::string& line : body.lines()) out += line + "\n";
  if (!value.empty()) out += body.margin() + value + "\n";
  return out + "}\n";
}

std::string ScriptScope::fresh() {
  for (;;) {
    std::string name;
    for (size_t rest = next_++ + 1; rest > 0; rest = (rest - 1) / 26) {
      name.insert(name.begin(), static_cast<char>('a' + (rest - 1) % 26));
    }
    if (name.size() > 2) name = str("v", next_);
    if (!is_reserved(name) && used_.insert(name).second) return name;
  }
}

std::string ScriptScope::own(const std::string& name) {
  std::string base = as_name(name), out = base;
  int& k = next_own_[base];  // all smaller numbers are taken
  for (; is_reserved(out) || !used_.insert(out).second; ++k) {
    out = k == 0 ? str(base, "_") : str(base, "_", k + 1);
  }
  return out;
}

std::string ScriptProgram::take(std::string_view word) {
  std::string base = as_name(word), name = base;
  int& k = next_[base];  // all smaller numbers are taken
  for (k = std::max(k, 2); is_reserved(name) || !taken_.insert(name).second; ++k) {
    name = str(base, "_", k);
  }
  return name;
}

std::string ScriptProgram::helper_text(const std::string& text, std::string_view word) {
  auto found = names_.find(text);
  if (found != names_.end()) return found->second;
  std::string name = take(word);
  names_[text] = name;
  std::string own = text;
  own.replace(own.find('~'), 1, name);
  helpers_.emplace_back(name, own);
  return name;
}

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the word occurs in the text outside of strings.
bool mentions(std::string_view text, std::string_view word) {
  bool is_within = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_within = !is_within;
    if (text[i] == '\\') ++i;
    bool begins =
        !is_within && (i == 0 || !is_word(text[i - 1])) && text.substr(i).starts_with(word);
    size_t end = i + word.size();
    if (begins && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::string ScriptProgram::with_helpers(std::string text) const {
  std::vector<bool> is_called(helpers_.size(), false);
  for (size_t i = helpers_.size(); i-- > 0;) {  // a helper is called only by later ones
    poll();
    is_called[i] = mentions(text, helpers_[i].first);
    for (size_t k = i + 1; k < helpers_.size(); ++k) {
      is_called[i] =
          is_called[i] || (is_called[k] && mentions(helpers_[k].second, helpers_[i].first));
    }
  }
  for (size_t i = 0; i < helpers_.size(); ++i) {
    if (is_called[i]) text += "\n" + helpers_[i].second;
  }
  return text;
}

std::string ScriptProgram::helper(const Graph& region, std::string_view word) {
  ScriptScope scope(*this);
  std::vector<std::string> names;
  std::vector<TermRef> params;
  for (Var v : region.params) {
    names.push_back(scope.fresh());
    params.push_back(named_term(names.back(), region.type(v)));
  }
  ScriptBlock body(scope, region, params, std::vector<bool>(region.results.size(), true), 1);
  return helper_text(function_text("~", names, body), word);
}

Script script_of(const Graph& graph, const ScriptNames& names) {
  ScriptProgram program;
  program.tells_layers = names.tells_layers;
  ScriptScope scope(program);
  std::vector<std::string> listed;
  std::vector<TermRef> params(graph.params.size());
  for (size_t i = 0; i < params.size(); ++i) {
    if (i < names.known.size() && is_plain_number(names.known[i])) {
      params[i] = number_term(names.known[i].type(), value_of(names.known[i]));
    } else if (i < names.params.size() && !names.params[i].empty()) {
      const Type& type = graph.type(graph.params[i]);
      params[i] = named_term(scope.own(names.params[i]), type);
    }
  }
  for (size_t i = 0; i < params.size(); ++i) {
    const Type& type = graph.type(graph.params[i]);
    if (params[i] == nullptr) params[i] = named_term(scope.fresh(), type);
    if (params[i]->form == Term::TermForm::named) {
      listed.push_back(annotated(params[i]->piece.text, type));
    }
  }
  std::string name = program.take(names.function);
  ScriptBlock body(scope, graph, params, std::vector<bool>(graph.results.size(), true), 1);
  std::string main = function_text(name, listed, body);
  std::string text = program.with_helpers(main);
  return {text, !mentions(text, "op")};
}

}  // namespace rille
