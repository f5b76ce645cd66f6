// write_files: the directory of a run, and gzip.
#include "stdlib/profile/export.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <vector>

#include "stdlib/file.h"
#include "stdlib/file/folder.h"
#include "stdlib/profile/chrome.h"
#include "stdlib/profile/pprof.h"
#include "stdlib/profile/xspace.h"
#include "stdlib/profile/xspace_parts.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

namespace fs = std::filesystem;

bool is_derived(std::string_view name) {
  constexpr auto suffixes = std::to_array<std::string_view>(
      {".hlo_proto.pb", ".op_stats.pb", ".op_stats_v2.pb", ".SSTABLE", ".smart_suggestion.pb",
       ".dcn_collective_stats.pb"});
  return name == "cache_version.txt" || name == ".cached_tools.json" ||
         std::ranges::any_of(suffixes, [&](std::string_view x) { return name.ends_with(x); });
}

// Another process may remove a file meanwhile, so errors are ignored.
void remove_derived_files(const std::string& folder) {
  std::error_code failed;
  std::vector<fs::path> stale;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (is_derived(at->path().filename().string())) stale.push_back(at->path());
  }
  for (const fs::path& path : stale) fs::remove(path, failed);
}

std::string host_name(const Timeline& timeline) {
  std::string out = timeline.machine.host.empty() ? "localhost" : timeline.machine.host;
  std::ranges::replace_if(
      out, [](char c) { return c == '/' || static_cast<unsigned char>(c) < 0x21; }, '_');
  return out;
}

}  // namespace

std::string run_name(int64_t start_unix_ns) {
  using std::chrono::floor;
  std::chrono::sys_seconds seconds(
      floor<std::chrono::seconds>(std::chrono::nanoseconds(start_unix_ns)));
  auto day = floor<std::chrono::days>(seconds);
  std::chrono::year_month_day date(day);
  std::chrono::hh_mm_ss time(seconds - day);
  char out[80];
  std::snprintf(out, sizeof out, "%04d_%02u_%02u_%02d_%02d_%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return out;
}

std::string gzip(std::string_view bytes) {
  constexpr int window_bits = 15, gzip_header = 16, memory_level = 8, level = Z_BEST_SPEED;
  constexpr size_t piece = size_t{1} << 30;  // zlib counts in 32 bits
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits + gzip_header, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out, buffer(size_t{1} << 16, '\0');
  do {
    std::string_view now = bytes.substr(0, piece);
    bytes.remove_prefix(now.size());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(now.data()));
    stream.avail_in = static_cast<uInt>(now.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
      out.append(buffer, 0, buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!bytes.empty());
  deflateEnd(&stream);
  return out;
}

void write_files(const Timeline& timeline, const std::string& run_directory) {
  make_folder(run_directory);
  std::string host = host_name(timeline);
  auto write = [&](const std::string& name, const std::string& bytes) {
    write_file(joined_path(run_directory, name), bytes);
  };
  XPrograms programs(timeline);
  write(host + ".xplane.pb", xspace(timeline, programs));
  remove_derived_files(run_directory);
  for (const XPrograms::Program& program : programs.all()) {
    write(program.title() + ".hlo_proto.pb", program.hlo.proto);
  }
  write(host + ".trace.json.gz", gzip(chrome_trace(timeline)));
  write(host + ".profile.pb.gz", gzip(pprof_profile(timeline)));
}

}  // namespace rille::profile
