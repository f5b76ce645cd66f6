// tf.Example: features by name, as a protocol buffer.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"
#include "vm/value.h"

namespace rille {

// A dict by names in order: i64[n], f32[n], and of bytes a tuple of u8[n], or of strings.
Value read_example(std::string_view bytes, const Whence& whence, bool texts = false);

// Of a record, dict or instance; error[type] names the field that is none of ints, floats, strings,
// u8[n] and tuples of the last two.
std::string example_bytes(const Value& tree, std::string_view who);

}  // namespace rille
