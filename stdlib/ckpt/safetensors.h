// safetensors: named arrays in a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/array.h"

namespace rille {

struct NamedArray {
  std::string name;
  Array array;
};

// The file's bytes: a header of JSON, then the elements, biggest dtypes first and aligned. The
// header's metadata hold a CRC-32 of each array, which the reader checks where it is there.
std::string write_safetensors(const std::vector<NamedArray>& arrays);

// error[io] with the array's name where a header does not fit the file, two arrays overlap, bytes
// belong to none, or a checksum differs. Nothing in the file is trusted; names are never paths.
std::vector<NamedArray> read_safetensors(const std::string& bytes, const std::string& path);

}  // namespace rille
