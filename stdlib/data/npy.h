// NumPy's file forms: one array, or several in a zip.
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

// One array of a .npy text; `name` stands in errors. Strings and records of fields are no array.
Array read_npy(std::string_view bytes, const std::string& name);
// The same, also of strings, which become a string or tuples of them, and of records of fields,
// which become a record of columns. `only`: the fields that are read, by name; null: all.
struct NpyWish {
  const std::vector<std::string>* only = nullptr;
  bool is_alone = true;  // there are no other arrays in the file
  std::string_view way = "`only = (…)` reads the other fields";  // where one cannot be read
};
Value read_npy_value(State& state, std::string_view bytes, const std::string& name,
                     const NpyWish& wish = {});
// Whether a text begins as a .npy file.
bool is_npy(std::string_view bytes);
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
// The array that a file keeps of a value: host numbers and tuples of them, nested too, are i64, f64
// or bool. error[type] and error[shape] name `who`; error[value] where an int among floats is no
// f64.
Array npy_array(const Value& x, std::string_view who);
// What stands in a .npy file before the elements; error[dtype] where NumPy lacks the dtype.
std::string npy_header(const Array& array);

// The sum that a zip keeps of a file's bytes.
uint32_t zip_checksum(std::string_view bytes);
// Unpacks the wanted files of a zip, one after the other, in their order; stored or deflated, zip64
// too. A file is unpacked into memory that the host's Space counts, as much as the directory says;
// one that is not wanted is not looked at.
using ZipWanted = std::function<bool(const std::string& file)>;
using ZipFile = std::function<void(const std::string& file, std::string_view bytes)>;
void read_zip(std::string_view bytes, const std::string& name, const ZipWanted& wanted,
              const ZipFile& each);
// The arrays of an .npz text by name, those that are wanted; what is no .npy file in it is left
// out.
using NpzArray = std::function<void(const std::string& field, std::string_view bytes)>;
void read_npz(std::string_view bytes, const std::string& name, const ZipWanted& wanted,
              const NpzArray& each);

// Arrays by name as an .npz file.
void write_npz(const std::string& path, std::span<const std::pair<std::string, Array>> arrays);

}  // namespace rille
