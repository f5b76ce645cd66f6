// SandboxAccess: what the command line grants.
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

// Made of the command line and the environment. What they name is opened once, by path alone: that,
// and not what takes its place later, is granted. Error where a path is granted that is not there,
// or that goes through a symbolic link.
class SandboxAccess {
 public:
  SandboxAccess(const SandboxOptions& options, const Scripts& scripts);

  // What the kernel opens while scripts and their modules are read, and what while scripts run.
  const std::vector<OpenPath>& reading() const { return reading_; }
  const std::vector<OpenPath>& running() const { return running_; }
  // What interpreters are given.
  const Grants& grants() const { return grants_; }
  // The texts of the scripts, of the modules that they import, and of pages with examples.
  // error[memory] where they have more than `most_bytes`. Other faults are left to the run.
  ImportedTexts read_texts(size_t most_bytes) const;

 private:
  using Folders = std::vector<std::filesystem::path>;
  void add_script(const std::string& script);
  void add_known(const std::vector<std::string>& paths);
  void add_modules(std::optional<Opened> folder);
  void add_grant(const std::string& path, const char* option, bool writes);
  // The same file by what it is, where the path could mean another one meanwhile.
  OpenPath open(Opened file, OpenPath grant);
  std::optional<std::string> text_below(const std::string& path, std::string_view ending) const;
  bool may_import(const std::string& path) const;
  std::optional<std::string> script_text(const std::string& script) const;

  Scripts scripts_;
  std::deque<Opened> opened_;
  std::map<std::string, std::string> script_files_;  // by what is read of a script that is a file
  std::vector<OpenPath> running_, reading_;
  Grants grants_;
  Folders granted_, modules_;  // real paths
};

}  // namespace rille
