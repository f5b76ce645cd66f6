// ErrorGroup: groups errors by file, kind, message, and help.
#include "repl/alike.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "vm/text/lines.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct ErrorGroup {
  size_t more = 0;
  std::vector<int> lines;  // of these errors, without repetitions
};

std::string text_of(const ErrorGroup& alike) {
  constexpr size_t max_lines = 8;
  if (alike.more == 0) return "";
  std::string out = str("  and ", alike.more, " more with this message, in line",
                        alike.lines.size() == 1 ? "" : "s");
  for (size_t i = 0; i < std::min(alike.lines.size(), max_lines); ++i) {
    out += str(i == 0 ? " " : ", ", alike.lines[i]);
  }
  return out + (alike.lines.size() > max_lines ? ", …\n" : "\n");
}

class ErrorGroups {
 public:
  explicit ErrorGroups(std::span<const Source> sources) : sources_(sources) {}

  void add(const Error& error) {
    std::tuple key(error.span().file, error.code(), std::string_view(error.what()),
                   std::string_view(error.help()));
    auto [found, is_new] = places_.try_emplace(key, firsts.size());
    if (is_new || error.span().empty()) {
      found->second = firsts.size();
      firsts.push_back(error);
      groups.emplace_back();
      return;
    }
    ErrorGroup& group = groups[found->second];
    ++group.more;
    int line = line_of(error.span());
    if (group.lines.empty() || group.lines.back() != line) group.lines.push_back(line);
  }

  std::vector<Error> firsts;
  std::vector<ErrorGroup> groups;  // groups[i] has the errors that equal firsts[i]

 private:
  int line_of(Span span) {
    const Source& source = sources_[static_cast<size_t>(span.file)];
    return lines_.try_emplace(span.file, source).first->second.at(span.begin).number;
  }

  std::span<const Source> sources_;
  std::map<std::tuple<int, Code, std::string_view, std::string_view>, size_t> places_;
  std::map<int, LineIndex> lines_;
};

}  // namespace

std::string shown_once(std::span<const Error> errors, std::span<const Source> sources) {
  ErrorGroups all(sources);
  for (const Error& error : errors) all.add(error);
  std::vector<std::string> shown = render_all(all.firsts, sources);
  std::string out;
  for (size_t i = 0; i < shown.size(); ++i) out += shown[i] + text_of(all.groups[i]);
  return out;
}

std::string as_warning(const std::string& rendered) {
  return str("warning", rendered.substr(rendered.find(']') + 1));
}

}  // namespace rille
