// The timer of a sampler, and the frames that it reads.
#include "vm/run/script_sampler.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "vm/state/frames.h"
#include "vm/state/nested.h"
#include "vm/state/stop.h"

namespace rille {
namespace {

// lua_getstack is linear in the level. Of a deeper stack, the innermost frames are read.
constexpr int max_frames = 64;

std::vector<SampledFrame> frames_of(const State::Internals& inside) {
  std::vector<SampledFrame> out;
  lua_Debug record;
  for (int level = 0; level < max_frames && frame_at(inside, level, record) != nullptr; ++level) {
    std::optional<SampledFrame> frame = sampled_frame(inside, record);
    if (frame) out.push_back(std::move(*frame));
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace

SampleTimer::SampleTimer(State::Internals& inside, std::chrono::nanoseconds period,
                         ScriptSampler::Callback f)
    : inside_(inside), callback_(std::move(f)), period_(period), thread_([this] { run(); }) {}

void SampleTimer::run() {
  std::unique_lock guard(mutex_);
  auto next = std::chrono::steady_clock::now() + period_;
  while (!wake_.wait_until(guard, next, [&] { return is_over_; })) {
    deliver_tick(inside_.stopper);
    // Periods that a late timer has missed are not made up for.
    next = std::max(next + period_, std::chrono::steady_clock::now());
  }
}

void SampleTimer::take() {
  if (!callback_) return;
  try {
    callback_(frames_of(inside_));
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): see ScriptSampler
  }
}

void SampleTimer::stop() {
  {
    std::lock_guard guard(mutex_);
    is_over_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  callback_ = nullptr;
}

ScriptSampler::ScriptSampler(State& state, std::chrono::nanoseconds period, Callback f) {
  State::Internals& inside = state.inside();
  inside.stopper.ticks = 0;
  timer_ = inside.sample_timer = std::make_shared<SampleTimer>(inside, period, std::move(f));
}

ScriptSampler::~ScriptSampler() { timer_->stop(); }

}  // namespace rille
