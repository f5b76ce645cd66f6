// Whole programs parse and resolve.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

namespace fs = std::filesystem;

// Accepts every name: builtins are not tested here.
class AllNames : public Names {
 public:
  const BuiltinRecord* find(std::string_view path) const override {
    static const std::set<std::string_view> modules = {"rng",    "nn",   "optim", "tree",
                                                       "linalg", "data", "ckpt",  "kernels",
                                                       "plot",   "io",   "bits",  "prof"};
    auto& known = known_[std::string(path)];
    if (!known) known = std::make_unique<BuiltinRecord>();
    known->name = path;
    size_t dot = path.find('.');
    bool is_struct = dot != path.npos && std::isupper(static_cast<unsigned char>(path[dot + 1]));
    known->kind = is_struct                ? BuiltinRecord::structure
                  : modules.contains(path) ? BuiltinRecord::module
                                           : BuiltinRecord::function;
    return known.get();
  }
  std::vector<std::string> members(std::string_view) const override { return {}; }

 private:
  mutable std::map<std::string, std::unique_ptr<BuiltinRecord>> known_;
};

std::string faults_of(const fs::path& path) {
  std::ifstream in(path);
  Source source{path.filename(), {std::istreambuf_iterator<char>(in), {}}};
  AllNames names;
  std::vector<Error> errors;
  File file = parse(source, 0, errors);
  if (errors.empty()) resolve(file, names, errors);
  return shown(errors, source);
}

void expect_no_faults(const std::vector<fs::path>& folders) {
  auto there = std::ranges::find_if(folders, [](const fs::path& p) { return fs::exists(p); });
  if (there == folders.end()) GTEST_SKIP() << folders[0] << " is not here";
  for (const auto& entry : fs::recursive_directory_iterator(*there)) {
    if (entry.path().extension() != ".rille") continue;
    EXPECT_EQ(faults_of(entry.path()), "") << entry.path();
  }
}

TEST(Programs, of_the_design_are_read) {
  expect_no_faults({"../shared/design/programs", "../../shared/design/programs",
                    "../../../shared/design/programs"});
}

TEST(Programs, of_the_examples_are_read) { expect_no_faults({"examples", "../examples"}); }

}  // namespace
}  // namespace rille::lang
