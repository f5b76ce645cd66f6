// Saves a step with several processes: parts, then the head.
#include "stdlib/ckpt/manager/process_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>

#include "stdlib/ckpt/parts.h"
#include "stdlib/ckpt/steps.h"
#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view failure_end = ".failed";
constexpr double last_patience_s = 10;

// The metadata of a file that another process may replace or remove; empty if it cannot be read.
MetadataMap words_now(const std::string& path) {
  try {
    if (file_exists(path)) return words_of_file(path);
  } catch (const Error& error) {
    if (error.code() != Code::io) throw;
  }
  return {};
}

// The revision of a step, or -1 if the step does not exist or has no parts.
int64_t revision_of(const std::string& folder, int64_t step) {
  std::string text = word_in(words_now(step_path(folder, step)), revision_mark);
  return text.empty() ? -1 : std::strtoll(text.c_str(), nullptr, 10);
}

std::vector<std::pair<std::string, PartName>> parts_in(const std::string& folder) {
  std::vector<std::pair<std::string, PartName>> out;
  std::error_code error;
  fs::directory_iterator at(folder, error), end;
  for (; !error && at != end; at.increment(error)) {
    std::string name = at->path().filename().string();
    if (auto part = part_of_file(name)) out.emplace_back(str(folder, "/", name), *part);
  }
  return out;
}

class ProcessGroupSaver {
 public:
  explicit ProcessGroupSaver(const ProcessGroupSave& save) : save_(save), run_(save.run) {
    name_ = {.step = save.step.step,
             .revision = revision_of(save.folder, save.step.step) + 1,
             .process = save.crew.process,
             .processes = save.crew.processes};
  }

  void run() {
    ::unlink(path_of(name_.process, true).c_str());
    try {
      save_.crew.leads() ? lead() : follow();
    } catch (const Error& error) {
      tell(error);
      throw;
    }
  }

 private:
  std::string file_of(size_t process, bool is_failure = false) const {
    PartName name = name_;
    name.process = process;
    name.is_failure = is_failure;
    return part_file(name);
  }
  std::string path_of(size_t process, bool is_failure = false) const {
    return str(save_.folder, "/", file_of(process, is_failure));
  }

  void write_part() const {
    MetadataMap words = save_.snapshot.boxes;
    words[std::string(run_mark)] = run_;
    write_safetensors(path_of(name_.process), save_.snapshot.arrays, std::move(words), save_.how);
  }

  void lead() {
    for (size_t i = 0; i < name_.processes; ++i) ::unlink(path_of(i, true).c_str());
    write_part();
    std::vector<std::string> files = {file_of(0)};
    for (size_t i = 1; i < name_.processes; ++i) {
      wait([&] { return word_in(words_now(path_of(i)), run_mark) == run_; },
           str("process ", i, " of ", name_.processes, " has not saved its shards"));
      files.push_back(file_of(i));
    }
    MetadataMap words = save_.words;
    words[std::string(parts_mark)] = parts_text(save_.folder, files, save_.snapshot.names);
    words[std::string(run_mark)] = run_;
    words[std::string(revision_mark)] = str(name_.revision);
    write_safetensors(step_path(save_.folder, name_.step), {}, std::move(words), {});
    remove_parts(save_.folder, name_.step, name_);
  }

  // Writes the part again for each run of the leader. A restarted leader has a new run identifier
  // and rejects parts of its previous run.
  void follow() {
    run_.clear();
    wait(
        [&] {
          std::string now = run_in(save_.folder);
          if (!now.empty() && now != run_) {
            run_ = now;
            write_part();
          }
          return !run_.empty() && is_whole();
        },
        str("process 0 of ", name_.processes, " has not completed the step"));
  }
  bool is_whole() const {
    MetadataMap head = words_now(step_path(save_.folder, name_.step));
    return word_in(head, run_mark) == run_ && word_in(head, revision_mark) == str(name_.revision);
  }

  void wait(const std::function<bool()>& is_done, const std::string& lack) const {
    auto start = Clock::now();
    std::optional<Clock::time_point> ending;
    std::chrono::milliseconds pause(1);
    auto since = [](Clock::time_point at) {
      return std::chrono::duration<double>(Clock::now() - at).count();
    };
    while (!is_done()) {
      poll();
      for (size_t i = 0; i < name_.processes; ++i) raise_failure(i);
      if (save_.is_ending != nullptr && *save_.is_ending && !ending) ending = Clock::now();
      bool is_late =
          since(start) > save_.crew.patience_s || (ending && since(*ending) > last_patience_s);
      if (is_late)
        throw Error(Code::io, str(lack, " within ", static_cast<int64_t>(since(start)), " s"));
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, std::chrono::milliseconds(100));
    }
  }

  void tell(const Error& error) const {
    try {
      write_file(path_of(name_.process, true), str(run_, "\n", error.what()));
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): the first error is raised
    }
  }
  void raise_failure(size_t process) const {
    std::string path = path_of(process, true);
    if (process == name_.process || !file_exists(path)) return;
    std::string text;
    try {
      text = read_text(path);
    } catch (const Error& error) {
      if (error.code() != Code::io) throw;
    }
    std::string head = str(run_, "\n");
    if (run_.empty() || !text.starts_with(head)) return;
    throw Error(Code::io, str("process ", process, ": ", text.substr(head.size())));
  }

  const ProcessGroupSave& save_;
  PartName name_;
  std::string run_;
};

}  // namespace

const std::string& word_in(const MetadataMap& words, std::string_view mark) {
  static const std::string none;
  auto found = words.find(mark);
  return found == words.end() ? none : found->second;
}

std::string part_file(const PartName& name) {
  std::string file = step_file(name.step);
  size_t dot = file.rfind('.');
  return fmt::format("{}{}.{:05}-of-{:05}{}{}", file.substr(0, dot),
                     name.revision == 0 ? "" : fmt::format(".v{}", name.revision), name.process,
                     name.processes, file.substr(dot), name.is_failure ? failure_end : "");
}

std::optional<PartName> part_of_file(const std::string& name) {
  PartName out;
  std::string_view rest = name;
  auto has_number = [&](std::string_view before, auto& to) {
    if (!rest.starts_with(before)) return false;
    const char *begin = rest.data() + before.size(), *end = rest.data() + rest.size();
    auto [last, error] = std::from_chars(begin, end, to);
    rest.remove_prefix(static_cast<size_t>(last - rest.data()));
    return error == std::errc();
  };
  bool fits = has_number("step-", out.step) && out.step >= 0;
  if (fits && rest.starts_with(".v")) fits = has_number(".v", out.revision);
  fits = fits && has_number(".", out.process) && has_number("-of-", out.processes);
  out.is_failure = name.ends_with(failure_end);
  return fits && part_file(out) == name ? std::optional(out) : std::nullopt;
}

std::string lock_file(size_t process) {
  return process == 0 ? "writer.lock" : fmt::format("writer-{:05}.lock", process);
}

// Takes a lock that other processes can test without taking it, and that ends with the
// leader.
bool hold_run(int file) {
  struct flock all = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0, .l_pid = 0};
  return ::fcntl(file, F_OFD_SETLK, &all) == 0;
}

std::string run_in(const std::string& folder) {
  std::string path = str(folder, "/", lock_file(0));
  Descriptor file(::open(c_path(path, PathAccess::write), O_RDWR | O_CLOEXEC));
  if (file.none()) return "";
  struct flock all = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0, .l_pid = 0};
  if (::fcntl(*file, F_OFD_GETLK, &all) == 0 && all.l_type == F_UNLCK) return "";
  char bytes[128] = {};
  ssize_t size = ::pread(*file, bytes, sizeof bytes, 0);
  std::string_view text(bytes, static_cast<size_t>(std::max<ssize_t>(size, 0)));
  size_t first = text.find('\n');
  if (first == std::string_view::npos) return "";
  text.remove_prefix(first + 1);
  size_t second = text.find('\n');
  return second == std::string_view::npos ? "" : std::string(text.substr(0, second));
}

void remove_parts(const std::string& folder, int64_t step,
                  const std::optional<PartName>& but_those_of) {
  for (const auto& [path, part] : parts_in(folder)) {
    bool is_wanted = but_those_of && !part.is_failure && part.revision == but_those_of->revision &&
                     part.processes == but_those_of->processes;
    if (part.step == step && !is_wanted) ::unlink(path.c_str());
  }
}

void remove_stray_parts(const std::string& folder) {
  std::map<int64_t, int64_t> revisions;
  for (const auto& [path, part] : parts_in(folder)) {
    auto [found, is_new] = revisions.try_emplace(part.step, -1);
    if (is_new) found->second = revision_of(folder, part.step);
    if (part.is_failure || found->second != part.revision) ::unlink(path.c_str());
  }
}

void save_together(const ProcessGroupSave& save) { ProcessGroupSaver(save).run(); }

}  // namespace rille
