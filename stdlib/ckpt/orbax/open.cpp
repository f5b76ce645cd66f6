// Opens Orbax directories: steps and items.
#include <algorithm>
#include <charconv>

#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/orbax/orbax.h"
#include "stdlib/file/folder.h"
#include "vm/array.h"

namespace rille {
namespace {

constexpr std::string_view step_mark = "_CHECKPOINT_METADATA", tree_mark = "_METADATA";
constexpr size_t max_of_json = size_t{64} << 20;

Value json_in(const std::string& path) {
  return json_of(read_file(path, max_of_json).view(), FileLocation{path, "Orbax JSON file"});
}

// The number of a step from the name of its directory: "12", "00000012", "checkpoint_12".
std::optional<int64_t> step_of(const std::string& name) {
  size_t from = name.rfind('_');
  std::string_view digits = std::string_view(name).substr(from == std::string::npos ? 0 : from + 1);
  int64_t step = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  bool is_number = error == std::errc() && end == digits.data() + digits.size() && step >= 0;
  return is_number ? std::optional(step) : std::nullopt;
}

// The kind of an item, determined by the files in its directory.
enum class OrbaxItemKind : uint8_t { none, tree, json, jax_key, numpy_key, iterator };

OrbaxItemKind item_of(const Location& folder) {
  if (folder.has(tree_mark)) return OrbaxItemKind::tree;
  if (folder.has("jax_random_key")) return OrbaxItemKind::jax_key;
  if (folder.has("np_random_key")) return OrbaxItemKind::numpy_key;
  if (folder.has_file("metadata")) return OrbaxItemKind::json;
  auto is_state = [](const std::string& name) {
    return name.starts_with("process_") && name.ends_with(".json");
  };
  return std::ranges::any_of(folder.files(), is_state) ? OrbaxItemKind::iterator
                                                       : OrbaxItemKind::none;
}

bool is_step(const Location& folder) {
  return folder.has(step_mark) || folder.has("orbax.checkpoint");
}

// Whether the directory is a step of an older version of Orbax, which has no metadata file and is
// recognized by its number.
bool is_old_step(const Location& folder) {
  const std::string& path = folder.path();
  if (!step_of(path.substr(path.rfind('/') + 1))) return false;
  auto is_item = [&](const std::string& name) { return folder.at(name).has(tree_mark); };
  return std::ranges::any_of(folder.folders(), is_item);
}

bool is_one(const Location& folder) {
  return folder.has(tree_mark) || is_step(folder) || is_old_step(folder);
}

// The complete steps of a directory. A step that is being written has a different name.
std::vector<std::pair<int64_t, Location>> steps_in(const Location& folder) {
  std::vector<std::pair<int64_t, Location>> out;
  for (const std::string& name : folder.folders()) {
    auto step = step_of(name);
    if (step && is_one(folder.at(name))) out.emplace_back(*step, folder.at(name));
  }
  std::ranges::sort(out, {},
                    [](const auto& each) { return std::pair(each.first, each.second.path()); });
  return out;
}

// The state of a data iterator: that of the only process, or the list of the states of several.
StoreNode iterator_state(const Location& folder) {
  Values all;
  for (const std::string& name : folder.files()) {
    if (name.starts_with("process_")) all.push_back(json_in(folder.at(name).path()));
  }
  return held_of_json(all.size() == 1 ? all[0] : Value::tuple(all));
}

// The array of an item that consists of a single array.
StoreNode only_array(StoreNode tree, const std::string& folder) {
  if (tree.below.size() != 1 || tree.below[0].first != "checkpoint") {
    throw Error(Code::io, str("\"", folder, "\" must contain one array, named \"checkpoint\""));
  }
  StoreNode out = std::move(tree.below[0].second);
  return out;
}

StoreNode jax_key(const std::string& folder, std::string& layout) {
  StoreNode out = only_array(orbax_tree(folder + "/jax_random_key", layout), folder);
  std::string path = folder + "/jax_random_key_metadata/metadata";
  Value json = json_in(path);
  FileLocation whence{path, "Orbax JSON file"};
  bool is_typed = JsonCursor(json, whence)["typed"].boolean();
  const Shape& shape = out.leaf.type.shape();
  bool is_pairs =
      out.leaf.type.dtype() == Dtype::u32 && !shape.empty() && shape.back() == Extent(2);
  if (is_typed && is_pairs) out.leaf.type = Type(Dtype::key, Shape(shape.begin(), shape.end() - 1));
  return out;
}

StoreNode read_item(const Location& location, std::string& layout, bool is_array) {
  const std::string& folder = location.path();
  switch (item_of(location)) {
    case OrbaxItemKind::tree: {
      StoreNode tree = orbax_tree(folder, layout);
      return is_array ? only_array(std::move(tree), folder) : tree;
    }
    case OrbaxItemKind::json: return held_of_json(json_in(folder + "/metadata"));
    case OrbaxItemKind::jax_key: return jax_key(folder, layout);
    case OrbaxItemKind::numpy_key: return orbax_tree(folder + "/np_random_key", layout);
    case OrbaxItemKind::iterator: return iterator_state(location);
    case OrbaxItemKind::none: break;
  }
  throw Error(Code::io, str("\"", folder, "\" is an Orbax item of an unknown kind"))
      .help("`item` selects another item");
}

// The items that consist of a single array, according to _CHECKPOINT_METADATA.
std::vector<std::string> arrays_among(const Location& folder) {
  std::vector<std::string> out;
  if (!folder.has(step_mark)) return out;
  std::string path = folder.at(step_mark).path();
  Value json = json_in(path);
  FileLocation whence{path, "Orbax metadata file"};
  auto handlers = JsonCursor(json, whence).find("item_handlers");
  if (!handlers || !handlers->is_object()) return out;
  for (const auto& [item, handler] : handlers->fields()) {
    bool is_array = handler.is_string() && handler.string().ends_with(".ArrayCheckpointHandler");
    if (is_array) out.push_back(item);
  }
  return out;
}

// Reads a step: the requested item, the only item if it is unnamed or "default", or all items by
// name.
StoreNode read_step(const Location& folder, const std::string& item, std::string& layout) {
  if (folder.has(tree_mark) && item.empty()) return orbax_tree(folder.path(), layout);
  std::vector<std::string> names = folder.folders();
  std::erase_if(names, [](const std::string& name) {
    return name.find(".orbax-checkpoint-tmp") != std::string::npos;
  });
  std::vector<std::string> arrays = arrays_among(folder);
  auto read = [&](const std::string& name) {
    return read_item(folder.at(name), layout, std::ranges::find(arrays, name) != arrays.end());
  };
  if (!item.empty()) {
    if (std::ranges::find(names, item) != names.end()) return read(item);
    throw Error(Code::value, str("\"", folder.path(), "\" has no item \"", item, "\", items are ",
                                 names.empty() ? "none" : join(names)));
  }
  bool is_plain = folder.has("orbax.checkpoint") || (!names.empty() && names[0] == "default");
  if (names.size() == 1 && is_plain) return read(names[0]);
  StoreNode all;
  for (const std::string& name : names) all.at(name) = read(name);
  return all;
}

Location chosen_step(const Location& folder, std::optional<int64_t> wanted) {
  auto steps = steps_in(folder);
  if (!wanted) return steps.back().second;
  auto found = std::ranges::find(steps, *wanted, &std::pair<int64_t, Location>::first);
  if (found != steps.end()) return found->second;
  Ints numbers;
  for (const auto& [step, location] : steps) numbers.push_back(step);
  throw Error(Code::value, str("\"", folder.path(), "\" has no step ", *wanted,
                               ", expected one of ", join(numbers)));
}

}  // namespace

bool is_orbax(const Location& location) {
  if (!location.is_folder()) return false;
  return is_one(location) || !steps_in(location).empty() ||
         item_of(location) != OrbaxItemKind::none;
}

std::unique_ptr<Checkpoint> open_orbax(const Location& location, const CheckpointOptions& wish) {
  std::string layout = "Orbax";
  bool is_folder_of_steps = !is_one(location) && !steps_in(location).empty();
  if (wish.step && !is_folder_of_steps) {
    throw Error(Code::value,
                str("\"", location.path(), "\" is a single checkpoint, without steps"));
  }
  Location folder = is_folder_of_steps ? chosen_step(location, wish.step) : location;
  bool is_item =
      wish.item.empty() && item_of(folder) != OrbaxItemKind::none && !folder.has(step_mark);
  StoreNode root =
      is_item ? read_item(folder, layout, false) : read_step(folder, wish.item, layout);
  return store_checkpoint(std::move(root), std::move(layout), location.path());
}

}  // namespace rille
