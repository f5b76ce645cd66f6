// Reads a GGUF file: its words, its arrays, their blocks.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "stdlib/ckpt/gguf/blocks.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/orbax/held.h"
#include "stdlib/file/folder.h"
#include "stdlib/json.h"
#include "vm/running.h"

namespace rille {
namespace {

constexpr std::string_view magic = "GGUF";
constexpr uint64_t most_axes = 8, deepest = 4;

// The kinds of values in the metadata.
enum class Word : uint32_t { u8, i8, u16, i16, u32, i32, f32, truth, text, list, u64, i64, f64 };
constexpr size_t widths[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

// Bytes of a file from its beginning on; never more than it has.
class Front {
 public:
  Front(const OpenFile& file, const Whence& whence)
      : file_(file), whence_(whence), size_(static_cast<uint64_t>(file.bytes())) {}

  uint64_t at() const { return at_; }
  uint64_t left() const { return size_ - at_; }
  const Whence& whence() const { return whence_; }
  std::string take(uint64_t size) {
    whence_.need(size <= left(), str("it is cut off at byte ", size_));
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
    whence_.need(size <= left(), str("a text at byte ", at_, " is longer than the file"));
    return take(size);
  }

 private:
  void refill() {
    held_ = file_.read(static_cast<int64_t>(at_), size_t{1} << 20);
    from_ = 0;
    whence_.need(!held_.empty(), "it is cut off");
  }

  const OpenFile& file_;
  const Whence& whence_;
  uint64_t size_, at_ = 0;
  std::string held_;
  size_t from_ = 0;
};

std::string number_json(Word kind, const std::string& bytes) {
  uint64_t bits = little(bytes, bytes.size());
  auto is_signed = kind == Word::i8 || kind == Word::i16 || kind == Word::i32 || kind == Word::i64;
  if (kind == Word::truth) return bits != 0 ? "true" : "false";
  if (kind == Word::f32 || kind == Word::f64) {
    double x = 0;
    float narrow = 0;
    if (kind == Word::f64) std::memcpy(&x, bytes.data(), 8);
    if (kind == Word::f32) std::memcpy(&narrow, bytes.data(), 4);
    if (kind == Word::f32) x = narrow;
    if (!std::isfinite(x)) return "null";
    std::string out = kind == Word::f32 ? number_text(narrow) : number_text(x);
    return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
  }
  if (!is_signed) return std::to_string(bits);
  int shift = 64 - 8 * static_cast<int>(bytes.size());
  return std::to_string(static_cast<int64_t>(bits << shift) >> shift);
}

// A value of the metadata as JSON; `kind` says of what it is.
void read_word(Front& front, uint64_t kind, uint64_t depth, std::string& out) {
  const Whence& whence = front.whence();
  whence.need(kind <= static_cast<uint64_t>(Word::f64),
              str("a value at byte ", front.at(), " is of kind ", kind, ", which is not known"));
  auto word = static_cast<Word>(kind);
  if (word == Word::text) {
    out += json_quoted(front.text());
  } else if (word == Word::list) {
    whence.need(depth < deepest, "its lists nest too deep");
    uint64_t each = front.number(4), count = front.number(8);
    uint64_t least = each < std::size(widths) ? widths[each] : 0;
    if (each == static_cast<uint64_t>(Word::text)) least = 8;
    if (each == static_cast<uint64_t>(Word::list)) least = 12;
    bool fits = least > 0 && count <= front.left() / least;
    whence.need(fits, str("a list at byte ", front.at(), " is longer than the file"));
    out += '[';
    for (uint64_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      if (i % 4096 == 0) poll(out.size());
      read_word(front, each, depth + 1, out);
    }
    out += ']';
  } else {
    out += number_json(word, front.take(widths[kind]));
  }
}

struct Tensor {
  std::string name;
  Ints sizes;  // the outermost first
  const GgufForm* form = nullptr;
  uint64_t at = 0, bytes = 0;
};

// Sizes come the innermost first, and only whole blocks of them.
Tensor read_tensor(Front& front) {
  const Whence& whence = front.whence();
  Tensor out{.name = front.text()};
  uint64_t axes = front.number(4), count = 1;
  whence.need(axes <= most_axes, str("\"", out.name, "\" has ", axes, " axes"));
  for (uint64_t i = 0; i < axes; ++i) {
    uint64_t size = front.number(8);
    bool wraps = size >= uint64_t{1} << 56 || __builtin_mul_overflow(count, size, &count);
    whence.need(!wraps && count < uint64_t{1} << 56,
                str("\"", out.name, "\" has more elements than can be counted"));
    out.sizes.push_back(static_cast<int64_t>(size));
  }
  std::ranges::reverse(out.sizes);
  uint64_t number = front.number(4);
  out.form = number > UINT32_MAX ? nullptr : gguf_form(static_cast<uint32_t>(number));
  if (out.form == nullptr) {
    throw Error(Code::dtype, str("\"", whence.path, "\" holds \"", out.name, "\" as ggml's type ",
                                 number, ", which is not known"))
        .help(
            "f32, f16, bf16, f64, the ints, q4_0, q4_1, q5_0, q5_1, q8_0, q4_k, q5_k and q6_k are");
  }
  uint64_t line = out.sizes.empty() ? 1 : static_cast<uint64_t>(out.sizes.back());
  whence.need(line % out.form->elements == 0, str("\"", out.name, "\" has lines of ", line,
                                                  ", no whole blocks of ", out.form->name));
  out.bytes = count / out.form->elements * out.form->bytes;
  out.at = front.number(8);
  return out;
}

// A dict of 0, 1, 2 … is a list: GGUF's names have dots alone.
void make_lists(Held& node) {
  bool is_list = !node.below.empty();
  for (size_t i = 0; i < node.below.size(); ++i) {
    make_lists(node.below[i].second);
    is_list &= node.places.contains(std::to_string(i));
  }
  if (!is_list) return;
  node.form = Held::Form::list;
  std::ranges::sort(node.below, {}, [](const auto& part) {
    return std::pair(part.first.size(), std::string_view(part.first));
  });
}

class GgufCheckpoint : public Checkpoint {
 public:
  explicit GgufCheckpoint(const std::string& path) : path_(path), whence_{path_, "GGUF file"} {
    OpenFile file(path_);
    Front front(file, whence_);
    whence_.need(front.left() >= 24 && front.take(4) == magic, "it does not begin with GGUF");
    uint64_t version = front.number(4);
    whence_.need(version == 2 || version == 3, str("it is of version ", version));
    uint64_t count = front.number(8), words = front.number(8);
    read_meta(front, words);
    read_tensors(front, count);
    place_all(front);
    for (const HeldLeaf* leaf : named_leaves(root_)) {
      const Tensor& tensor = tensors_[leaf->zarr.stored];
      order_.push_back(leaf->zarr.stored);
      entries_.push_back({leaf->name, leaf->type, false, tensor.bytes});
    }
  }

  std::string format() const override { return "GGUF"; }
  std::string meta() const override { return meta_; }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }

  Array read(size_t entry) const override {
    const Tensor& tensor = tensors_[order_[entry]];
    OpenFile file(path_);
    Array out(entries_[entry].type);
    auto* to = reinterpret_cast<char*>(out.edit_data());
    const GgufForm& form = *tensor.form;
    uint64_t blocks = tensor.bytes / form.bytes, piece = (uint64_t{1} << 20) / form.bytes;
    for (uint64_t i = 0; i < blocks; i += piece) {
      uint64_t now = std::min(piece, blocks - i);
      std::string bytes =
          file.read(static_cast<int64_t>(data_ + tensor.at + i * form.bytes), now * form.bytes);
      whence_.need(bytes.size() == now * form.bytes, str("\"", tensor.name, "\" is cut off"));
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

  Value skeleton(State& state) const override {
    return tree_of(state, root_, [&](const HeldLeaf& leaf) {
      auto found = std::ranges::lower_bound(entries_, leaf.name, {}, &CheckpointEntry::name);
      return found - entries_.begin();
    });
  }

 private:
  void read_meta(Front& front, uint64_t words) {
    whence_.need(words <= front.left() / 12, "it counts more words than it holds");
    meta_ += '{';
    for (uint64_t i = 0; i < words; ++i) {
      std::string name = front.text();
      meta_ += str(i > 0 ? "," : "", json_quoted(name), ":");
      size_t from = meta_.size();
      read_word(front, front.number(4), 0, meta_);
      if (name == "general.alignment") align_ = std::strtoull(meta_.c_str() + from, nullptr, 10);
    }
    meta_ += "}";
    bool is_power = align_ > 0 && (align_ & (align_ - 1)) == 0 && align_ <= 1 << 20;
    whence_.need(is_power, str("its alignment is ", align_));
  }

  void read_tensors(Front& front, uint64_t count) {
    whence_.need(count <= front.left() / 24, "it counts more arrays than it holds");
    for (uint64_t i = 0; i < count; ++i) {
      poll();
      Tensor tensor = read_tensor(front);
      Held* node = &root_;
      for (size_t from = 0; from <= tensor.name.size();) {
        size_t dot = std::min(tensor.name.find('.', from), tensor.name.size());
        whence_.need(node->form == Held::Form::dict, str("\"", tensor.name, "\" is below another"));
        node = &node->at(tensor.name.substr(from, dot - from));
        from = dot + 1;
      }
      bool is_new = node->below.empty() && node->form == Held::Form::dict;
      whence_.need(is_new, str("the name \"", tensor.name, "\" stands there twice"));
      node->form = Held::Form::leaf;
      node->leaf.type = Type(tensor.form->dtype, shape_of(tensor.sizes));
      node->leaf.zarr.stored = tensors_.size();  // which one it is
      tensors_.push_back(std::move(tensor));
    }
    make_lists(root_);
  }

  // Each in the file, on its boundary, none in another.
  void place_all(const Front& front) {
    data_ = (front.at() + align_ - 1) / align_ * align_;
    uint64_t size = front.at() + front.left();
    std::vector<const Tensor*> order;
    for (const Tensor& tensor : tensors_) order.push_back(&tensor);
    std::ranges::sort(order, {}, [](const Tensor* x) { return std::pair(x->at, x->bytes); });
    uint64_t end = 0;
    for (const Tensor* tensor : order) {
      bool fits =
          data_ <= size && tensor->at <= size - data_ && tensor->bytes <= size - data_ - tensor->at;
      whence_.need(fits, str("\"", tensor->name, "\" ends after the file"));
      whence_.need(tensor->at % align_ == 0, str("\"", tensor->name, "\" is not aligned"));
      whence_.need(tensor->at >= end, str("\"", tensor->name, "\" overlaps another array"));
      end = tensor->at + tensor->bytes;
    }
  }

  std::string path_;
  Whence whence_;
  std::string meta_;
  uint64_t align_ = 32, data_ = 0;
  std::vector<Tensor> tensors_;
  Held root_;
  std::vector<size_t> order_;
  std::vector<CheckpointEntry> entries_;
};

}  // namespace

bool is_gguf(const std::string& path) {
  if (!is_file(path)) return false;
  return OpenFile(path).read(0, magic.size()) == magic;
}

std::unique_ptr<Checkpoint> open_gguf(const std::string& path, const CheckpointWish& wish) {
  if (wish.step || !wish.item.empty()) {
    throw Error(Code::value, str("\"", path, "\" is one file: it has neither steps nor items"));
  }
  return std::make_unique<GgufCheckpoint>(path);
}

}  // namespace rille
