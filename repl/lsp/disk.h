// Disk: what the server asks of disks, with a deadline.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rille::lsp {

// Texts name files, and a file may lie on a disk that does not answer: a mount whose server is gone
// blocks every system call that touches it. So each question runs on a worker thread, and one that
// takes longer than `patience` is answered by nothing; its thread is left behind. What did not
// answer is not asked again for `silence`. For one thread at a time.
class Disk {
 public:
  explicit Disk(std::chrono::milliseconds patience = std::chrono::seconds(2),
                std::chrono::milliseconds silence = std::chrono::seconds(30));
  ~Disk();
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  // The canonical path of the file that an import means, beside the one that imports; "" where
  // there is none. Answers are kept until forget(), which the server calls for each message.
  std::string module(const std::string& path, bool is_file, const std::string& importer);
  void forget() { modules_.clear(); }

  // The text of a regular file; none where it cannot be read.
  std::optional<std::string> text(const std::string& path);

  struct Entry {
    std::string name;
    bool is_folder;
  };
  std::vector<Entry> entries(const std::string& folder, size_t most);
  // The canonical paths of the scripts below a folder.
  std::vector<std::string> scripts(const std::string& root, size_t most);

 private:
  struct Worker;
  // Whether `work` came to its end in time. It owns all that it touches, since it may end later.
  bool ask(const std::string& about, std::function<void()> work);

  std::chrono::milliseconds patience_, silence_;
  std::shared_ptr<Worker> worker_;
  std::map<std::string, std::chrono::steady_clock::time_point> silent_;  // until when
  std::map<std::string, std::string> modules_;
};

}  // namespace rille::lsp
