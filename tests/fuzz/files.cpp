// Files: read from the disk, written where a reader looks.
#include "tests/fuzz/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rille::fuzz {

std::string read_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const fs::path& path, std::string_view bytes) {
  int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  bool whole = file >= 0 && ::write(file, bytes.data(), bytes.size()) == std::ssize(bytes);
  if (file >= 0) ::close(file);
  if (!whole) std::exit(2);  // no room is left: nothing that follows would mean anything
}

Files read_files(const fs::path& path) {
  if (!fs::is_directory(path)) return {{"", read_bytes(path)}};
  Files out;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    out.push_back({fs::relative(entry.path(), path).string(), read_bytes(entry.path())});
  }
  std::ranges::sort(out, {}, &File::name);
  return out;
}

size_t size_of(const Files& files) {
  size_t out = 0;
  for (const File& file : files) out += file.bytes.size();
  return out;
}

void write_files(const fs::path& path, const Files& files) {
  fs::remove_all(path);
  for (const File& file : files) {
    fs::path at = file.name.empty() ? path : path / file.name;
    fs::create_directories(at.parent_path());
    write_bytes(at, file.bytes);
  }
}

void Place::put(const Files& files) {
  bool same_names = files.size() == there_.size() && !files.empty() &&
                    std::ranges::equal(files, there_, {}, &File::name, &File::name);
  if (!same_names) {
    write_files(path_, files);
    there_ = files;
    return;
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].bytes == there_[i].bytes) continue;
    write_bytes(files[i].name.empty() ? path_ : path_ / files[i].name, files[i].bytes);
    there_[i].bytes = files[i].bytes;
  }
}

}  // namespace rille::fuzz
