// Landlock: its system calls, which libc does not wrap.
#include "repl/sandbox/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "vm/text.h"

namespace rille {
namespace {

// Definitions of later versions, which older headers lack: include/uapi/linux/landlock.h.
struct Attributes {
  uint64_t files = 0, net = 0, scopes = 0;
};
constexpr uint64_t truncates = uint64_t{1} << 14, device_calls = uint64_t{1} << 15;
constexpr uint64_t bind_and_connect = 3, sockets_and_signals = 3;
constexpr uint64_t of_version_1 = (uint64_t{1} << 13) - 1;

constexpr uint64_t reads = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr uint64_t lists = LANDLOCK_ACCESS_FS_READ_DIR;
// The access rights that are valid for files that are not directories.
constexpr uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                              LANDLOCK_ACCESS_FS_READ_FILE | truncates | device_calls;

uint64_t files_of(int version) {
  uint64_t out = of_version_1;
  if (version >= 2) out |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) out |= truncates;
  if (version >= 5) out |= device_calls;
  return out;
}

size_t size_of(int version) {
  if (version >= 6) return sizeof(Attributes);
  return version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

std::string fault(const char* what) { return str(what, ": ", std::strerror(errno)); }

std::string add(int ruleset, const PathRule& grant, uint64_t handled) {
  bool is_open = grant.descriptor >= 0;
  int file = is_open ? grant.descriptor : open(grant.path.c_str(), O_PATH | O_CLOEXEC);
  if (file < 0) return "";
  struct stat state = {};
  bool is_folder = fstat(file, &state) == 0 && S_ISDIR(state.st_mode);
  // Execution and device control are never granted.
  uint64_t allowed = handled & ~(LANDLOCK_ACCESS_FS_EXECUTE | device_calls);
  if (!grant.writes) allowed = (grant.reads ? reads : 0) | (grant.lists ? lists : 0);
  if (!is_folder) allowed &= of_files;
  landlock_path_beneath_attr rule = {.allowed_access = allowed & handled, .parent_fd = file};
  long status = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  // The kernel has no rules for pipes. They are not in a directory, and they are open already.
  bool is_pipe = status != 0 && errno == EBADFD;
  std::string out = status == 0 || is_pipe ? "" : fault("landlock_add_rule");
  if (!is_open) close(file);
  return out;
}

}  // namespace

int landlock_version() {
  long out = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return out > 0 ? static_cast<int>(out) : 0;
}

Ruleset::~Ruleset() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string Ruleset::make(const std::vector<PathRule>& grants, bool net) {
  int version = landlock_version();
  Attributes rules{.files = files_of(version)};
  if (version >= 4 && !net) rules.net = bind_and_connect;
  if (version >= 6) rules.scopes = sockets_and_signals;
  descriptor_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size_of(version), 0));
  if (descriptor_ < 0) return fault("landlock_create_ruleset");
  std::string out;
  for (const PathRule& grant : grants) {
    if (out.empty()) out = add(descriptor_, grant, rules.files);
  }
  return out;
}

std::string Ruleset::enforce() {
  bool holds = syscall(SYS_landlock_restrict_self, descriptor_, 0) == 0;
  return holds ? "" : fault("landlock_restrict_self");
}

}  // namespace rille
