// Mutator: good files with something changed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/diff/chance.h"
#include "tests/fuzz/files.h"

namespace rille::fuzz {

using diff::Chance;

// Changes that files of bytes and of text take alike: bits, bytes, numbers of every width, parts
// that go, come twice or come from another file; in texts also whole values between brackets and
// quotes, decimal numbers and the words of the good files.
class Mutator {
 public:
  Mutator(Chance& chance, const std::vector<Files>& good);

  // One to eight changes in one of the files; `other` lends parts.
  Files changed(const Files& files, const Files& other);
  std::string changed(std::string_view bytes, std::string_view other);

 private:
  void change(std::string& bytes, std::string_view other);
  void change_text(std::string& bytes, std::string_view other);
  std::string_view part(std::string_view of, size_t most);

  Chance& chance_;
  std::vector<std::string> words_;
};

}  // namespace rille::fuzz
