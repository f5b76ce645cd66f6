// Reads the tokens of a StableHLO module.
#include "jit/stablehlo/text.h"

#include <charconv>

namespace rille {
namespace {

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.';
}

}  // namespace

const HloAttr* HloAttr::find(std::initializer_list<std::string_view> names) const {
  for (std::string_view name : names) {
    for (const auto& [key, value] : fields) {
      if (key == name) return &value;
    }
  }
  return nullptr;
}

char HloText::peek() {
  while (at_ < text_.size()) {
    if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      break;
    }
  }
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool HloText::follows(std::string_view mark) {
  peek();
  return text_.substr(at_, mark.size()) == mark;
}

bool HloText::take(std::string_view mark) {
  if (!follows(mark)) return false;
  at_ += mark.size();
  return true;
}

void HloText::expect(std::string_view mark) {
  if (!take(mark)) fail(str("expected '", mark, "'"));
}

std::string_view HloText::word() {
  if (!begins_word(peek())) return {};
  size_t begin = at_;
  while (at_ < text_.size() && continues_word(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view HloText::peek_word() {
  size_t before = at_;
  std::string_view found = word();
  at_ = before;
  return found;
}

bool HloText::take_word(std::string_view wanted) {
  if (peek_word() != wanted) return false;
  word();
  return true;
}

std::string HloText::quoted() {
  expect("\"");
  std::string out;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] != '\\' || at_ + 1 >= text_.size()) {
      out += text_[at_++];
      continue;
    }
    unsigned char byte = 0;
    const char* digits = text_.data() + at_ + 1;
    bool is_byte =
        at_ + 2 < text_.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    char c = text_[at_ + 1];
    out += is_byte ? static_cast<char>(byte) : c == 'n' ? '\n' : c == 't' ? '\t' : c;
    at_ += is_byte ? 3 : 2;
  }
  expect("\"");
  return out;
}

std::string HloText::value_name() {
  expect("%");
  size_t begin = at_ - 1;
  while (at_ < text_.size() && (continues_word(text_[at_]) || text_[at_] == '-')) ++at_;
  std::string name(text_.substr(begin, at_ - begin));
  if (at_ >= text_.size() || text_[at_] != '#') return name;
  ++at_;
  return str(name, "#", integer());
}

int64_t HloText::integer() {
  peek();
  int64_t out = 0;
  auto [rest, fault] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
  if (fault != std::errc{}) fail("expected an integer");
  at_ = static_cast<size_t>(rest - text_.data());
  return out;
}

void HloText::skip_balanced() {
  std::string closers;
  do {
    char c = peek();
    if (c == '\0') fail("missing closing bracket");
    if (c == '"') {
      quoted();
      continue;
    }
    ++at_;
    if (c == '-' && peek() == '>') ++at_;
    if (c == '(') closers += ')';
    if (c == '[') closers += ']';
    if (c == '{') closers += '}';
    if (c == '<') closers += '>';
    if (closers.empty()) fail("expected a bracket");
    if (c == closers.back()) closers.pop_back();
  } while (!closers.empty());
}

void HloText::fail(std::string_view why) const {
  auto at = static_cast<int>(std::min(at_, text_.size()));
  int end = std::min(at + 1, static_cast<int>(text_.size()));
  throw Error(Code::syntax, str("StableHLO: ", why), {file_, at, std::max(end, at)});
}

}  // namespace rille
