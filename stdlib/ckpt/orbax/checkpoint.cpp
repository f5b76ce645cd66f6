// StoreCheckpoint: a tree of arrays in stores.
#include <algorithm>
#include <cstring>

#include "stdlib/ckpt/orbax/store_tree.h"

namespace rille {
namespace {

class StoreCheckpoint : public Checkpoint {
 public:
  StoreCheckpoint(StoreNode root, std::string layout, std::string path)
      : root_(std::move(root)),
        layout_(std::move(layout)),
        path_(std::move(path)),
        leaves_(named_leaves(root_)) {
    for (const StoreLeaf* leaf : leaves_) {
      uint64_t bytes = leaf->zarr.stored;
      if (leaf->store == nullptr) bytes = leaf->held.is_none() ? 0 : leaf->held.byte_size();
      const std::string& word = leaf->word.empty() ? leaf->zarr.meta.word : leaf->word;
      entries_.push_back({leaf->name, leaf->type, leaf->is_number, bytes, word, !word.empty()});
    }
  }

  std::string format() const override { return layout_; }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }
  Array read(size_t entry) const override {
    const Type& type = leaves_[entry]->type;
    return read_box(entry, Ints(static_cast<size_t>(type.rank()), 0), type.ints());
  }
  Array read_box(size_t entry, const Ints& begin, const Ints& end) const override {
    const StoreLeaf& leaf = *leaves_[entry];
    if (entries_[entry].is_foreign) refuse_foreign(path_, entries_[entry]);
    if (leaf.store == nullptr) return leaf.held;
    Ints from = begin, to = end;
    bool is_key = leaf.type.dtype() == Dtype::key;
    if (is_key) from.push_back(0);
    if (is_key) to.push_back(2);
    StoreReader reader(*leaf.store);
    Array out = read_zarr(*leaf.store, reader, leaf.zarr, from, to);
    if (leaf.is_number) return is_float(out.dtype()) ? Array(out.number()) : Array(out.integer());
    if (!is_key) return out;
    Ints sizes;
    for (size_t i = 0; i < begin.size(); ++i) sizes.push_back(end[i] - begin[i]);
    Array keys(Type(Dtype::key, shape_of(sizes)));
    if (out.byte_size() > 0) std::memcpy(keys.edit_data(), out.data(), out.byte_size());
    return keys;
  }
  std::optional<Value> skeleton(State& state) const override {
    return tree_of(state, root_, [&](const StoreLeaf& leaf) {
      auto found = std::ranges::lower_bound(entries_, leaf.name, {}, &CheckpointEntry::name);
      return found - entries_.begin();
    });
  }

 private:
  StoreNode root_;
  std::string layout_, path_;
  std::vector<StoreLeaf*> leaves_;
  std::vector<CheckpointEntry> entries_;
};

}  // namespace

std::unique_ptr<Checkpoint> store_checkpoint(StoreNode root, std::string layout, std::string path) {
  return std::make_unique<StoreCheckpoint>(std::move(root), std::move(layout), std::move(path));
}

}  // namespace rille
