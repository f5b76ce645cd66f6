// Zarr: an array in chunks, versions 2 and 3 of the format.
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

// How the elements of a chunk become bytes.
struct ChunkForm {
  Dtype dtype = Dtype::f32;
  Ints shape;              // of a chunk, the ones at the far edges included
  std::vector<int> order;  // of the axes in memory, the outermost first
  bool is_big_endian = false;
  std::vector<Packing> packings;                 // in the order of packing
  std::shared_ptr<const Shard> shard = nullptr;  // the chunk is made of smaller ones
  uint64_t bytes() const;                        // of the elements
};

// A chunk of chunks with an index of where they stand in it.
struct Shard {
  ChunkForm inner;
  bool index_at_end = true;
  std::vector<Packing> index;  // how the index is packed: in a way that keeps its size
};

// What .zarray or zarr.json says.
struct ZarrMeta {
  Ints shape;
  ChunkForm chunk;
  std::string fill;         // the bytes of one element
  std::string before;       // of a chunk's name: "c/" in version 3
  char between = '.';       // its numbers
  bool is_third = false;    // of version 3
  std::string word = {};    // an element type that no dtype represents; chunk.dtype is u8
  std::string unread = {};  // why the chunks cannot be read: a codec that is not known
  Type type() const;
};

// error[io] by `whence` where the text is no such metadata, or asks for what is not known.
ZarrMeta read_zarr2(std::string_view text, const Whence& whence);
ZarrMeta read_zarr3(std::string_view text, const Whence& whence);
std::string zarr2_text(const Type& type);
std::string zarr3_text(const Type& type);

// An array of a store: its metadata and where its chunks are.
struct Zarr {
  std::string prefix;  // of the names of its parts: "w/", or nothing
  ZarrMeta meta;
  uint64_t stored = 0, chunks = 0;  // bytes of all chunks, and how many there are
  // Every chunk is stored, even one that is all fill value; without: a missing one is.
  bool is_whole = false;
};

// What the names of an array's parts begin with: "w/"; nothing for "" and "/", as TensorStore has
// it.
std::string zarr_prefix(std::string_view name);

// Null where the store has neither `prefix`.zarray nor `prefix`zarr.json.
std::optional<Zarr> find_zarr(const ByteStore& store, StoreReader& reader,
                              const std::string& prefix, bool is_whole);

// The elements from `from` up to `to` along each axis. error[io] where a chunk is missing, damaged,
// or of another size, and where the array is larger than what is stored can stand for.
Array read_zarr(const ByteStore& store, StoreReader& reader, const Zarr& zarr, const Ints& from,
                const Ints& to);

// What is stored of an array of this type: keys as their words, [..., 2].
Ints stored_sizes(const Type& type);
// Of each chunk: the whole array up to 256 MiB, else as many of its rows.
Ints chunk_sizes(const Type& type);
// The chunks of an array, packed by zstd, and their names behind the prefix: "0.0", "c/0/0".
using PutChunk = std::function<void(const std::string& name, const std::string& bytes)>;
void write_zarr(const Array& array, bool is_third, const PutChunk& put);

}  // namespace rille
