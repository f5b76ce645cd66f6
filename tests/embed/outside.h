// Ways out of a root, by which a script would make something.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

// Lines that write through links to what is not there yet, into a folder that would be made, by the
// files that a manager of checkpoints locks, and in the place of a link that leads into the root.
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
  for (const char* lock : {"writer.lock", "writer-00001.lock"}) {
    std::string steps = inside + "/steps-" + lock;
    (void)!mkdir(steps.c_str(), 0777);
    (void)!symlink("../../made.txt", (steps + "/" + lock).c_str());
    std::string crew = lock[6] == '-' ? ", process = 1, processes = 2" : "";
    out.push_back("ckpt.manager(\"" + steps + "\"" + crew + ")");
  }
  (void)!mkdir((inside + "/empty").c_str(), 0777);
  (void)!symlink((inside + "/empty").c_str(), (folder + "/away").c_str());
  out.push_back("{ ckpt.save(\"" + folder +
                "/away\", (a = [1.0]), format = \"orbax\"); io.read(\"" + folder + "/none\") }");
  return out;
}

inline bool is_nothing_made(const std::string& folder) {
  struct stat info = {};
  bool is_link = lstat((folder + "/away").c_str(), &info) == 0 && S_ISLNK(info.st_mode);
  return is_link && access((folder + "/made").c_str(), F_OK) != 0 &&
         access((folder + "/made.txt").c_str(), F_OK) != 0;
}
