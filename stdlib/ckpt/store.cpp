// ByteStore: a folder's files, and reading parts of files.
#include "stdlib/ckpt/store.h"

#include <algorithm>
#include <filesystem>

#include "vm/running.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 64;  // folders in folders
constexpr size_t piece = size_t{1} << 22;

struct Walk {
  ByteStore& store;
  std::span<const std::string_view> without;

  void folder(const fs::path& path, const std::string& prefix, int depth) {
    std::error_code error;
    fs::directory_iterator each(path, error);
    for (; !error && each != fs::directory_iterator(); each.increment(error)) {
      poll();
      entry(*each, prefix + each->path().filename().string(), depth);
    }
    if (error) {
      throw Error(Code::io, str("cannot read \"", path.string(), "\": ", error.message()));
    }
  }

  void entry(const fs::directory_entry& each, const std::string& name, int depth) {
    auto begins = [&](std::string_view word) { return name.starts_with(word); };
    if (std::ranges::any_of(without, begins)) return;
    std::error_code unknown;
    if (each.is_symlink(unknown) && each.is_directory(unknown)) return;  // it may lead back
    if (each.is_directory(unknown)) {
      if (depth == deepest) {
        throw Error(Code::io,
                    str("\"", each.path().string(), "\": folders nest deeper than ", deepest));
      }
      return folder(each.path(), name + "/", depth + 1);
    }
    if (!each.is_regular_file(unknown)) return;
    uint64_t bytes = each.file_size(unknown);
    store.all.push_back({name, store.files.size(), 0, bytes});
    store.files.push_back(each.path().string());
  }
};

}  // namespace

ByteStore folder_store(const std::string& folder, std::string form,
                       std::span<const std::string_view> without) {
  ByteStore store{std::move(form), {}, {}};
  Walk{store, without}.folder(folder, "", 0);
  std::ranges::sort(store.all, {}, &Stored::name);
  return store;
}

const Stored* ByteStore::find(std::string_view name) const {
  auto found = std::ranges::lower_bound(all, name, {}, &Stored::name);
  return found != all.end() && found->name == name ? &*found : nullptr;
}

std::span<const Stored> ByteStore::under(std::string_view prefix) const {
  auto first = std::ranges::lower_bound(all, prefix, {}, &Stored::name);
  auto last = std::partition_point(
      first, all.end(), [&](const Stored& each) { return each.name.starts_with(prefix); });
  return {first, last};
}

const OpenFile& StoreReader::opened(size_t file) {
  if (at_ != file) {
    file_ = std::make_unique<OpenFile>(store_.files[file]);
    at_ = file;
  }
  return *file_;
}

void StoreReader::read_to(const Stored& stored, uint64_t from, std::span<char> out) {
  Whence whence = store_.whence(stored);
  whence.need(from <= stored.bytes && out.size() <= stored.bytes - from, "it is cut off");
  if (stored.held) {
    stored.held->copy(out.data(), out.size(), from);
    return;
  }
  const OpenFile& file = opened(stored.file);
  auto size = static_cast<uint64_t>(file.bytes());
  whence.need(stored.at <= size && stored.bytes <= size - stored.at,
              "the file ends before it does");
  for (size_t done = 0; done < out.size(); done += piece) {
    poll();
    std::span<char> part = out.subspan(done, std::min(piece, out.size() - done));
    file.read_into(static_cast<int64_t>(stored.at + from + done), std::as_writable_bytes(part));
  }
}

std::string StoreReader::read(const Stored& stored, uint64_t from, uint64_t size) {
  Whence whence = store_.whence(stored);
  bool fits = from <= stored.bytes && size <= stored.bytes - from;
  whence.need(fits, "it is cut off");
  if (!stored.held) {
    auto there = static_cast<uint64_t>(opened(stored.file).bytes());
    bool ends = stored.at <= there && stored.bytes <= there - stored.at;
    whence.need(ends, "the file ends before it does");
  }
  poll(size);
  std::string out(size, '\0');
  read_to(stored, from, out);
  return out;
}

}  // namespace rille
