// Reads GGUF files: metadata, arrays, and quantized blocks.
#include <algorithm>
#include <numeric>
#include <set>

#include "stdlib/ckpt/gguf/blocks.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/gguf/words.h"
#include "stdlib/ckpt/orbax/store_tree.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/ckpt/structure.h"
#include "stdlib/file/folder.h"
#include "stdlib/text/unicode.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr std::string_view magic = "GGUF";
constexpr uint64_t max_axes = 8, deepest = 4;

// Reads a file sequentially from the beginning, with checks against its size.
class GgufFileReader {
 public:
  GgufFileReader(const OpenFile& file, const FileLocation& whence)
      : file_(file), whence_(whence), size_(static_cast<uint64_t>(file.bytes())) {}

  uint64_t at() const { return at_; }
  uint64_t left() const { return size_ - at_; }
  const FileLocation& whence() const { return whence_; }
  std::string take(uint64_t size) {
    whence_.need(size <= left(), str("the file is truncated at byte ", size_));
    std::string out;
    while (out.size() < size) {
      if (from_ == held_.size()) refill();
      size_t part = std::min<uint64_t>(held_.size() - from_, size - out.size());
      out.append(held_, from_, part);
      from_ += part;
      at_ += part;
    }
    return out;
  }
  uint64_t number(size_t width) { return little(take(width), width); }
  std::string text() {
    uint64_t size = number(8);
    whence_.need(size <= left(), str("the string at byte ", at_, " is longer than the file"));
    return take(size);
  }

 private:
  void refill() {
    held_ = file_.read(static_cast<int64_t>(at_), size_t{1} << 20);
    from_ = 0;
    whence_.need(!held_.empty(), "the file is truncated");
  }

  const OpenFile& file_;
  const FileLocation& whence_;
  uint64_t size_, at_ = 0;
  std::string held_;
  size_t from_ = 0;
};

// Checks a metadata value of type `kind` and appends its bytes to `out`.
void read_word(GgufFileReader& front, uint64_t kind, uint64_t depth, std::string& out) {
  const FileLocation& whence = front.whence();
  whence.need(kind <= static_cast<uint64_t>(GgufValueType::f64),
              str("the value at byte ", front.at(), " has the unknown type ", kind));
  auto word = static_cast<GgufValueType>(kind);
  if (word == GgufValueType::text) {
    std::string text = front.text();
    put_little(out, text.size(), 8);
    out += text;
    return;
  }
  if (word != GgufValueType::list) return void(out += front.take(gguf_widths[kind]));
  whence.need(depth < deepest, str("metadata arrays exceed the maximum depth of ", deepest));
  uint64_t each = front.number(4), count = front.number(8);
  whence.need(each < std::size(gguf_widths), str("the metadata array at byte ", front.at(),
                                                 " has the unknown element type ", each));
  uint64_t width = gguf_widths[each];
  uint64_t least = width > 0 ? width : each == static_cast<uint64_t>(GgufValueType::text) ? 8 : 12;
  whence.need(count <= front.left() / least,
              str("the metadata array at byte ", front.at(), " is longer than the file"));
  put_little(out, each, 4);
  put_little(out, count, 8);
  poll(out.size() + count * width);
  if (width > 0) return void(out += front.take(count * width));
  PollCounter polls;
  for (uint64_t i = 0; i < count; ++i) {
    polls.step(out.size());
    read_word(front, each, depth + 1, out);
  }
}

// An array of the file. If its type cannot be read, `form` is null and `bytes` extends to the next
// array.
struct GgufTensor {
  std::string name;
  Ints sizes;  // in row-major order, the outermost axis first
  const GgufFormat* form = nullptr;
  uint64_t number = 0, at = 0, bytes = 0;
};

// Reads the description of an array. The file lists the innermost axis first, and the innermost
// axis must consist of whole blocks.
GgufTensor read_tensor(GgufFileReader& front) {
  const FileLocation& whence = front.whence();
  GgufTensor out{.name = front.text()};
  uint64_t axes = front.number(4), count = 1;
  whence.need(axes <= max_axes,
              str("\"", out.name, "\" has ", axes, " axes, expected at most ", max_axes));
  for (uint64_t i = 0; i < axes; ++i) {
    uint64_t size = front.number(8);
    bool wraps = size >= uint64_t{1} << 56 || __builtin_mul_overflow(count, size, &count);
    whence.need(!wraps && count < uint64_t{1} << 56,
                str("the number of elements of \"", out.name, "\" overflows"));
    out.sizes.push_back(static_cast<int64_t>(size));
  }
  std::ranges::reverse(out.sizes);
  out.number = front.number(4);
  out.form = gguf_form(static_cast<uint32_t>(out.number));
  if (out.form != nullptr) {
    uint64_t line = out.sizes.empty() ? 1 : static_cast<uint64_t>(out.sizes.back());
    whence.need(line % out.form->elements == 0,
                str("the last axis of \"", out.name, "\" has size ", line,
                    ", expected a multiple of ", out.form->elements, " for ", out.form->name));
    out.bytes = count / out.form->elements * out.form->bytes;
  }
  out.at = front.number(8);
  return out;
}

class GgufCheckpoint : public Checkpoint {
 public:
  explicit GgufCheckpoint(const std::string& path) : path_(path), whence_{path_, "GGUF file"} {
    OpenFile file(path_);
    GgufFileReader front(file, whence_);
    whence_.need(front.left() >= 24 && front.take(4) == magic, "the file does not begin with GGUF");
    uint64_t version = front.number(4);
    bool is_turned = version > 0 && (version & 0xffff) == 0;
    whence_.need(!is_turned, "the file is big-endian, which is not supported");
    whence_.need(version == 2 || version == 3,
                 str("the version is ", version, ", expected 2 or 3"));
    uint64_t count = front.number(8), words = front.number(8);
    read_meta(front, words);
    read_tensors(front, count);
    place_all(front);
    name_all();
  }

  std::string format() const override { return "GGUF"; }
  std::optional<Value> metadata() const override {
    auto keys = std::make_shared<DictKeys>();
    Values items;
    for (const GgufMetadata::MetadataEntry& row : meta_.rows) {
      poll();
      if (row.name == structure_mark) continue;
      keys->list.emplace_back(row.name);
      items.push_back(meta_.value(row));
    }
    return Value::dict(std::move(keys), std::move(items));
  }
  const GgufMetadata* gguf_meta() const override { return &meta_; }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }

  Array read(size_t entry) const override {
    const GgufTensor& tensor = tensors_[order_[entry]];
    if (tensor.form == nullptr) refuse_foreign(path_, entries_[entry]);
    OpenFile file(path_);
    Array out(entries_[entry].type);
    auto* to = reinterpret_cast<char*>(out.edit_data());
    const GgufFormat& form = *tensor.form;
    uint64_t blocks = tensor.bytes / form.bytes, piece = (uint64_t{1} << 20) / form.bytes;
    for (uint64_t i = 0; i < blocks; i += piece) {
      uint64_t now = std::min(piece, blocks - i);
      std::string bytes =
          file.read(static_cast<int64_t>(data_ + tensor.at + i * form.bytes), now * form.bytes);
      whence_.need(bytes.size() == now * form.bytes, str("\"", tensor.name, "\" is truncated"));
      size_t each = form.elements * rille::bytes(form.dtype);
      if (form.unpack == nullptr) {
        bytes.copy(to + i * each, bytes.size());
        continue;
      }
      for (uint64_t k = 0; k < now; ++k) {
        form.unpack(reinterpret_cast<const uint8_t*>(bytes.data()) + k * form.bytes,
                    reinterpret_cast<float*>(to + (i + k) * each));
      }
    }
    return out;
  }

  std::optional<Value> skeleton(State& state) const override {
    if (!structure_.empty()) {
      std::optional<Value> tree = structure_tree(state, structure_, names_, path_);
      if (tree) return with_ranks(std::move(*tree));
    }
    return tree_of(state, root_, [&](const StoreLeaf& leaf) {
      auto found = std::ranges::lower_bound(entries_, leaf.name, {}, &CheckpointEntry::name);
      return found - entries_.begin();
    });
  }

 private:
  // Fills the entries, sorted by their names in the tree, and the order of the names in the file.
  void name_all() {
    for (const StoreLeaf* leaf : named_leaves(root_)) {
      const GgufTensor& tensor = tensors_[leaf->zarr.stored];
      order_.push_back(leaf->zarr.stored);
      std::string stored = tensor.form == nullptr           ? gguf_type_name(tensor.number)
                           : tensor.form->unpack != nullptr ? std::string(tensor.form->name)
                                                            : "";
      entries_.push_back(
          {leaf->name, leaf->type, false, tensor.bytes, stored, tensor.form == nullptr});
    }
    std::vector<size_t> by_name(order_.size());
    std::iota(by_name.begin(), by_name.end(), 0);
    auto name = [&](size_t entry) -> const std::string& { return tensors_[order_[entry]].name; };
    std::ranges::sort(by_name, {}, name);
    for (size_t entry : by_name) names_.push_back(name(entry));
    if (auto text = meta_.text(structure_mark)) structure_ = *text;
    for (size_t rank : structure_host(structure_, names_)) {
      CheckpointEntry& entry = entries_[by_name[rank]];
      if (entry.type.rank() == 0 && !entry.is_foreign) entry.is_weak = true;
    }
    by_name_ = std::move(by_name);
  }

  // Replaces ranks of names in the file by indices of entries.
  Value with_ranks(Value tree) const {
    Values slots;
    for (TreeSlot& slot : slots_of(tree)) {
      const auto* rank = std::get_if<int64_t>(&slot.value.any());
      bool is_leaf = rank != nullptr;
      slots.push_back(is_leaf ? Value(static_cast<int64_t>(by_name_[static_cast<size_t>(*rank)]))
                              : std::move(slot.value));
    }
    return with_slots(tree, slots);
  }

  void read_meta(GgufFileReader& front, uint64_t words) {
    whence_.need(words <= front.left() / 12, "the metadata count exceeds the file size");
    std::set<std::string, std::less<>> seen;
    for (uint64_t i = 0; i < words; ++i) {
      std::string name = lossy_text(front.text());
      whence_.need(seen.insert(name).second, str("duplicate metadata key \"", name, "\""));
      uint64_t kind = front.number(4);
      size_t from = meta_.bytes.size();
      read_word(front, kind, 0, meta_.bytes);
      meta_.rows.push_back({name, static_cast<GgufValueType>(kind), from, meta_.bytes.size()});
    }
    if (auto align = meta_.integer("general.alignment")) align_ = static_cast<uint64_t>(*align);
    bool is_power = align_ > 0 && (align_ & (align_ - 1)) == 0 && align_ <= 1 << 20;
    whence_.need(is_power, str("the alignment is ", align_, ", expected a power of 2 up to 2^20"));
  }

  void read_tensors(GgufFileReader& front, uint64_t count) {
    whence_.need(count <= front.left() / 24, "the array count exceeds the file size");
    for (uint64_t i = 0; i < count; ++i) {
      poll();
      tensors_.push_back(read_tensor(front));
    }
    std::vector<std::string> names;
    for (const GgufTensor& tensor : tensors_) names.push_back(tensor.name);
    std::vector<StoreNode*> places = places_of_dotted(root_, names);
    for (size_t i = 0; i < places.size(); ++i) {
      const GgufTensor& tensor = tensors_[i];
      whence_.need(places[i] != nullptr, str("duplicate array name \"", tensor.name, "\""));
      Dtype dtype = tensor.form == nullptr ? Dtype::u8 : tensor.form->dtype;
      places[i]->leaf.type = Type(dtype, shape_of(tensor.sizes));
      places[i]->leaf.zarr.stored = i;  // index of the array in tensors_
    }
    make_dotted_lists(root_);
  }

  // Checks that each array lies within the file, is aligned, and overlaps no other array.
  void place_all(const GgufFileReader& front) {
    data_ = (front.at() + align_ - 1) / align_ * align_;
    uint64_t size = front.at() + front.left();
    std::vector<GgufTensor*> order;
    for (GgufTensor& tensor : tensors_) order.push_back(&tensor);
    std::ranges::sort(order, {}, [](const GgufTensor* x) { return std::pair(x->at, x->bytes); });
    for (size_t i = 0; i < order.size(); ++i) {
      if (order[i]->form != nullptr) continue;
      uint64_t next = i + 1 < order.size() ? order[i + 1]->at : size - std::min(data_, size);
      order[i]->bytes = next - std::min(next, order[i]->at);
    }
    uint64_t end = 0;
    for (const GgufTensor* tensor : order) {
      bool fits =
          data_ <= size && tensor->at <= size - data_ && tensor->bytes <= size - data_ - tensor->at;
      whence_.need(fits, str("\"", tensor->name, "\" ends beyond the file"));
      whence_.need(tensor->at % align_ == 0, str("\"", tensor->name, "\" is not aligned"));
      whence_.need(tensor->at >= end, str("\"", tensor->name, "\" overlaps another array"));
      end = tensor->at + tensor->bytes;
    }
  }

  std::string path_;
  FileLocation whence_;
  GgufMetadata meta_;
  uint64_t align_ = 32, data_ = 0;
  std::vector<GgufTensor> tensors_;
  StoreNode root_;
  std::vector<size_t> order_, by_name_;  // tensor of each entry; entry of each name in names_
  std::vector<CheckpointEntry> entries_;
  std::string structure_;
  std::vector<std::string> names_;  // names in the file, sorted
};

}  // namespace

bool is_gguf(const Location& location) {
  return location.is_file() && OpenFile(location.path()).read(0, magic.size()) == magic;
}

std::unique_ptr<Checkpoint> open_gguf(const Location& location, const CheckpointOptions& wish) {
  const std::string& path = location.path();
  if (wish.step || !wish.item.empty()) {
    throw Error(Code::value, str("\"", path, "\" is a GGUF file, which has no steps or items"));
  }
  return std::make_unique<GgufCheckpoint>(path);
}

}  // namespace rille
