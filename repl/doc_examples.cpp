// Examples in documents: a scan of the lines.
#include "repl/doc_examples.h"

#include <algorithm>
#include <string_view>

#include "vm/text.h"

namespace rille {
namespace {

// Writes the line, without the `##` of a script's comment, to `out`. Returns false if the line of a
// script is not a `##` comment.
bool document_line(std::string_view line, bool is_script, std::string_view& out) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  out = line;
  if (!is_script) return true;
  size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !line.substr(begin).starts_with("##")) return false;
  out = line.substr(begin + 2);
  if (out.starts_with(' ')) out.remove_prefix(1);
  return true;
}

}  // namespace

std::vector<TestText> examples_in(const std::string& path, const std::string& text) {
  bool is_script = !path.ends_with(".md"), is_open = false;
  std::string whole = text + (text.ends_with('\n') || text.empty() ? "" : "\n");
  int lines = is_script ? static_cast<int>(std::ranges::count(whole, '\n')) : 0, number = 0;
  std::vector<TestText> out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line;
    bool is_document = document_line(std::string_view(text).substr(at, end - at), is_script, line);
    ++number;
    if (!is_document || (is_open && line.starts_with("```"))) {
      is_open = false;
    } else if (is_open) {
      out.back().text += str(line, "\n");
    } else if (line == "```rille") {
      is_open = true;
      int offset = is_script ? -1 : static_cast<int>(end) + 1;
      out.push_back(
          {path, is_script ? whole : "", str("the example at line ", number), lines, offset});
    }
    at = end + 1;
  }
  return out;
}

}  // namespace rille
