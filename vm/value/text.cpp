// Text of values: as print shows them, as errors name them.
#include <algorithm>
#include <cctype>

#include "vm/call.h"
#include "vm/function.h"
#include "vm/running.h"
#include "vm/stack.h"
#include "vm/value.h"
#include "vm/visible.h"

namespace rille {
namespace {

constexpr int deepest = 200;  // nested branches that are printed; below stands "..."

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '\0': out += "\\0"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
  return visible(out) + "\"";
}

// A name that dict( ) takes as a word.
bool is_word(const DictKey& key) {
  const auto* word = std::get_if<std::string>(&key);
  if (word == nullptr || word->empty()) return false;
  auto part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c >= 0x80; };
  return std::isdigit(static_cast<unsigned char>((*word)[0])) == 0 &&
         std::ranges::all_of(*word, part);
}

// Appends `text`, its later lines moved to the column where it begins.
void put_indented(std::string& out, std::string_view text) {
  if (text.find('\n') == text.npos) return void(out += text);
  size_t line = out.rfind('\n');
  size_t column = out.size() - (line == std::string::npos ? 0 : line + 1);
  for (char c : text) {
    out += c;
    if (c == '\n') out.append(column, ' ');
  }
}

// `parts`: where arrays and strings that only a run knows stand apart, texts between them.
struct Writer {
  std::string out = {};
  int depth = 0;
  Values* parts = nullptr;
  Polls polls = {};

  void part(const Value& value) {
    parts->emplace_back(std::move(out));
    parts->push_back(value);
    out.clear();
  }

  // A long text moves to a place with more room by a copy that hears stops.
  void make_room() {
    constexpr size_t is_long = 1 << 24, piece = 1 << 20;
    if (out.size() < is_long || out.capacity() - out.size() > piece) return;
    out = copied(out, 2 * out.capacity());
  }

  void put(const Value& value) {
    polls.step(2 * out.size());  // what it takes while it grows
    make_room();
    std::visit([&](const auto& x) { put_one(x); }, value.any());
  }

  void put_one(Nil) { out += "nil"; }
  void put_one(Absent) { out += "nil"; }
  void put_one(const std::string& x) { out += quoted(x); }
  void put_one(const Array& x) {
    if (parts != nullptr && (x.is_traced() || x.rank() > 0)) return part(x);
    put_indented(out, text(x));
  }
  void put_one(const Opaque& x) {
    if (parts != nullptr && x.kind == "traced str") return part(Value::Any(x));
    if (x.kind == "iterable") return put(items_of(x));
    put_indented(out, x.text());
  }
  void put_one(const Function& f) {
    const FunctionInfo& info = f.info();
    out += str("<", info.is_proc ? "proc" : "fn", info.name.empty() ? "" : " ", info.name, ">");
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void put_one(T x) {
    out += str(x);
  }

  void put_one(const BranchRef& ref) {
    const Branch& branch = *ref;
    const Layout* form = branch.layout;
    if (form != nullptr && form->type != nullptr) out += form->type->name;
    check_stack();
    if (branch.keys != nullptr) out += "dict";
    if (++depth > deepest) {
      out += "(...)";
    } else if (branch.keys != nullptr) {
      put_dict(branch);
    } else {
      out += '(';
      if (form != nullptr && form->type != nullptr) {
        put_declared(branch);
      } else {
        put_items(branch);
      }
      out += form == nullptr && branch.items.size() == 1 ? ",)" : ")";
    }
    --depth;
  }

  void put_items(const Branch& branch) {
    for (size_t i = 0; i < branch.items.size(); ++i) {
      if (i > 0) out += ", ";
      if (branch.layout != nullptr) out += str(visible(branch.layout->names[i]), " = ");
      put(branch.items[i]);
    }
  }

  // dict(a = 1, b = 2), or dict((3, 1), ("x", "y")) where a key is no word.
  void put_dict(const Branch& branch) {
    bool is_words = std::ranges::all_of(branch.keys->list, is_word);
    if (!is_words) {
      Values keys;
      for (const DictKey& key : branch.keys->list) keys.push_back(value_of(key));
      out += '(';
      put(Value::tuple(std::move(keys)));
      out += ", ";
      put(Value::tuple(branch.items));
      out += ')';
      return;
    }
    out += '(';
    for (size_t i = 0; i < branch.items.size(); ++i) {
      out += str(i == 0 ? "" : ", ", visible(std::get<std::string>(branch.keys->list[i])), " = ");
      put(branch.items[i]);
    }
    out += ')';
  }

  // An instance shows its fields as its struct declares them.
  void put_declared(const Branch& branch) {
    std::string_view gap = "";
    for (const std::string& name : branch.layout->type->order) {
      int at = branch.layout->find(name);
      if (at < 0) continue;
      out += str(gap, name, " = ");
      put(branch.items[static_cast<size_t>(at)]);
      gap = ", ";
    }
  }
};

}  // namespace

std::string kind_text(const Value& value) {
  struct Namer {
    std::string operator()(Nil) { return "nil"; }
    std::string operator()(Absent) { return "nil"; }
    std::string operator()(bool) { return "bool"; }
    std::string operator()(int64_t) { return "int"; }
    std::string operator()(double) { return "float"; }
    std::string operator()(const std::string&) { return "str"; }
    std::string operator()(const Array& x) { return x.is_none() ? "nil" : text(x.type()); }
    std::string operator()(const Function&) { return "function"; }
    std::string operator()(const Opaque& x) { return x.kind; }
    std::string operator()(const BranchRef& x) {
      if (x->keys != nullptr) return "dict";
      if (x->layout == nullptr) return "tuple";
      return x->layout->type == nullptr ? "record" : x->layout->type->name;
    }
  };
  return std::visit(Namer{}, value.any());
}

std::string text(const Value& value) {
  if (value.is_string()) return value.string();
  Writer writer;
  writer.put(value);
  return std::move(writer.out);
}

Values text_parts(const Value& value) {
  Values parts;
  Writer writer{.parts = &parts};
  writer.put(value);
  parts.emplace_back(std::move(writer.out));
  return parts;
}

}  // namespace rille
