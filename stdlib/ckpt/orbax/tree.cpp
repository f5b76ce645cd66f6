// Reads the tree of an Orbax item from its _METADATA.
#include <algorithm>
#include <map>

#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/ocdbt/ocdbt.h"
#include "stdlib/ckpt/orbax/orbax.h"
#include "stdlib/ckpt/structure.h"
#include "stdlib/file/folder.h"
#include "stdlib/remote.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

constexpr size_t max_of_json = size_t{256} << 20;

Value json_in(const std::string& path, std::string_view form) {
  FileLocation whence{path, form};
  return json_of(read_file(path, max_of_json).view(), whence);
}

// Data that is stored outside of the tree of arrays.
struct ExternalValues {
  Value strings;                            // contents of _strings.json
  std::map<std::string, std::string> keys;  // names of RNG keys, with their algorithm
};

ExternalValues beside(const std::string& folder, const ByteStore& files) {
  ExternalValues out;
  std::string strings = folder + "/_strings.json";
  if (files.find("_strings.json") != nullptr) out.strings = json_in(strings, "Orbax JSON file");
  for (const StoreEntry& stored : files.under("array_metadatas/")) {
    const std::string& path = files.where(stored);
    Value json = json_in(path, "Orbax metadata file");
    FileLocation whence{path, "Orbax metadata file"};
    for (const JsonCursor& item : JsonCursor(json, whence)["array_metadatas"].items()) {
      JsonCursor meta = item["array_metadata"];
      auto more = meta.find("ext_metadata");
      if (!more || more->is_null()) continue;
      auto kind = more->find("random_key_impl");
      if (kind && kind->is_string()) out.keys[meta["param_name"].string()] = kind->string();
    }
  }
  return out;
}

// Finds a string by name. TensorStore uses JSON pointers (RFC 6901), so that slashes separate
// levels.
const Value* string_at(const Value& strings, std::string_view name) {
  const Value* at = &strings;
  while (true) {
    size_t slash = std::min(name.find('/'), name.size());
    std::string key;
    for (size_t i = 0; i < slash; ++i) {
      bool is_turned =
          name[i] == '~' && i + 1 < slash && (name[i + 1] == '0' || name[i + 1] == '1');
      key += is_turned ? (name[++i] == '0' ? '~' : '/') : name[i];
    }
    if (!at->is_dict()) return nullptr;
    const std::vector<DictKey>& keys = at->branch().keys->list;
    auto found = std::ranges::find(keys, DictKey(key));
    if (found == keys.end()) return nullptr;
    at = &at->items()[static_cast<size_t>(found - keys.begin())];
    if (slash == name.size()) return at;
    name.remove_prefix(slash + 1);
  }
}

class TreeReader {
 public:
  TreeReader(const std::string& folder, const JsonCursor& meta)
      : folder_(folder), meta_(meta), path_(meta.whence().path) {
    static constexpr std::string_view databases[] = {"d/", "ocdbt.process_", "ocdbt_data/",
                                                     "ocdbt_meta/"};
    // Without a database these may be names of arrays. At a URL one request lists all files, so
    // that none are skipped.
    bool has_manifest =
        !is_url(folder) && is_file(joined_path(folder, std::string(ocdbt_manifest)));
    std::span<const std::string_view> skipped = has_manifest ? databases : std::span(databases, 0);
    ByteStore files = folder_store(folder, "Orbax file", skipped);
    beside_ = beside(folder, files);
    if (auto word = meta.find("store_array_data_equal_to_fill_value")) is_whole_ = word->boolean();
    is_database_ = files.find(ocdbt_manifest) != nullptr;
    auto says = meta.find("use_ocdbt");
    // A database may be missing, because a tree without arrays has none.
    lacks_database_ = says && !says->is_null() && says->boolean() && !is_database_;
    if (says && !says->is_null()) is_database_ = says->boolean();
    store_ = std::make_shared<ByteStore>();
    if (!lacks_database_) *store_ = is_database_ ? ocdbt_store(folder) : std::move(files);
    reader_ = std::make_unique<StoreReader>(*store_);
  }

  StoreNode read() {
    StoreNode root;
    for (const auto& [name, entry] : meta_["tree_metadata"].fields()) {
      poll();
      add(root, entry);
    }
    order_lists(root);
    if (auto more = meta_.find("custom_metadata"); more && more->is_object()) {
      auto text = more->find(structure_mark);
      if (text && text->is_string()) root.structure = text->string();
    }
    return root;
  }

  std::string layout() const {
    return str("Orbax (", is_database_ ? "OCDBT, " : "", is_third_ ? "zarr 3)" : "zarr 2)");
  }

 private:
  void add(StoreNode& root, const JsonCursor& entry) {
    std::vector<JsonCursor> keys = entry["key_metadata"].items();
    entry.need(keys.size() <= max_orbax_keys, str("exceeds the maximum depth of ", max_orbax_keys));
    StoreNode* node = &root;
    std::string name;
    for (const JsonCursor& key : keys) {
      const std::string& word = key["key"].string();
      int64_t type = key["key_type"].integer();
      key.need(type == 1 || type == 2, str("has key_type ", type, ", expected 1 or 2"));
      name += str(node == &root ? "" : ".", word);
      enter(*node, type == 1 ? StoreNode::Kind::list : StoreNode::Kind::dict, entry);
      node = &node->at(word);
    }
    entry.need(!node->is_set, "occurs twice in the tree");
    settle(*node, name, entry["value_metadata"], entry);
  }

  static void enter(StoreNode& node, StoreNode::Kind form, const JsonCursor& entry) {
    bool is_new = node.below.empty() && !node.is_set;
    entry.need(is_new || node.form == form, "is below another leaf, or in both a list and a dict");
    node.form = form;
  }

  // Sorts the items of lists by index, because the file may list them in any order.
  void order_lists(StoreNode& node) const {
    check_stack();
    if (node.form == StoreNode::Kind::list) {
      std::ranges::stable_sort(node.below, {}, [](const auto& part) {
        return std::pair(part.first.size(), std::string_view(part.first));
      });
      for (size_t i = 0; i < node.below.size(); ++i) {
        meta_.need(node.below[i].first == std::to_string(i), str("has a list without item ", i));
      }
    }
    for (auto& [key, below] : node.below) order_lists(below);
  }

  void settle(StoreNode& node, const std::string& name, const JsonCursor& value,
              const JsonCursor& entry) {
    const std::string& type = value["value_type"].string();
    node.is_set = true;
    // A container that was empty at first and was then saved in parts is listed in addition to its
    // children.
    bool is_branch = type == "Dict" || type == "List" || type == "Tuple";
    entry.need(node.below.empty() || is_branch, "is a leaf, but other entries are below it");
    if (!node.below.empty()) return;
    if (type == "Dict") {
      node.form = StoreNode::Kind::dict;
    } else if (type == "List" || type == "Tuple") {
      node.form = StoreNode::Kind::list;
    } else if (type == "None" || type == "NamedTuple") {
      node.form = StoreNode::Kind::fixed;
    } else if (type == "string") {
      const Value* found = string_at(beside_.strings, name);
      entry.need(found != nullptr && found->is_string(),
                 "is a string that is missing in _strings.json");
      node.form = StoreNode::Kind::fixed;
      node.fixed = *found;
    } else if (type == "jax.Array" || type == "np.ndarray" || type == "scalar") {
      settle_array(node, name, type == "scalar");
    } else {
      node.form = StoreNode::Kind::leaf;
      node.leaf.word = str("a value of type ", type);
      node.leaf.type = Type(Dtype::u8, Shape{});
    }
  }

  void settle_array(StoreNode& node, const std::string& name, bool is_scalar) {
    node.form = StoreNode::Kind::leaf;
    StoreLeaf& leaf = node.leaf;
    leaf.param = name;
    auto found = find_zarr(*store_, *reader_, zarr_prefix(name), is_whole_);
    if (!found && !is_database_) {
      found = find_zarr(*store_, *reader_, zarr_prefix(path_of(name)), is_whole_);
    }
    if (!found && lacks_database_) {
      throw Error(Code::io, str("\"", folder_, "\" has no ", ocdbt_manifest,
                                " with its arrays: the checkpoint is incomplete"));
    }
    if (!found) {
      throw Error(Code::io, str("\"", folder_, "\" has no array \"", name, "\", which \"", path_,
                                "\" lists"));
    }
    leaf.store = store_;
    leaf.zarr = std::move(*found);
    leaf.type = leaf.zarr.meta.type();
    is_third_ |= leaf.zarr.meta.is_third;
    if (!leaf.zarr.meta.word.empty()) return;
    if (is_scalar && leaf.type.rank() == 0) settle_number(node);
    const Shape& shape = leaf.type.shape();
    bool is_pairs = leaf.type.dtype() == Dtype::u32 && !shape.empty() && shape.back() == Extent(2);
    auto kind = beside_.keys.find(name);
    if (kind == beside_.keys.end() || !is_pairs) return;
    if (kind->second != "threefry2x32" && kind->second != "fry") return;
    leaf.type = Type(Dtype::key, Shape(shape.begin(), shape.end() - 1));
  }

  // The path of a file for a name: without slashes at the beginning and without repeated slashes.
  static std::string path_of(std::string_view name) {
    std::string out;
    for (char c : name) {
      bool is_idle = c == '/' && (out.empty() || out.back() == '/');
      if (!is_idle) out += c;
    }
    return out;
  }

  // Converts a Python number: ints and floats become host scalars; a bool becomes a fixed value.
  void settle_number(StoreNode& node) const {
    Dtype dtype = node.leaf.type.dtype();
    if (dtype == Dtype::boolean) {
      Array truth = read_zarr(*store_, *reader_, node.leaf.zarr, {}, {});
      node.form = StoreNode::Kind::fixed;
      node.fixed = truth.as<bool>()[0];
    }
    node.leaf.is_number = is_float(dtype) || (is_integer(dtype) && dtype != Dtype::u64);
    if (!node.leaf.is_number) return;
    node.leaf.type = Type(is_float(dtype) ? Dtype::f64 : Dtype::i64, Shape{});
  }

  const std::string& folder_;
  const JsonCursor& meta_;
  std::string path_;
  ExternalValues beside_;
  std::shared_ptr<ByteStore> store_;
  std::unique_ptr<StoreReader> reader_;
  bool is_whole_ = false, is_database_ = false, lacks_database_ = false, is_third_ = false;
};

}  // namespace

StoreNode orbax_tree(const std::string& folder, std::string& layout) {
  std::string path = folder + "/_METADATA";
  FileLocation whence{path, "Orbax metadata file"};
  Value json = json_in(path, "Orbax metadata file");
  JsonCursor meta(json, whence);
  TreeReader reader(folder, meta);
  StoreNode out = reader.read();
  layout = reader.layout();
  return out;
}

}  // namespace rille
