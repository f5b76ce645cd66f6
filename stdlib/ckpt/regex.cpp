// Regex: parsed to a program, whose threads run side by side.
#include "stdlib/ckpt/regex.h"

#include "vm/error.h"
#include "vm/running.h"

namespace rille {

namespace {

constexpr size_t longest = 500;  // bytes of an expression
constexpr size_t nowhere = std::string_view::npos;

void add_range(std::bitset<256>& set, char from, char to) {
  for (int c = static_cast<unsigned char>(from); c <= static_cast<unsigned char>(to); ++c) {
    set.set(static_cast<size_t>(c));
  }
}

// What \d, \w, \s or an escaped sign stand for.
std::bitset<256> escaped(char c) {
  std::bitset<256> out;
  if (c == 'd' || c == 'w') add_range(out, '0', '9');
  if (c == 'w') {
    add_range(out, 'a', 'z');
    add_range(out, 'A', 'Z');
    add_range(out, '_', '_');
  } else if (c == 's') {
    for (char space : {' ', '\t', '\n', '\r'}) add_range(out, space, space);
  } else if (c != 'd') {
    add_range(out, c, c);
  }
  return out;
}

}  // namespace

// alternatives = sequence { "|" sequence }; sequence = { atom [ "*" | "+" | "?" ] [ "?" ] }.
struct RegexParser {
  using Op = Regex::Op;
  using Inst = Regex::Inst;

  std::string_view text;
  Regex& out;
  size_t at = 0;

  std::vector<Inst>& code() const { return out.program_; }
  int here() const { return static_cast<int>(code().size()); }
  bool has(char c) const { return at < text.size() && text[at] == c; }
  bool take(char c) {
    if (!has(c)) return false;
    ++at;
    return true;
  }
  [[noreturn]] void refuse(std::string_view why) const {
    throw Error(Code::value, str("\"", text, "\" is no regular expression: ", why));
  }

  void run() {
    if (text.size() > longest) refuse(str("it is longer than ", longest, " bytes"));
    code().push_back({Op::save, 0});
    alternatives();
    if (at < text.size()) refuse("a ) without its (");
    code().push_back({Op::save, 1});
    code().push_back({Op::match});
  }

  void alternatives() {
    int start = here();
    sequence();
    if (!take('|')) return;
    insert_split(start, start + 1, here() + 2);
    int leave = here();
    code().push_back({Op::jump});
    alternatives();
    code()[static_cast<size_t>(leave)].x = here();
  }

  void sequence() {
    while (at < text.size() && !has('|') && !has(')')) repeated();
  }

  // Makes room for a split at `place`; what stands behind it moves by one.
  void insert_split(int place, int first, int second) {
    code().insert(code().begin() + place, Inst{Op::split, first, second});
    for (size_t i = static_cast<size_t>(place) + 1; i < code().size(); ++i) {
      Inst& inst = code()[i];
      if (inst.op != Op::split && inst.op != Op::jump) continue;
      if (inst.x >= place) ++inst.x;
      if (inst.y >= place) ++inst.y;
    }
  }

  void repeated() {
    int start = here();
    atom();
    bool star = take('*'), plus = !star && take('+'), maybe = !star && !plus && take('?');
    if (!star && !plus && !maybe) return;
    bool lazy = take('?');
    auto ordered = [&](int go, int leave) {
      return lazy ? std::pair(leave, go) : std::pair(go, leave);
    };
    if (plus) {
      auto [x, y] = ordered(start, here() + 1);
      code().push_back({Op::split, x, y});
      return;
    }
    insert_split(start, start + 1, here() + (star ? 2 : 1));
    if (star) code().push_back({Op::jump, start});
    auto [x, y] = ordered(start + 1, here());
    code()[static_cast<size_t>(start)].x = x;
    code()[static_cast<size_t>(start)].y = y;
  }

  void atom() {
    if (has('*') || has('+') || has('?')) refuse("nothing stands before a sign of repetition");
    if (take('(')) return group();
    if (take('^')) return code().push_back({Op::begin});
    if (take('$')) return code().push_back({Op::end});
    Inst inst{Op::set};
    if (take('[')) {
      inst.set = bracketed();
    } else if (take('.')) {
      inst.set.set();
    } else {
      inst.set = one();
    }
    code().push_back(inst);
  }

  void group() {
    int number = 2 * out.groups_++;
    code().push_back({Op::save, number});
    alternatives();
    if (!take(')')) refuse("a ( without its )");
    code().push_back({Op::save, number + 1});
  }

  std::bitset<256> one() {
    if (!take('\\')) {
      std::bitset<256> out;
      add_range(out, text[at], text[at]);
      ++at;
      return out;
    }
    if (at == text.size()) refuse("nothing stands behind its last \\");
    return escaped(text[at++]);
  }

  std::bitset<256> bracketed() {
    bool inverse = take('^');
    std::bitset<256> set;
    for (bool first = true; first || !has(']'); first = false) {
      if (at >= text.size()) refuse("a [ without its ]");
      bool is_range =
          text[at] != '\\' && at + 2 < text.size() && text[at + 1] == '-' && text[at + 2] != ']';
      if (is_range) {
        add_range(set, text[at], text[at + 2]);
        at += 3;
      } else {
        set |= one();
      }
    }
    ++at;
    return inverse ? ~set : set;
  }
};

Regex::Regex(std::string_view text) { RegexParser{text, *this}.run(); }

// To the sets behind `thread`, each once: whoever comes first has the better way there.
void Regex::follow(std::vector<Thread>& threads, std::vector<bool>& seen, Thread thread,
                   std::string_view name, size_t at) const {
  std::vector<Thread> open = {std::move(thread)};
  while (!open.empty()) {
    Thread now = std::move(open.back());
    open.pop_back();
    auto place = static_cast<size_t>(now.at);
    if (seen[place]) continue;
    seen[place] = true;
    const Inst& inst = program_[place];
    switch (inst.op) {
      case Op::split:
        open.push_back({inst.y, now.places});
        open.push_back({inst.x, std::move(now.places)});
        break;
      case Op::jump: open.push_back({inst.x, std::move(now.places)}); break;
      case Op::save:
        now.places[static_cast<size_t>(inst.x)] = at;
        open.push_back({now.at + 1, std::move(now.places)});
        break;
      case Op::begin:
        if (at == 0) open.push_back({now.at + 1, std::move(now.places)});
        break;
      case Op::end:
        if (at == name.size()) open.push_back({now.at + 1, std::move(now.places)});
        break;
      default: threads.push_back(std::move(now));
    }
  }
}

std::optional<Regex::Places> Regex::match_at(std::string_view name, size_t start) const {
  std::vector<Thread> threads;
  std::vector<bool> seen(program_.size(), false);
  std::optional<Places> found;
  follow(threads, seen, {0, Places(static_cast<size_t>(2 * groups_), nowhere)}, name, start);
  for (size_t at = start; !threads.empty(); ++at) {
    poll();
    std::vector<Thread> next;
    seen.assign(program_.size(), false);
    for (Thread& thread : threads) {
      const Inst& inst = program_[static_cast<size_t>(thread.at)];
      if (inst.op == Op::match) {
        found = std::move(thread.places);
        break;  // those behind it are worse ways
      }
      bool fits = at < name.size() && inst.set[static_cast<unsigned char>(name[at])];
      if (fits) follow(next, seen, {thread.at + 1, std::move(thread.places)}, name, at + 1);
    }
    threads = std::move(next);
  }
  return found;
}

std::optional<std::string> Regex::replaced(std::string_view name, std::string_view by) const {
  std::string out;
  bool any = false;
  for (size_t at = 0; at <= name.size();) {
    std::optional<Places> found = match_at(name, at);
    if (!found) {
      if (at < name.size()) out += name[at];
      ++at;
      continue;
    }
    any = true;
    for (size_t i = 0; i < by.size(); ++i) {
      bool is_group = by[i] == '\\' && i + 1 < by.size() && by[i + 1] >= '0' && by[i + 1] <= '9';
      auto group = static_cast<size_t>(is_group ? by[i + 1] - '0' : 0);
      if (!is_group) {
        out += by[i];
        continue;
      }
      ++i;
      if (2 * group + 1 >= found->size() || (*found)[2 * group + 1] == nowhere) continue;
      out += name.substr((*found)[2 * group], (*found)[2 * group + 1] - (*found)[2 * group]);
    }
    size_t end = (*found)[1];
    if (end == at && at < name.size()) out += name[at];
    at = end == at ? at + 1 : end;
  }
  if (!any) return {};
  return out;
}

}  // namespace rille
