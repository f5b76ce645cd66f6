// Ways out of a root, for scripts that make, read or ask.
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
  std::string cache = "data.cache(data.stream(0..3), dir = \"" + folder + "/made\")";
  out.push_back("(x for x in " + cache + ")");
  for (const char* lock : {"writer.lock", "writer-00001.lock"}) {
    std::string steps = inside + "/steps-" + lock;
    (void)!mkdir(steps.c_str(), 0777);
    (void)!symlink("../../made.txt", (steps + "/" + lock).c_str());
    std::string crew = lock[6] == '-' ? ", process_index = 1, process_count = 2" : "";
    out.push_back("ckpt.manager(\"" + steps + "\"" + crew + ")");
  }
  (void)!mkdir((inside + "/empty").c_str(), 0777);
  (void)!symlink((inside + "/empty").c_str(), (folder + "/away").c_str());
  out.push_back("{ ckpt.save(\"" + folder +
                "/away\", (a = [1.0]), format = \"orbax\"); io.read(\"" + folder + "/none\") }");
  return out;
}

// Lines that read, write and ask for files outside of the root, of which one stands beside it.
inline std::vector<std::string> ways_to_files_outside(const std::string& inside,
                                                      const std::string& beside) {
  std::string paths[] = {beside, inside + "/../secret.txt", inside + "/link.txt", "/etc/passwd",
                         inside + "2/x"};
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    for (std::string line :
         {"io.read(\"" + path + "\")", "io.write(\"" + path + "\", \"\")",
          "io.exists(\"" + path + "\")", "data.read_csv(\"" + path + "\")",
          "ckpt.load(\"" + path + "\")", "ckpt.save(\"" + path + "\", (a = 1.0))"}) {
      out.push_back(line);
    }
  }
  return out;
}

// Lines that ask for a file in the root by a way through folders outside, which are there or not.
inline std::vector<std::string> ways_through_outside(const std::string& inside) {
  std::vector<std::string> out;
  for (std::string way : {"/proc/1/../..", "/proc/0/../..", "/usr/lib/../..", "/none/../.."}) {
    out.push_back("io.exists(\"" + way + inside + "/open.txt\")");
  }
  return out;
}

// A link to the root, while it lives, and a line that reads a file by it.
struct RootByLink {
  RootByLink(const std::string& inside, const std::string& link)
      : path(link), line("io.read(\"" + link + "/open.txt\")") {
    (void)!symlink(inside.c_str(), path.c_str());
  }
  ~RootByLink() { (void)!unlink(path.c_str()); }
  RootByLink(const RootByLink&) = delete;
  RootByLink& operator=(const RootByLink&) = delete;

  std::string path, line;
};

inline bool is_nothing_made(const std::string& folder) {
  struct stat info = {};
  bool is_link = lstat((folder + "/away").c_str(), &info) == 0 && S_ISLNK(info.st_mode);
  return is_link && access((folder + "/made").c_str(), F_OK) != 0 &&
         access((folder + "/made.txt").c_str(), F_OK) != 0;
}
