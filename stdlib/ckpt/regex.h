// Regex: regular expressions over names, in linear time.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// Bytes, `.`, sets `[a-z0-9_]` and `[^.]`, `\d \w \s` and escaped signs, groups `( )`, `|`, `* + ?`
// and the same with `?` behind them, `^`, `$`. All ways through a name are gone at once, so no
// expression takes longer than its own length times that of the name, squared.
class Regex {
 public:
  explicit Regex(std::string_view text);  // error[value] where it is none

  // The name with each match replaced by `by`, in which \0 is the match and \1 … \9 are its groups;
  // none where nothing matches.
  std::optional<std::string> replaced(std::string_view name, std::string_view by) const;

 private:
  friend struct RegexParser;
  enum class Op : uint8_t { set, split, jump, save, begin, end, match };
  struct Inst {
    Op op;
    int x = 0, y = 0;  // where it goes on, the first way first; the number of a place that is saved
    std::bitset<256> set = {};
  };
  using Places = std::vector<size_t>;  // begin and end of the match and of each group
  struct Thread {
    int at;
    Places places;
  };

  std::optional<Places> match_at(std::string_view name, size_t start) const;
  void follow(std::vector<Thread>& threads, std::vector<bool>& seen, Thread thread,
              std::string_view name, size_t at) const;

  std::vector<Inst> program_;
  int groups_ = 1;
};

}  // namespace rille
