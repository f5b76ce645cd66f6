// ckpt.save, ckpt.load: the arrays of a tree in one file.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>

#include "stdlib/ckpt/safetensors.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr std::string_view whole = "value";  // the name of a tree that is one leaf

void save(std::string path, Value tree) {
  std::vector<std::string> names = paths(tree);
  std::vector<Array> leaves = flatten(tree).leaves;
  std::vector<NamedArray> arrays;
  for (size_t i = 0; i < leaves.size(); ++i) {
    arrays.push_back({names[i].empty() ? std::string(whole) : names[i], leaves[i]});
  }
  std::string header = safetensors_header(arrays);
  std::vector<std::string_view> parts = {header};
  for (const NamedArray& item : arrays) {
    parts.emplace_back(reinterpret_cast<const char*>(item.array.data()), item.array.byte_size());
  }
  write_file(path, parts);
}

// A record in the making: names by dots, tuples by [0], [1] …, dicts by ["w"] and other ints.
struct Nest {
  Array leaf;
  std::map<std::string, Nest, std::less<>> below;
};

constexpr size_t deepest = 100;  // dots in a name

// Behind ["…"] where it stands at `from`, else `from`.
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

// The character of `u{1b}` or `xff` at the beginning of a text; what of it was read.
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

// What the escapes of a printed string (vm/value/text.cpp) stand for.
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

// The key that a step such as ["w"] or [7] names.
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

// "[3]" where all names are those of a tuple without gaps.
bool is_tuple(const Nest& nest) {
  std::vector<int> seen(nest.below.size(), 0);
  for (const auto& [name, item] : nest.below) {
    size_t at = 0;
    auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), at);
    bool is_index = name[0] == '[' && error == std::errc() && std::string_view(end) == "]";
    if (!is_index || at >= seen.size()) return false;
    seen[at] = 1;
  }
  return std::ranges::count(seen, 1) == std::ssize(seen);
}

Nest nested(const std::vector<NamedArray>& arrays) {
  Nest root;
  for (const NamedArray& item : arrays) {
    Nest* place = &root;
    std::vector<std::string> steps = steps_of(item.name);
    if (steps.size() > deepest) {
      throw Error(Code::io, "names in the file nest deeper than 100 dots");
    }
    for (const std::string& step : steps) place = &place->below[step];
    place->leaf = item.array;
  }
  return root;
}

Value branch_of(State& state, const Nest& nest) {
  if (nest.below.empty()) return nest.leaf;
  if (!nest.leaf.is_none())
    throw Error(Code::io, "one name in the file is the beginning of another");
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

// Two words are a key where one is wanted: other programs do not mark it.
bool is_key_of(const Array& found, const Array& like) {
  if (like.dtype() != Dtype::key || found.dtype() != Dtype::u32) return false;
  Shape shape = like.shape();
  shape.emplace_back(2);
  return found.shape() == shape;
}

// A number of the host takes any float of the file, or any int; an array takes its own type.
Array taken_as(const Array& like, const Array& found, const std::string& name,
               const std::string& path) {
  bool is_number = like.is_weak() && like.rank() == 0 && found.rank() == 0;
  if (is_number && is_float(like.dtype()) && is_float(found.dtype())) return Array(found.number());
  if (is_number && is_integer(like.dtype()) && is_integer(found.dtype())) {
    return Array(found.integer());
  }
  if (is_key_of(found, like)) {
    Array out(like.type());
    std::memcpy(out.edit_data(), found.data(), found.byte_size());
    return out;
  }
  if (found.type() != like.type()) {
    throw Error(Code::shape, str(name, " is ", found.type(), " in \"", path,
                                 "\" but the tree needs ", like.type()));
  }
  return found.with_weak(like.is_weak());
}

// The arrays of the file, ordered by name, in the structure of `like`: names and types must agree.
Value fit(const Value& like, const std::vector<NamedArray>& arrays, const std::string& path) {
  Flat flat = flatten(like);
  std::vector<std::string> names = paths(like);
  std::vector<Array> leaves;
  for (size_t i = 0; i < names.size(); ++i) {
    std::string name = names[i].empty() ? std::string(whole) : names[i];
    auto found = std::ranges::lower_bound(arrays, name, {}, &NamedArray::name);
    if (found == arrays.end() || found->name != name) {
      throw Error(Code::io, str("\"", path, "\" has no array ", name));
    }
    leaves.push_back(taken_as(flat.leaves[i], found->array, name, path));
  }
  if (names.size() != arrays.size()) {
    throw Error(Code::io,
                str("\"", path, "\" has ", arrays.size(), " arrays, the tree ", names.size()));
  }
  return flat.shape.unflatten(std::move(leaves));
}

Value load(State& state, std::string path, Value like) {
  std::vector<NamedArray> arrays = read_safetensors(read_file(path).view(), path);
  if (!like.is_nil()) return fit(like, arrays, path);
  if (arrays.size() == 1 && arrays[0].name == whole) return arrays[0].array;
  return branch_of(state, nested(arrays));
}

}  // namespace

extern const Builtin ckpt_save_builtin = {
    .signature = "ckpt.save(path: str, tree: tree) -> nil",
    .brief = "Writes the arrays of a tree to a safetensors file, named by their paths.",
    .params = {{"path", "a file that is there is replaced in one step"},
               {"tree", "its arrays and keys are kept; strings, nil and functions are not"}},
    .errors =
        "error[io] where the file cannot be written; error[dtype] for a type that the format lacks",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5)); "
        "ckpt.load(\"model.safetensors\", like = (w = ones(3), b = 1.0)).b  #> 0.5",
    .source = "the safetensors format, with a CRC-32 of each array in its metadata",
    .call = bind<&save>,
    .purity = Purity::host,
};

extern const Builtin ckpt_load_builtin = {
    .signature = "ckpt.load(path: str, like: tree = nil) -> tree",
    .brief = "Reads the arrays of a safetensors file as a tree.",
    .params = {{"path", "a safetensors file"},
               {"like", "a tree of the structure wanted; its names and types are checked"}},
    .returns =
        "a tree like `like`, else records, tuples and dicts by the dots and brackets of the names",
    .errors =
        "error[io] where the file is not sound; error[shape] where a type differs from like's",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5))\n"
        "ckpt.load(\"model.safetensors\", like = (w = ones(3), b = 1.0))  #> (b = 0.5, w = "
        "[0, 0, 0])",
    .source = "the safetensors format",
    .call = bind<&load>,
    .purity = Purity::host,
};

}  // namespace rille
