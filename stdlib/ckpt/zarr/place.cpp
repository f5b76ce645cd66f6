// Copies elements between chunks and slices.
#include "stdlib/ckpt/zarr/place.h"

#include <algorithm>
#include <cstring>

#include "vm/run/running.h"

namespace rille {
namespace {

// The overlap of a chunk and a slice: its sizes, and its offsets and strides in both, in bytes.
struct ChunkOverlap {
  Ints extents, in_steps, out_steps;
  size_t in = 0, out = 0, element = 0;
};

ChunkOverlap common_of(const ChunkLayout& form, const Ints& origin, const Ints& from,
                       const Ints& to) {
  size_t rank = from.size();
  ChunkOverlap part{Ints(rank), Ints(rank), Ints(rank)};
  part.element = bytes(form.dtype);
  auto step = static_cast<int64_t>(part.element);
  for (size_t i = rank; i-- > 0;) {
    auto axis = static_cast<size_t>(form.order.empty() ? static_cast<int>(i) : form.order[i]);
    part.in_steps[axis] = step;
    step *= form.shape[axis];
  }
  step = static_cast<int64_t>(part.element);
  for (size_t i = rank; i-- > 0;) {
    part.out_steps[i] = step;
    step *= to[i] - from[i];
    int64_t begin = std::max(origin[i], from[i]), end = std::min(origin[i] + form.shape[i], to[i]);
    part.extents[i] = end - begin;
    part.in += static_cast<size_t>((begin - origin[i]) * part.in_steps[i]);
    part.out += static_cast<size_t>((begin - from[i]) * part.out_steps[i]);
  }
  return part;
}

template <size_t size>
void copy_elements(const char* in, int64_t in_step, char* out, int64_t out_step, int64_t count) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * out_step, in + i * in_step, size);
}

void copy_line(const ChunkOverlap& part, size_t axis, const char* in, char* out) {
  int64_t in_step = part.in_steps[axis], out_step = part.out_steps[axis];
  int64_t count = part.extents[axis];
  auto element = static_cast<int64_t>(part.element);
  if (in_step == element && out_step == element) {
    return copy_bytes(out, in, static_cast<size_t>(count) * part.element);
  }
  switch (element) {
    case 1: return copy_elements<1>(in, in_step, out, out_step, count);
    case 2: return copy_elements<2>(in, in_step, out, out_step, count);
    case 4: return copy_elements<4>(in, in_step, out, out_step, count);
    case 8: return copy_elements<8>(in, in_step, out, out_step, count);
    default: return copy_elements<16>(in, in_step, out, out_step, count);
  }
}

void copy_axis(const ChunkOverlap& part, size_t axis, const char* in, char* out) {
  if (part.extents.empty()) {
    std::memcpy(out, in, part.element);
    return;
  }
  if (axis + 1 == part.extents.size()) {
    PollCounter().step();
    return copy_line(part, axis, in, out);
  }
  for (int64_t i = 0; i < part.extents[axis]; ++i) {
    copy_axis(part, axis + 1, in + i * part.in_steps[axis], out + i * part.out_steps[axis]);
  }
}

}  // namespace

bool meets_box(const Ints& shape, const Ints& origin, const Ints& from, const Ints& to) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (origin[i] >= to[i] || origin[i] + shape[i] <= from[i] || from[i] >= to[i]) return false;
  }
  return true;
}

void place_chunk(const ChunkLayout& form, std::span<const char> elements, const Ints& origin,
                 const Ints& from, const Ints& to, Array& out) {
  ChunkOverlap part = common_of(form, origin, from, to);
  copy_axis(part, 0, elements.data() + part.in,
            reinterpret_cast<char*>(out.edit_data()) + part.out);
}

void fill_chunk(const ChunkLayout& form, const std::string& element, const Ints& origin,
                const Ints& from, const Ints& to, Array& out) {
  ChunkOverlap part = common_of(form, origin, from, to);
  std::ranges::fill(part.in_steps, 0);
  copy_axis(part, 0, element.data(), reinterpret_cast<char*>(out.edit_data()) + part.out);
}

void fill_all(const std::string& element, Array& out) {
  char* to = reinterpret_cast<char*>(out.edit_data());
  size_t size = out.byte_size(), done = std::min(element.size(), size);
  element.copy(to, done);
  while (done < size) {  // doubles the filled part in each iteration
    size_t next = std::min(done, size - done);
    copy_bytes(to + done, to, next);
    done += next;
  }
}

void turn_bytes(Dtype dtype, std::span<char> elements) {
  size_t size = is_complex(dtype) ? bytes(dtype) / 2 : bytes(dtype);
  PollCounter polls;
  for (size_t at = 0; size > 1 && at + size <= elements.size(); at += size) {
    polls.step();
    std::reverse(elements.data() + at, elements.data() + at + size);
  }
}

void settle_elements(Array& out, const FileLocation& whence) {
  Dtype dtype = out.dtype();
  if (dtype != Dtype::boolean && bits(dtype) != 4) return;
  std::byte* data = out.edit_data();
  for (size_t i = 0; i < out.size(); ++i) {
    auto x = static_cast<uint8_t>(data[i]);
    if (dtype == Dtype::boolean) {
      whence.need(x <= 1, str("byte ", static_cast<int>(x), " is not a valid bool"));
    } else {
      auto wide = static_cast<int64_t>(x);
      data[i] = dtype == Dtype::i4 ? static_cast<std::byte>(Int4(wide).value)
                                   : static_cast<std::byte>(UInt4(wide).value);
    }
  }
}

}  // namespace rille
