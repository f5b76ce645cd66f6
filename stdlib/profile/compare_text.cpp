// The text of a comparison.
#include <algorithm>

#include "stdlib/profile/compare.h"
#include "stdlib/profile/report_table.h"
#include "stdlib/profile/summary_parts.h"
#include "stdlib/profile/units.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

constexpr size_t max_rows = 12;

std::string signed_text(std::string text, double number) { return number > 0 ? "+" + text : text; }

constexpr size_t module_width = 100;  // columns that have room for the module

std::string change_name(const TimeChange& change, bool has_module) {
  std::string place = text(change.place);
  if (change.old_place.line > 0) {
    bool is_same_file = change.old_place.file == change.place.file;
    place = str(text(change.old_place), " → ", is_same_file ? str(change.place.line) : place);
  }
  std::string out =
      str(place, !place.empty() && !change.name.empty() ? "  " : "", line_text(change.name));
  if (!change.layer.empty()) out += str(" in ", line_text(change.layer));
  return change.module.empty() || !has_module ? out : str(out, " of ", line_text(change.module));
}

std::string verdict_text(const TimeChange& change) {
  bool has_ratio = change.before > 0 && change.after > 0;
  if (!has_ratio) return std::string(name_of(change.verdict));
  double ratio = change.after / change.before - 1;
  return str(name_of(change.verdict), " ", signed_text(percent_text(ratio), ratio));
}

void add_row(ReportTable& table, const TimeChange& change, bool has_module) {
  table.add({change.before > 0 ? duration_text(change.before) : "",
             change.after > 0 ? duration_text(change.after) : "",
             signed_text(duration_text(change.difference()), change.difference()),
             duration_text(change.noise), verdict_text(change), change_name(change, has_module)});
}

bool is_shown(const TimeChange& change) {
  return change.verdict != Verdict::same && change.verdict != Verdict::unknown;
}

// The rows that differ, or one line that says that none does.
std::string section(std::string_view title, const std::vector<TimeChange>& changes, size_t width,
                    const ReportPaint& paint) {
  ReportTable table({"before", "after", "change", "noise", "verdict", "where"}, 4);
  size_t known = 0;
  for (const TimeChange& change : changes) {
    if (is_shown(change) && ++known <= max_rows) add_row(table, change, width >= module_width);
  }
  std::string out = "\n" + paint(title, ReportColor::heading) + "\n";
  if (table.empty())
    return out + fitted(str("no change beyond the noise, of ", changes.size()), width) + "\n";
  out += table.text(width, paint);
  return known <= max_rows ? out : str(out, "… and ", known - max_rows, " more\n");
}

}  // namespace

std::string text(const Comparison& comparison, int width, bool color) {
  size_t columns = std::max(static_cast<size_t>(std::max(width, 0)), min_report_width);
  ReportPaint paint(color);
  const TimeChange& step = comparison.step;
  ReportColor shade = step.verdict == Verdict::slower   ? ReportColor::bad
                      : step.verdict == Verdict::faster ? ReportColor::good
                                                        : ReportColor::heading;
  std::string head =
      str("a step takes ", duration_text(step.after), ", before ", duration_text(step.before), ": ",
          verdict_text(step), ", noise ", duration_text(step.noise));
  std::string out = paint(wrapped(head, columns, 2), shade) + "\n";
  out += wrapped(str("compared are the medians of ", comparison.steps_before, " and ",
                     comparison.steps_after, " steps, without the first of each"),
                 columns, 2) +
         "\n";
  if (step.verdict == Verdict::unknown) {
    return out + wrapped("these are too few steps to tell a change from noise", columns, 2) + "\n";
  }
  out += section("parts of a step", comparison.parts, columns, paint);
  out += section("kernels and eager operations, time per step", comparison.kernels, columns, paint);
  out += section("lines, time per step", comparison.lines, columns, paint);
  auto before = static_cast<double>(comparison.peak_before),
       after = static_cast<double>(comparison.peak_after);
  double ratio = before > 0 ? after / before - 1 : 0;
  out += str("\nmemory at the peak: ", size_text(after), ", before ", size_text(before));
  if (before > 0) out += str(", ", signed_text(percent_text(ratio), ratio));
  return out + "\n";
}

}  // namespace rille::profile
