// Writes chunks of zarr arrays.
#include <algorithm>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/ckpt/zarr/zarr.h"

namespace rille {
namespace {

constexpr int level_of_2 = 1, level_of_3 = 3;  // zstd levels that Orbax uses
constexpr int64_t max_of_chunk = int64_t{256} << 20;

// TensorStore stores an int of four bits in the low half of a byte, with zeros in the high half.
std::string low_halves(std::string_view elements) {
  std::string out(elements);
  for (char& x : out) x = static_cast<char>(x & 15);
  return out;
}

std::string packed(std::string_view elements, bool is_third) {
  std::string out = packed_zstd(elements, is_third ? level_of_3 : level_of_2);
  if (!is_third) return out;
  std::string index;  // index of the shard, which has a single chunk
  put_little(index, 0, 8);
  put_little(index, out.size(), 8);
  uint32_t sum = crc32c(index);
  put_little(index, sum, 4);
  return out + index;
}

std::string name_of(int64_t first, size_t rank, bool is_third) {
  std::string out = is_third ? "c" : "";
  for (size_t axis = 0; axis < rank; ++axis) {
    if (is_third) out += '/';
    if (!is_third && axis > 0) out += '.';
    out += std::to_string(axis == 0 ? first : 0);
  }
  return rank == 0 && !is_third ? "0" : out;
}

}  // namespace

Ints stored_sizes(const Type& type) {
  Ints out = type.ints();
  if (type.dtype() == Dtype::key) out.push_back(2);
  return out;
}

Ints chunk_sizes(const Type& type) {
  Ints out = stored_sizes(type);
  for (int64_t& size : out) size = std::max<int64_t>(size, 1);
  if (out.empty()) return out;
  int64_t row = type.dtype() == Dtype::key ? 4 : static_cast<int64_t>(bytes(type.dtype()));
  for (size_t axis = 1; axis < out.size(); ++axis) row *= out[axis];
  // The number of rows of a chunk divides the axis, so that no chunk extends beyond the array.
  int64_t most = std::max<int64_t>(1, max_of_chunk / std::max<int64_t>(row, 1));
  int64_t rows = std::min(out[0], most);
  while (out[0] % rows != 0) --rows;
  out[0] = rows;
  return out;
}

void write_zarr(const Array& array, bool is_third, const ChunkWriter& put) {
  Ints sizes = stored_sizes(array.type()), chunk = chunk_sizes(array.type());
  std::string_view elements(reinterpret_cast<const char*>(array.data()), array.byte_size());
  if (elements.empty()) return;
  std::string halves;
  if (bits(array.dtype()) == 4) elements = halves = low_halves(elements);
  auto count = static_cast<size_t>(sizes.empty() ? 1 : sizes[0] / chunk[0]);
  size_t bytes = elements.size() / count;
  for (size_t i = 0; i < count; ++i) {
    put(name_of(static_cast<int64_t>(i), sizes.size(), is_third),
        packed(elements.substr(i * bytes, bytes), is_third));
  }
}

}  // namespace rille
