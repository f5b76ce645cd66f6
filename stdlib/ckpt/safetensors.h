// safetensors: named arrays in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vm/array.h"

namespace rille {

struct NamedArray {
  std::string name;
  Array array;
};

// Puts the arrays in the order of the file, biggest dtypes first, and gives what stands before
// their elements: a header of JSON, so long that these are aligned. Its metadata hold a CRC-32 of
// each array, which the reader checks where it is there.
std::string safetensors_header(std::vector<NamedArray>& arrays);

// error[io] with the array's name where a header does not fit the file, two arrays overlap, bytes
// belong to none, a bool is neither 0 nor 1, or a checksum differs. Nothing in the file is
// trusted; names are never paths. The arrays come in the order of their names.
std::vector<NamedArray> read_safetensors(std::string_view bytes, const std::string& path);

}  // namespace rille
