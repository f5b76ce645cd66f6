// Uploads: starts, appends to, and finishes uploads.
#include "stdlib/file/uploads.h"

#include <algorithm>

#include "stdlib/file/folder.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {

constexpr size_t max_open = 8;  // maximum number of open uploads; each buffers unsent data

Uploads::Uploads(std::string url) : url_(std::move(url)) {
  if (!is_folder(url_)) return;
  throw Error(Code::io,
              str("\"", shown_path(url_), "\" already contains files, which stay unchanged"))
      .help("choose a new name: a directory on a server cannot be replaced atomically");
}

Uploads::~Uploads() {
  for (const auto& file : files_) {
    if (!is_done_ && !file->upload) remote().discard(joined_path(url_, file->name));
  }
}

// Returns the upload of a file. If too many are open, finishes the one whose last append is
// the oldest: files of a checkpoint are rarely appended to again.
Uploads::PendingUpload& Uploads::opened(const std::string& name) {
  auto found = std::ranges::find(files_, name, [](const auto& file) { return file->name; });
  if (found != files_.end()) {
    RILLE_CHECK((*found)->upload != nullptr, name, " was finished");
    return **found;
  }
  std::vector<PendingUpload*> open;
  for (const auto& file : files_) {
    if (file->upload) open.push_back(file.get());
  }
  if (open.size() == max_open) finish(**std::ranges::min_element(open, {}, &PendingUpload::used));
  files_.push_back(std::make_unique<PendingUpload>(
      PendingUpload{name, remote().create(joined_path(url_, name))}));
  return *files_.back();
}

void Uploads::finish(PendingUpload& file) {
  file.upload->finish();
  file.upload.reset();
}

uint64_t Uploads::append(const std::string& name, std::string_view bytes) {
  PendingUpload& file = opened(name);
  uint64_t begin = file.bytes;
  file.used = ++appended_;
  file.upload->append(bytes);
  file.bytes += bytes.size();
  return begin;
}

void Uploads::finish() {
  for (const auto& file : files_) {
    poll();
    if (file->upload) finish(*file);
  }
  is_done_ = true;
}

}  // namespace rille
