// safetensors: files of named arrays.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/ckpt/checkpoint.h"
#include "vm/array.h"

namespace rille {

struct NamedArray {
  std::string name;
  Array array;
};

using MetadataMap = std::map<std::string, std::string, std::less<>>;

// Metadata that Rille writes in addition to the user's:
//   rille          the version of this metadata, 2
//   rille.sum      CRC-32C of the header, eight hex digits, computed with zeros in their place
//   rille.tree     the structure of the tree, stdlib/ckpt/tree_text.h
//   rille.host     indices of the arrays that are host scalars, in the order of names
//   crc32c:NAME    CRC-32C of each MiB of an array; sum_of_chunk() defines what it covers
//   dtype:NAME     the dtype of an array that is stored with another one, which the format has
//   key:NAME       the algorithm of a key, which is stored as two u32
//   crc32:NAME     in version 1: zlib's CRC-32 of an array
inline constexpr std::string_view version_mark = "rille", sum_mark = "rille.sum",
                                  tree_mark = "rille.tree", host_mark = "rille.host",
                                  chunks_mark = "crc32c:", dtype_mark = "dtype:", key_mark = "key:",
                                  crc_mark = "crc32:", meta_mark = "meta";
inline constexpr std::string_view key_kind = "threefry2x32";
inline constexpr size_t chunk_bytes = size_t{1} << 20;  // each chunk has its own checksum

struct ForeignFloatFormat;  // stdlib/ckpt/foreign.h

// The position of an array after the header, and its type: `type` in Rille, `stored` in the file.
// If no dtype represents the elements, `word` is their type in the file, and they are converted by
// `form`; with a null `form` they cannot be read.
struct ArrayEntry {
  std::string name;
  Type type, stored;
  uint64_t begin = 0, end = 0;
  std::vector<uint32_t> sums = {};  // checksums of the chunks; empty if the file has none
  bool is_weak = false;
  std::string word = {};
  const ForeignFloatFormat* form = nullptr;
  bool is_foreign() const { return !word.empty(); }
  uint64_t bytes() const { return end - begin; }
  size_t chunks() const { return (bytes() + chunk_bytes - 1) / chunk_bytes; }
};

// The checksum of a chunk. It covers the name and type of the array and the index of the chunk, so
// that a valid chunk in the wrong position is detected.
uint32_t sum_of_chunk(const ArrayEntry& piece, size_t chunk, const void* data, size_t size);
uint32_t sum_of_place(const ArrayEntry& piece, size_t chunk);  // the same before any data

// Sorts the arrays into the order of the file and returns their pieces. The widest element types
// come first, so that every array is aligned.
std::vector<ArrayEntry> pieces_of(std::vector<NamedArray>& arrays);

// The beginning of a file: the size of the JSON header, and the header. The size does not depend on
// the checksums. error[value] if a name occurs twice.
std::string header_of(const std::vector<ArrayEntry>& pieces, const MetadataMap& words);

struct SafetensorsHeader {
  std::vector<ArrayEntry> pieces;  // sorted by name
  MetadataMap words;               // the metadata
  uint64_t size = 0;               // the total size of the header: the offset of the arrays
  bool is_ours() const { return words.contains(version_mark); }
};

// Parses the header from the beginning `bytes` of a file of `size` bytes. error[io] with the name
// of the array if the header does not match the file, two arrays overlap, bytes belong to no array,
// or the checksum of the header does not match. Nothing in the file is trusted; names are never
// used as paths.
SafetensorsHeader read_header(std::string_view bytes, uint64_t size, const std::string& path);

// The total size of the header, from the first eight bytes of the file.
uint64_t header_size(std::string_view eight, uint64_t size, const std::string& path);

// Raises error[io] with the format of the file if its first bytes identify a different format.
void refuse_stranger(std::string_view begin, const std::string& path);

[[noreturn]] void refuse_file(const std::string& path, const std::string& why);

std::unique_ptr<Checkpoint> open_safetensors(const std::string& path);

// The metadata of a file; only the header is read.
MetadataMap words_of_file(const std::string& path);

// Options of writing. `lanes` is the maximum number of threads: a disk accepts one write to a file
// at a time, while the other thread computes checksums. `done` counts the bytes written so far.
struct WriteOptions {
  size_t lanes = 2;
  std::atomic<uint64_t>* done = nullptr;
};

// Writes and syncs a file in one pass over the memory of the arrays. A regular file is written
// atomically (stdlib/file.h). `words` is the metadata without the checksums.
void write_safetensors(const std::string& path, std::vector<NamedArray> arrays, MetadataMap words,
                       const WriteOptions& how = {});

}  // namespace rille
