// Coverage: sums counts by offset to counts by line.
#include "repl/coverage.h"

#include <algorithm>
#include <iterator>

#include "repl/modules.h"
#include "vm/text.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// "3, 7-9"
std::string ranges_of(const std::vector<int>& lines) {
  std::string out;
  for (size_t i = 0; i < lines.size();) {
    size_t end = i + 1;
    while (end < lines.size() && lines[end] == lines[end - 1] + 1) ++end;
    out += str(out.empty() ? "" : ", ", lines[i]);
    if (end > i + 1) out += str("-", lines[end - 1]);
    i = end;
  }
  return out;
}

struct UncoveredLines {
  std::vector<int> never, partly;
  size_t lines = 0;
};

int64_t max_of(const std::map<int, int64_t>& places) {
  int64_t out = 0;
  for (const auto& [offset, runs] : places) out = std::max(out, runs);
  return out;
}

UncoveredLines told_of(const FileRuns& lines) {
  UncoveredLines out{.lines = lines.size()};
  for (const auto& [line, places] : lines) {
    bool misses = std::ranges::any_of(places, [](const auto& place) { return place.second == 0; });
    if (max_of(places) == 0) {
      out.never.push_back(line);
    } else if (misses) {
      out.partly.push_back(line);
    }
  }
  return out;
}

// Returns the offset of the beginning of each line.
std::vector<int> begins_of(std::string_view text) {
  std::vector<int> out = {0};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') out.push_back(static_cast<int>(i) + 1);
  }
  return out;
}

}  // namespace

void Coverage::begin(int file, const Source& source, const std::vector<int>& places) {
  File& it = files_[file];
  it.source = source;
  for (int place : places) it.runs.try_emplace(place, 0);
}

void Coverage::ran(int file, int offset) {
  auto found = files_.find(file);
  if (found != files_.end()) ++found->second.runs[offset];
}

RunsByPath Coverage::files() const {
  RunsByPath out;
  for (const auto& [number, file] : files_) {
    FileRuns& lines = out[file.source.name];
    std::vector<int> begins = begins_of(file.source.text);
    for (const auto& [offset, runs] : file.runs) {
      auto line = std::ranges::upper_bound(begins, offset) - begins.begin();
      lines[static_cast<int>(line)][offset] += runs;
    }
  }
  return out;
}

Chunk emitted(const lang::File& tree, const Source& source, lang::EmitOptions options,
              Coverage* coverage) {
  std::vector<int> places;
  if (coverage != nullptr) options.places = &places;
  Chunk out = lang::emit(tree, source, options);
  if (coverage != nullptr) coverage->begin(tree.index, source, places);
  return out;
}

void add_runs(RunsByPath& to, const RunsByPath& more) {
  for (const auto& [path, lines] : more) {
    std::string whole = canonical_path(path);
    auto same = std::ranges::find_if(
        to, [&](const auto& known) { return canonical_path(known.first) == whole; });
    FileRuns& sum = same == to.end() ? to[path] : same->second;
    for (const auto& [line, places] : lines) {
      for (const auto& [offset, runs] : places) sum[line][offset] += runs;
    }
  }
}

std::string coverage_text(const RunsByPath& files) {
  std::string out;
  size_t ran = 0, all = 0;
  for (const auto& [path, runs] : files) {
    UncoveredLines told = told_of(runs);
    ran += told.lines - told.never.size();
    all += told.lines;
    size_t reached = told.lines - told.never.size();
    out += str(visible_name(path), ": ", reached, " of ", told.lines, " lines ran");
    if (!told.never.empty()) out += str("; not run: ", ranges_of(told.never));
    if (!told.partly.empty()) out += str("; run in part: ", ranges_of(told.partly));
    out += "\n";
  }
  return out + str(ran, " of ", all, " lines ran\n");
}

std::string coverage_lcov(const RunsByPath& files) {
  std::string out;
  for (const auto& [path, runs] : files) {
    out += str("TN:\nSF:", visible_name(canonical_path(path)), "\n");
    for (const auto& [line, places] : runs) out += str("DA:", line, ",", max_of(places), "\n");
    UncoveredLines told = told_of(runs);
    out += str("LF:", told.lines, "\nLH:", told.lines - told.never.size(), "\nend_of_record\n");
  }
  return out;
}

}  // namespace rille
