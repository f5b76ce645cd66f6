// Tests stdlib/profile/advice: planted defects are found.
#include <gtest/gtest.h>

#include "profile_samples.h"
#include "stdlib/profile/advice.h"

namespace rille::profile {
namespace {

std::vector<Advice> advice_of(const Timeline& timeline) {
  return advise(timeline, summarize(timeline));
}

std::string kinds_of(const std::vector<Advice>& advice) {
  std::string out;
  for (const Advice& item : advice) {
    out += std::string(out.empty() ? "" : ", ") + std::string(name_of(item.kind));
    EXPECT_GT(item.severity, 0) << item.message;
    EXPECT_LE(item.severity, 1) << item.message;
    EXPECT_FALSE(item.message.empty() || item.reason.empty() || item.help.empty());
  }
  return out;
}

// The only advice on a program with and without profile.step.
Advice only_advice(SampleOptions options, const std::string& kind) {
  options.has_steps = false;
  EXPECT_EQ(kinds_of(advice_of(training_sample(options))), kind);
  options.has_steps = true;
  std::vector<Advice> advice = advice_of(training_sample(options));
  EXPECT_EQ(kinds_of(advice), kind);
  return advice.empty() ? Advice{} : advice.front();
}

TEST(ProfileAdvice, is_silent_about_clean_programs) {
  for (int layers : {1, 3, 12}) {
    for (double noise : {0.0, 0.01, 0.2}) {
      for (bool has_prefetch : {false, true}) {
        SampleOptions options{.steps = 40, .layers = layers, .noise = noise};
        options.has_prefetch = has_prefetch;
        EXPECT_EQ(kinds_of(advice_of(training_sample(options))), "");
        options.has_steps = false;
        EXPECT_EQ(kinds_of(advice_of(training_sample(options))), "");
      }
    }
  }
  EXPECT_EQ(kinds_of(advice_of(decode_sample(10'000, 20'000, 2'000))), "");
  EXPECT_EQ(kinds_of(advice_of(decode_sample(3, 20'000, 200'000))), "");
}

TEST(ProfileAdvice, finds_a_slow_loader) {
  SampleOptions options;
  options.input = 3'000'000;
  Advice advice = only_advice(options, "slow input");
  EXPECT_NE(advice.help.find("data.prefetch"), std::string::npos);
  EXPECT_NE(advice.reason.find("`data.npy` takes 90 %"), std::string::npos) << advice.reason;
  EXPECT_EQ(advice.place.line, 19);
  options.has_prefetch = true;
  advice = only_advice(options, "slow input");
  EXPECT_NE(advice.help.find("more threads"), std::string::npos);
}

TEST(ProfileAdvice, finds_recompilation) {
  SampleOptions options;
  options.recompiles = true;
  Advice advice = only_advice(options, "recompilation");
  EXPECT_EQ(advice.message, "`step` is compiled again in 19 of 19 later steps");
  EXPECT_NE(advice.reason.find("input 0 is f32[45, 512], and was f32[46, 512]"), std::string::npos)
      << advice.reason;
  EXPECT_NE(advice.help.find("dynamic = "), std::string::npos);
  options.recompiles = false;
  options.recompiles_equal = true;
  advice = only_advice(options, "recompilation");
  EXPECT_NE(advice.help.find("before the loop"), std::string::npos);
}

TEST(ProfileAdvice, tells_several_functions_from_one) {
  TimelineBuilder b(2);
  for (int i = 0; i < 12; ++i) {  // functions without a name, and eager operations
    b.span(b.label("code", Category::compile), 5'000'000);
    b.span(b.label("trace", Category::trace, {"a.rille", i + 1}, "lambda"), 5'000'000);
    b.wait(10'000);
  }
  std::vector<Advice> advice = advice_of(b.finish());
  EXPECT_TRUE(std::ranges::none_of(
      advice, [](const Advice& item) { return item.kind == AdviceKind::recompilation; }));
}

TEST(ProfileAdvice, finds_host_synchronization) {
  std::vector<Advice> advice = advice_of(decode_sample(1000, 20'000, 40'000));
  EXPECT_EQ(kinds_of(advice), "host synchronization");
  EXPECT_EQ(advice.front().place.line, 8);
  SampleOptions options{.steps = 200, .layers = 1};
  options.script = 2'000'000;
  options.has_samples = true;
  EXPECT_EQ(only_advice(options, "host synchronization").place.line, 32);
}

TEST(ProfileAdvice, finds_a_transposed_operand) {
  SampleOptions options;
  options.has_transposed = true;
  Advice advice = only_advice(options, "operand order");
  EXPECT_EQ(advice.place.line, 41);
  EXPECT_NE(advice.reason.find("axes=[1, 0] at model.rille:40"), std::string::npos);
  Timeline timeline = training_sample(options);  // the plan knows that it reads more
  for (Label& label : timeline.labels) {
    bool is_add = label.ops == "add" && label.category == Category::kernel;
    if (is_add) label.work.bytes_read *= 8;
  }
  EXPECT_EQ(kinds_of(advice_of(timeline)), "operand order");
  timeline.modules.clear();
  EXPECT_EQ(kinds_of(advice_of(timeline)), "");
  for (Label& label : timeline.labels) {
    if (label.ops == "add") label.ops = "permute + add";
  }
  timeline.machine.bytes_per_s = 1e12;
  EXPECT_EQ(kinds_of(advice_of(timeline)), "operand order");
}

TEST(ProfileAdvice, finds_a_kernel_with_one_thread) {
  SampleOptions options;
  options.has_serial = true;
  Advice advice = only_advice(options, "single thread");
  EXPECT_EQ(advice.place.line, 45);
  EXPECT_NE(advice.help.find("associative_scan"), std::string::npos);
  options.threads = 1;
  EXPECT_EQ(kinds_of(advice_of(training_sample(options))), "");
}

TEST(ProfileAdvice, finds_a_leak) {
  SampleOptions options;
  options.leak = 1 << 20;
  Advice advice = only_advice(options, "memory leak");
  EXPECT_EQ(advice.place.line, 33);
  EXPECT_EQ(advice.message, "memory grows by 1.0 MB per step");
}

TEST(ProfileAdvice, finds_a_cold_cache) {
  SampleOptions options;
  options.compile = 2'000'000'000;
  Advice advice = only_advice(options, "cold cache");
  EXPECT_NE(advice.help.find("rille doctor"), std::string::npos);
  Timeline timeline = training_sample(options);
  for (Label& label : timeline.labels) label.is_cached = label.category == Category::compile;
  EXPECT_EQ(kinds_of(advice_of(timeline)), "");
}

TEST(ProfileAdvice, finds_a_script_that_takes_most_of_the_time) {
  SampleOptions options{.steps = 40, .layers = 1};
  options.script = 20'000'000;
  options.has_samples = true;
  Advice advice = only_advice(options, "host code");
  EXPECT_EQ(advice.place.line, 32);
  EXPECT_NE(advice.help.find("`jit`"), std::string::npos);
}

TEST(ProfileAdvice, does_not_ask_for_threads_that_wait) {
  SampleOptions options;
  options.input = 3'000'000;
  options.has_prefetch = true;
  Timeline timeline = training_sample(options);
  for (Track& track : timeline.tracks) {
    if (track.kind != Track::Kind::data) continue;
    for (Event& event : track.events) event.duration /= 8;
  }
  std::vector<Advice> advice = advice_of(timeline);
  ASSERT_EQ(kinds_of(advice), "slow input");
  EXPECT_EQ(advice.front().help.find("use more threads"), std::string::npos) << advice.front().help;
  EXPECT_NE(advice.front().help.find("the last stage"), std::string::npos);
}

TEST(ProfileAdvice, finds_eager_code_and_waits) {
  TimelineBuilder b(2);
  for (int i = 0; i < 500; ++i) {
    // On the track of the device, as a capture has them.
    b.t.tracks[1].events.push_back({b.now, 8'000, b.label("add", Category::eager, {"a.rille", 4})});
    b.wait(9'000);
  }
  std::vector<Advice> advice = advice_of(b.finish());
  EXPECT_EQ(kinds_of(advice), "eager code");
  EXPECT_EQ(advice.front().place.line, 4);
  SampleOptions options;
  options.has_checkpoint = true;
  EXPECT_NE(only_advice(options, "checkpoint wait").help.find("ckpt.manager"), std::string::npos);
}

}  // namespace
}  // namespace rille::profile
