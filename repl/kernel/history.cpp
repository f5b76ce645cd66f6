// KernelHistory: requests for tails, ranges, and patterns.
#include "repl/kernel/history.h"

#include <fnmatch.h>

#include <algorithm>
#include <set>

namespace rille {
namespace {

std::string path_of_file() {
  std::string path = line::History::standard_path();
  return path.empty() ? "" : path + "-notebook";
}

// Returns a row of the history. Outputs are not stored: if they are requested, they are null.
Json row(int session, int line, const std::string& text, bool output) {
  Json said = output ? Json::array({text, nullptr}) : Json(text);
  return Json::array({session, line, std::move(said)});
}

Json reply(Json rows) { return {{"status", "ok"}, {"history", std::move(rows)}}; }

}  // namespace

KernelHistory::KernelHistory() : file_(path_of_file()) {
  int line = 0;
  for (const std::string& text : file_.entries()) entries_.push_back({0, ++line, text});
}

// The numbers of xeus are not used: it does not count sessions and lines.
void KernelHistory::store_inputs_impl(int, int, const std::string& input, const std::string&) {
  entries_.push_back({1, ++lines_, input});
  file_.add(input);
}

Json KernelHistory::get_tail_impl(int n, bool, bool output) const {
  auto count = static_cast<size_t>(std::max(n, 0));
  size_t from = entries_.size() - std::min(count, entries_.size());
  Json rows = Json::array();
  for (size_t i = from; i < entries_.size(); ++i) {
    rows.push_back(row(entries_[i].session, entries_[i].line, entries_[i].text, output));
  }
  return reply(std::move(rows));
}

// In a request, session 0 is the current one, and -1 is the previous one.
Json KernelHistory::get_range_impl(int session, int start, int stop, bool, bool output) const {
  int wanted = session == 0 || session == 1 ? 1 : 0;
  Json rows = Json::array();
  for (const HistoryEntry& entry : entries_) {
    bool is_in = entry.session == wanted && entry.line >= start && entry.line < stop;
    if (is_in) rows.push_back(row(entry.session, entry.line, entry.text, output));
  }
  return reply(std::move(rows));
}

// Finds the latest n cells that match a shell pattern.
Json KernelHistory::search_impl(const std::string& pattern, bool, bool output, int n,
                                bool unique) const {
  std::vector<const HistoryEntry*> found;
  std::set<std::string> seen;
  auto most = static_cast<size_t>(std::max(n, 0));
  for (size_t i = entries_.size(); i > 0 && found.size() < most; --i) {
    const HistoryEntry& entry = entries_[i - 1];
    bool fits = ::fnmatch(pattern.c_str(), entry.text.c_str(), 0) == 0;
    if (fits && (!unique || seen.insert(entry.text).second)) found.push_back(&entry);
  }
  std::ranges::reverse(found);
  Json rows = Json::array();
  for (const HistoryEntry* entry : found) {
    rows.push_back(row(entry->session, entry->line, entry->text, output));
  }
  return reply(std::move(rows));
}

}  // namespace rille
