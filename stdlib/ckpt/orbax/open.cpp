// Opens a folder of Orbax: its steps, and their items.
#include <algorithm>
#include <charconv>

#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/orbax/orbax.h"
#include "stdlib/file/folder.h"
#include "vm/array.h"

namespace rille {
namespace {

constexpr std::string_view step_mark = "_CHECKPOINT_METADATA", tree_mark = "_METADATA";
constexpr size_t most_of_json = size_t{64} << 20;

bool has(const std::string& folder, std::string_view name) {
  return file_exists(joined_path(folder, std::string(name)));
}

// Names in a folder, in order: of folders, or of files.
std::vector<std::string> names_in(const std::string& folder, bool folders) {
  std::vector<std::string> out;
  if (!is_folder(folder)) return out;
  for (FolderEntry& each : entries_in(folder)) {
    if (each.is_folder == folders) out.push_back(std::move(each.name));
  }
  return out;
}

Value json_in(const std::string& path) {
  return json_of(read_file(path, most_of_json).view(), Whence{path, "JSON of Orbax"});
}

// The number of a step by the name of its folder: "12", "00000012", "checkpoint_12".
std::optional<int64_t> step_of(const std::string& name) {
  size_t from = name.rfind('_');
  std::string_view digits = std::string_view(name).substr(from == std::string::npos ? 0 : from + 1);
  int64_t step = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  bool is_number = error == std::errc() && end == digits.data() + digits.size() && step >= 0;
  return is_number ? std::optional(step) : std::nullopt;
}

// What an item is, by what its folder holds.
enum class Item : uint8_t { none, tree, json, jax_key, numpy_key, iterator };

Item item_of(const std::string& folder) {
  if (has(folder, tree_mark)) return Item::tree;
  if (has(folder, "jax_random_key")) return Item::jax_key;
  if (has(folder, "np_random_key")) return Item::numpy_key;
  if (is_file(folder + "/metadata")) return Item::json;
  auto is_state = [](const std::string& name) {
    return name.starts_with("process_") && name.ends_with(".json");
  };
  return std::ranges::any_of(names_in(folder, false), is_state) ? Item::iterator : Item::none;
}

bool is_step(const std::string& folder) {
  return has(folder, step_mark) || has(folder, "orbax.checkpoint");
}

// Of older versions a step says nothing of itself: what tells it is its number.
bool is_old_step(const std::string& folder) {
  if (!step_of(folder.substr(folder.rfind('/') + 1))) return false;
  auto is_item = [&](const std::string& name) { return has(str(folder, "/", name), tree_mark); };
  return std::ranges::any_of(names_in(folder, true), is_item);
}

// Whole steps alone: what is being written has another name until it is whole.
std::vector<std::pair<int64_t, std::string>> steps_in(const std::string& folder) {
  std::vector<std::pair<int64_t, std::string>> out;
  for (const std::string& name : names_in(folder, true)) {
    auto step = step_of(name);
    std::string path = str(folder, "/", name);
    bool is_whole = step && (is_step(path) || has(path, tree_mark) || is_old_step(path));
    if (is_whole) out.emplace_back(*step, path);
  }
  std::ranges::sort(out);
  return out;
}

// The state of one process stands for itself, that of several is a list of them.
Held iterator_state(const std::string& folder) {
  Values all;
  for (const std::string& name : names_in(folder, false)) {
    if (name.starts_with("process_")) all.push_back(json_in(str(folder, "/", name)));
  }
  return held_of_json(all.size() == 1 ? all[0] : Value::tuple(all));
}

// The array of an item that is one.
Held only_array(Held tree, const std::string& folder) {
  if (tree.below.size() != 1 || tree.below[0].first != "checkpoint") {
    throw Error(Code::io, str("\"", folder, "\" is not the one array that its folder is for"));
  }
  Held out = std::move(tree.below[0].second);
  return out;
}

Held jax_key(const std::string& folder, std::string& layout) {
  Held out = only_array(orbax_tree(folder + "/jax_random_key", layout), folder);
  std::string path = folder + "/jax_random_key_metadata/metadata";
  Value json = json_in(path);
  Whence whence{path, "JSON of Orbax"};
  bool is_typed = JsonAt(json, whence)["typed"].boolean();
  const Shape& shape = out.leaf.type.shape();
  bool is_pairs =
      out.leaf.type.dtype() == Dtype::u32 && !shape.empty() && shape.back() == Extent(2);
  if (is_typed && is_pairs) out.leaf.type = Type(Dtype::key, Shape(shape.begin(), shape.end() - 1));
  return out;
}

Held read_item(const std::string& folder, std::string& layout, bool is_array) {
  switch (item_of(folder)) {
    case Item::tree: {
      Held tree = orbax_tree(folder, layout);
      return is_array ? only_array(std::move(tree), folder) : tree;
    }
    case Item::json: return held_of_json(json_in(folder + "/metadata"));
    case Item::jax_key: return jax_key(folder, layout);
    case Item::numpy_key: return orbax_tree(folder + "/np_random_key", layout);
    case Item::iterator: return iterator_state(folder);
    case Item::none: break;
  }
  throw Error(Code::io, str("\"", folder, "\" is an item of Orbax of a kind that is not known"))
      .help("`item` chooses another one");
}

// Items that are one array, by what _CHECKPOINT_METADATA says of them.
std::vector<std::string> arrays_among(const std::string& folder) {
  std::vector<std::string> out;
  if (!has(folder, step_mark)) return out;
  std::string path = str(folder, "/", step_mark);
  Value json = json_in(path);
  Whence whence{path, "metadata of Orbax"};
  auto handlers = JsonAt(json, whence).find("item_handlers");
  if (!handlers || !handlers->is_object()) return out;
  for (const auto& [item, handler] : handlers->fields()) {
    bool is_array = handler.is_string() && handler.string().ends_with(".ArrayCheckpointHandler");
    if (is_array) out.push_back(item);
  }
  return out;
}

// A step: the one item that is asked for, the one that has no name of its own, or all by name.
Held read_step(const std::string& folder, const std::string& item, std::string& layout) {
  if (has(folder, tree_mark) && item.empty()) return orbax_tree(folder, layout);
  std::vector<std::string> names = names_in(folder, true);
  std::erase_if(names, [](const std::string& name) {
    return name.find(".orbax-checkpoint-tmp") != std::string::npos;
  });
  std::vector<std::string> arrays = arrays_among(folder);
  auto read = [&](const std::string& name) {
    return read_item(str(folder, "/", name), layout,
                     std::ranges::find(arrays, name) != arrays.end());
  };
  if (!item.empty()) {
    if (std::ranges::find(names, item) != names.end()) return read(item);
    throw Error(Code::value, str("\"", folder, "\" has no item \"", item, "\"; it has ",
                                 names.empty() ? "none" : join(names)));
  }
  bool is_plain = has(folder, "orbax.checkpoint") || (!names.empty() && names[0] == "default");
  if (names.size() == 1 && is_plain) return read(names[0]);
  Held all;
  for (const std::string& name : names) all.at(name) = read(name);
  return all;
}

std::string chosen_step(const std::string& folder, std::optional<int64_t> wanted) {
  auto steps = steps_in(folder);
  if (!wanted) return steps.back().second;
  auto found = std::ranges::find(steps, *wanted, &std::pair<int64_t, std::string>::first);
  if (found != steps.end()) return found->second;
  Ints numbers;
  for (const auto& [step, path] : steps) numbers.push_back(step);
  throw Error(Code::value,
              str("\"", folder, "\" has no step ", *wanted, "; it has ", join(numbers)));
}

}  // namespace

bool is_orbax(const std::string& path) {
  if (!is_folder(path)) return false;
  return has(path, tree_mark) || is_step(path) || is_old_step(path) || !steps_in(path).empty() ||
         item_of(path) != Item::none;
}

std::unique_ptr<Checkpoint> open_orbax(const std::string& path, const CheckpointWish& wish) {
  std::string layout = "Orbax";
  bool is_one = has(path, tree_mark) || is_step(path) || is_old_step(path);
  bool is_folder_of_steps = !is_one && !steps_in(path).empty();
  if (wish.step && !is_folder_of_steps) {
    throw Error(Code::value, str("\"", path, "\" is one checkpoint: it has no steps"));
  }
  std::string folder = is_folder_of_steps ? chosen_step(path, wish.step) : path;
  bool is_item = wish.item.empty() && item_of(folder) != Item::none && !has(folder, step_mark);
  Held root = is_item ? read_item(folder, layout, false) : read_step(folder, wish.item, layout);
  return held_checkpoint(std::move(root), std::move(layout), path);
}

}  // namespace rille
