// json.parse: parses JSON.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "stdlib/json.h"
#include "vm/bind.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

constexpr size_t deepest = 500;

// Placeholders for the words NaN, Infinity, and -Infinity, which Python writes and the parser does
// not accept: number literals that do not occur in practice.
constexpr std::string_view nan_word = "0.7001e-70000700170", infinity_word = "0.7002e-70000700170",
                           minus_infinity_word = "0.7003e-70000700170";

// Builds values while parsing, without an intermediate tree. The last value of a repeated name
// wins, as in JavaScript and Python.
class ValueBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return put(Value()); }
  bool boolean(bool x) override { return put(x); }
  bool number_integer(int64_t x) override { return put(x); }
  bool number_unsigned(uint64_t x) override {
    if (x <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return put(static_cast<int64_t>(x));
    }
    return whole(static_cast<double>(x), std::to_string(x));
  }
  bool number_float(double x, const std::string& digits) override {
    if (digits == nan_word) return put(std::numeric_limits<double>::quiet_NaN());
    if (digits == infinity_word) return put(std::numeric_limits<double>::infinity());
    if (digits == minus_infinity_word) return put(-std::numeric_limits<double>::infinity());
    bool is_whole = digits.find_first_of(".eE") == std::string::npos;
    if (is_whole) return whole(x, digits);
    return put(x);
  }
  bool string(std::string& x) override { return put(std::move(x)); }
  bool binary(binary_t&) override { return false; }
  bool key(std::string& name) override {
    open_.back().name = std::move(name);
    return true;
  }
  bool start_object(size_t) override { return open(true); }
  bool start_array(size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(size_t at, const std::string&,
                   const nlohmann::detail::exception& error) override {
    at_ = at;
    why_ = error.what();
    return false;
  }

  Value take() { return std::move(made_); }
  size_t at() const { return at_; }  // the byte after the error
  bool is_deep() const { return open_.size() >= deepest; }
  const std::string& why() const { return why_; }
  // A number that neither int nor float represents.
  const std::string& wide() const { return wide_; }

 private:
  struct ParseFrame {
    bool is_object = false;
    std::string name = {};  // the name of the next value
    std::vector<DictKey> keys = {};
    std::unordered_map<std::string, size_t> places = {};
    Values items = {};
    size_t bytes = 0;  // estimated memory, not accounted elsewhere before the frame is closed
  };

  // An integer outside of the range of int becomes the float that equals it, or is rejected.
  bool whole(double x, const std::string& digits) {
    if (fmt::format("{:.0f}", x) == digits) return put(x);
    wide_ = digits;
    return false;
  }

  bool open(bool is_object) {
    if (is_deep()) return false;
    open_.push_back({is_object});
    return true;
  }

  // Adds the memory that a value takes in a frame.
  void count(ParseFrame& frame, const Value& value) {
    constexpr size_t small = size_t{1} << 16;
    size_t bytes = value.is_string() ? value.string().size() : 0;
    if (frame.items.size() == frame.items.capacity()) {  // the vector doubles its capacity
      size_t room = std::max<size_t>(1, frame.items.capacity()) * sizeof(Value);
      if (room > small) poll(open_bytes_ + 2 * room);
      bytes += room;
    }
    if (frame.is_object) bytes += 2 * (sizeof(DictKey) + frame.name.size() + 4 * sizeof(void*));
    frame.bytes += bytes;
    open_bytes_ += bytes;
    polls_.step(open_bytes_);
  }

  bool put(Value value) {
    if (open_.empty()) {
      made_ = std::move(value);
      return true;
    }
    ParseFrame& frame = open_.back();
    count(frame, value);
    if (!frame.is_object) {
      frame.items.push_back(std::move(value));
      return true;
    }
    auto [place, is_new] = frame.places.try_emplace(frame.name, frame.items.size());
    if (!is_new) {
      frame.items[place->second] = std::move(value);
      return true;
    }
    frame.keys.emplace_back(std::move(frame.name));
    frame.items.push_back(std::move(value));
    return true;
  }

  bool close() {
    ParseFrame frame = std::move(open_.back());
    open_.pop_back();
    open_bytes_ -= frame.bytes;
    if (!frame.is_object) return put(Value::tuple(std::move(frame.items)));
    auto keys = std::make_shared<DictKeys>();
    keys->list = std::move(frame.keys);
    return put(Value::dict(std::move(keys), std::move(frame.items)));
  }

  std::vector<ParseFrame> open_;
  size_t open_bytes_ = 0;  // of all open frames
  Value made_;
  PollCounter polls_;
  size_t at_ = 0;
  std::string why_;
  std::string wide_;
};

// The reason in an error message of nlohmann::json, such as "unexpected ']'; expected '}'".
std::string reason_of(const std::string& why) {
  for (std::string_view before : {" - ", ": "}) {
    size_t at = why.rfind(before);
    if (at != std::string::npos) return why.substr(at + before.size());
  }
  size_t end = why.find("] ");
  return end == std::string::npos ? why : why.substr(end + 2);
}

Value parsed(std::string text) { return parse_json(text); }

// A text with words for floats replaced by number literals, and by how much each replacement
// lengthens the text.
struct RewrittenText {
  std::string text;
  // The end of each replacement in `text`, and the bytes that it adds.
  std::vector<std::pair<size_t, size_t>> growth = {};

  size_t place_before(size_t at) const {  // the position of a byte in the original text
    size_t grown = 0;
    for (auto [end, by] : growth) {
      if (end <= at + 1) grown += by;
    }
    return at - grown;
  }
};

constexpr std::pair<std::string_view, std::string_view> words[] = {
    {"NaN", nan_word}, {"-Infinity", minus_infinity_word}, {"Infinity", infinity_word}};

// An error message with the placeholders replaced by the original words.
std::string with_words(std::string reason) {
  for (auto [word, number] : words) {
    for (size_t at = reason.find(number); at != std::string::npos; at = reason.find(number)) {
      reason.replace(at, number.size(), word);
    }
  }
  return reason;
}

RewrittenText reworded(std::string_view text) {
  RewrittenText out;
  bool is_quoted = false;
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    polls.step(out.text.capacity());
    if (is_quoted && text[at] == '\\') {
      out.text += text.substr(at, 2);
      at += 2;
      continue;
    }
    if (text[at] == '"') is_quoted = !is_quoted;
    const auto* word = std::ranges::find_if(
        words, [&](const auto& w) { return !is_quoted && text.substr(at).starts_with(w.first); });
    if (word == std::end(words)) {
      out.text += text[at++];
      continue;
    }
    out.text += word->second;
    out.growth.emplace_back(out.text.size(), word->second.size() - word->first.size());
    at += word->first.size();
  }
  return out;
}

struct LineAndColumn {
  int64_t line;
  size_t column;
};

LineAndColumn line_and_column(std::string_view text, size_t at) {
  std::string_view before = text.substr(0, std::min(at, text.size()));
  size_t start = before.rfind('\n');
  return {std::ranges::count(before, '\n') + 1,
          start == std::string_view::npos ? before.size() + 1 : before.size() - start};
}

// The position of a number that is not part of a string or of a longer number.
size_t place_of(std::string_view text, std::string_view number) {
  bool is_quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (is_quoted && text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && text.substr(at).starts_with(number)) {
      std::string_view behind = text.substr(at + number.size(), 1);
      bool begins = at == 0 || std::string_view("0123456789.-+eE").find(text[at - 1]) ==
                                   std::string_view::npos;
      bool ends = behind.find_first_of("0123456789.eE") == std::string_view::npos;
      if (begins && ends) return at;
    }
  }
  return 0;
}

}  // namespace

Value parse_json(const std::string& text) {
  return json_value(
      text, [](const std::string& why) { throw Error(Code::value, str("json.parse: ", why)); });
}

Value json_value(std::string_view text, const std::function<void(const std::string& why)>& refuse) {
  ValueBuilder plain;
  if (nlohmann::json::sax_parse(text, &plain)) return plain.take();
  RewrittenText there = reworded(text);
  ValueBuilder again;
  if (!there.growth.empty() && nlohmann::json::sax_parse(there.text, &again)) return again.take();
  const ValueBuilder& maker = there.growth.empty() ? plain : again;
  if (maker.is_deep()) refuse(str("the text exceeds the maximum depth of ", deepest));
  if (!maker.wide().empty()) {
    auto [line, column] = line_and_column(text, place_of(text, maker.wide()));
    refuse(str("line ", line, ", column ", column, ": ", maker.wide(),
               " is neither a 64-bit int nor exactly a float; write it in quotes to get a string"));
  }
  size_t end = there.place_before(maker.at() == 0 ? 0 : maker.at() - 1);
  auto [line, column] = line_and_column(text, end);
  refuse(str("line ", line, ", column ", column, ": ", with_words(reason_of(maker.why()))));
  return {};
}

std::string json_quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

extern const Builtin json_parse_builtin = {
    .signature = "json.parse(text: str) -> any",
    .brief = "Parses JSON. Objects become dicts, arrays become tuples, and null becomes nil.",
    .params = {{"text",
                "JSON text of one value. Numbers with a decimal point or an exponent become "
                "floats, others ints. NaN, Infinity, and -Infinity are accepted as floats, as "
                "Python writes them."}},
    .errors =
        "error[value] with line and column if the text is not valid JSON, or an integer is neither "
        "a 64-bit int nor exactly a float",
    .example =
        "json.parse(\"[1, 2.5, null, true]\")  #> (1, 2.5, nil, true)\n"
        "json.parse(json.text((lr = 0.1, name = \"run\")))  #> dict(lr = 0.1, name = \"run\")",
    .source = "RFC 8259",
    .call = bind<&parsed>,
};

}  // namespace rille
