// Reads, compares, and writes the files of worked graphs.
#include "tests/unit/jit/worked.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/pass.h"

namespace rille {
namespace {

const std::filesystem::path folder = "tests/unit/jit/worked";

std::string whole(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const Worked& it) {
  std::ofstream file(folder / (it.name + ".txt"));
  file << it.head << it.graph;
  for (const auto& [title, lines] : it.parts) file << "-- " << title << "\n" << lines;
}

}  // namespace

std::vector<std::string> worked_names() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    out.push_back(entry.path().stem());
  }
  std::ranges::sort(out);
  return out;
}

Worked worked(const std::string& name) {
  Worked out{.name = name};
  std::istringstream lines(whole(folder / (name + ".txt")));
  std::string* into = &out.head;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# steps: ")) out.steps = std::atoi(line.c_str() + 9);
    if (into == &out.head && line.starts_with("graph")) into = &out.graph;
    if (line.starts_with("-- ")) {
      out.parts.emplace_back(line.substr(3), "");
      into = &out.parts.back().second;
    } else {
      *into += line + "\n";
    }
  }
  return out;
}

Plan Worked::plan(const std::string& isa) const {
  return make_plan(optimize(parse_graph(graph)), target_of(*isa_named(isa)));
}

void expect_part(const Worked& it, const std::string& part, const std::string& now) {
  auto title = [&](const auto& pair) { return pair.first == part; };
  if (std::getenv("RILLE_BLESS") != nullptr) {
    Worked fresh = worked(it.name);
    std::ranges::find_if(fresh.parts, title)->second = now;
    write(fresh);
    return;
  }
  auto found = std::ranges::find_if(it.parts, title);
  ASSERT_NE(found, it.parts.end()) << it.name << " has no part " << part;
  EXPECT_EQ(found->second, now) << it.head << it.graph;
}

std::vector<std::string> parts_of(const Worked& it, const std::string& word) {
  std::vector<std::string> out;
  for (const auto& [title, lines] : it.parts) {
    if (title == word) out.emplace_back();
    if (title.starts_with(word + " ")) out.push_back(title.substr(word.size() + 1));
  }
  return out;
}

}  // namespace rille
