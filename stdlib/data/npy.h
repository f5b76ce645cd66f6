// NumPy's file forms: one array, or several in a zip.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "vm/array.h"

namespace rille {

// One array of a .npy text; `name` stands in errors.
Array read_npy(std::string_view bytes, const std::string& name);
// What the head of such a file says, of which `bytes` are the first, and where its elements begin.
struct NpyPlace {
  Type type;
  size_t begin = 0;
  bool is_plain = false;  // they stand row by row, in this machine's order of bytes
};
NpyPlace npy_place(std::string_view bytes, const std::string& name);
// error[io] where a bool is neither of the two bytes: it would be true where it is printed and 255
// where it is summed.
void check_bools(const Array& array, const std::string& name);
// What stands in a .npy file before the elements; error[dtype] where NumPy lacks the dtype.
std::string npy_header(const Array& array);

// The sum that a zip keeps of a file's bytes.
uint32_t zip_checksum(std::string_view bytes);
// Unpacks the files of a zip, one after the other, in their order; stored or deflated, no zip64.
// A file is unpacked into memory that the host's Space counts, as much as the directory says.
using ZipFile = std::function<void(const std::string& file, std::string_view bytes)>;
void read_zip(std::string_view bytes, const std::string& name, const ZipFile& each);

// Arrays by name as an .npz file.
void write_npz(const std::string& path, std::span<const std::pair<std::string, Array>> arrays);

}  // namespace rille
