// ByteStore: files of a directory, and reads of their parts.
#include "stdlib/ckpt/store.h"

#include <algorithm>

#include "stdlib/file/folder.h"
#include "stdlib/remote.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr int max_folders = 64;  // maximum depth of nested directories
constexpr size_t piece = size_t{1} << 22;

struct StoreLister {
  ByteStore& store;
  std::span<const std::string_view> without;

  bool is_left_out(const std::string& name) const {
    auto begins = [&](std::string_view word) { return name.starts_with(word); };
    return std::ranges::any_of(without, begins);
  }

  void folder(const std::string& path, const std::string& prefix, int depth) {
    for (const FolderEntry& each : entries_in(path, true)) {
      poll();
      std::string name = prefix + each.name, there = joined_path(path, each.name);
      bool leads_back = each.is_link && each.is_folder;
      if (is_left_out(name) || leads_back) continue;
      if (each.is_folder && depth == max_folders) {
        throw Error(Code::io, str("\"", there, "\" exceeds the maximum depth of ", max_folders,
                                  " nested directories"));
      }
      if (each.is_folder) folder(there, name + "/", depth + 1);
      if (each.is_file) file(name, there, each.bytes);
    }
  }

  // Lists a URL; the server returns the objects of all nested directories at once.
  void objects(const std::string& url) {
    for (const RemoteEntry& each : remote().list(url, true)) {
      if (!is_left_out(each.name)) file(each.name, joined_path(url, each.name), each.bytes);
    }
  }

  void file(const std::string& name, std::string path, uint64_t bytes) {
    store.all.push_back({name, store.files.size(), 0, bytes});
    store.files.push_back(std::move(path));
  }
};

}  // namespace

ByteStore folder_store(const std::string& folder, std::string form,
                       std::span<const std::string_view> without) {
  ByteStore store{std::move(form), {}, {}};
  StoreLister walk{store, without};
  is_url(folder) ? walk.objects(folder) : walk.folder(folder, "", 0);
  std::ranges::sort(store.all, {}, &StoreEntry::name);
  return store;
}

const StoreEntry* ByteStore::find(std::string_view name) const {
  auto found = std::ranges::lower_bound(all, name, {}, &StoreEntry::name);
  return found != all.end() && found->name == name ? &*found : nullptr;
}

std::span<const StoreEntry> ByteStore::under(std::string_view prefix) const {
  auto first = std::ranges::lower_bound(all, prefix, {}, &StoreEntry::name);
  auto last = std::partition_point(
      first, all.end(), [&](const StoreEntry& each) { return each.name.starts_with(prefix); });
  return {first, last};
}

const OpenFile& StoreReader::opened(size_t file) {
  if (at_ != file) {
    file_ = std::make_unique<OpenFile>(store_.files[file]);
    at_ = file;
  }
  return *file_;
}

void StoreReader::read_to(const StoreEntry& stored, uint64_t from, std::span<char> out) {
  FileLocation whence = store_.whence(stored);
  whence.need(from <= stored.bytes && out.size() <= stored.bytes - from, "the value is truncated");
  if (stored.held) {
    stored.held->copy(out.data(), out.size(), from);
    return;
  }
  const OpenFile& file = opened(stored.file);
  auto size = static_cast<uint64_t>(file.bytes());
  whence.need(stored.at <= size && stored.bytes <= size - stored.at, "the file is truncated");
  for (size_t done = 0; done < out.size(); done += piece) {
    poll();
    std::span<char> part = out.subspan(done, std::min(piece, out.size() - done));
    file.read_into(static_cast<int64_t>(stored.at + from + done), std::as_writable_bytes(part));
  }
}

std::string StoreReader::read(const StoreEntry& stored, uint64_t from, uint64_t size) {
  FileLocation whence = store_.whence(stored);
  bool fits = from <= stored.bytes && size <= stored.bytes - from;
  whence.need(fits, "the value is truncated");
  if (!stored.held) {
    auto there = static_cast<uint64_t>(opened(stored.file).bytes());
    bool ends = stored.at <= there && stored.bytes <= there - stored.at;
    whence.need(ends, "the file is truncated");
  }
  poll(size);
  std::string out(size, '\0');
  read_to(stored, from, out);
  return out;
}

}  // namespace rille
