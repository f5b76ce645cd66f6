// Tests files of captures for XProf, Perfetto, and pprof.
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "stdlib/profile/allocations.h"
#include "stdlib/profile/chrome.h"
#include "stdlib/profile/export.h"
#include "stdlib/profile/hlo.h"
#include "stdlib/profile/pprof.h"
#include "stdlib/profile/proto.h"
#include "stdlib/profile/xspace.h"
#include "stdlib/profile/xspace_parts.h"
#include "tests/unit/stdlib/profile_timelines.h"

namespace rille::profile {
namespace {

namespace fs = std::filesystem;

std::vector<Timeline> samples() {
  return {mlp_timeline(), devices_timeline(), eager_timeline(), Timeline{}};
}

// The fields of a message: numbers as text, and bytes.
std::multimap<uint64_t, std::string> fields(std::string_view bytes) {
  std::multimap<uint64_t, std::string> out;
  size_t at = 0;
  auto varint = [&] {
    uint64_t value = 0;
    for (int shift = 0; at < bytes.size(); shift += 7) {
      auto byte = static_cast<uint8_t>(bytes[at++]);
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.size()) {
    uint64_t tag = varint();
    if ((tag & 7) == 0) {
      out.emplace(tag >> 3, std::to_string(varint()));
    } else {
      uint64_t size = (tag & 7) == 1 ? 8 : varint();
      if (size > bytes.size() - at) throw std::runtime_error("the message is truncated");
      out.emplace(tag >> 3, bytes.substr(at, size));
      at += size;
    }
  }
  return out;
}

std::vector<std::string> repeated(std::string_view bytes, uint64_t field) {
  auto all = fields(bytes);
  std::vector<std::string> out;
  for (auto [at, end] = all.equal_range(field); at != end; ++at) out.push_back(at->second);
  return out;
}

std::string single(std::string_view bytes, uint64_t field) {
  std::vector<std::string> all = repeated(bytes, field);
  return all.empty() ? "" : all[0];
}

// The planes of an XSpace by name, and the lines of a plane by name.
std::map<std::string, std::string> planes(const std::string& space) {
  std::map<std::string, std::string> out;
  for (const std::string& plane : repeated(space, 1)) out[single(plane, 2)] = plane;
  return out;
}

std::map<std::string, std::string> lines(const std::string& plane) {
  std::map<std::string, std::string> out;
  for (const std::string& line : repeated(plane, 3)) out[single(line, 2)] = line;
  return out;
}

int64_t total_ps(const std::string& line) {
  int64_t out = 0;
  for (const std::string& event : repeated(line, 4)) {
    std::string duration = single(event, 3);
    out += duration.empty() ? 0 : std::stoll(duration);
  }
  return out;
}

TEST(ProfileProtoMessage, replaces_bytes_that_are_not_utf8) {
  EXPECT_EQ(valid_utf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(valid_utf8("\xff"), "\xef\xbf\xbd");
  EXPECT_EQ(valid_utf8("\xc0\x80"), "\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(valid_utf8("x\xe2\x82"), "x\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(ProfileXSpace, has_a_device_plane_with_steps_modules_and_ops) {
  std::string space = xspace(mlp_timeline());
  auto all = planes(space);
  ASSERT_TRUE(all.contains("/device:TPU:0") && all.contains("/host:CPU"));
  ASSERT_TRUE(all.contains("/host:metadata") && all.contains("Task Environment"));
  auto device = lines(all["/device:TPU:0"]);
  EXPECT_EQ(total_ps(device["XLA Ops"]), 10 * 400'000'000LL);
  EXPECT_EQ(total_ps(device["Steps"]), 10 * 1'000'000'000LL);
  EXPECT_EQ(repeated(device["XLA Modules"], 4).size(), 10U);
  EXPECT_EQ(single(space, 4), "box");
}

TEST(ProfileXSpace, is_a_function_of_the_timeline) {
  for (const Timeline& timeline : samples()) EXPECT_EQ(xspace(timeline), xspace(timeline));
}

TEST(ProfileXSpace, numbers_devices_without_conflicts) {
  auto all = planes(xspace(devices_timeline()));
  EXPECT_TRUE(all.contains("/device:TPU:0") && all.contains("/device:TPU:1"));
  EXPECT_EQ(repeated(lines(all["/device:TPU:0"])["XLA Ops"], 4).size(),
            24U);  // with the eager ones
}

TEST(ProfileXSteps, are_recorded_or_calls_or_the_whole_capture) {
  XSteps recorded = find_xsteps(mlp_timeline());
  ASSERT_EQ(recorded.steps.size(), 10U);
  EXPECT_EQ(recorded.steps[3].number, 103);
  XSteps calls = find_xsteps(devices_timeline());
  ASSERT_EQ(calls.steps.size(), 3U);
  EXPECT_EQ(calls.steps[0].end, calls.steps[1].begin);
  EXPECT_EQ(find_xsteps(eager_timeline()).steps.size(), 1U);
  EXPECT_EQ(find_xsteps(Timeline{}).steps.size(), 0U);
}

TEST(ProfileXSteps, get_new_numbers_if_theirs_repeat) {
  Timeline timeline = mlp_timeline();
  for (Event& event : timeline.tracks[0].events) event.payload = 5;
  XSteps steps = find_xsteps(timeline);
  EXPECT_EQ(steps.steps[9].number, 9);
}

TEST(ProfileHlo, fuses_the_values_of_a_step) {
  HloProgram program = hlo_program(mlp_timeline().modules[0]);
  ASSERT_EQ(program.steps.size(), 2U);
  EXPECT_EQ(program.steps[0].name, "matmul.0");
  EXPECT_EQ(program.steps[0].category, "output fusion");
  EXPECT_EQ(program.steps[0].op, "dot_general");
  EXPECT_NE(program.steps[0].expression.find("fusion(f32[64,128]{1,0} %x"), std::string::npos);
  EXPECT_EQ(program.steps[1].category, "reduce");
  std::string module = single(program.proto, 1);
  EXPECT_EQ(single(module, 1), "train_step");
  EXPECT_EQ(repeated(module, 3).size(), 3U);  // the fusion, the combiner of the sum, and main
}

TEST(ProfileHlo, names_are_unique_and_plain) {
  EXPECT_EQ(hlo_name("a b\xff%"), "a_b__");
  EXPECT_EQ(hlo_name("9"), "_9");
  EXPECT_EQ(hlo_name(""), "_");
  Module module{.name = "m", .id = 1};
  module.steps = {{.name = "add.1"}, {.name = "add.1"}, {.name = ""}};
  HloProgram program = hlo_program(module);
  std::set<std::string> names;
  for (const HloStep& step : program.steps) names.insert(step.name);
  EXPECT_EQ(names.size(), 3U);
}

TEST(ProfileAllocations, begin_with_the_blocks_of_before) {
  std::vector<Allocation> all = complete_allocations(mlp_timeline());
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all[0].bytes, 600);
  EXPECT_EQ(all[1].bytes, 400);
  size_t peak = entries_to_peak(all);
  EXPECT_EQ(peak, 4U);
  int64_t bytes = 0;
  for (size_t i : live_indices(all, peak)) bytes += all[i].bytes;
  EXPECT_EQ(bytes, mlp_timeline().peak_bytes);
}

TEST(ProfileChromeTrace, is_json_with_the_required_fields) {
  for (const Timeline& timeline : samples()) {
    nlohmann::json trace = nlohmann::json::parse(chrome_trace(timeline));
    for (const auto& event : trace.at("traceEvents")) {
      std::string phase = event.at("ph");
      EXPECT_TRUE(event.at("name").is_string() && event.at("pid").is_number());
      EXPECT_TRUE(phase == "M" || event.at("ts").is_number());
      EXPECT_TRUE(phase != "X" || event.at("dur").get<double>() >= 0);
    }
  }
}

TEST(ProfilePprof, has_the_time_of_kernels_and_the_bytes_at_the_peak) {
  std::string profile = pprof_profile(mlp_timeline());
  std::vector<int64_t> sums(4);
  for (const std::string& sample : repeated(profile, 2)) {
    std::string text = single(sample, 2);
    size_t at = 0;
    for (int64_t& sum : sums) {
      for (int shift = 0;; shift += 7) {
        auto byte = static_cast<uint8_t>(text.at(at++));
        sum += static_cast<int64_t>(byte & 127) << shift;
        if (byte < 128) break;
      }
    }
  }
  EXPECT_EQ(sums, (std::vector<int64_t>{4'000'000, 20, 78824, 2}));
}

// Labels, modules, tracks, places, and nodes that are missing, as in a truncated capture.
TEST(ProfileExport, accepts_indices_out_of_range) {
  Timeline timeline = mlp_timeline();
  timeline.modules[0].nodes.resize(3);
  timeline.modules[0].steps.resize(1);
  timeline.modules[0].nodes[2].step = -1;
  timeline.labels.resize(5);
  timeline.labels[4].module = 12;
  timeline.places.clear();
  timeline.spaces.clear();
  timeline.samples.push_back({0, -3, {1}});
  timeline.samples.push_back({0, 77, {1000}});
  timeline.allocations.push_back({6'000'000, -5, 0x1000, 99, -7, 255});
  EXPECT_FALSE(xspace(timeline).empty());
  EXPECT_FALSE(pprof_profile(timeline).empty());
  EXPECT_TRUE(nlohmann::json::accept(chrome_trace(timeline)));
  timeline.modules.clear();
  EXPECT_FALSE(xspace(timeline).empty());
}

TEST(ProfileExport, has_each_event_of_a_long_capture) {
  constexpr int kernels = 20'000;
  Timeline timeline = long_timeline(kernels);
  auto device = lines(planes(xspace(timeline))["/device:TPU:0"]);
  EXPECT_EQ(repeated(device["XLA Ops"], 4).size(), size_t{kernels});
  EXPECT_EQ(repeated(device["Steps"], 4).size(), size_t{kernels / 100});
}

TEST(ProfileExport, names_runs_by_the_time_of_their_start) {
  EXPECT_EQ(run_name(1'755'000'000'123'456'789), "2025_08_12_12_00_00");
  EXPECT_EQ(run_name(0), "1970_01_01_00_00_00");
}

TEST(ProfileExport, writes_each_file_and_removes_derived_ones) {
  fs::path folder = fs::path(testing::TempDir()) / "rille_profile_export";
  fs::remove_all(folder);
  fs::path run = folder / "plugins/profile" / run_name(mlp_timeline().start_unix_ns);
  fs::create_directories(run);
  for (const char* name : {"ALL_HOSTS.op_stats_v2.pb", "box.SSTABLE", "old(3).hlo_proto.pb"}) {
    std::ofstream(run / name) << "old";
  }
  write_files(mlp_timeline(), run.string());
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(run)) names.insert(entry.path().filename());
  EXPECT_EQ(names, (std::set<std::string>{"box.xplane.pb", "train_step(7).hlo_proto.pb",
                                          "box.trace.json.gz", "box.profile.pb.gz"}));
  fs::remove_all(folder);
}

TEST(ProfileExport, gzip_can_be_unpacked) {
  std::string text(200'000, 'x'), out(text.size(), '\0');
  std::string packed = gzip(text);
  z_stream stream{};
  ASSERT_EQ(inflateInit2(&stream, 31), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  inflateEnd(&stream);
  EXPECT_EQ(out, text);
  EXPECT_EQ(gzip(text), packed);
}

void write_samples(const Timeline& timeline, const std::string& folder) {
  write_files(timeline, folder + "/plugins/profile/" + run_name(timeline.start_unix_ns));
}

// The files that tests/profile/read.py reads with XProf and JAX; tests/profile/samples.json has
// their sums.
TEST(ProfileExport, writes_samples_for_other_readers) {
  const char* folder = std::getenv("RILLE_PROFILE_SAMPLES");
  if (folder == nullptr) GTEST_SKIP() << "RILLE_PROFILE_SAMPLES is not set";
  std::string base = folder;
  write_samples(mlp_timeline(), base + "/mlp");
  write_samples(devices_timeline(), base + "/devices");
  write_samples(eager_timeline(), base + "/eager");
  write_samples(Timeline{}, base + "/empty");
}

}  // namespace
}  // namespace rille::profile
