// OCDBT: the key-value database of TensorStore.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/ckpt/store.h"

namespace rille {

inline constexpr std::string_view ocdbt_manifest = "manifest.ocdbt";

// Lists the keys of the newest version of the database in a directory. The layout is that of the
// documentation of TensorStore (kvstore/ocdbt): a manifest, B+tree nodes, and values in the nodes
// or in separate files. error[io] if a checksum does not match, keys are out of order, a node
// occurs twice in the tree, or a path leads out of the directory. Values are not read.
ByteStore ocdbt_store(const std::string& folder);

// A value to write, and its location.
struct OcdbtValue {
  std::string name;
  uint64_t at = 0, bytes = 0;            // range in the file of values
  std::optional<std::string> held = {};  // a short value, which is stored in the node
};

// The files of a database with one version, without its file of values: relative paths and
// contents, the manifest last. The values must be sorted by name, without duplicates.
std::vector<std::pair<std::string, std::string>> ocdbt_files(std::span<const OcdbtValue> values,
                                                             const std::string& file_of_values);
// A unique name for a file of a database: d/ and 32 random hexadecimal digits.
std::string ocdbt_file_name();

}  // namespace rille
