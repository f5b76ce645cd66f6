// Builds trees from the names of their leaves.
#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "stdlib/ckpt/checkpoint.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// A tree under construction: dots make records, [0], [1] … tuples, ["w"] and other ints dicts.
struct NameTree {
  std::optional<Value> leaf = {};
  std::map<std::string, NameTree, std::less<>> below = {};
};

constexpr size_t max_dots = 100;  // maximum number of dots in a name

// The position after ["…"] if it begins at `from`, otherwise `from`.
size_t quoted_end(std::string_view path, size_t from) {
  if (!path.substr(from).starts_with("[\"")) return from;
  for (size_t i = from + 2; i + 1 < path.size(); ++i) {
    if (path[i] == '\\') {
      ++i;
    } else if (path[i] == '"') {
      return path[i + 1] == ']' ? i + 2 : from;
    }
  }
  return from;
}

// Decodes the character of `u{1b}` or `xff` at the beginning of a text and returns the number of
// bytes read.
size_t read_code(std::string_view text, std::string& out) {
  size_t from = text.starts_with("u{") ? 2 : 1, end = text[0] == 'u' ? text.find('}') : 3;
  uint32_t code = 0;
  end = std::min(end, text.size());
  std::from_chars(text.data() + std::min(from, end), text.data() + end, code, 16);
  if (text[0] == 'x' || code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 63))};
  } else {
    out += {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
            static_cast<char>(0x80 | (code & 63))};
  }
  return text[0] == 'u' ? std::min(end + 1, text.size()) : end;
}

// Decodes the escapes of a printed string (vm/value/text.cpp).
std::string unquoted(std::string_view text) {
  constexpr std::string_view letters = "ntr0", meant("\n\t\r\0", 4);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    char kind = text[++i];
    if (kind == 'u' || kind == 'x') {
      i += read_code(text.substr(i), out) - 1;
    } else {
      size_t at = letters.find(kind);
      out += at == std::string_view::npos ? kind : meant[at];
    }
  }
  return out;
}

// The dict key of a path component such as ["w"] or [7].
std::optional<DictKey> key_of(std::string_view step) {
  if (!step.starts_with('[') || !step.ends_with(']')) return {};
  std::string_view inside = step.substr(1, step.size() - 2);
  if (quoted_end(step, 0) == step.size()) return unquoted(inside.substr(1, inside.size() - 2));
  int64_t number = 0;
  auto error = std::from_chars(inside.data(), inside.data() + inside.size(), number).ec;
  if (error != std::errc() || std::to_string(number) != inside) return {};
  return number;
}

std::vector<std::string> steps_of(std::string_view path) {
  std::vector<std::string> out;
  std::string step;
  for (size_t i = 0; i < path.size(); ++i) {
    char c = path[i];
    if ((c == '.' || c == '[') && !step.empty()) out.push_back(std::exchange(step, ""));
    size_t end = quoted_end(path, i);
    if (end > i) {
      step = path.substr(i, end - i);
      i = end - 1;
    } else if (c != '.') {
      step += c;
    }
  }
  if (!step.empty()) out.push_back(step);
  return out;
}

// Whether the names are [0], [1] … without gaps, so that they form a tuple.
bool is_tuple(const NameTree& nest) {
  std::vector<int> seen(nest.below.size(), 0);
  for (const auto& [name, item] : nest.below) {
    size_t at = 0;
    if (!name.starts_with('[')) return false;
    auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), at);
    bool is_index = error == std::errc() && std::string_view(end) == "]";
    if (!is_index || at >= seen.size()) return false;
    seen[at] = 1;
  }
  return std::ranges::count(seen, 1) == std::ssize(seen);
}

std::string joined_from(const std::vector<std::string>& steps, size_t first) {
  std::string out = steps[first];
  for (size_t i = first + 1; i < steps.size(); ++i) {
    out += str(steps[i].starts_with('[') ? "" : ".", steps[i]);
  }
  return out;
}

// The node of a name: at its path components if these are free. Nothing can be placed below an
// array, and two names may have the same components ("a..b", "a.b"): the rest of such a name
// becomes a single key.
NameTree& place_of(NameTree& root, const std::string& name) {
  NameTree* place = &root;
  std::vector<std::string> steps = steps_of(name);
  if (steps.size() > max_dots + 1) {
    throw Error(Code::io, "a name in the file exceeds the maximum depth of 100 dots");
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    NameTree* next = &place->below[steps[i]];
    if (next->leaf && i + 1 < steps.size()) {
      place = &place->below[joined_from(steps, i)];
      break;
    }
    place = next;
  }
  bool is_taken = steps.empty() || place->leaf || !place->below.empty();
  return is_taken ? root.below[name] : *place;
}

// Inserts names with few components first, so that an array precedes names that begin with its
// name. Of names with the same components, the canonical one is first ("b" before ".b").
NameTree nested(const std::vector<std::pair<std::string, Value>>& named) {
  std::vector<std::tuple<size_t, bool, size_t>> order;
  for (size_t i = 0; i < named.size(); ++i) {
    poll();
    std::vector<std::string> steps = steps_of(named[i].first);
    bool is_odd = steps.empty() || joined_from(steps, 0) != named[i].first;
    order.emplace_back(steps.size(), is_odd, i);
  }
  std::ranges::sort(order);
  NameTree root;
  for (auto [steps, is_odd, i] : order) {
    poll();
    NameTree& place = place_of(root, named[i].first);
    if (place.leaf) throw Error(Code::io, str("duplicate name ", named[i].first, " in the file"));
    place.leaf = named[i].second;
  }
  return root;
}

Value branch_of(State& state, const NameTree& nest) {
  if (nest.below.empty()) return nest.leaf.value_or(Value());
  if (is_tuple(nest)) {
    Values items(nest.below.size());
    for (const auto& [name, item] : nest.below) {
      items[static_cast<size_t>(std::atoi(name.c_str() + 1))] = branch_of(state, item);
    }
    return Value::tuple(std::move(items));
  }
  if (std::ranges::all_of(nest.below,
                          [](const auto& part) { return key_of(part.first).has_value(); })) {
    auto keys = std::make_shared<DictKeys>();
    Values items;
    for (const auto& [name, item] : nest.below) {
      keys->list.push_back(*key_of(name));
      items.push_back(branch_of(state, item));
    }
    return Value::dict(std::move(keys), std::move(items));
  }
  std::vector<std::pair<std::string, Value>> fields;
  for (const auto& [name, item] : nest.below) {
    fields.emplace_back(name, branch_of(state, item));
  }
  return Value::record(state, std::move(fields));
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string out;
  for (const std::string& step : steps_of(name)) {
    std::optional<DictKey> key = key_of(step);
    const std::string* word = key ? std::get_if<std::string>(&*key) : nullptr;
    const int64_t* number = key ? std::get_if<int64_t>(&*key) : nullptr;
    out += str(number != nullptr ? std::to_string(*number) : word != nullptr ? *word : step, '\0');
  }
  return out;
}

Value tree_of_names(State& state, const std::vector<std::pair<std::string, Value>>& named) {
  if (named.size() == 1 && named[0].first == whole_tree) return named[0].second;
  if (named.empty()) return Value::record(state, {});
  return branch_of(state, nested(named));
}

}  // namespace rille
