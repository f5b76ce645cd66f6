// Opens zarr arrays in a directory or database.
#include <algorithm>

#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/ocdbt/ocdbt.h"
#include "stdlib/ckpt/orbax/store_tree.h"
#include "stdlib/ckpt/zarr/zarr.h"
#include "stdlib/file/location.h"
#include "vm/run/running.h"

namespace rille {

bool is_zarr(const Location& location);
std::unique_ptr<Checkpoint> open_zarr(const Location& location, const CheckpointOptions& wish);

namespace {

bool is_group(const ByteStore& store, StoreReader& reader, const StoreEntry& stored) {
  constexpr uint64_t longest = 1 << 20;
  if (!stored.name.ends_with("zarr.json") || stored.bytes > longest) return false;
  FileLocation whence = store.whence(stored);
  Value json = json_of(reader.read(stored), whence);
  auto type = JsonCursor(json, whence).find("node_type");
  return type && type->is_string() && type->string() == "group";
}

// The node of an array in the tree, by its name; slashes separate the levels.
StoreNode& place_of(StoreNode& root, std::string_view name, const FileLocation& whence) {
  StoreNode* at = &root;
  while (!name.empty()) {
    whence.need(!at->is_set, "the array is nested below another array");
    size_t slash = std::min(name.find('/'), name.size());
    at = &at->at(std::string(name.substr(0, slash)));
    name.remove_prefix(std::min(slash + 1, name.size()));
  }
  whence.need(!at->is_set && at->below.empty(), "the array is nested below another array");
  return *at;
}

}  // namespace

bool is_zarr(const Location& location) {
  constexpr std::string_view marks[] = {".zarray", "zarr.json", ".zgroup", ocdbt_manifest};
  return std::ranges::any_of(marks, [&](std::string_view mark) { return location.has_file(mark); });
}

std::unique_ptr<Checkpoint> open_zarr(const Location& location, const CheckpointOptions& wish) {
  const std::string& path = location.path();
  if (wish.step || !wish.item.empty()) {
    throw Error(Code::value, str("\"", path, "\" contains zarr arrays, no steps or items"));
  }
  bool is_database = location.has_file(ocdbt_manifest);
  auto store =
      std::make_shared<ByteStore>(is_database ? ocdbt_store(path) : folder_store(path, "zarr"));
  StoreReader reader(*store);
  StoreNode root;
  for (const StoreEntry& stored : store->all) {
    poll();
    size_t slash = stored.name.rfind('/');
    size_t from = slash == std::string::npos ? 0 : slash + 1;
    std::string_view last = std::string_view(stored.name).substr(from);
    if ((last != ".zarray" && last != "zarr.json") || is_group(*store, reader, stored)) continue;
    std::string prefix = stored.name.substr(0, from);
    StoreNode& place = place_of(root, prefix, store->whence(stored));
    place.form = StoreNode::Kind::leaf;
    place.is_set = true;
    place.leaf.store = store;
    place.leaf.zarr = *find_zarr(*store, reader, prefix, false);
    place.leaf.type = place.leaf.zarr.meta.type();
  }
  return store_checkpoint(std::move(root), is_database ? "zarr (OCDBT)" : "zarr", path);
}

}  // namespace rille
