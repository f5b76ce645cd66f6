// data.load_raw: numbers of a binary file without header.
#include <cstring>

#include "stdlib/array.h"
#include "stdlib/data/npy.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

void need_whole_bytes(Dtype dtype) {
  if (kind(dtype) != DtypeKind::key && bits(dtype) % 8 == 0) return;
  throw labelled(Error(Code::dtype, str("data.load_raw: `dtype` is ", dtype,
                                        ", expected a number dtype of whole bytes")),
                 "dtype");
}

// Number of bytes after the offset.
int64_t rest_of(const OpenFile& file, const std::string& path, int64_t offset) {
  if (offset >= 0 && offset <= file.bytes()) return file.bytes() - offset;
  Error error(Code::value, str("data.load_raw: `offset` is ", offset, ", expected 0 to ",
                               file.bytes(), ", the size of \"", path, "\""));
  throw labelled(std::move(error), "offset");
}

Type type_of(Dtype dtype, const std::optional<Shape>& shape, int64_t rest,
             const std::string& path) {
  auto width = static_cast<int64_t>(bytes(dtype));
  Type type(dtype, shape ? *shape : Shape{Extent(rest / width)});
  int64_t wanted = checked_product(type.count(), width);
  if (wanted > rest) {
    throw Error(Code::io, str("\"", path, "\" has ", rest, " bytes after the offset, expected ",
                              wanted, " for ", type));
  }
  if (shape || rest % width == 0) return type;
  throw Error(Code::io,
              str("\"", path, "\" has ", rest, " bytes after the offset, expected a multiple of ",
                  width, ", the size of ", dtype));
}

Array raw(std::string path, Dtype dtype, const std::optional<Shape>& shape, int64_t offset) {
  need_whole_bytes(dtype);
  OpenFile file(path);
  Array out(type_of(dtype, shape, rest_of(file, path, offset), path));
  size_t size = out.byte_size();
  std::byte* to = size > 0 ? out.edit_data() : nullptr;
  constexpr size_t piece = size_t{1} << 20;
  for (size_t at = 0; at < size;) {
    poll();
    std::string read = file.read(offset + static_cast<int64_t>(at), std::min(piece, size - at));
    if (read.empty()) throw Error(Code::io, str("\"", path, "\" is truncated"));
    std::memcpy(to + at, read.data(), read.size());
    at += read.size();
  }
  check_bools(out, path);
  return out;
}

}  // namespace

extern const Builtin data_load_raw_builtin = {
    .signature =
        "data.load_raw(path: str, dtype: dtype = u8, shape: shape = nil, offset: int = 0) -> array",
    .brief = "Reads an array from a binary file without header, in little-endian byte order.",
    .params = {{"path", "Path of a file of numbers, such as tokens, samples, or pixels."},
               {"dtype", "Dtype of the numbers, of whole bytes."},
               {"shape",
                "Shape of the array; only its elements are read. If nil, all numbers after the "
                "offset are read as a vector."},
               {"offset", "Number of bytes to skip, from 0 to the size of the file."}},
    .errors =
        "error[io] if the file cannot be read or is too short, or its size is not a multiple of "
        "the element size; error[value] if `offset` is outside of the file; error[dtype] if "
        "`dtype` has no whole bytes",
    .example =
        "data.save_npy(\"r.npy\", u8([7, 8])); data.load_raw(\"r.npy\", offset = 128)  #> [7, 8]",
    .source = "numpy.fromfile with count and offset",
    .call = bind<&raw>,
    .purity = Purity::host,
};

}  // namespace rille
