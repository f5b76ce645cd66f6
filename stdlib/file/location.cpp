// Location: cached queries of a path or URL.
#include "stdlib/file/location.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "stdlib/remote.h"

namespace rille {

struct Location::QueryCache {
  std::string path;
  std::optional<bool> is_file = {}, is_folder = {};
  std::optional<std::vector<FolderEntry>> entries = {};
  std::map<std::string, std::shared_ptr<QueryCache>, std::less<>> below = {};
};

Location::Location(std::string path)
    : known_(std::make_shared<QueryCache>(QueryCache{std::move(path)})) {}

const std::string& Location::path() const { return known_->path; }

bool Location::is_file() const {
  if (!known_->is_file) known_->is_file = rille::is_file(known_->path);
  return *known_->is_file;
}

bool Location::is_folder() const {
  if (!known_->is_folder) known_->is_folder = rille::is_folder(known_->path);
  return *known_->is_folder;
}

const std::vector<FolderEntry>& Location::entries() const {
  if (!known_->entries) {
    known_->entries = is_folder() ? entries_in(known_->path) : std::vector<FolderEntry>();
  }
  return *known_->entries;
}

const FolderEntry* Location::find(std::string_view name) const {
  const std::vector<FolderEntry>& all = entries();
  auto at =
      std::ranges::find(all, name, [](const FolderEntry& e) { return std::string_view(e.name); });
  return at == all.end() ? nullptr : &*at;
}

bool Location::has(std::string_view name) const {
  return find(name) != nullptr || has_object(name);
}

bool Location::has_file(std::string_view name) const {
  const FolderEntry* found = find(name);
  return found != nullptr ? found->is_file : has_object(name);
}

// HTTPS servers do not list directories, so that each object needs a request.
bool Location::has_object(std::string_view name) const {
  return is_url(known_->path) && entries().empty() && at(name).is_file();
}

std::vector<std::string> Location::folders() const {
  std::vector<std::string> out;
  for (const FolderEntry& entry : entries()) {
    if (entry.is_folder) out.push_back(entry.name);
  }
  return out;
}

std::vector<std::string> Location::files() const {
  std::vector<std::string> out;
  for (const FolderEntry& entry : entries()) {
    if (!entry.is_folder) out.push_back(entry.name);
  }
  return out;
}

Location Location::at(std::string_view name) const {
  auto found = known_->below.find(name);
  if (found != known_->below.end()) return Location(found->second);
  auto made =
      std::make_shared<QueryCache>(QueryCache{joined_path(known_->path, std::string(name))});
  if (const FolderEntry* entry = known_->entries ? find(name) : nullptr) {
    made->is_file = entry->is_file;
    made->is_folder = entry->is_folder;
  }
  known_->below.emplace(std::string(name), made);
  return Location(std::move(made));
}

}  // namespace rille
