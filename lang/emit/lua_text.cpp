// Words and scopes of emitted Lua text.
#include "lang/emit/lua_text.h"

#include <algorithm>
#include <set>

#include "vm/run/running.h"
#include "vm/text.h"

namespace rille::lang {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// A word, a bracket, a comma, a line end, "=", or "==" for any other operator that contains "=".
struct LuaToken {
  size_t begin;
  std::string_view text;
  bool is_word() const { return is_letter(text[0]); }
  bool is(std::string_view other) const { return text == other; }
};

// Reads tokens and skips strings, marks, labels, and words after a point.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {
    while (at_ < text_.size()) step();
  }
  std::vector<LuaToken> all;

 private:
  char ahead(size_t n) const { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }
  void add(size_t size) {
    all.push_back({at_, text_.substr(at_, size)});
    at_ += size;
  }
  size_t word_size(size_t from) const {
    size_t end = from;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    return end - from;
  }

  void step() {
    char c = text_[at_];
    if (c == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        if (text_[at_] == '\\') ++at_;
      }
      ++at_;
    } else if (c == '\x01') {
      at_ = text_.find('\x02', at_) + 1;
    } else if (c == ':' && ahead(1) == ':') {
      at_ = text_.find("::", at_ + 2) + 2;
    } else if (c == '.' && ahead(1) == '.') {
      at_ += 2;
    } else if (c == '.') {
      at_ += 1 + word_size(at_ + 1);
    } else if (is_letter(c)) {
      word();
    } else if (std::string_view("~<>=").find(c) != std::string_view::npos && ahead(1) == '=') {
      add(2);
    } else if (std::string_view("(){}[]=,\n").find(c) != std::string_view::npos) {
      add(1);
    } else {
      ++at_;
    }
  }

  void word() {
    size_t size = word_size(at_);
    if (text_.substr(at_, size) == "goto") {
      at_ += size + 1;
      at_ += word_size(at_);
    } else if (text_[at_] >= '0' && text_[at_] <= '9') {
      at_ += size;
    } else {
      add(size);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

class Scopes {
 public:
  explicit Scopes(std::string_view text) : tokens_(std::move(Tokens(text).all)) {
    open_.emplace_back();
    while (at_ < tokens_.size()) step();
  }
  std::vector<FreeName> found;

 private:
  using Names = std::set<std::string_view>;

  void step() {
    const LuaToken& token = tokens_[at_++];
    if (token.is("\n")) {  // declarations of a line are visible from the next line on
      open_[pending_at_].merge(pending_);
    } else if (token.is("do") || token.is("then")) {
      open_.push_back(std::move(counters_));
      counters_.clear();
    } else if (token.is("end") || token.is("else")) {
      open_.pop_back();
      if (pending_at_ >= open_.size()) pending_at_ = 0, pending_.clear();
      if (token.is("else")) open_.emplace_back();
    } else if (token.is("local")) {
      open_[pending_at_].merge(pending_);
      pending_at_ = open_.size() - 1;
      names(pending_);
      if (at_ == tokens_.size() || !tokens_[at_].is("=")) open_.back().merge(pending_);
    } else if (token.is("for")) {
      names(counters_);
    } else if (token.is("function")) {
      params();
    } else if (token.is("{") || token.is("(") || token.is("[")) {
      brackets_ += token.text;
    } else if (token.is("}") || token.is(")") || token.is("]")) {
      brackets_.pop_back();
    } else if (token.is_word()) {
      name(token);
    }
  }

  // Adds the names of a list: a, b
  void names(Names& into) {
    for (; at_ < tokens_.size(); ++at_) {
      into.insert(tokens_[at_++].text);
      if (at_ == tokens_.size() || !tokens_[at_].is(",")) return;
    }
  }

  void params() {
    Names own;
    for (; !tokens_[at_].is(")"); ++at_) {
      if (tokens_[at_].is_word()) own.insert(tokens_[at_].text);
    }
    ++at_;
    open_.push_back(std::move(own));
  }

  void name(const LuaToken& token) {
    if (token.text.find('_') == std::string_view::npos || token.is("_")) return;
    bool is_key = brackets_.ends_with('{') && at_ < tokens_.size() && tokens_[at_].is("=");
    auto declares = [&](const Names& names) { return names.contains(token.text); };
    if (!is_key && std::ranges::none_of(open_, declares))
      found.push_back({token.begin, token.text});
  }

  std::vector<LuaToken> tokens_;
  size_t at_ = 0;
  std::vector<Names> open_;
  Names pending_, counters_;
  size_t pending_at_ = 0;  // the scope of the pending declarations
  std::string brackets_;
};

}  // namespace

int nesting(std::string_view text) {
  int depth = 0, most = 0;
  std::vector<int> blocks;
  for (const LuaToken& token : Tokens(text).all) {
    if (token.is("function") || token.is("do") || token.is("then")) {
      blocks.push_back(token.is("function") ? 3 : 1);
      depth += blocks.back();
    } else if (token.is("end")) {
      if (blocks.empty()) continue;
      depth -= blocks.back();
      blocks.pop_back();
    } else if (token.is("(") || token.is("{") || token.is("[")) {
      ++depth;
    } else if (token.is(")") || token.is("}") || token.is("]")) {
      --depth;
    }
    most = std::max(most, depth);
  }
  return most;
}

namespace {

// Whether the text jumps to a label outside of it.
bool jumps_out(std::string_view text) {
  constexpr std::string_view word = "goto ";
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    size_t begin = at + word.size(), end = begin;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (text.find(str("::", text.substr(begin, end - begin), "::")) == text.npos) return true;
  }
  return false;
}

}  // namespace

bool leaves_function(std::string_view text) {
  if (text.find("...") != text.npos || jumps_out(text)) return true;
  enum class LuaBlock : uint8_t { plain, loop, function };
  std::vector<LuaBlock> blocks;
  auto is_within = [&](LuaBlock kind) { return std::ranges::find(blocks, kind) != blocks.end(); };
  LuaBlock next = LuaBlock::plain;
  for (const LuaToken& token : Tokens(text).all) {
    if (token.is("for") || token.is("while")) {
      next = LuaBlock::loop;
    } else if (token.is("function") || token.is("do") || token.is("then")) {
      blocks.push_back(token.is("function") ? LuaBlock::function : next);
      next = LuaBlock::plain;
    } else if (token.is("end") && !blocks.empty()) {
      blocks.pop_back();
    } else if (is_within(LuaBlock::function)) {
      continue;
    } else if (token.is("return") || (token.is("break") && !is_within(LuaBlock::loop))) {
      return true;
    }
  }
  return false;
}

// Called again for each closure of a nest of closures.
std::vector<FreeName> free_names(std::string_view text) {
  poll();
  return Scopes(text).found;
}

}  // namespace rille::lang
