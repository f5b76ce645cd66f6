// MadeText: one origin for each byte.
#include "repl/made_text.h"

#include <algorithm>

namespace rille {

MadeText& MadeText::add(std::string_view text) { return add(text, {-1, -1}); }

MadeText& MadeText::add(std::string_view text, Range origin) {
  text_ += text;
  origins_.resize(text_.size(), origin);
  return *this;
}

MadeText& MadeText::copy(std::string_view text, int origin) {
  text_ += text;
  for (; origins_.size() < text_.size(); ++origin) origins_.emplace_back(origin, origin + 1);
  return *this;
}

MadeText& MadeText::add(const MadeText& other) {
  text_ += other.text_;
  origins_.insert(origins_.end(), other.origins_.begin(), other.origins_.end());
  return *this;
}

MadeText MadeText::part(int begin, int end) const {
  MadeText out;
  out.text_ = text_.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  out.origins_.assign(origins_.begin() + begin, origins_.begin() + end);
  return out;
}

std::optional<MadeText::Range> MadeText::origin(int begin, int end) const {
  std::optional<Range> out;
  int last = std::min(end, static_cast<int>(origins_.size()));
  for (int i = std::max(begin, 0); i < last; ++i) {
    Range at = origins_[static_cast<size_t>(i)];
    if (at.first < 0) continue;
    out = out ? Range(std::min(out->first, at.first), std::max(out->second, at.second)) : at;
  }
  return out;
}

}  // namespace rille
