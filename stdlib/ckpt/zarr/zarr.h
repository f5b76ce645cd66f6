// ZarrArray: chunked arrays, versions 2 and 3 of the format.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/bytes/packing.h"
#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/store.h"
#include "vm/array.h"

namespace rille {

struct Shard;

// The layout of a chunk in bytes.
struct ChunkLayout {
  Dtype dtype = Dtype::f32;
  Ints shape;              // shape of every chunk; chunks at the far edges are padded to it
  std::vector<int> order;  // order of the axes in memory, the outermost first
  bool is_big_endian = false;
  std::vector<Compression> packings;             // codecs in the order of encoding
  std::shared_ptr<const Shard> shard = nullptr;  // set if the chunk consists of inner chunks
  uint64_t bytes() const;                        // size of the elements, uncompressed
};

// A shard: a chunk that consists of inner chunks, with an index of their positions.
struct Shard {
  ChunkLayout inner;
  bool index_at_end = true;
  std::vector<Compression> index;  // codecs of the index, which do not change its size
};

// The contents of .zarray or zarr.json.
struct ZarrMetadata {
  Ints shape;
  ChunkLayout chunk;
  std::string fill;         // fill value: the bytes of one element
  std::string before;       // prefix of chunk names: "c/" in version 3
  char between = '.';       // separator of the indices in chunk names
  bool is_third = false;    // whether the version is 3
  std::string word = {};    // an element type that no dtype represents; chunk.dtype is u8
  std::string unread = {};  // why the chunks cannot be read, such as an unsupported codec
  Type type() const;
};

// Parses metadata; error[io] by `whence` if the text is not valid or uses an unsupported feature.
ZarrMetadata read_zarr2(std::string_view text, const FileLocation& whence);
ZarrMetadata read_zarr3(std::string_view text, const FileLocation& whence);
std::string zarr2_text(const Type& type);
std::string zarr3_text(const Type& type);

// An array of a store.
struct ZarrArray {
  std::string prefix;  // prefix of the names of its files: "w/", or ""
  ZarrMetadata meta;
  uint64_t stored = 0, chunks = 0;  // total bytes and number of the stored chunks
  // Whether every chunk must be stored. If false, a missing chunk consists of the fill value.
  bool is_whole = false;
};

// The prefix of the file names of an array, such as "w/"; "" for the names "" and "/", as in
// TensorStore.
std::string zarr_prefix(std::string_view name);

// Finds the array; nothing if the store has neither `prefix`.zarray nor `prefix`zarr.json.
std::optional<ZarrArray> find_zarr(const ByteStore& store, StoreReader& reader,
                                   const std::string& prefix, bool is_whole);

// Reads the slice from `from` to `to`, exclusive. error[io] if a chunk is missing, corrupted, or of
// the wrong size, or if the slice is larger than the stored bytes can represent.
Array read_zarr(const ByteStore& store, StoreReader& reader, const ZarrArray& zarr,
                const Ints& from, const Ints& to);

// The shape under which an array is stored: keys as u32[..., 2].
Ints stored_sizes(const Type& type);
// The shape of a chunk: the whole array up to 256 MiB, otherwise rows of at most that size.
Ints chunk_sizes(const Type& type);
// Writes the chunks of an array, compressed with zstd, under names such as "0.0" or "c/0/0",
// without the prefix.
using ChunkWriter = std::function<void(const std::string& name, const std::string& bytes)>;
void write_zarr(const Array& array, bool is_third, const ChunkWriter& put);

}  // namespace rille
