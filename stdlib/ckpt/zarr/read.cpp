// Reads the chunks of a zarr array that overlap a slice.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>

#include "stdlib/ckpt/zarr/place.h"
#include "stdlib/ckpt/zarr/zarr.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr uint64_t missing = UINT64_MAX;

// The bytes of a chunk, or of an inner chunk of a shard, read on request.
struct ChunkSource {
  uint64_t bytes;
  std::function<void(uint64_t from, std::span<char> out)> read;

  std::string part(uint64_t from, uint64_t size) const {
    poll(size);
    std::string out(size, '\0');
    read(from, out);
    return out;
  }
};

// Decompresses the elements of a chunk: reverses all codecs, the last one first.
void unpack_all(const ChunkLayout& form, std::string packed, std::span<char> out,
                const FileLocation& whence) {
  for (size_t i = form.packings.size(); i-- > 1;) {
    packed = unpacked(form.packings[i], packed, out.size() + out.size() / 8 + 4096, whence);
  }
  unpack(form.packings[0], packed, out, whence);
}

class SliceReader {
 public:
  SliceReader(const ZarrArray& zarr, Ints from, Ints to, Array& out)
      : zarr_(zarr), from_(std::move(from)), to_(std::move(to)), out_(out) {}

  // Reads the overlap of the slice with the chunk at `origin`.
  void take(const ChunkLayout& form, const ChunkSource& source, const Ints& origin,
            const FileLocation& whence) {
    if (!meets(form.shape, origin)) return;
    if (form.shard == nullptr) return take_elements(form, source, origin, whence);
    if (form.packings.empty()) return take_shard(form, source, origin, whence);
    std::string bytes = source.part(0, source.bytes);
    uint64_t most = 2 * form.bytes() + (uint64_t{1} << 20);
    for (size_t i = form.packings.size(); i-- > 0;) {
      bytes = unpacked(form.packings[i], bytes, most, whence);
    }
    take_shard(form, held(bytes), origin, whence);
  }

 private:
  static ChunkSource held(const std::string& bytes) {
    return {bytes.size(), [&bytes](uint64_t from, std::span<char> out) {
              bytes.copy(out.data(), out.size(), from);
            }};
  }

  bool meets(const Ints& shape, const Ints& origin) const {
    for (size_t i = 0; i < shape.size(); ++i) {
      if (origin[i] >= to_[i] || origin[i] + shape[i] <= from_[i]) return false;
    }
    return true;
  }

  // Whether the chunk equals the slice in shape and layout, so that it can be read directly to the
  // result.
  bool is_box(const ChunkLayout& form, const Ints& origin) const {
    bool is_plain = std::ranges::is_sorted(form.order) && !form.is_big_endian;
    bool is_same = origin == from_;
    for (size_t i = 0; i < form.shape.size(); ++i) is_same &= to_[i] - from_[i] == form.shape[i];
    return is_plain && is_same;
  }

  void take_elements(const ChunkLayout& form, const ChunkSource& source, const Ints& origin,
                     const FileLocation& whence) {
    bool is_packed = !form.packings.empty();
    uint64_t size = form.bytes(), most = source.bytes;
    for (size_t i = form.packings.size(); i-- > 0;) most = max_unpacked(form.packings[i], most);
    bool fits = is_packed ? size <= most : size == source.bytes;
    whence.need(
        fits, str("the stored ", source.bytes, " bytes do not match a chunk of ", size, " bytes"));
    auto fill = [&](std::span<char> out) {
      if (!is_packed) return source.read(0, out);
      unpack_all(form, source.part(0, source.bytes), out, whence);
    };
    if (is_box(form, origin)) {
      return fill({reinterpret_cast<char*>(out_.edit_data()), out_.byte_size()});
    }
    Buffer room(host_space(), std::max<size_t>(size, 1));
    std::span<char> elements(static_cast<char*>(room.data()), size);
    fill(elements);
    if (form.is_big_endian) turn_bytes(form.dtype, elements);
    place_chunk(form, elements, origin, from_, to_, out_);
  }

  void take_shard(const ChunkLayout& form, const ChunkSource& source, const Ints& origin,
                  const FileLocation& whence) {
    const Shard& shard = *form.shard;
    uint64_t count = 1;
    Ints grid;
    for (size_t i = 0; i < form.shape.size(); ++i) {
      grid.push_back(form.shape[i] / shard.inner.shape[i]);
      count *= static_cast<uint64_t>(grid.back());
    }
    uint64_t size = 16 * count + 4 * shard.index.size();
    whence.need(size <= source.bytes, "the shard is too small for its chunk index");
    std::string index = source.part(shard.index_at_end ? source.bytes - size : 0, size);
    for (size_t i = shard.index.size(); i-- > 0;) {
      index = unpacked(Compression::sum, index, size, whence);
    }
    uint64_t used = 0;
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t at = little(std::string_view(index).substr(16 * i), 8);
      uint64_t bytes = little(std::string_view(index).substr(16 * i + 8), 8);
      Ints begin = corner(i, grid, shard.inner.shape, origin);
      if (at == missing && bytes == missing) {
        if (meets(shard.inner.shape, begin)) fill_part(shard.inner.shape, begin);
        continue;
      }
      bool fits = at <= source.bytes && bytes <= source.bytes - at && bytes <= source.bytes - used;
      whence.need(fits, str("chunk ", i, " exceeds the shard"));
      used += bytes;
      ChunkSource inner{bytes, [&source, at](uint64_t from, std::span<char> out) {
                          source.read(at + from, out);
                        }};
      take(shard.inner, inner, begin, whence);
    }
  }

  static Ints corner(uint64_t number, const Ints& grid, const Ints& shape, const Ints& origin) {
    Ints out = origin;
    for (size_t axis = grid.size(); axis-- > 0;) {
      auto size = static_cast<uint64_t>(grid[axis]);
      out[axis] += static_cast<int64_t>(number % size) * shape[axis];
      number /= size;
    }
    return out;
  }

  void fill_part(const Ints& shape, const Ints& begin) {
    ChunkLayout form = zarr_.meta.chunk;
    form.shape = shape;
    form.shard = nullptr;
    fill_chunk(form, zarr_.meta.fill, begin, from_, to_, out_);
  }

  const ZarrArray& zarr_;
  Ints from_, to_;
  Array& out_;
};

// The indices of a chunk from the end of its name, such as "2.0"; nothing if it is not a chunk
// name.
std::optional<Ints> indices_of(std::string_view name, const ZarrMetadata& meta) {
  Ints out;
  if (meta.shape.empty()) {
    bool is_only = meta.before.empty() ? name == "0" : name == meta.before.substr(0, 1);
    return is_only ? std::optional(out) : std::nullopt;
  }
  if (!name.starts_with(meta.before)) return {};
  name.remove_prefix(meta.before.size());
  while (out.size() < meta.shape.size()) {
    int64_t index = 0;
    const char *begin = name.data(), *end = begin + name.size();
    auto [rest, error] = std::from_chars(begin, end, index);
    auto digits = static_cast<size_t>(rest - begin);
    bool is_plain = error == std::errc() && index >= 0 && (name[0] != '0' || digits == 1);
    if (!is_plain) return {};
    out.push_back(index);
    name.remove_prefix(digits);
    if (out.size() == meta.shape.size()) break;
    if (name.empty() || name[0] != meta.between) return {};
    name.remove_prefix(1);
  }
  return name.empty() ? std::optional(out) : std::nullopt;
}

std::string name_of(const Ints& indices, const ZarrMetadata& meta) {
  if (indices.empty()) return meta.before.empty() ? "0" : "c";
  return meta.before + join(indices, std::string(1, meta.between));
}

// The origin of a chunk; nothing if the chunk lies outside of the array.
std::optional<Ints> origin_of(const Ints& indices, const ZarrMetadata& meta) {
  Ints out = indices;
  for (size_t i = 0; i < out.size(); ++i) {
    if (__builtin_mul_overflow(out[i], meta.chunk.shape[i], &out[i])) return {};
    if (out[i] >= meta.shape[i]) return {};
  }
  return out;
}

// Checks that all chunks that overlap the slice were found; error[io] names the first missing one.
void check_whole(const ZarrArray& zarr, const Ints& from, const Ints& to,
                 const std::vector<Ints>& found, const FileLocation& whence) {
  const Ints& chunk = zarr.meta.chunk.shape;
  Ints first, count;
  uint64_t all = 1;
  for (size_t i = 0; i < from.size(); ++i) {
    first.push_back(from[i] / chunk[i]);
    count.push_back(to[i] <= from[i] ? 0 : (to[i] - 1) / chunk[i] - first[i] + 1);
    bool wraps = __builtin_mul_overflow(all, static_cast<uint64_t>(count[i]), &all);
    whence.need(!wraps, "the number of chunks overflows");
  }
  if (found.size() == all) return;
  std::vector<Ints> known = found;
  std::ranges::sort(known);
  for (uint64_t i = 0;; ++i) {
    Ints at = first;
    uint64_t number = i;
    for (size_t axis = at.size(); axis-- > 0;) {
      at[axis] += static_cast<int64_t>(number % static_cast<uint64_t>(count[axis]));
      number /= static_cast<uint64_t>(count[axis]);
    }
    if (std::ranges::binary_search(known, at)) continue;
    whence.fail(str("chunk ", name_of(at, zarr.meta), " of \"", zarr.prefix, "\" is missing"));
  }
}

}  // namespace

std::string zarr_prefix(std::string_view name) {
  if (name.empty() || name == "/") return "";
  return str(name, name.ends_with('/') ? "" : "/");
}

std::optional<ZarrArray> find_zarr(const ByteStore& store, StoreReader& reader,
                                   const std::string& prefix, bool is_whole) {
  const StoreEntry* found = store.find(prefix + ".zarray");
  bool is_second = found != nullptr;
  if (found == nullptr) found = store.find(prefix + "zarr.json");
  if (found == nullptr) return {};
  constexpr uint64_t longest = 1 << 20;
  FileLocation whence = store.whence(*found);
  whence.need(found->bytes <= longest, str("the metadata exceeds ", longest, " bytes"));
  std::string text = reader.read(*found);
  ZarrArray out{prefix, is_second ? read_zarr2(text, whence) : read_zarr3(text, whence), 0, 0,
                is_whole};
  for (const StoreEntry& stored : store.under(prefix)) {
    if (indices_of(std::string_view(stored.name).substr(prefix.size()), out.meta)) {
      out.stored += stored.bytes;
      ++out.chunks;
    }
  }
  return out;
}

Array read_zarr(const ByteStore& store, StoreReader& reader, const ZarrArray& zarr,
                const Ints& from, const Ints& to) {
  Ints sizes;
  for (size_t i = 0; i < from.size(); ++i) sizes.push_back(to[i] - from[i]);
  Type type(zarr.meta.chunk.dtype, shape_of(sizes));
  const StoreEntry* any = store.find(zarr.prefix + ".zarray");
  if (any == nullptr) any = store.find(zarr.prefix + "zarr.json");
  FileLocation whence = store.whence(*any);
  whence.need(zarr.meta.unread.empty(), zarr.meta.unread);
  // Missing chunks have the fill value. Their size is bounded, so that a small file cannot request
  // much memory: sixteen times the chunks that exist, and 64 MiB.
  uint64_t most = max_unpacked(Compression::zstd, zarr.stored), there = 0;
  bool wraps = __builtin_mul_overflow(16 * zarr.chunks, zarr.meta.chunk.bytes(), &there);
  if (!zarr.is_whole && !wraps) most = std::min(most, there);
  most = std::min(most, UINT64_MAX / 2) + (uint64_t{64} << 20);
  auto needed = static_cast<uint64_t>(type.count()) * bytes(type.dtype());
  whence.need(needed <= most,
              str(type, " is larger than the ", zarr.stored, " stored bytes can represent"));
  Array out(type);
  if (!zarr.is_whole) fill_all(zarr.meta.fill, out);
  SliceReader box(zarr, from, to, out);
  std::vector<Ints> found;
  for (const StoreEntry& stored : store.under(zarr.prefix)) {
    auto indices = indices_of(std::string_view(stored.name).substr(zarr.prefix.size()), zarr.meta);
    auto origin = indices ? origin_of(*indices, zarr.meta) : std::nullopt;
    if (!origin || !meets_box(zarr.meta.chunk.shape, *origin, from, to)) continue;
    found.push_back(*indices);
    ChunkSource source{stored.bytes, [&](uint64_t at, std::span<char> bytes) {
                         reader.read_to(stored, at, bytes);
                       }};
    box.take(zarr.meta.chunk, source, *origin, store.whence(stored));
  }
  if (zarr.is_whole && type.count() > 0) check_whole(zarr, from, to, found, whence);
  settle_elements(out, whence);
  return out;
}

}  // namespace rille
