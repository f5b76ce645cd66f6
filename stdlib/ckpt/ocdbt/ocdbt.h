// OCDBT: TensorStore's database of names and bytes in files.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/ckpt/store.h"

namespace rille {

inline constexpr std::string_view ocdbt_manifest = "manifest.ocdbt";

// All names of the newest version of the database in a folder, from the layout that TensorStore
// documents (kvstore/ocdbt): a manifest, B+tree nodes, and values in the nodes or in files beside
// them. error[io] where a checksum differs, names are out of order, a node stands twice in the
// tree, or a path leads out of the folder. Values are not looked at.
ByteStore ocdbt_store(const std::string& folder);

// Where a value that is written stands.
struct OcdbtValue {
  std::string name;
  uint64_t at = 0, bytes = 0;            // in the file of values
  std::optional<std::string> held = {};  // in the node, where short
};

// The files of a database of one version, without its file of values: paths in the folder, and
// their bytes; the manifest is the last. The values are ordered by name, of which there are no two.
std::vector<std::pair<std::string, std::string>> ocdbt_files(std::span<const OcdbtValue> values,
                                                             const std::string& file_of_values);
// A name for a file of it that no other has: d/ and 32 digits.
std::string ocdbt_file_name();

}  // namespace rille
