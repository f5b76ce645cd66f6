// Disk: file access of the server, with a timeout.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rille::lsp {

// A file can be on a disk that does not respond: a network mount without its server blocks every
// system call. So each request runs on a worker thread. A request that takes longer than `patience`
// has an empty result, and its thread is abandoned. The same request is not repeated for the time
// `silence`. A Disk may be used by one thread at a time.
class Disk {
 public:
  explicit Disk(std::chrono::milliseconds patience = std::chrono::seconds(2),
                std::chrono::milliseconds silence = std::chrono::seconds(30));
  ~Disk();
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  // Returns the canonical path of the file that an import means, or "" if it does not exist.
  // Results are cached until forget(), which the server calls for each message.
  std::string module(const std::string& path, bool is_file, const std::string& importer);
  void forget() { modules_.clear(); }

  // Returns the text of a regular file, or nullopt if it cannot be read.
  std::optional<std::string> text(const std::string& path);

  struct DirectoryEntry {
    std::string name;
    bool is_folder;
  };
  std::vector<DirectoryEntry> entries(const std::string& folder, size_t most);
  // Returns the canonical paths of the scripts in a directory, at any depth.
  std::vector<std::string> scripts(const std::string& root, size_t most);

 private:
  struct DiskWorker;
  // Runs `work` on the worker thread, and returns whether it finished in time. `work` must own all
  // data that it uses, because it may run longer.
  bool ask(const std::string& about, std::function<void()> work);

  std::chrono::milliseconds patience_, silence_;
  std::shared_ptr<DiskWorker> worker_;
  std::map<std::string, std::chrono::steady_clock::time_point> silent_;  // end of each pause
  std::map<std::string, std::string> modules_;
};

}  // namespace rille::lsp
