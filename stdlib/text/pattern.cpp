// TextPattern by PCRE2.
#include "stdlib/text/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <new>

#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// A callout before the pattern, so that PCRE2 calls `hear` at each start position. The match limit
// of PCRE2 counts the steps of one start position, and a text has one per character. One step may
// read the text to its end, so a start position that exceeds its limit is matched again by code
// that calls `hear` at each step.
constexpr std::string_view heard = "(?C1)";
int hear(pcre2_callout_block*, void*) { return stopping() ? PCRE2_ERROR_CALLOUT : 0; }

// \s and \w of Oniguruma, which differ from those of PCRE2 in a few characters.
constexpr std::string_view space_set =
    R"(\t-\r\x{20}\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";
constexpr std::string_view word_set = R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24B6}-\x{24E9})";

class RegexTranslator {
 public:
  explicit RegexTranslator(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw Error(Code::value, str("the pattern \"", text_, "\" ", why));
  }

  void step() {
    char c = text_[at_];
    if (c == '\\') return escape();
    if (in_set_) {
      if (c == '[' && text_.substr(at_, 2) == "[:") return posix();
      if (c == '[') refuse("has a nested character set, which is not supported");
      if (text_.substr(at_, 2) == "&&")
        refuse("has `&&` in a character set, which is not supported");
      if (c == ']' && at_ > set_begin_) in_set_ = false;
    } else if (c == '[') {
      in_set_ = true;
      set_begin_ = at_ + (text_.substr(at_, 2) == "[^" ? 2 : 1);
    }
    out_ += c;
    ++at_;
  }

  void posix() {
    size_t end = text_.find(":]", at_);
    if (end == std::string_view::npos) refuse("has a `[:` without its `:]`");
    out_ += text_.substr(at_, end + 2 - at_);
    at_ = end + 2;
  }

  void escape() {
    if (at_ + 1 >= text_.size()) refuse("ends in a backslash");
    char c = text_[at_ + 1];
    at_ += 2;
    std::string_view set = c == 's' || c == 'S' ? space_set : c == 'w' || c == 'W' ? word_set : "";
    bool is_negated = c == 'S' || c == 'W';
    if (set.empty()) {
      out_ += c == 'h' ? "[0-9a-fA-F]" : str("\\", c);
      if (c == 'h' && in_set_) refuse("has `\\h` in a character set, which is not supported");
    } else if (!in_set_) {
      out_ += str(is_negated ? "[^" : "[", set, "]");
    } else if (is_negated) {
      out_ += str("\\", c);  // PCRE2's own set differs only slightly
    } else {
      out_ += set;
    }
  }

  std::string_view text_;
  size_t at_ = 0, set_begin_ = 0;
  bool in_set_ = false;
  std::string out_;
};

std::string reason(int code) {
  std::array<PCRE2_UCHAR, 128> text{};
  pcre2_get_error_message(code, text.data(), text.size());
  return reinterpret_cast<const char*>(text.data());
}

// A compiled pattern, as machine code if PCRE2 supports that.
class MatchCode {
 public:
  MatchCode() = default;
  ~MatchCode() { pcre2_code_free(code_); }
  MatchCode(const MatchCode&) = delete;
  MatchCode& operator=(const MatchCode&) = delete;

  void compile(const std::string& text, const std::string& translated, uint32_t options);
  int run(std::string_view subject, size_t from, pcre2_match_data* to,
          pcre2_match_context* context) const;

 private:
  pcre2_code* code_ = nullptr;
  bool is_machine_code_ = false;
};

void MatchCode::compile(const std::string& text, const std::string& translated, uint32_t options) {
  int error = 0;
  size_t at = 0;
  // In Oniguruma, `^` and `$` match at line boundaries.
  options |= PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
  code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated.data()), translated.size(), options,
                        &error, &at, nullptr);
  if (code_ == nullptr) {
    if (error == PCRE2_ERROR_NOMEMORY) throw std::bad_alloc();
    throw Error(Code::value, str("\"", text, "\" is not a valid pattern: ", reason(error)));
  }
  is_machine_code_ = pcre2_jit_compile(code_, PCRE2_JIT_COMPLETE) == 0;
}

int MatchCode::run(std::string_view subject, size_t from, pcre2_match_data* to,
                   pcre2_match_context* context) const {
  auto* match = is_machine_code_ ? pcre2_jit_match : pcre2_match;
  return match(code_, reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), from,
               PCRE2_NO_UTF_CHECK, to, context);
}

}  // namespace

struct TextPattern::CompiledRegex {
  std::string text, translated;
  // `anywhere` searches forward and can be interrupted. `here` matches only at the start position,
  // which is fast and usually enough: in a tokenizer, a match begins at the end of the last one.
  MatchCode anywhere, here;
  mutable std::once_flag is_slow;
  mutable MatchCode slow;  // compiled on first use

  int slow_match(std::string_view subject_text, size_t from, pcre2_match_data* to) const;
  bool match(std::string_view subject_text, size_t from, pcre2_match_data* to) const;
};

namespace {

constexpr uint32_t max_steps = 2'000'000;  // of one start position

// The number of steps that a start position may take without a check for interrupts.
uint32_t unheard_steps(size_t bytes) {
  constexpr size_t bytes_read = 200'000'000, least = 8;
  return static_cast<uint32_t>(std::clamp<size_t>(bytes_read / (bytes + 1), least, max_steps));
}

constexpr uint32_t max_groups = 10;  // the match itself, and \1 to \9

// The buffers of a match, one set per thread: for the match alone, and for a match with groups.
struct MatchScratch {
  pcre2_match_data* data = pcre2_match_data_create(1, nullptr);
  pcre2_match_data* groups = pcre2_match_data_create(max_groups, nullptr);
  pcre2_match_context* context = pcre2_match_context_create(nullptr);
  pcre2_jit_stack* stack = pcre2_jit_stack_create(32 * 1024, 8 * 1024 * 1024, nullptr);

  MatchScratch() {
    if (context == nullptr) return;
    pcre2_set_heap_limit(context, 16 * 1024);
    pcre2_set_callout(context, hear, nullptr);
    if (stack != nullptr) pcre2_jit_stack_assign(context, nullptr, stack);
  }
  ~MatchScratch() {
    pcre2_jit_stack_free(stack);
    pcre2_match_context_free(context);
    pcre2_match_data_free(data);
    pcre2_match_data_free(groups);
  }
  MatchScratch(const MatchScratch&) = delete;
  MatchScratch& operator=(const MatchScratch&) = delete;

  static MatchScratch& mine() {
    thread_local MatchScratch scratch;
    bool has_all =
        scratch.data != nullptr && scratch.groups != nullptr && scratch.context != nullptr;
    if (!has_all) throw std::bad_alloc();
    return scratch;
  }
};

}  // namespace

TextPattern::TextPattern(const std::string& text) : held_(std::make_unique<CompiledRegex>()) {
  held_->text = text;
  held_->translated = RegexTranslator(text).run();
  held_->here.compile(text, held_->translated, PCRE2_ANCHORED);
  held_->anywhere.compile(text, str(heard, held_->translated), 0);
}

TextPattern TextPattern::literal(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (static_cast<unsigned char>(c) < 0x80 && is_punctuation_mark(static_cast<char32_t>(c))) {
      escaped += '\\';
    }
    escaped += c;
  }
  return TextPattern(escaped);
}

TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;
TextPattern::~TextPattern() = default;

const std::string& TextPattern::text() const { return held_->text; }

int TextPattern::CompiledRegex::slow_match(std::string_view subject_text, size_t from,
                                           pcre2_match_data* to) const {
  std::call_once(is_slow, [&] { slow.compile(text, translated, PCRE2_AUTO_CALLOUT); });
  pcre2_match_context* context = MatchScratch::mine().context;
  pcre2_set_match_limit(context, max_steps);
  return slow.run(subject_text, from, to, context);
}

// Stores the first match from `from` on in `to`; false if there is none.
bool TextPattern::CompiledRegex::match(std::string_view subject_text, size_t from,
                                       pcre2_match_data* to) const {
  pcre2_match_context* context = MatchScratch::mine().context;
  pcre2_set_match_limit(context, unheard_steps(subject_text.size()));
  int got = here.run(subject_text, from, to, context);
  if (got == PCRE2_ERROR_NOMATCH) got = anywhere.run(subject_text, from, to, context);
  if (got == PCRE2_ERROR_MATCHLIMIT) got = slow_match(subject_text, from, to);
  if (got == PCRE2_ERROR_NOMATCH) return false;
  if (got == PCRE2_ERROR_NOMEMORY) throw std::bad_alloc();
  if (got == PCRE2_ERROR_CALLOUT) poll();
  if (got >= 0) return true;
  throw Error(Code::limit, str("the pattern \"", text, "\" at byte ", from, ": ", reason(got)));
}

bool TextPattern::find(std::string_view text, size_t from, TextMatch& out) const {
  MatchScratch& scratch = MatchScratch::mine();
  if (!held_->match(text, from, scratch.data)) return false;
  const size_t* ends = pcre2_get_ovector_pointer(scratch.data);
  out = {ends[0], std::max(ends[0], ends[1]), true};
  return true;
}

TextMatches TextPattern::split(std::string_view text) const {
  TextMatches out;
  size_t done = 0, from = 0;
  // An empty match counts once per position, and not directly after another match.
  bool was_empty = false;
  PollCounter polls;
  while (from <= text.size()) {
    polls.step(out.size() * sizeof(TextMatch));
    TextMatch match{};
    if (!find(text, from, match)) break;
    bool is_empty = match.begin == match.end;
    if (is_empty && match.begin == done && !out.empty() && !was_empty) {
      from = match.end + (match.end < text.size() ? character_at(text, match.end).size : 1);
      continue;
    }
    if (match.begin > done) out.push_back({done, match.begin, false});
    out.push_back(match);
    done = from = match.end;
    was_empty = is_empty;
    if (is_empty) from += from < text.size() ? character_at(text, from).size : 1;
  }
  if (done < text.size()) out.push_back({done, text.size(), false});
  return out;
}

// Appends `by` with references replaced by the groups of a match.
namespace {

void put_replacement(std::string& out, std::string_view text, std::string_view by,
                     const pcre2_match_data* match) {
  const size_t* ends = pcre2_get_ovector_pointer(const_cast<pcre2_match_data*>(match));
  uint32_t count = pcre2_get_ovector_count(const_cast<pcre2_match_data*>(match));
  for (size_t i = 0; i < by.size(); ++i) {
    bool is_group = by[i] == '\\' && i + 1 < by.size() && by[i + 1] >= '0' && by[i + 1] <= '9';
    if (!is_group) {
      out += by[i];
      continue;
    }
    auto group = static_cast<uint32_t>(by[++i] - '0');
    bool is_there = group < count && ends[2 * group] != PCRE2_UNSET;
    if (is_there) out += text.substr(ends[2 * group], ends[2 * group + 1] - ends[2 * group]);
  }
}

}  // namespace

std::optional<std::string> TextPattern::replaced(std::string_view text, std::string_view by) const {
  if (first_bad(text) < text.size()) return {};  // PCRE2 requires valid UTF-8
  pcre2_match_data* groups = MatchScratch::mine().groups;
  std::string out;
  size_t done = 0;
  bool any = false;
  for (size_t from = 0; from <= text.size() && held_->match(text, from, groups);) {
    poll();
    any = true;
    const size_t* ends = pcre2_get_ovector_pointer(groups);
    size_t begin = ends[0], end = std::max(ends[0], ends[1]);
    out += text.substr(done, begin - done);
    put_replacement(out, text, by, groups);
    done = from = end;
    if (begin == end) {
      size_t size = end < text.size() ? character_at(text, end).size : 1;
      if (end < text.size()) out += text.substr(end, size);
      done = from = end + size;
    }
  }
  if (!any) return {};
  if (done < text.size()) out += text.substr(done);
  return out;
}

}  // namespace rille
