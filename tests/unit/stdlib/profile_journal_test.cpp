// Journals: round trips; truncated and damaged files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "stdlib/profile/advice.h"
#include "stdlib/profile/chrome.h"
#include "stdlib/profile/journal.h"
#include "stdlib/profile/page.h"
#include "stdlib/profile/pprof.h"
#include "stdlib/profile/report.h"
#include "stdlib/profile/xspace.h"
#include "tests/unit/stdlib/profile_timelines.h"
#include "vm/error.h"

namespace rille::profile {
namespace {

namespace fs = std::filesystem;

class ProfileJournal : public testing::Test {
 protected:
  void SetUp() override {
    path_ = (fs::path(testing::TempDir()) / "rille_journal.rille-profile").string();
    fs::remove(path_);
  }
  void TearDown() override { fs::remove(path_); }

  // Writes a Timeline whose tracks are threads 1, 2, … on the lane of their kind.
  void write(const Timeline& t, bool has_end = true) const {
    JournalWriter out(path_);
    out.begin(t);
    for (const Module& module : t.modules) out.add(module);
    for (const Label& label : t.labels) out.add(label);
    uint32_t thread = 0;
    for (const Track& track : t.tracks) {
      out.add_thread(++thread, track.number, track.name);
      std::vector<TimeSpan> spans;
      auto lane = track.kind == Track::Kind::device   ? TimeSpan::Lane::device
                  : track.kind == Track::Kind::worker ? TimeSpan::Lane::worker
                                                      : TimeSpan::Lane::thread;
      for (const Event& event : track.events) {
        spans.push_back({.begin = event.begin,
                         .duration = event.duration,
                         .payload = event.payload,
                         .label = event.label,
                         .lane = lane});
      }
      out.add(thread, spans);
    }
    std::vector<TimeSpan> memory;
    for (const Allocation& item : t.allocations) {
      memory.push_back({.begin = item.time,
                        .duration = item.bytes,
                        .payload = static_cast<int64_t>(item.address),
                        .lane = TimeSpan::Lane::memory});
    }
    out.add(1, memory);
    for (const Sample& sample : t.samples) out.add(sample, 1);
    for (const Counter& counter : t.counters) out.add(counter);
    if (has_end) out.end(t);
    EXPECT_TRUE(out.flush());
  }

  std::string bytes() const {
    std::ostringstream out;
    out << std::ifstream(path_, std::ios::binary).rdbuf();
    return out.str();
  }
  void put(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }

  std::string path_;
};

int64_t events_of(const Timeline& t) {
  int64_t out = 0;
  for (const Track& track : t.tracks) out += std::ssize(track.events);
  return out;
}

// Every view of a Timeline. None may fail, whatever a file contains.
size_t bytes_of_views(const Timeline& t) {
  Summary summary = summarize(t);
  return report(t, summary, advise(t, summary), 100, false).size() + page(t).size() +
         xspace(t).size() + chrome_trace(t).size() + pprof_profile(t).size();
}

TEST_F(ProfileJournal, keeps_what_was_written) {
  Timeline t = mlp_timeline();
  t.modules[0].scratch_bytes = 4096;
  t.counters = {{"page faults", 0, 340}};
  t.energy_joules = 2.5;
  write(t);
  Timeline back = read_journal(path_);
  EXPECT_TRUE(back.is_complete);
  EXPECT_EQ(back.machine.host, t.machine.host);
  EXPECT_EQ(back.machine.flops_per_s, t.machine.flops_per_s);
  EXPECT_EQ(back.program, t.program);
  EXPECT_EQ(back.duration, t.duration);
  EXPECT_EQ(back.start_unix_ns, t.start_unix_ns);
  EXPECT_EQ(back.energy_joules, 2.5);
  ASSERT_EQ(back.counters.size(), 1U);
  EXPECT_EQ(back.counters[0].name, "page faults");
  EXPECT_EQ(back.counters[0].value, 340);
  EXPECT_EQ(events_of(back), events_of(t));
  EXPECT_EQ(back.allocations.size(), t.allocations.size());
  ASSERT_EQ(back.modules.size(), t.modules.size());
  for (size_t i = 0; i < t.modules.size(); ++i) {
    const Module &a = t.modules[i], &b = back.modules[i];
    EXPECT_EQ(b.name, a.name);
    EXPECT_EQ(b.peak_bytes, a.peak_bytes);
    EXPECT_EQ(b.scratch_bytes, a.scratch_bytes);
    ASSERT_EQ(b.nodes.size(), a.nodes.size());
    for (size_t n = 0; n < a.nodes.size(); ++n) {
      EXPECT_EQ(b.nodes[n].shape, a.nodes[n].shape);
      EXPECT_EQ(b.nodes[n].operands, a.nodes[n].operands);
      EXPECT_EQ(b.nodes[n].place, a.nodes[n].place);
    }
    ASSERT_EQ(b.steps.size(), a.steps.size());
    for (size_t n = 0; n < a.steps.size(); ++n) {
      EXPECT_EQ(b.steps[n].work.flops, a.steps[n].work.flops);
      EXPECT_EQ(b.steps[n].nodes, a.steps[n].nodes);
    }
    EXPECT_EQ(b.buffers.size(), a.buffers.size());
  }
}

TEST_F(ProfileJournal, is_readable_where_it_was_truncated) {
  write(mlp_timeline());
  std::string whole = bytes();
  int64_t all = events_of(read_journal(path_)), before = 0;
  for (size_t size = 16; size < whole.size(); size += 1 + (size / 64)) {
    put(std::string_view(whole).substr(0, size));
    Timeline t = read_journal(path_);
    EXPECT_FALSE(t.is_complete) << size;
    EXPECT_GE(events_of(t), before) << size;
    before = events_of(t);
    EXPECT_GT(bytes_of_views(t), 0U);
  }
  EXPECT_LE(before, all);
}

TEST_F(ProfileJournal, damage_is_an_error_or_is_left_out) {
  for (const Timeline& t : {mlp_timeline(), devices_timeline()}) {
    write(t);
    std::string whole = bytes();
    std::mt19937 random(7);  // NOLINT(*-msc51-cpp)
    int errors = 0;
    for (int i = 0; i < 300; ++i) {
      std::string damaged = whole;
      for (int flips = 0; flips < 1 + (i % 5); ++flips) {
        size_t at = 16 + (random() % (damaged.size() - 16));
        damaged[at] = static_cast<char>(random());
      }
      put(damaged);
      try {
        EXPECT_GT(bytes_of_views(read_journal(path_)), 0U);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), Code::io) << error.what();
        ++errors;
      }
    }
    EXPECT_LT(errors, 300);
  }
}

TEST_F(ProfileJournal, names_a_file_of_another_kind) {
  put("not a profile");
  try {
    read_journal(path_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("rille_journal"), std::string::npos) << error.what();
  }
  put("");
  EXPECT_THROW(read_journal(path_), Error);
}

}  // namespace
}  // namespace rille::profile
