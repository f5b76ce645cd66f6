// Landlock: which files a process can open, from now on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

// A file, or a folder with all below it. A path that is not there is left out.
struct OpenPath {
  std::string path;
  bool writes = false;  // files may be made, changed and removed, as well as read
  bool reads = true;    // files may be read
  bool lists = true;    // the names in a folder may be listed
  int descriptor = -1;  // what the path named when it was opened; -1: the path is opened now
};

// The version of Landlock that the kernel has; 0: none.
int landlock_version();

// A ruleset of the kernel: nothing is opened that no grant covers, nothing is run, no port is
// opened or reached unless `net`, no process outside is signalled. It holds from enforce() on, for
// good; several that are enforced all hold. Each call returns "" or what failed.
class Ruleset {
 public:
  Ruleset() = default;
  ~Ruleset();
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;

  std::string make(const std::vector<OpenPath>& grants, bool net);
  std::string enforce();                          // needs PR_SET_NO_NEW_PRIVS
  int descriptor() const { return descriptor_; }  // -1: it was not made

 private:
  int descriptor_ = -1;
};

}  // namespace rille
