// Writes OCDBT databases with one version.
#include <sys/random.h>

#include <algorithm>
#include <chrono>

#include "stdlib/ckpt/ocdbt/form.h"
#include "stdlib/ckpt/ocdbt/ocdbt.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr size_t max_of_leaf = size_t{8} << 20;  // size at which a leaf node is completed
constexpr uint64_t inline_bytes = 1024, node_bytes = 100'000'000;  // as in the config of Orbax

std::string random_bytes(size_t count) {
  std::string out(count, '\0');
  if (::getrandom(out.data(), count, 0) != static_cast<ssize_t>(count)) {
    throw Error(Code::io, "cannot read random bytes from the system");
  }
  return out;
}

size_t shared(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// Writes names, each without the prefix that it shares with the previous one; `extra` writes
// further columns.
template <class Extra>
void put_names(std::string& out, const std::vector<std::string_view>& names, const Extra& extra) {
  std::string own, bytes;
  for (size_t i = 0; i < names.size(); ++i) {
    size_t common = i == 0 ? 0 : shared(names[i - 1], names[i]);
    if (i > 0) put_varint(out, common);
    put_varint(own, names[i].size() - common);
    bytes += names[i].substr(common);
  }
  out += own;
  extra();
  out += bytes;
}

void put_files(std::string& out, const std::string& path) {
  if (path.empty()) return put_varint(out, 0);
  put_varint(out, 1);
  put_names(out, {path}, [&] { put_varint(out, 0); });  // all paths have the same base directory
}

// A written node, with the data that its parent stores.
struct TreeNode {
  std::string_view first;  // its first name
  uint64_t at = 0, bytes = 0, names = 0, tree_bytes = 0, value_bytes = 0;
};

struct NodeFile {
  std::string path, bytes;  // path and contents of the file of all nodes

  TreeNode add(const std::string& body, TreeNode node) {
    std::string whole = ocdbt_wrapped(OcdbtFrame::node, body);
    node.at = bytes.size();
    node.bytes = whole.size();
    node.tree_bytes += whole.size();
    bytes += whole;
    return node;
  }
};

TreeNode leaf(NodeFile& tree, std::span<const OcdbtValue> values, const std::string& file) {
  std::vector<std::string_view> names;
  bool has_outside = false;
  TreeNode node{.first = values.front().name, .names = values.size()};
  for (const OcdbtValue& value : values) {
    names.emplace_back(value.name);
    has_outside |= !value.held;
    if (!value.held) node.value_bytes += value.bytes;
  }
  std::string body(1, '\0'), kinds, files, places, held;
  put_files(body, has_outside ? file : "");
  put_varint(body, values.size());
  put_names(body, names, [] {});
  for (const OcdbtValue& value : values) {
    put_varint(body, value.held ? value.held->size() : value.bytes);
    put_varint(kinds, value.held ? 0 : 1);
    if (!value.held) put_varint(files, 0);
    if (!value.held) put_varint(places, value.at);
    if (value.held) held += *value.held;
  }
  return tree.add(body + kinds + files + places + held, node);
}

// Writes an inner node. The names of the children are stored without shared prefixes of subtrees.
TreeNode inner(NodeFile& tree, std::span<const TreeNode> below, int height) {
  std::vector<std::string_view> names;
  TreeNode node{.first = below.front().first};
  for (const TreeNode& child : below) {
    names.push_back(child.first);
    node.names += child.names;
    node.tree_bytes += child.tree_bytes;
    node.value_bytes += child.value_bytes;
  }
  std::string body(1, static_cast<char>(height));
  put_files(body, tree.path);
  put_varint(body, below.size());
  put_names(body, names, [&] {
    for (size_t i = 0; i < names.size(); ++i) put_varint(body, 0);
  });
  for (size_t i = 0; i < below.size(); ++i) put_varint(body, 0);
  for (auto field : {&TreeNode::at, &TreeNode::bytes, &TreeNode::names, &TreeNode::tree_bytes,
                     &TreeNode::value_bytes}) {
    for (const TreeNode& child : below) put_varint(body, child.*field);
  }
  return tree.add(body, node);
}

std::vector<TreeNode> leaves(NodeFile& tree, std::span<const OcdbtValue> values,
                             const std::string& file) {
  std::vector<TreeNode> out;
  size_t from = 0, bytes = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    bytes += 24 + values[i].name.size() + (values[i].held ? values[i].held->size() : 0);
    if (bytes < max_of_leaf && i + 1 < values.size()) continue;
    out.push_back(leaf(tree, values.subspan(from, i + 1 - from), file));
    from = i + 1;
    bytes = 0;
  }
  return out;
}

uint64_t nanoseconds_now() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::nanoseconds(now).count());
}

std::string manifest(const NodeFile& tree, const std::vector<TreeNode>& root, int height) {
  std::string body = random_bytes(16);
  for (uint64_t x : {uint64_t{0}, inline_bytes, node_bytes}) put_varint(body, x);
  body += '\4';  // arity of the version tree: sixteen
  put_varint(body, 0);
  put_files(body, root.empty() ? "" : tree.path);
  TreeNode top = root.empty() ? TreeNode() : root[0];
  put_varint(body, 1);  // number of versions
  put_varint(body, 1);  // generation of this version
  body += static_cast<char>(height);
  for (uint64_t x : {uint64_t{0}, top.at, top.bytes, top.names, top.tree_bytes, top.value_bytes}) {
    put_varint(body, x);
  }
  put_little(body, nanoseconds_now(), 8);
  put_varint(body, 0);  // number of nodes of older versions
  return ocdbt_wrapped(OcdbtFrame::manifest, body);
}

}  // namespace

std::string ocdbt_file_name() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "d/";
  for (char c : random_bytes(16)) {
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> ocdbt_files(std::span<const OcdbtValue> values,
                                                             const std::string& file_of_values) {
  constexpr size_t children = 4096;
  NodeFile tree{ocdbt_file_name(), ""};
  std::vector<TreeNode> level = leaves(tree, values, file_of_values);
  int height = 0;
  while (level.size() > 1) {
    std::vector<TreeNode> above;
    ++height;
    for (size_t from = 0; from < level.size(); from += children) {
      size_t count = std::min(children, level.size() - from);
      above.push_back(inner(tree, std::span(level).subspan(from, count), height));
    }
    level = std::move(above);
  }
  std::vector<std::pair<std::string, std::string>> out;
  if (!level.empty()) out.emplace_back(tree.path, tree.bytes);
  out.emplace_back(ocdbt_manifest, manifest(tree, level, height));
  return out;
}

}  // namespace rille
