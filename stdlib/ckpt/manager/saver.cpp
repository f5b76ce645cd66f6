// Saver: saves steps in the background.
#include "stdlib/ckpt/manager/saver.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "vm/run/recorder.h"
#include "vm/run/running.h"

namespace rille {

double clock_now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

namespace {

std::optional<Grants> copy_of_grants() {
  const Grants* grants = running().grants;
  return grants == nullptr ? std::nullopt : std::optional(*grants);
}

}  // namespace

Saver::Saver(SaverOptions wish) : wish_(std::move(wish)), grants_(copy_of_grants()) {
  for (const Tier& tier : wish_.tiers) folders_.emplace_back(tier.path, wish_.crew);
  for (const SavedStep& saved : steps()) last_save_ = std::max(last_save_, saved.time);
  is_quiet_ = !acts_for_process();
  if (wish_.on_term != TermAction::none && !is_quiet_) watch_.emplace();
  if (!wish_.in_background) return;
  try {
    thread_ = std::jthread([this] { work(); });
  } catch (const std::system_error&) {
    wish_.in_background = false;  // no thread can be created
  }
}

// Prints an error that no call has raised and no host has requested.
Saver::~Saver() {
  if (auto error = finish(); error && !is_quiet_)
    std::fprintf(stderr, "error[io]: %s\n", error->what());
}

std::vector<size_t> Saver::due(int64_t step, bool force) const {
  std::vector<size_t> out;
  bool is_early = wish_.seconds && clock_now() - last_save_ < *wish_.seconds;
  if (is_early && !force) return out;
  for (size_t i = 0; i < wish_.tiers.size(); ++i) {
    if (force || step % wish_.tiers[i].every == 0) out.push_back(i);
  }
  return out;
}

void Saver::start(SaveJob job) {
  settle(true);
  raise();
  last_save_ = job.step.time;
  if (!wish_.in_background) {
    done_ = 0;
    return write(job);
  }
  std::lock_guard guard(lock_);
  done_ = 0;
  job_ = std::move(job);
  changed_.notify_all();
}

// Waits in short intervals, because an interrupt sets a flag without waking the thread.
void Saver::settle(bool polls) {
  constexpr auto turn = std::chrono::milliseconds(20);
  auto start = std::chrono::steady_clock::now();
  std::unique_lock guard(lock_);
  while (job_) {
    changed_.wait_for(guard, turn);
    if (!polls) continue;
    guard.unlock();
    poll();
    show_progress(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    guard.lock();
  }
}

// Shows the progress on a terminal if waiting takes more than a second.
void Saver::show_progress(double seconds) {
  if (seconds < 1 || is_quiet_ || ::isatty(STDERR_FILENO) == 0) return;
  SaverStatus now = status();
  bool is_whole = !now.step || now.done >= now.bytes;
  std::fprintf(stderr, "\r\x1b[K");
  if (is_whole) return;
  double share = static_cast<double>(now.done) / static_cast<double>(now.bytes);
  std::fprintf(stderr, "saving step %lld: %.0f%% of %.0f MB", static_cast<long long>(*now.step),
               100 * share, static_cast<double>(now.bytes) / 1e6);
}

void Saver::raise() {
  std::unique_lock guard(lock_);
  if (!failed_) return;
  Error error = *std::exchange(failed_, {});
  throw error;
}

void Saver::wait() {
  settle(true);
  raise();
}

// Other processes are waited for only briefly, because this wait cannot be interrupted.
std::optional<Error> Saver::finish() {
  ends_ = true;
  settle(false);
  {
    std::lock_guard guard(lock_);
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  closed_ = true;
  folders_.clear();
  watch_.reset();
  return std::exchange(failed_, {});
}

SaverStatus Saver::status() {
  std::lock_guard guard(lock_);
  if (!job_) return {};
  return {job_->step.step, done_, job_->snapshot.bytes() * job_->tiers.size()};
}

std::vector<SavedStep> Saver::steps() {
  std::map<int64_t, SavedStep> all;
  for (StepFolder& folder : folders_) {
    folder.look_again();
    for (const SavedStep& saved : folder.steps()) all.insert_or_assign(saved.step, saved);
  }
  std::vector<SavedStep> out;
  for (auto& [step, saved] : all) out.push_back(std::move(saved));
  return out;
}

// The job is not modified while it exists; the caller's thread only checks whether it still exists.
void Saver::work() {
  WorkerScope joined({.grants = grants_ ? &*grants_ : nullptr});
  Recorder::name_thread("checkpoint");
  std::unique_lock guard(lock_);
  for (;;) {
    changed_.wait(guard, [this] { return job_ || ends_; });
    if (!job_) return;
    guard.unlock();
    std::optional<Error> failed;
    try {
      RecordedSpan recorded(SpanCategory::checkpoint, "ckpt.Manager.save");
      write(*job_);
    } catch (const Error& error) {
      failed = error;
    } catch (const std::exception& error) {
      failed = Error(Code::memory, str("saving step ", job_->step.step, ": ", error.what()));
    }
    std::optional<SaveJob> done;
    guard.lock();
    std::swap(done, job_);
    if (failed) failed_ = std::move(failed);
    changed_.notify_all();
    guard.unlock();
    done.reset();  // destroyed without the lock, because it may hold many arrays
    guard.lock();
  }
}

// Writes to every directory, even if one fails, and then raises the first error. Old steps of a
// directory are removed after the new step is on disk.
void Saver::write(const SaveJob& job) {
  std::optional<Error> failed;
  for (size_t at : job.tiers) {
    try {
      WriteOptions how{.lanes = wish_.in_background ? size_t{1} : size_t{2}, .done = &done_};
      folders_[at].write(job.step, job.snapshot, how, ends_);
      folders_[at].keep_only(wish_.tiers[at].keep);
    } catch (const Error& error) {
      if (error.code() != Code::io) throw;
      if (!failed) failed = Error(Code::io, str("saving step ", job.step.step, ": ", error.what()));
    }
  }
  if (failed) throw Error(*failed);
}

}  // namespace rille
