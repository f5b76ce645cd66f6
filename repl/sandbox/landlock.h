// Landlock: restricts the files that the process can open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

// Access to a file, or to a directory and its contents. A path that does not exist is skipped.
struct PathRule {
  std::string path;
  bool writes = false;  // files may be created, changed, and removed, in addition to reads
  bool reads = true;    // files may be read
  bool lists = true;    // directories may be listed
  int descriptor = -1;  // the opened file; -1 means that make() opens the path
};

// Returns the version of Landlock in the kernel, or 0.
int landlock_version();

// A Landlock ruleset. It denies opening files without a grant, executing programs, network ports
// (unless `net`), and signals to other processes. It applies from enforce() on, irrevocably;
// several enforced rulesets apply together. Each call returns "" or the error.
class Ruleset {
 public:
  Ruleset() = default;
  ~Ruleset();
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;

  std::string make(const std::vector<PathRule>& grants, bool net);
  std::string enforce();                          // requires PR_SET_NO_NEW_PRIVS
  int descriptor() const { return descriptor_; }  // -1 before make()

 private:
  int descriptor_ = -1;
};

}  // namespace rille
