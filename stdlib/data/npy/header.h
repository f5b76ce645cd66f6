// NpyHeader: dtype, shape, and order of a .npy file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/array.h"

namespace rille {

// Type of the elements of a file: numbers, strings, or records of fields.
//   word         type as it is written in the file
//   dtype        dtype of numbers; none for strings, records, and types that cannot be read
//   is_swapped   whether the bytes have the opposite order of this machine's
//   size         bytes of one element
//   character    'S' or 'U' for strings, 0 otherwise
//   why_not      reason why the type cannot be read; empty if it can
//   way_out      help for a type that cannot be read
//   shape        shape of a field that has an array in each record
//   is_left_out  whether the field is not selected
struct NpyDtype {
  std::string word = {};
  std::optional<Dtype> dtype = {};
  bool is_swapped = false;
  uint64_t size = 0;
  char character = 0;
  std::string why_not = {}, way_out = {};
  Shape shape = {};
  bool is_left_out = false;
  std::vector<std::pair<std::string, NpyDtype>> fields = {};
};

struct NpyHeader {
  NpyDtype form;
  bool is_columns = false;  // true for Fortran (column-major) order
  Shape shape;
};

// Parses the text of a header: a Python dict with exactly three entries in any order. Raises
// error[io] otherwise.
NpyHeader read_npy_header(std::string_view text, const std::string& name);

// Raises error[io] for elements that are not numbers, with a help.
[[noreturn]] void refuse_npy(const NpyDtype& form, const std::string& name);

// Raises error[io]: "NAME" is not a valid array file: why.
[[noreturn]] void fail_npy(const std::string& name, std::string_view why);

// NumPy's type string of a dtype, without the byte order; none if NumPy lacks the dtype.
std::optional<std::string_view> npy_word(Dtype dtype);

}  // namespace rille
