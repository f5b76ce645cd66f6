// safetensors: named arrays in a file.
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

using Words = std::map<std::string, std::string, std::less<>>;

// What the metadata of our own files say beside the user's:
//   rille          the version of all this, 2
//   rille.sum      CRC-32C of the header, eight hex digits, made with zeros in their place
//   rille.tree     the structure of the tree, stdlib/ckpt/tree_text.h
//   rille.host     which arrays are host numbers: places in the order of names
//   crc32c:NAME    CRC-32C of each megabyte of an array; what is bound with it: sum_of_chunk()
//   dtype:NAME     of an element type that the format lacks, which is stored as another
//   key:NAME       the algorithm of a key, which is stored as its two words
//   crc32:NAME     of version 1: zlib's CRC-32 of an array
inline constexpr std::string_view version_mark = "rille", sum_mark = "rille.sum",
                                  tree_mark = "rille.tree", host_mark = "rille.host",
                                  chunks_mark = "crc32c:", dtype_mark = "dtype:", key_mark = "key:",
                                  crc_mark = "crc32:", meta_mark = "meta";
inline constexpr std::string_view key_kind = "threefry2x32";
inline constexpr size_t chunk_bytes = size_t{1} << 20;  // that have a checksum of their own

struct ForeignForm;  // stdlib/ckpt/foreign.h

// Where an array lies behind the header, and as what: `stored` is a type that the format has.
// Elements of a `word` that no dtype has are widened by `form`, or cannot be read.
struct ArrayPiece {
  std::string name;
  Type type, stored;
  uint64_t begin = 0, end = 0;
  std::vector<uint32_t> sums = {};  // of its chunks; none: the file has none
  bool is_weak = false;
  std::string word = {};
  const ForeignForm* form = nullptr;
  bool is_foreign() const { return !word.empty(); }
  uint64_t bytes() const { return end - begin; }
  size_t chunks() const { return (bytes() + chunk_bytes - 1) / chunk_bytes; }
};

// The checksum of a chunk of the piece: of its name, type and number too, so that no other chunk,
// sound as it may be, stands for it.
uint32_t sum_of_chunk(const ArrayPiece& piece, size_t chunk, const void* data, size_t size);
uint32_t sum_of_place(const ArrayPiece& piece, size_t chunk);  // of these, and no byte yet

// The pieces of arrays in the order of a file, the biggest element types first, so that all are
// aligned. The arrays are put in that order. error[value] where a name stands there twice.
std::vector<ArrayPiece> pieces_of(std::vector<NamedArray>& arrays);

// What stands before the arrays: the length of a header of JSON, and it. As long whatever the sums.
std::string header_of(const std::vector<ArrayPiece>& pieces, const Words& words);

struct Header {
  std::vector<ArrayPiece> pieces;  // by name
  Words words;                     // the metadata
  uint64_t size = 0;               // of it all: where the arrays begin
  bool is_ours() const { return words.contains(version_mark); }
};

// `bytes`: what the file begins with; `size`: of the file. error[io] with the array's name where
// the header does not fit the file, two arrays overlap, bytes belong to none, or the header's
// checksum differs. Nothing in the file is trusted; names are never paths.
Header read_header(std::string_view bytes, uint64_t size, const std::string& path);

// How many bytes the header takes, by the first eight of the file.
uint64_t header_size(std::string_view eight, uint64_t size, const std::string& path);

// error[io] where the first bytes are those of a known kind of file, which it names.
void refuse_stranger(std::string_view begin, const std::string& path);

[[noreturn]] void refuse_file(const std::string& path, const std::string& why);

std::unique_ptr<Checkpoint> open_safetensors(const std::string& path);

// The metadata of a file of ours, by its header alone.
Words words_of_file(const std::string& path);

// How a file is written: on how many threads at most, since a disk takes one write to a file at a
// time and the other sums meanwhile; `done` counts the bytes that are.
struct Writing {
  size_t lanes = 2;
  std::atomic<uint64_t>* done = nullptr;
};

// Writes a file of these arrays: in one pass over their memory, and synced; in one step where the
// path is a file's (stdlib/file.h). `words`: the metadata beside the checksums.
void write_safetensors(const std::string& path, std::vector<NamedArray> arrays, Words words,
                       const Writing& how = {});

}  // namespace rille
