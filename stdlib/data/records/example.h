// tf.Example: a protocol buffer of named features.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"
#include "vm/value.h"

namespace rille {

// Parses a tf.Example to a dict, sorted by name. A feature is i64[n], f32[n], or a tuple of u8[n]
// arrays; with `texts` a tuple of strings instead of u8[n] arrays.
Value read_example(std::string_view bytes, const FileLocation& whence, bool texts = false);

// Serializes a record, dict, or instance. Raises error[type] with the name of a field that is none
// of ints, bools, floats, a string, u8[n], or a tuple of strings or u8[n].
std::string example_bytes(const Value& tree, std::string_view who);

}  // namespace rille
