// Coverage: which lines of scripts ran, and which did not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lang/emit.h"

namespace rille {

// The runs of one file: for each line, from 1, a count for each offset at which code begins.
using FileRuns = std::map<int, std::map<int, int64_t>>;
using RunsByPath = std::map<std::string, FileRuns>;  // by the path as errors show it

// Counts how often code of the files of one State runs, as emitted code reports it (lang/emit.h).
class Coverage {
 public:
  // Must be called before a file runs. `places` are the offsets that its code can report.
  void begin(int file, const Source& source, const std::vector<int>& places);
  void ran(int file, int offset);

  RunsByPath files() const;

 private:
  struct File {
    Source source;
    std::map<int, int64_t> runs;  // by offset
  };
  std::map<int, File> files_;
};

// Emits the Lua text of a tree. If `coverage` is not null, the text reports what runs, and
// coverage->begin() is called.
Chunk emitted(const lang::File& tree, const Source& source, lang::EmitOptions options,
              Coverage* coverage);

// Adds the counts of `more` to `to`: a file can be imported by several scripts.
void add_runs(RunsByPath& to, const RunsByPath& more);

// Returns one line of text per file, with the lines that did not run or ran only in part: for
// example, one branch of an `if`.
std::string coverage_text(const RunsByPath& files);
// Returns a trace file in the format of lcov.
std::string coverage_lcov(const RunsByPath& files);

}  // namespace rille
