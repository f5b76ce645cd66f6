// Disk: file access by a worker thread.
#include "repl/lsp/disk.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "repl/modules.h"
#include "stdlib/file.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::lsp {

namespace fs = std::filesystem;

// The state that a Disk shares with its thread. Either of them may outlive the other.
struct Disk::DiskWorker {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> work;  // empty without a request
  bool is_done = false, leaves = false;

  static void run(const std::shared_ptr<DiskWorker>& self) {
    std::unique_lock lock(self->mutex);
    for (;;) {
      self->changed.wait(lock, [&] { return self->work != nullptr || self->leaves; });
      if (self->leaves) return;
      auto work = std::exchange(self->work, nullptr);
      lock.unlock();
      work();
      lock.lock();
      self->is_done = true;
      self->changed.notify_all();
    }
  }
};

Disk::Disk(std::chrono::milliseconds patience, std::chrono::milliseconds silence)
    : patience_(patience), silence_(silence) {}

Disk::~Disk() {
  if (worker_ == nullptr) return;
  std::lock_guard lock(worker_->mutex);
  worker_->leaves = true;
  worker_->changed.notify_all();
}

bool Disk::ask(const std::string& about, std::function<void()> work) {
  auto now = std::chrono::steady_clock::now();
  std::erase_if(silent_, [&](const auto& entry) { return entry.second <= now; });
  if (silent_.contains(about)) return false;
  if (worker_ == nullptr) {
    worker_ = std::make_shared<DiskWorker>();
    std::thread([worker = worker_] { DiskWorker::run(worker); }).detach();
  }
  std::unique_lock lock(worker_->mutex);
  worker_->is_done = false;
  worker_->work = std::move(work);
  worker_->changed.notify_all();
  if (worker_->changed.wait_for(lock, patience_, [&] { return worker_->is_done; })) return true;
  worker_->leaves = true;  // the thread ends after the blocked call returns
  lock.unlock();
  worker_ = nullptr;
  silent_[about] = now + patience_ + silence_;
  return false;
}

std::string Disk::module(const std::string& path, bool is_file, const std::string& importer) {
  std::string key = str(importer, '\n', as_spelled(path, is_file));
  if (auto found = modules_.find(key); found != modules_.end()) return found->second;
  auto answer = std::make_shared<std::string>();
  bool came = ask(key, [=] {
    auto files = module_files(path, is_file, importer);
    auto found = std::ranges::find_if(files, is_regular_file);
    if (found != files.end()) *answer = canonical_path(*found);
  });
  return modules_[key] = came ? *answer : "";
}

std::optional<std::string> Disk::text(const std::string& path) {
  auto answer = std::make_shared<std::optional<std::string>>();
  bool came = ask(path, [=] {
    try {
      *answer = read_module(path);
    } catch (const Error&) {
      *answer = {};
    }
  });
  return came ? std::move(*answer) : std::nullopt;
}

std::vector<Disk::DirectoryEntry> Disk::entries(const std::string& folder, size_t most) {
  auto answer = std::make_shared<std::vector<DirectoryEntry>>();
  bool came = ask(str("entries of ", folder), [=] {
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
      if (answer->size() >= most) break;
      std::error_code unknown;
      answer->push_back({entry->path().filename().string(), entry->is_directory(unknown)});
    }
  });
  return came ? std::move(*answer) : std::vector<DirectoryEntry>();
}

std::vector<std::string> Disk::scripts(const std::string& root, size_t most) {
  auto answer = std::make_shared<std::vector<std::string>>();
  bool came = ask(str("scripts of ", root), [=] {
    std::error_code failed, unknown;
    auto options = fs::directory_options::skip_permission_denied;
    fs::recursive_directory_iterator entry(root, options, failed), end;
    for (; !failed && entry != end && answer->size() < most; entry.increment(failed)) {
      std::string name = entry->path().filename().string();
      if (entry->is_directory(unknown) && name.starts_with('.')) entry.disable_recursion_pending();
      if (entry->path().extension() != ".rille" || !entry->is_regular_file(unknown)) continue;
      answer->push_back(fs::weakly_canonical(entry->path(), unknown).string());
    }
  });
  return came ? std::move(*answer) : std::vector<std::string>();
}

}  // namespace rille::lsp
