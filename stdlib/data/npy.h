// NumPy's file formats: .npy, and .npz, a zip of .npy.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/array.h"
#include "vm/value.h"

namespace rille {

class State;

// Reads the array of a .npy file from its bytes; `name` is used in errors. Raises error[io] for
// strings and records.
Array read_npy(std::string_view bytes, const std::string& name);
// Reads an array, strings (as a string or tuples of strings), or records (as a record of columns)
// from the bytes of a .npy file. `only` has the names of the fields to read; null reads all.
struct NpyOptions {
  const std::vector<std::string>* only = nullptr;
  bool is_alone = true;  // true if the file holds no other arrays
  // Help of the error for a field that cannot be read.
  std::string_view way = "`only = (…)` reads the other fields";
};
Value read_npy_value(State& state, std::string_view bytes, const std::string& name,
                     const NpyOptions& wish = {});
// Whether bytes begin with the magic bytes of a .npy file.
bool is_npy(std::string_view bytes);
// Header of a .npy file that begins with `bytes`, and the offset of its elements.
struct NpyLocation {
  Type type;
  size_t begin = 0;
  bool is_plain = false;  // true for row-major order in native byte order
};
NpyLocation npy_place(std::string_view bytes, const std::string& name);
// Raises error[io] if a bool is neither byte 0 nor byte 1: it would print as true, but count as 255
// in a sum.
void check_bools(const Array& array, const std::string& name);
// Array to write for a value: scalars and nested tuples of scalars become i64, f64, or bool. Raises
// error[type] and error[shape] with the name `who`, and error[value] if an int among floats is not
// exactly representable in f64.
Array npy_array(const Value& x, std::string_view who);
// Bytes of a .npy file before the elements. Raises error[dtype] if NumPy lacks the dtype.
std::string npy_header(const Array& array);

// CRC-32 of the bytes of a file, as stored in a zip.
uint32_t zip_checksum(std::string_view bytes);
// Decompresses the wanted files of a zip one after another, in the order of the directory. Supports
// stored and deflated files, and zip64. A file is decompressed into memory of the size that the
// directory states, which the host's Space counts. Other files are not read.
using ZipFilter = std::function<bool(const std::string& file)>;
using ZipVisitor = std::function<void(const std::string& file, std::string_view bytes)>;
void read_zip(std::string_view bytes, const std::string& name, const ZipFilter& wanted,
              const ZipVisitor& each);
// Calls `each` with the wanted arrays of an .npz file. Files in it that are not .npy are skipped.
using NpzVisitor = std::function<void(const std::string& field, std::string_view bytes)>;
void read_npz(std::string_view bytes, const std::string& name, const ZipFilter& wanted,
              const NpzVisitor& each);

// Writes named arrays as an .npz file.
void write_npz(const std::string& path, std::span<const std::pair<std::string, Array>> arrays);

}  // namespace rille
