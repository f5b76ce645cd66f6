// Reports of profiles on disk.
#include <algorithm>
#include <tuple>

#include "stdlib/file/folder.h"
#include "stdlib/profile.h"
#include "stdlib/profile/advice.h"
#include "stdlib/profile/compare.h"
#include "stdlib/profile/journal.h"
#include "stdlib/profile/page.h"
#include "stdlib/profile/report.h"
#include "stdlib/profile/units.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr std::string_view extension = ".rille-profile";

// The journal in the directory of a run, or "".
std::string journal_in(const std::string& run) {
  for (const FolderEntry& entry : entries_in(run, true)) {
    bool is_journal = entry.is_file && entry.bytes > 0 && entry.name.ends_with(extension);
    if (is_journal) return joined_path(run, entry.name);
  }
  return "";
}

// Orders names by their time, which has the size of "2026_11_30_14_08_59", then by the number
// after it.
bool is_older(const std::string& a, const std::string& b) {
  constexpr size_t time_size = 19;
  auto key = [](const std::string& name) {
    return std::tuple(std::string_view(name).substr(0, time_size), name.size(),
                      std::string_view(name));
  };
  return key(a) < key(b);
}

// The number of events with which a page loads in a few seconds.
constexpr int64_t max_page_events = 2'000'000;

profile::Timeline timeline_at(const std::string& path, int64_t limit = profile::no_limit) {
  return profile::read_journal(is_file(path) ? path : journal_in(latest_run(path)), limit);
}

// A sentence: the first letter is a capital, unless it is code.
std::string sentence(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

}  // namespace

std::string latest_run(const std::string& path) {
  if (!journal_in(path).empty()) return path;
  std::string runs = joined_path(path, "plugins/profile"), newest;
  if (is_folder(runs)) {
    for (const FolderEntry& entry : entries_in(runs)) {
      bool is_newer = entry.is_folder && (newest.empty() || is_older(newest, entry.name));
      if (is_newer && !journal_in(joined_path(runs, entry.name)).empty()) newest = entry.name;
    }
  }
  if (!newest.empty()) return joined_path(runs, newest);
  throw Error(Code::io, str("\"", visible(path), "\" has no profile of Rille"))
      .help("`rille run --profile DIR FILE` records one");
}

std::string profile_report(const std::string& path, const ReportOptions& options) {
  profile::Timeline timeline = timeline_at(path);
  profile::Summary summary = profile::summarize(timeline);
  return profile::report(timeline, summary, profile::advise(timeline, summary), options.width,
                         options.has_color);
}

std::string profile_page(const std::string& path) {
  profile::Timeline timeline = timeline_at(path, max_page_events);
  profile::Summary summary = profile::summarize(timeline);
  std::vector<std::string> advice;
  for (const profile::Advice& item : profile::advise(timeline, summary)) {
    std::string place = item.place.line > 0 ? str(" at ", profile::text(item.place)) : "";
    advice.push_back(str(sentence(str(name_of(item.kind), ": ", item.message, place)), " ",
                         sentence(item.reason), " ", sentence(item.help)));
  }
  return profile::page(timeline, advice);
}

std::string profile_difference(const std::string& before, const std::string& after) {
  return profile::text(profile::compare(timeline_at(before), timeline_at(after)));
}

}  // namespace rille
