// SandboxAccess: the grants of the command line.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "repl/sandbox.h"
#include "repl/sandbox/landlock.h"
#include "repl/sandbox/opened.h"

namespace rille {

// Computes the grants from the command line and the environment. Each path is opened once with
// O_PATH, and the opened file is granted: a later replacement at the same path is not. Raises
// error[io] if a granted path does not exist or contains a symbolic link.
class SandboxAccess {
 public:
  SandboxAccess(const SandboxOptions& options, const Scripts& scripts);

  // The paths that may be opened while scripts and modules are read, and while scripts run.
  const std::vector<PathRule>& reading() const { return reading_; }
  const std::vector<PathRule>& running() const { return running_; }
  // The grants for interpreters.
  const Grants& grants() const { return grants_; }
  // Returns the texts of the scripts, of their imports, and of pages with examples. Raises
  // error[memory] if they are larger than `max_bytes`. The run reports other errors.
  ImportedTexts read_texts(size_t max_bytes) const;

 private:
  using DirectoryList = std::vector<std::filesystem::path>;
  void add_script(const std::string& script);
  void add_known(const std::vector<std::string>& paths);
  void add_modules(std::optional<PathHandle> folder);
  void add_grant(const std::string& path, const char* option, bool writes);
  // Keeps the file open, and returns the grant with its descriptor, so that the grant does not
  // depend on the path.
  PathRule open(PathHandle file, PathRule grant);
  std::optional<std::string> text_below(const std::string& path, std::string_view ending) const;
  bool may_import(const std::string& path) const;
  std::optional<std::string> script_text(const std::string& script) const;

  Scripts scripts_;
  std::deque<PathHandle> opened_;
  std::map<std::string, std::string> script_files_;  // path to open for each script file
  std::vector<PathRule> running_, reading_;
  Grants grants_;
  DirectoryList granted_, modules_;  // real paths
};

}  // namespace rille
