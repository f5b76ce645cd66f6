// Numbers, strings, and records from elements of a file.
#include "stdlib/data/npy/cells.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "stdlib/data/npy.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// Converts numbers from big-endian byte order. A complex number has two parts.
void swap_bytes(std::span<std::byte> all, Dtype dtype) {
  size_t width = bytes(dtype);
  if (dtype == Dtype::c64 || dtype == Dtype::c128) width /= 2;
  for (size_t at = 0; at < all.size() && width > 1; at += width) {
    std::ranges::reverse(all.subspan(at, width));
  }
}

void append_utf8(std::string& out, uint32_t code, const std::string& name) {
  bool is_none = code > 0x10FFFF || (code >= 0xD800 && code < 0xE000);
  if (is_none) fail_npy(name, str("a string contains the invalid code point ", code));
  auto tail = [&](int shift) { return static_cast<char>(0x80 | (code >> shift & 63)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += {static_cast<char>(0xC0 | code >> 6), tail(0)};
  } else if (code < 0x10000) {
    out += {static_cast<char>(0xE0 | code >> 12), tail(6), tail(0)};
  } else {
    out += {static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
  }
}

// Trailing zeros of a string are padding.
std::string string_of(const NpyDtype& form, std::string_view data, const std::string& name) {
  if (form.character == 'S') {
    std::string_view text = data.substr(0, data.find_last_not_of('\0') + 1);
    if (first_bad(text) == text.size()) return std::string(text);
    throw Error(Code::io,
                str("\"", name, "\" contains a string that is not UTF-8 (", form.word, ")"))
        .help("save the strings in Python as numbers: x.view(\"u1\")");
  }
  std::string out;
  size_t last = 0;
  for (size_t at = 0; at + 4 <= data.size(); at += 4) {
    uint32_t code = 0;
    std::memcpy(&code, data.data() + at, 4);
    if (form.is_swapped) code = __builtin_bswap32(code);
    append_utf8(out, code, name);
    if (code != 0) last = out.size();
  }
  out.resize(last);
  return out;
}

constexpr size_t room_of_string = 64;  // bytes of an empty string, with the allocator's overhead

// Strings as nested tuples, one level for each axis.
Value strings_of(const NpyDtype& form, const NpyElements& from, std::span<const Extent> shape,
                 int64_t& at) {
  if (shape.empty()) {
    auto begin = static_cast<uint64_t>(at++) * from.stride;
    return Value(string_of(form, from.data.substr(begin, form.size), from.name));
  }
  Values items;
  for (int64_t i = 0; i < shape[0].number(); ++i) {
    poll(items.size() * (sizeof(Value) + room_of_string));
    items.push_back(strings_of(form, from, shape.subspan(1), at));
  }
  return Value::tuple(std::move(items));
}

// Elements of the arrays in a field of each record of `from`, made contiguous.
NpyElements inner_of(const NpyDtype& form, const NpyElements& from, std::string& room) {
  int64_t each = 1;
  for (const Extent& extent : form.shape) each *= extent.number();
  uint64_t size = form.size * static_cast<uint64_t>(each);
  if (size > 0) room.reserve(size * static_cast<uint64_t>(from.count));
  PollCounter polls;
  for (int64_t i = 0; size > 0 && i < from.count; ++i) {
    polls.step();
    room += from.data.substr(static_cast<uint64_t>(i) * from.stride, size);
  }
  return {room, form.size, from.count * each, from.name};
}

Value field_of(State& state, const NpyDtype& form, const NpyElements& from, const Shape& shape) {
  Shape whole = shape;
  whole.insert(whole.end(), form.shape.begin(), form.shape.end());
  if (form.dtype) return Value(numbers_of(form, from, whole));
  std::string room;
  NpyDtype plain = form;
  plain.shape = {};
  return value_of(state, plain, inner_of(form, from, room), whole);
}

Value fields_of(State& state, const NpyDtype& form, const NpyElements& from, const Shape& shape) {
  std::vector<std::pair<std::string, Value>> out;
  uint64_t at = 0;
  for (const auto& [field, inner] : form.fields) {
    uint64_t size = inner.size;
    for (const Extent& extent : inner.shape) size *= static_cast<uint64_t>(extent.number());
    NpyElements there{from.data.substr(std::min<uint64_t>(at, from.data.size())), from.stride,
                      from.count, from.name};
    at += size;
    bool is_padding = field.empty() && inner.word.find('V') != std::string::npos;
    if (is_padding || inner.is_left_out) continue;
    std::string name = str(from.name, ": field ", field);
    NpyElements named{there.data, there.stride, there.count, name};
    out.emplace_back(field, field_of(state, inner, named, shape));
  }
  return Value::record(state, std::move(out));
}

}  // namespace

Array numbers_of(const NpyDtype& form, const NpyElements& from, const Shape& shape) {
  if (!form.dtype) refuse_npy(form, from.name);
  Array out(Type(*form.dtype, shape));
  if (out.byte_size() == 0) return out;
  size_t each = out.byte_size() / static_cast<size_t>(from.count);
  std::byte* to = out.edit_data();
  constexpr size_t piece = size_t{1} << 20;  // a multiple of every width
  bool is_dense = from.stride == each;
  size_t step = is_dense ? piece : each, size = out.byte_size();
  for (size_t at = 0, row = 0; at < size; at += step, ++row) {
    if (is_dense || row % 1024 == 0) poll();
    size_t begin = is_dense ? at : row * from.stride, now = std::min(step, size - at);
    std::memcpy(to + at, from.data.data() + begin, now);
    if (form.is_swapped) swap_bytes({to + at, now}, *form.dtype);
  }
  check_bools(out, from.name);
  return out;
}

Value value_of(State& state, const NpyDtype& form, const NpyElements& from, const Shape& shape) {
  if (form.dtype) return Value(numbers_of(form, from, shape));
  if (!form.fields.empty()) return fields_of(state, form, from, shape);
  if (form.character == 0) refuse_npy(form, from.name);
  int64_t at = 0;
  return strings_of(form, from, shape, at);
}

}  // namespace rille
