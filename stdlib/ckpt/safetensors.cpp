// safetensors: opens and writes files of named arrays.
#include "stdlib/ckpt/safetensors.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/lanes.h"
#include "stdlib/ckpt/foreign.h"
#include "stdlib/ckpt/parts.h"
#include "stdlib/ckpt/tree_text.h"
#include "stdlib/file.h"
#include "stdlib/remote.h"
#include "vm/memory/account.h"
#include "vm/run/grants.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

using ByteSpan = std::span<std::byte>;

// The minimum number of bytes for which several threads pay off.
constexpr size_t min_shared = size_t{4} << 20;

// The bytes at a path. A regular file or a URL is read in ranges; a pipe is read at once.
class ByteSource {
 public:
  explicit ByteSource(const std::string& path)
      : is_on_disk_(!is_url(path) && can_be_written_anywhere(path)) {
    if (is_url(path) || is_on_disk_) {
      file_.emplace(path);
    } else {
      whole_.emplace(read_file(path));
    }
  }
  uint64_t size() const {
    return whole_ ? whole_->view().size() : static_cast<uint64_t>(file_->bytes());
  }
  void read(uint64_t at, ByteSpan to) const {
    if (!whole_) return file_->read_into(static_cast<int64_t>(at), to);
    std::memcpy(to.data(), whole_->view().data() + at, to.size());
  }
  bool is_on_disk() const { return is_on_disk_; }
  std::string text(uint64_t at, uint64_t size) const {
    std::string out(size, '\0');
    read(at, std::as_writable_bytes(std::span(out)));
    return out;
  }

 private:
  std::optional<OpenFile> file_;
  std::optional<FileContents> whole_;
  bool is_on_disk_;
};

// The CRC-32 of zlib, used in files of version 1.
uint32_t old_sum(const Array& array) {
  uLong sum = crc32_z(0, nullptr, 0);
  for (size_t at = 0; at < array.byte_size(); at += chunk_bytes) {
    poll();
    size_t size = std::min(chunk_bytes, array.byte_size() - at);
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(array.data() + at), size);
  }
  return static_cast<uint32_t>(sum);
}

SafetensorsHeader header_of_bytes(const ByteSource& bytes, const std::string& path) {
  uint64_t size = bytes.size();
  std::string eight = bytes.text(0, std::min<uint64_t>(size, 8));
  return read_header(bytes.text(0, header_size(eight, size, path)), size, path);
}

class SafetensorsFile final : public Checkpoint {
 public:
  explicit SafetensorsFile(const std::string& path) : path_(path), bytes_(path) {
    header_ = header_of_bytes(bytes_, path);
    for (const ArrayEntry& piece : header_.pieces) {
      bool is_unread = piece.is_foreign() && piece.form == nullptr;
      entries_.push_back(
          {piece.name, piece.type, piece.is_weak, piece.bytes(), piece.word, is_unread});
    }
  }

  const MetadataMap& words() const { return header_.words; }
  std::string format() const override { return "safetensors"; }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }

  Array read(size_t entry) const override { return std::move(read_all({&entry, 1})[0]); }

  // The threads share the chunks of all arrays, so that the thread that fills new memory is also
  // the first to touch it.
  std::vector<Array> read_all(std::span<const size_t> which) const override {
    std::vector<Array> out;
    std::vector<ChunkRead> wanted;
    uint64_t bytes = 0;
    for (size_t entry : which) {
      const ArrayEntry& piece = header_.pieces[entry];
      if (piece.is_foreign()) {
        out.push_back(widened(entry));
        continue;
      }
      std::byte* data = out.emplace_back(piece.type).edit_data();
      bytes += piece.bytes();
      for (size_t chunk = 0; chunk < piece.chunks(); chunk += chunks_of_page) {
        wanted.push_back({piece, chunk, data});
      }
      poll(wanted.capacity() * sizeof(ChunkRead));
    }
    size_t lanes = bytes < min_shared ? 1 : lanes_of(wanted.size(), max_lanes);
    Array room = room_of_lanes(bytes, lanes);
    std::byte* first = room.is_none() ? nullptr : room.edit_data();
    each_piece(wanted.size(), lanes, [&](size_t i, size_t lane) {
      read_page(wanted[i], room.is_none() ? ByteSpan() : ByteSpan(first + lane * passed, passed));
    });
    for (size_t i = 0; i < out.size(); ++i) check_old_sum(header_.pieces[which[i]], out[i]);
    return out;
  }

  Array read_box(size_t entry, const Ints& begin, const Ints& end) const override {
    const ArrayEntry& piece = header_.pieces[entry];
    bool is_small = piece.type.rank() == 0 || piece.type.count() == 0;
    if (is_small || piece.is_foreign() || has_old_sum(piece)) {
      return Checkpoint::read_box(entry, begin, end);
    }
    return box_of(piece, begin, end);
  }

  std::string meta() const override {
    auto found = header_.words.find(meta_mark);
    return found == header_.words.end() || is_of_others() ? "" : found->second;
  }
  // For a file of another program, the strings of its metadata.
  std::optional<Value> metadata() const override {
    if (!is_of_others()) return Checkpoint::metadata();
    if (header_.words.empty()) return {};
    auto keys = std::make_shared<DictKeys>();
    Values items;
    for (const auto& [word, text] : header_.words) {
      keys->list.emplace_back(word);
      items.emplace_back(text);
    }
    return Value::dict(std::move(keys), std::move(items));
  }

  std::optional<Value> skeleton(State& state) const override {
    auto found = header_.words.find(tree_mark);
    if (!header_.is_ours() || found == header_.words.end()) return {};
    return read_tree(state, found->second, entries_.size(), path_);
  }

 private:
  // Whether another program wrote the file. Files of Rille have a version or, in version 1,
  // checksums.
  bool is_of_others() const {
    bool has_sums = std::ranges::any_of(
        header_.words, [](const auto& word) { return word.first.starts_with(crc_mark); });
    return !header_.is_ours() && !has_sums;
  }

  // Reads elements that no dtype represents, converted to f32.
  Array widened(size_t entry) const {
    const ArrayEntry& piece = header_.pieces[entry];
    if (entries_[entry].is_foreign) refuse_foreign(path_, entries_[entry]);
    Array raw(Type(Dtype::u8, {static_cast<int64_t>(piece.bytes())})), out(piece.type);
    bytes_.read(header_.size + piece.begin, {raw.edit_data(), raw.byte_size()});
    auto count = static_cast<size_t>(piece.type.count());
    piece.form->widen(raw.as<uint8_t>().data(), count, out.edit<float>().data());
    return out;
  }

  // The chunks from `first` of an array whose elements are read to `data`. They cover one huge
  // page: two threads that touch a new page at the same time would each clear all of it.
  struct ChunkRead {
    const ArrayEntry& piece;
    size_t first;
    std::byte* data;
  };
  static constexpr size_t chunks_of_page = 2;

  // Buffers into which each thread reads, before it copies and checksums the data in one pass.
  // Reading directly to the destination would go through the caches, and would wait for the cache
  // lines that it overwrites. A buffer fits in the L2 cache. No buffers are used if they do not pay
  // off or exceed the memory limit.
  static constexpr size_t passed = size_t{512} << 10;
  Array room_of_lanes(uint64_t bytes, size_t lanes) const {
    constexpr uint64_t least = 16 << 20;
    size_t all = lanes * passed;
    const Account* account = running().account;
    bool has_room = account == nullptr || account->has_room(4 * all);
    bool is_worth = bytes >= least && crc32c_copies() && header_.is_ours();
    if (!is_worth || !has_room || !bytes_.is_on_disk()) return {};
    return Array(Type(Dtype::u8, {static_cast<int64_t>(all)}));
  }

  void read_page(const ChunkRead& wanted, ByteSpan through) const {
    const ArrayEntry& piece = wanted.piece;
    size_t end = std::min(wanted.first + chunks_of_page, piece.chunks());
    for (size_t chunk = wanted.first; chunk < end; ++chunk) {
      size_t at = chunk * chunk_bytes;
      ByteSpan to(wanted.data + at, std::min(chunk_bytes, piece.bytes() - at));
      read_checked(piece, chunk, to, through);
    }
  }

  uint32_t read_summed(const ArrayEntry& piece, size_t chunk, ByteSpan to, ByteSpan through) const {
    uint64_t from = header_.size + piece.begin + chunk * chunk_bytes;
    if (through.empty()) {
      bytes_.read(from, to);
      return piece.sums.empty() ? 0 : sum_of_chunk(piece, chunk, to.data(), to.size());
    }
    uint32_t sum = sum_of_place(piece, chunk);
    for (size_t at = 0; at < to.size(); at += through.size()) {
      ByteSpan now = through.first(std::min(through.size(), to.size() - at));
      bytes_.read(from + at, now);
      sum = crc32c_copy(sum, to.data() + at, now.data(), now.size());
    }
    return sum;
  }

  void read_checked(const ArrayEntry& piece, size_t chunk, ByteSpan to, ByteSpan through) const {
    uint32_t sum = read_summed(piece, chunk, to, through);
    if (!piece.sums.empty() && sum != piece.sums[chunk]) {
      refuse_file(path_, str("checksum mismatch in chunk ", chunk, " (of 1 MiB) of \"", piece.name,
                             "\": the file is corrupted"));
    }
    check_range(piece, to);
  }

  // Checks that each byte is a valid bool, i4, or u4. An invalid bool would print as true but count
  // as its byte in a sum; an invalid i4 would be out of range.
  void check_range(const ArrayEntry& piece, ByteSpan bytes) const {
    Dtype dtype = piece.type.dtype();
    int low = dtype == Dtype::i4 ? -8 : 0, high = dtype == Dtype::boolean ? 1
                                                  : dtype == Dtype::i4    ? 7
                                                                          : 15;
    if (dtype != Dtype::boolean && dtype != Dtype::i4 && dtype != Dtype::u4) return;
    for (std::byte x : bytes) {
      int value = dtype == Dtype::i4 ? static_cast<int8_t>(x) : static_cast<int>(x);
      if (value >= low && value <= high) continue;
      refuse_file(path_, str("\"", piece.name, "\" contains the byte ", static_cast<int>(x),
                             ", which is not a valid ", dtype));
    }
  }

  bool has_old_sum(const ArrayEntry& piece) const {
    return !header_.is_ours() && header_.words.contains(str(crc_mark, piece.name));
  }
  void check_old_sum(const ArrayEntry& piece, const Array& array) const {
    if (!has_old_sum(piece)) return;
    if (header_.words.find(str(crc_mark, piece.name))->second == str(old_sum(array))) return;
    refuse_file(path_, str("checksum mismatch in \"", piece.name, "\": the file is corrupted"));
  }

  Array box_of(const ArrayEntry& piece, const Ints& begin, const Ints& end) const;

  std::string path_;
  ByteSource bytes_;
  SafetensorsHeader header_;
  std::vector<CheckpointEntry> entries_;
};

// The offset in the array, in elements, of each contiguous run of elements of a slice.
std::vector<uint64_t> runs_of(const Ints& shape, const Ints& begin, const Ints& end) {
  std::vector<uint64_t> out = {0};
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    std::vector<uint64_t> next;
    bool is_last = axis + 1 == shape.size();
    for (uint64_t row : out) {
      uint64_t first = row * static_cast<uint64_t>(shape[axis]);
      if (is_last) {
        next.push_back(first + static_cast<uint64_t>(begin[axis]));
        continue;
      }
      for (int64_t i = begin[axis]; i < end[axis]; ++i) {
        next.push_back(first + static_cast<uint64_t>(i));
      }
    }
    out = std::move(next);
    poll(out.size() * sizeof(uint64_t));
  }
  return out;
}

// Reads a slice chunk by chunk; only chunks that overlap the slice are read.
Array SafetensorsFile::box_of(const ArrayEntry& piece, const Ints& begin, const Ints& end) const {
  Ints shape = piece.type.ints(), extents;
  for (size_t axis = 0; axis < shape.size(); ++axis) extents.push_back(end[axis] - begin[axis]);
  Array out(piece.type.with(shape_of(extents)));
  if (out.size() == 0) return out;
  size_t element = bytes(piece.type.dtype());
  size_t run = static_cast<size_t>(extents.back()) * element;
  std::byte* to = out.edit_data();
  std::vector<std::byte> chunk;
  size_t held = piece.chunks();  // index of the chunk in memory; initially none
  for (uint64_t place : runs_of(shape, begin, end)) {
    for (size_t at = place * element, last = at + run; at < last;) {
      size_t number = at / chunk_bytes;
      if (number != held) {
        poll();
        chunk.resize(std::min<size_t>(chunk_bytes, piece.bytes() - number * chunk_bytes));
        read_checked(piece, number, chunk, {});
        held = number;
      }
      size_t within = at - number * chunk_bytes, size = std::min(chunk.size() - within, last - at);
      std::memcpy(to, chunk.data() + within, size);
      to += size;
      at += size;
    }
  }
  return out;
}

// --- writing --------------------------------------------------------------------------------

// A chunk of the file: the index of the array and the index of the chunk within the array.
struct ChunkRef {
  size_t piece, chunk;
};

std::string_view bytes_of(const Array& array, size_t chunk) {
  size_t at = chunk * chunk_bytes;
  return {reinterpret_cast<const char*>(array.data()) + at,
          std::min(chunk_bytes, array.byte_size() - at)};
}

struct SafetensorsPlan {
  std::vector<NamedArray> arrays;
  std::vector<ArrayEntry> pieces;
  std::vector<ChunkRef> parts;
  MetadataMap words;

  SafetensorsPlan(std::vector<NamedArray> given, MetadataMap words)
      : arrays(std::move(given)), words(std::move(words)) {
    pieces = pieces_of(arrays);
    for (size_t i = 0; i < pieces.size(); ++i) {
      for (size_t chunk = 0; chunk < pieces[i].chunks(); ++chunk) parts.push_back({i, chunk});
    }
  }
  std::string_view sum(const ChunkRef& part) {
    std::string_view text = bytes_of(arrays[part.piece].array, part.chunk);
    pieces[part.piece].sums[part.chunk] =
        sum_of_chunk(pieces[part.piece], part.chunk, text.data(), text.size());
    return text;
  }
};

// Writes to a destination that accepts bytes only in order: computes the checksums before it writes
// the header and the arrays.
void write_in_order(const std::string& path, SafetensorsPlan& plan) {
  each_piece(plan.parts.size(), 1, [&](size_t i) { plan.sum(plan.parts[i]); });
  std::string header = header_of(plan.pieces, plan.words);
  std::vector<std::string_view> texts = {header};
  for (const NamedArray& named : plan.arrays) {
    texts.emplace_back(reinterpret_cast<const char*>(named.array.data()), named.array.byte_size());
  }
  write_file(path, texts);
}

}  // namespace

std::unique_ptr<Checkpoint> open_safetensors(const std::string& path) {
  auto file = std::make_unique<SafetensorsFile>(path);
  if (file->words().contains(parts_mark)) return open_parts(path, file->words());
  return file;
}

std::unique_ptr<Checkpoint> open_one_file(const std::string& path, MetadataMap* words) {
  auto file = std::make_unique<SafetensorsFile>(path);
  if (words != nullptr) *words = file->words();
  return file;
}

MetadataMap words_of_file(const std::string& path) {
  ByteSource bytes(path);
  return header_of_bytes(bytes, path).words;
}

// The header is written last, because it contains the checksums; its size does not depend on them.
void write_safetensors(const std::string& path, std::vector<NamedArray> arrays, MetadataMap words,
                       const WriteOptions& how) {
  SafetensorsPlan plan(std::move(arrays), std::move(words));
  if (!is_url(path)) need_path(path, PathAccess::write);
  if (!can_be_written_anywhere(path)) return write_in_order(path, plan);
  size_t start = header_of(plan.pieces, plan.words).size();
  size_t lanes = plan.parts.size() * chunk_bytes < min_shared ? 1 : how.lanes;
  uint64_t bytes = plan.pieces.empty() ? start : start + plan.pieces.back().end;
  write_file(path, bytes, [&](const PositionalWriter& write) {
    each_piece(plan.parts.size(), lanes, [&](size_t i) {
      const ChunkRef& part = plan.parts[i];
      std::string_view text = plan.sum(part);
      write(start + plan.pieces[part.piece].begin + part.chunk * chunk_bytes, text);
      if (how.done != nullptr) *how.done += text.size();
    });
    write(0, header_of(plan.pieces, plan.words));
  });
}

}  // namespace rille
