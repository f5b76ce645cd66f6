// Writes Orbax checkpoints.
#include "stdlib/ckpt/orbax/write.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "stdlib/base64.h"
#include "stdlib/ckpt/ocdbt/ocdbt.h"
#include "stdlib/ckpt/orbax/store_tree.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/ckpt/structure.h"
#include "stdlib/ckpt/tree_text.h"
#include "stdlib/file.h"
#include "stdlib/file/new_folder.h"
#include "stdlib/json.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

constexpr uint64_t max_inline = 1024;  // maximum bytes of a value in a node, as in Orbax
constexpr std::string_view handler =
    "orbax.checkpoint._src.handlers.standard_checkpoint_handler.StandardCheckpointHandler";

struct PathKey {
  std::string word;
  bool is_index;
};

// A leaf or empty container of the tree, described in the terms of Orbax.
struct OrbaxEntry {
  std::vector<PathKey> keys;
  std::string name;       // "layers.0.w"
  std::string_view type;  // "np.ndarray", "scalar", "string", "None" …
  Array array = {};
  std::string string = {};
};

std::string name_of(const std::vector<PathKey>& keys) {
  std::string out;
  for (const PathKey& key : keys) out += str(out.empty() ? "" : ".", key.word);
  return out;
}

PathKey key_of(const Branch& branch, size_t item) {
  if (branch.keys == nullptr && branch.layout == nullptr) return {std::to_string(item), true};
  if (branch.keys == nullptr) return {branch.layout->names[item], false};
  const DictKey& key = branch.keys->list[item];
  const auto* number = std::get_if<int64_t>(&key);
  return {number != nullptr ? std::to_string(*number) : std::get<std::string>(key), false};
}

class Collector {
 public:
  std::vector<OrbaxEntry> items;

  void take(const Value& value, std::vector<PathKey>& keys) {
    check_stack();
    if (value.is_branch() && !value.items().empty()) {
      for (size_t i = 0; i < value.items().size(); ++i) {
        keys.push_back(key_of(value.branch(), i));
        take(value.items()[i], keys);
        keys.pop_back();
      }
      return;
    }
    if (keys.empty()) {
      if (value.is_branch()) return;  // the tree has no leaf
      throw Error(Code::value,
                  str("an Orbax checkpoint is a tree of named leaves, got ", kind_text(value)))
          .help("`(value = x,)` is such a tree");
    }
    add(value, keys);
  }

 private:
  void add(const Value& value, const std::vector<PathKey>& keys) {
    if (keys.size() > max_orbax_keys) {
      throw Error(Code::value, str("the tree exceeds the maximum depth of ", max_orbax_keys,
                                   " levels of Orbax checkpoints"))
          .help("`format = \"safetensors\"` supports deeper trees");
    }
    OrbaxEntry item{.keys = keys, .name = name_of(keys), .type = type_of(value)};
    if (value.is_leaf()) item.array = value.as_array();
    if (value.is_leaf() && item.array.dtype() == Dtype::u4) {
      throw Error(Code::dtype, str("\"", item.name, "\" is u4, which Orbax cannot restore"))
          .help("`u8(x)` converts the array");
    }
    if (const bool* truth = std::get_if<bool>(&value.any())) item.array = Array(*truth);
    if (value.is_string()) item.string = value.string();
    for (const PathKey& key : keys) check_word(key.word);
    if (!names_.insert(item.name).second) {
      throw Error(Code::value, str("two leaves have the name \"", item.name,
                                   "\" in Orbax, which joins keys with dots"));
    }
    items.push_back(std::move(item));
  }

  static std::string_view type_of(const Value& value) {
    if (value.is_array()) return value.array().dtype() == Dtype::key ? "jax.Array" : "np.ndarray";
    if (value.is_string()) return "string";
    // The structure describes functions and ranges.
    bool is_other = value.is_function() || std::holds_alternative<OpaqueValue>(value.any());
    if (value.is_nil() || is_other) return "None";
    if (value.is_tuple()) return "Tuple";
    return value.is_branch() ? "Dict" : "scalar";
  }

  static void check_word(const std::string& word) {
    bool is_fine = !word.empty() && word != "." && word != ".." &&
                   word.find('\0') == std::string::npos && !word.starts_with('/');
    if (is_fine && str("/", word, "/").find("/../") == std::string::npos) return;
    throw Error(Code::value, str("the key ", json_quoted(word), " is not a valid name in Orbax"));
  }

  std::set<std::string> names_;
};

// The keys as Python prints a tuple of strings, with the escapes of JSON.
std::string tuple_text(const std::vector<PathKey>& keys) {
  std::string out = "(";
  for (const PathKey& key : keys) {
    std::string word = json_quoted(key.word);
    out += str(out.size() > 1 ? ", " : "", "'", word.substr(1, word.size() - 2), "'");
  }
  return out + (keys.size() == 1 ? ",)" : ")");
}

// Whether the item has a rank among the sorted names of arrays. A reader does not treat a bool as
// an array.
bool is_ranked(const OrbaxEntry& item) {
  return !item.array.is_none() && (item.type != "scalar" || item.array.dtype() != Dtype::boolean);
}

// The tree that a reader derives from the metadata of Orbax, with ranks in place of arrays.
Value tree_of_items(State& state, const std::vector<OrbaxEntry>& items,
                    const std::vector<std::string>& names) {
  StoreNode root;
  for (const OrbaxEntry& item : items) {
    StoreNode* node = &root;
    for (const PathKey& key : item.keys) {
      node->form = key.is_index ? StoreNode::Kind::list : StoreNode::Kind::dict;
      node = &node->at(key.word);
    }
    node->form = is_ranked(item)        ? StoreNode::Kind::leaf
                 : item.type == "Dict"  ? StoreNode::Kind::dict
                 : item.type == "Tuple" ? StoreNode::Kind::list
                                        : StoreNode::Kind::fixed;
    if (item.type == "string") node->fixed = item.string;
    if (item.type == "scalar" && !is_ranked(item)) node->fixed = item.array.as<bool>()[0];
    auto rank = std::ranges::lower_bound(names, item.name) - names.begin();
    node->leaf.zarr.stored = static_cast<uint64_t>(rank);
  }
  return tree_of(state, root,
                 [](const StoreLeaf& leaf) { return static_cast<int64_t>(leaf.zarr.stored); });
}

// The text of the structure of the tree; "" if the metadata of Orbax determines it.
std::string structure_of(State& state, const Value& tree, const std::vector<OrbaxEntry>& items) {
  std::vector<std::string> names;
  for (const OrbaxEntry& item : items) {
    if (is_ranked(item)) names.push_back(item.name);
  }
  std::ranges::sort(names);
  Values ranks;
  for (const TreeSlot& slot : dotted_slots(tree)) {
    auto rank = std::ranges::lower_bound(names, slot.name) - names.begin();
    ranks.push_back(slot.value.is_leaf() ? Value(static_cast<int64_t>(rank)) : slot.value);
  }
  Value skeleton = with_slots(tree, ranks);
  bool is_told = tree_text(skeleton) == tree_text(tree_of_items(state, items, names));
  return is_told ? "" : structure_text(names, {}, skeleton);
}

std::string tree_json(const std::vector<OrbaxEntry>& items, const OrbaxOptions& form,
                      const std::string& structure) {
  std::string out = "{\"tree_metadata\": {";
  std::string_view gap = "";
  for (const OrbaxEntry& item : items) {
    std::string keys;
    for (const PathKey& key : item.keys) {
      keys += str(keys.empty() ? "" : ", ", "{\"key\": ", json_quoted(key.word),
                  ", \"key_type\": ", key.is_index ? 1 : 2, "}");
    }
    bool is_empty = item.array.is_none() && item.type != "string";
    out += str(gap, json_quoted(tuple_text(item.keys)), ": {\"key_metadata\": [", keys,
               "], \"value_metadata\": {\"value_type\": \"", item.type,
               "\", \"skip_deserialize\": ", is_empty, "}}");
    gap = ", ";
  }
  std::string more = "null";
  if (!structure.empty()) {
    more = str("{", json_quoted(structure_mark), ": ", json_quoted(structure), "}");
  }
  return str(out, "}, \"use_ocdbt\": ", form.is_database, ", \"use_zarr3\": ", form.is_third,
             ", \"store_array_data_equal_to_fill_value\": true, \"custom_metadata\": ", more, "}");
}

// The contents of _strings.json. TensorStore uses JSON pointers, so that slashes separate levels.
struct StringTree {
  std::string word;
  std::map<std::string, StringTree> below;

  void put(std::string_view name, const std::string& value) {
    StringTree* at = this;
    for (size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/')) {
      at = &at->below[std::string(name.substr(0, slash))];
      name.remove_prefix(slash + 1);
    }
    at->below[std::string(name)].word = value;
  }
  std::string json() const {
    if (below.empty()) return json_quoted(word);
    std::string out = "{";
    for (const auto& [key, each] : below) {
      out += str(out.size() > 1 ? ", " : "", json_quoted(key), ": ", each.json());
    }
    return out + "}";
  }
};

class OrbaxWriter {
 public:
  OrbaxWriter(NewFolder& folder, const OrbaxOptions& form)
      : folder_(folder), form_(form), below_(form.item.empty() ? "" : form.item + "/") {}

  void write(const std::vector<OrbaxEntry>& items, const std::string& structure) {
    StringTree strings;
    bool has_strings = false;
    std::string sharding, keys;
    for (const OrbaxEntry& item : items) {
      if (item.type == "string") {
        has_strings = true;
        strings.put(item.name, item.string);
      } else if (!item.array.is_none()) {
        put_array(item);
        if (item.type == "jax.Array") add_key(item, sharding, keys);
      }
    }
    if (form_.is_database) finish_database();
    if (has_strings) put("_strings.json", strings.json());
    if (!keys.empty()) put("array_metadatas/process_0", str("{\"array_metadatas\": [", keys, "]}"));
    if (!keys.empty()) put("_sharding", str("{", sharding, "}"));
    put("_METADATA", tree_json(items, form_, structure));
    put("commit_success.txt", "written whole\n");
    put_step();
    if (!below_.empty()) folder_.append("commit_success.txt", "written whole\n");
  }

 private:
  void put(const std::string& name, std::string_view bytes) {
    folder_.append(below_ + name, bytes);
  }

  // Adds the metadata of an RNG key. Orbax restores a key only as a JAX array, and a JAX array
  // needs sharding metadata.
  static void add_key(const OrbaxEntry& item, std::string& sharding, std::string& keys) {
    std::string sizes = join(stored_sizes(item.array.type()));
    keys += str(keys.empty() ? "" : ", ",
                "{\"array_metadata\": {\"param_name\": ", json_quoted(item.name),
                ", \"write_shape\": [", sizes, "], \"chunk_shape\": [",
                join(chunk_sizes(item.array.type())),
                "], \"ext_metadata\": {\"random_key_impl\": \"threefry2x32\"}}}");
    sharding +=
        str(sharding.empty() ? "" : ", ", "\"", base64(item.name, Base64Alphabet::for_names),
            "\": \"{\\\"sharding_type\\\": \\\"SingleDeviceSharding\\\", "
            "\\\"device_str\\\": \\\"cpu:0\\\"}\"");
  }

  void put_array(const OrbaxEntry& item) {
    const Type& type = item.array.type();
    put_value(item.name + (form_.is_third ? "/zarr.json" : "/.zarray"),
              form_.is_third ? zarr3_text(type) : zarr2_text(type));
    write_zarr(item.array, form_.is_third, [&](const std::string& chunk, const std::string& bytes) {
      put_value(str(item.name, "/", chunk), bytes);
    });
  }

  void put_value(const std::string& name, const std::string& bytes) {
    if (!form_.is_database) return put(name, bytes);
    OcdbtValue value{name, 0, bytes.size()};
    if (bytes.size() <= max_inline) {
      value.held = bytes;
    } else {
      value.at = folder_.append(below_ + values_, bytes);
    }
    database_.push_back(std::move(value));
  }

  void finish_database() {
    std::ranges::sort(database_, {}, &OcdbtValue::name);
    for (const auto& [name, bytes] : ocdbt_files(database_, values_)) put(name, bytes);
  }

  void put_step() {
    auto now = std::chrono::system_clock::now().time_since_epoch();
    auto nanoseconds = static_cast<int64_t>(std::chrono::nanoseconds(now).count());
    std::string item = json_quoted(form_.item);
    std::string handlers =
        form_.item.empty() ? str("\"", handler, "\"") : str("{", item, ": \"", handler, "\"}");
    folder_.append("_CHECKPOINT_METADATA",
                   str("{\"item_handlers\": ", handlers,
                       ", \"metrics\": {}, \"performance_metrics\": {}, \"init_timestamp_nsecs\": ",
                       nanoseconds, ", \"commit_timestamp_nsecs\": ", nanoseconds,
                       ", \"custom_metadata\": {}}"));
  }

  NewFolder& folder_;
  const OrbaxOptions& form_;
  std::string below_, values_ = ocdbt_file_name();
  std::vector<OcdbtValue> database_;
};

void check_item(const std::string& item) {
  bool is_fine = item.find('/') == std::string::npos && item != "." && item != ".." &&
                 item.find('\0') == std::string::npos && !item.starts_with('_');
  if (is_fine) return;
  throw Error(Code::value, str("`item` is ", json_quoted(item),
                               ", expected a directory name that does not begin with _"));
}

}  // namespace

void write_orbax(State& state, const std::string& path, const Value& given,
                 const OrbaxOptions& form) {
  check_item(form.item);
  Value tree = with_plain_constants(state, given);
  Collector collector;
  std::vector<PathKey> keys;
  collector.take(tree, keys);
  std::string structure = structure_of(state, tree, collector.items);
  // Only an existing checkpoint may be replaced, not a directory of steps or any other directory.
  auto is_ours = [](const std::string& there) {
    return file_exists(there + "/_METADATA") || file_exists(there + "/_CHECKPOINT_METADATA");
  };
  NewFolder folder(path, ".orbax-checkpoint-tmp-", is_ours);
  OrbaxWriter(folder, form).write(collector.items, structure);
  folder.finish();
}

}  // namespace rille
