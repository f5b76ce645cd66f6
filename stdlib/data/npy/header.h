// NpyHeader: what a .npy file says of its elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/array.h"

namespace rille {

// Elements of a file: numbers, strings or records of fields.
//   word      as it stands in the file
//   dtype     of numbers; none: strings, fields, or what cannot be read, which `why_not` says
//   is_swapped   their bytes are in the order of other machines
//   size      bytes of one element
//   character 'S' or 'U' of strings
//   shape     of a field, of which each record has an array
//   is_left_out   a field that is not read
struct NpyForm {
  std::string word = {};
  std::optional<Dtype> dtype = {};
  bool is_swapped = false;
  uint64_t size = 0;
  char character = 0;
  std::string why_not = {}, way_out = {};
  Shape shape = {};
  bool is_left_out = false;
  std::vector<std::pair<std::string, NpyForm>> fields = {};
};

struct NpyHeader {
  NpyForm form;
  bool is_columns = false;  // the first axis runs fastest
  Shape shape;
};

// Of the text of a header, a Python dict of three entries in any order and nothing else; error[io].
NpyHeader read_npy_header(std::string_view text, const std::string& name);

// error[io] for elements that are no numbers, with a way out.
[[noreturn]] void refuse_npy(const NpyForm& form, const std::string& name);

[[noreturn]] void fail_npy(const std::string& name, std::string_view why);

// The letters of a dtype in a .npy file, without the order of bytes; none where NumPy lacks it.
std::optional<std::string_view> npy_word(Dtype dtype);

}  // namespace rille
