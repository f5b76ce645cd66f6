// StepFolder: locks, lists, writes, and cleans a directory.
#include "stdlib/ckpt/manager/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "stdlib/ckpt/parts.h"
#include "stdlib/ckpt/steps.h"
#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "stdlib/file/folder.h"
#include "stdlib/remote.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string metrics_text(const Metrics& metrics) {
  std::string out = "{";
  for (const auto& [name, value] : metrics) {
    out += str(out.size() > 1 ? "," : "", Json(name).dump(), ":\"", fmt::format("{}", value), "\"");
  }
  return out + "}";
}

// Parses metrics such as {"loss": "0.5"}; malformed values are ignored.
Metrics metrics_of(const std::string& text) {
  Metrics out;
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return out;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string())
      out[name] = std::strtod(value.get_ref<const std::string&>().c_str(), nullptr);
  }
  return out;
}

// Whether the file is an old temporary file, ".0123456789abcdef.part". Such files are used on file
// systems that do not support unnamed files.
bool is_remnant(const fs::directory_entry& entry) {
  std::string name = entry.path().filename().string();
  bool is_ours = name.size() == 22 && name.starts_with('.') && name.ends_with(".part");
  std::error_code error;
  if (!is_ours || entry.symlink_status(error).type() != fs::file_type::regular) return false;
  auto written = fs::last_write_time(entry.path(), error);
  return !error && fs::file_time_type::clock::now() - written > std::chrono::minutes(10);
}

}  // namespace

SavedStep saved_step(int64_t step, const MetadataMap& words) {
  return {step, std::strtod(word_in(words, time_mark).c_str(), nullptr),
          metrics_of(word_in(words, metrics_mark)), words.contains(parts_mark)};
}

// The leader publishes its run identifier only after it has cleaned the directory, so that parts
// written for this run are not removed.
StepFolder::StepFolder(std::string path, const ProcessGroup& crew)
    : path_(std::move(path)), crew_(crew) {
  make();
  take_lock();
  if (crew_.leads()) clean();
  if (crew_.leads() && !crew_.is_alone()) {
    auto now = std::chrono::system_clock::now().time_since_epoch();
    run_ = fmt::format("{:x}-{:x}", now.count(), ::getpid());
    tell_writer();
    if (!hold_run(*lock_)) fail_io("lock", str(path_, "/", lock_file(0)));
  }
  scan();
}

void StepFolder::make() const {
  if (is_url(path_)) {
    throw Error(Code::io, str("\"", path_, "\" is a URL, expected a local directory"))
        .help("`ckpt.save` writes a checkpoint to a URL");
  }
  make_folder(path_);
}

// Takes the lock, which the system releases when the process ends.
void StepFolder::take_lock() {
  std::string path = str(path_, "/", lock_file(crew_.process));
  lock_ = Descriptor(::open(c_path(path, PathAccess::write), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock_.none()) fail_io("write", path);
  if (::flock(*lock_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) fail_io("lock", path);
    char who[32] = {};
    ssize_t size = ::pread(*lock_, who, sizeof who - 1, 0);
    std::string_view writer(who, static_cast<size_t>(std::max<ssize_t>(size, 0)));
    throw Error(Code::io, str("\"", path_, "\" is locked by the writer with process ID ",
                              writer.substr(0, writer.find('\n'))))
        .help("`ckpt.load(dir)` reads the newest step without the lock");
  }
  tell_writer();
}

void StepFolder::tell_writer() const {
  std::string who = str(::getpid(), "\n", run_, run_.empty() ? "" : "\n");
  if (::ftruncate(*lock_, 0) != 0 || ::pwrite(*lock_, who.data(), who.size(), 0) < 0) {
    fail_io("write", str(path_, "/", lock_file(crew_.process)));
  }
}

void StepFolder::clean() const {
  std::error_code error;
  fs::directory_iterator at(path_, error), end;
  std::vector<fs::path> old;
  for (; !error && at != end; at.increment(error)) {
    if (is_remnant(*at)) old.push_back(at->path());
  }
  for (const fs::path& path : old) ::unlink(path.c_str());
  remove_stray_parts(path_);
}

// Lists the steps and reads only their headers; arrays are checked when they are read.
void StepFolder::scan() {
  for (int64_t step : steps_in(path_)) {
    poll();
    try {
      steps_.push_back(saved_step(step, words_of_file(step_path(path_, step))));
    } catch (const Error& error) {
      if (error.code() != Code::io) throw;
      damaged_.push_back(error);
    }
  }
}

const SavedStep* StepFolder::find(int64_t step) const {
  auto found = std::ranges::lower_bound(steps_, step, {}, &SavedStep::step);
  return found == steps_.end() || found->step != step ? nullptr : &*found;
}

void StepFolder::look_again() {
  if (crew_.leads()) return;
  steps_.clear();
  damaged_.clear();
  scan();
}

void StepFolder::write(const SavedStep& given, const TreeSnapshot& snapshot,
                       const WriteOptions& how, const std::atomic<bool>& is_ending) {
  SavedStep step = given;
  MetadataMap all = snapshot.words;
  all[std::string(metrics_mark)] = metrics_text(step.metrics);
  all[std::string(time_mark)] = fmt::format("{:.3f}", step.time);
  step.has_parts = !crew_.is_alone();
  if (step.has_parts) {
    save_together({.folder = path_,
                   .crew = crew_,
                   .run = run_,
                   .step = step,
                   .snapshot = snapshot,
                   .words = all,
                   .how = how,
                   .is_ending = &is_ending});
  } else {
    write_safetensors(step_path(path_, step.step), snapshot.arrays, all, how);
  }
  auto place = std::ranges::lower_bound(steps_, step.step, {}, &SavedStep::step);
  bool is_there = place != steps_.end() && place->step == step.step;
  if (is_there) {
    *place = step;
  } else {
    steps_.insert(place, step);
  }
}

void StepFolder::keep_only(const RetentionPolicy& rule) {
  std::set<int64_t> kept = kept_steps(steps_, rule);
  std::vector<SavedStep> before = steps_;
  for (const SavedStep& saved : before) {
    if (!kept.contains(saved.step)) remove(saved.step);
  }
}

void StepFolder::remove(int64_t step) {
  const SavedStep* found = find(step);
  if (crew_.leads()) {
    std::string path = step_path(path_, step);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail_io("remove", path);
    if (found != nullptr && found->has_parts) remove_parts(path_, step);
  }
  std::erase_if(steps_, [&](const SavedStep& saved) { return saved.step == step; });
}

void StepFolder::forget(int64_t step, const Error& why) {
  std::erase_if(steps_, [&](const SavedStep& saved) { return saved.step == step; });
  damaged_.push_back(why);
}

}  // namespace rille
