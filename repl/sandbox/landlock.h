// Landlock: which files a process can open, from now on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

// A file, or a folder with all below it. What is not there is left out.
struct OpenPath {
  std::string path;
  bool writes = false;  // make, change and remove, as well as read
};

// The version of Landlock that the kernel has; 0: none.
int landlock_version();

// From now on nothing is opened that no grant covers, nothing is run, no port is opened or reached
// unless `net`, no process outside is signalled. Needs PR_SET_NO_NEW_PRIVS. "" or what failed.
std::string restrict_files(const std::vector<OpenPath>& grants, bool net);

}  // namespace rille
