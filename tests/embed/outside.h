// Ways out of a root, by which a script would make something.
#pragma once

#include <unistd.h>

#include <string>
#include <vector>

// Lines that write through links to what is not there yet, and into a folder that would be made.
// `inside` is the root, a folder below `folder`.
inline std::vector<std::string> ways_out(const std::string& inside, const std::string& folder) {
  (void)!symlink("../made.txt", (inside + "/to.txt").c_str());
  (void)!symlink("to.txt", (inside + "/chain.txt").c_str());
  (void)!symlink("../made", (inside + "/to").c_str());
  (void)!symlink("round", (inside + "/round").c_str());
  std::vector<std::string> out;
  for (std::string path : {"/to.txt", "/chain.txt", "/to/x.txt", "/round", "/round/x"}) {
    path = inside + path;
    out.push_back("io.write(\"" + path + "\", \"x\")");
    out.push_back("ckpt.save(\"" + path + "\", (a = 1.0))");
  }
  std::string cache = "data.cache(data.stream(0..3), folder = \"" + folder + "/made\")";
  out.push_back("(x for x in " + cache + ")");
  return out;
}

inline bool is_nothing_made(const std::string& folder) {
  return access((folder + "/made").c_str(), F_OK) != 0 &&
         access((folder + "/made.txt").c_str(), F_OK) != 0;
}
