// Coverage: which lines of scripts ran, and which did not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lang/emit.h"

namespace rille {

// Of one file: by line, from 1, how often what begins at each of its offsets ran.
using FileRuns = std::map<int, std::map<int, int64_t>>;
using AllRuns = std::map<std::string, FileRuns>;  // by the path as errors show it

// What emitted code announces (lang/emit.h), for the files of one State.
class Coverage {
 public:
  // A file is about to run; places: the offsets that it may announce.
  void begin(int file, const Source& source, const std::vector<int>& places);
  void ran(int file, int offset);

  AllRuns files() const;

 private:
  struct File {
    Source source;
    std::map<int, int64_t> runs;  // by offset
  };
  std::map<int, File> files_;
};

// A tree as Lua text; a coverage is told of the places that it will announce.
Chunk emitted(const lang::File& tree, const Source& source, lang::EmitOptions options,
              Coverage* coverage);

// Adds the runs of one to another: of files that several scripts import.
void add_runs(AllRuns& to, const AllRuns& more);

// A line for each file, and which of its lines did not run, or in part: one branch of an `if`, say.
std::string coverage_text(const AllRuns& files);
// As lcov's geninfo writes it, which editors and services read.
std::string coverage_lcov(const AllRuns& files);

}  // namespace rille
