// json.parse: a value of its JSON text.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "stdlib/json.h"
#include "vm/bind.h"
#include "vm/running.h"
#include "vm/state.h"

namespace rille {
namespace {

constexpr size_t deepest = 500;

// Makes values as the parser reads, without a tree of its own. Values keep no room for what is read
// twice: a name that comes again has the value that comes last, as in JavaScript and Python.
class Maker : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return put(Value()); }
  bool boolean(bool x) override { return put(x); }
  bool number_integer(int64_t x) override { return put(x); }
  bool number_unsigned(uint64_t x) override {
    if (x <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return put(static_cast<int64_t>(x));
    }
    return put(static_cast<double>(x));
  }
  bool number_float(double x, const std::string&) override { return put(x); }
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
  size_t at() const { return at_; }  // the byte behind what is wrong
  bool is_deep() const { return open_.size() >= deepest; }
  const std::string& why() const { return why_; }

 private:
  struct Frame {
    bool is_object = false;
    std::string name = {};  // of the value to come
    std::vector<DictKey> keys = {};
    std::unordered_map<std::string, size_t> places = {};
    Values items = {};
  };

  bool open(bool is_object) {
    if (is_deep()) return false;
    open_.push_back({is_object});
    return true;
  }

  bool put(Value value) {
    polls_.step(64);
    if (open_.empty()) {
      made_ = std::move(value);
      return true;
    }
    Frame& frame = open_.back();
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
    Frame frame = std::move(open_.back());
    open_.pop_back();
    if (!frame.is_object) return put(Value::tuple(std::move(frame.items)));
    auto keys = std::make_shared<DictKeys>();
    keys->list = std::move(frame.keys);
    return put(Value::dict(std::move(keys), std::move(frame.items)));
  }

  std::vector<Frame> open_;
  Value made_;
  Polls polls_;
  size_t at_ = 0;
  std::string why_;
};

// What nlohmann's message says behind where it looked: "unexpected ']'; expected '}'".
std::string reason_of(const std::string& why) {
  for (std::string_view before : {" - ", ": "}) {
    size_t at = why.rfind(before);
    if (at != std::string::npos) return why.substr(at + before.size());
  }
  size_t end = why.find("] ");
  return end == std::string::npos ? why : why.substr(end + 2);
}

Value parsed(std::string text) { return parse_json(text); }

}  // namespace

Value parse_json(const std::string& text) {
  return json_value(
      text, [](const std::string& why) { throw Error(Code::value, str("json.parse: ", why)); });
}

Value json_value(std::string_view text, const std::function<void(const std::string& why)>& refuse) {
  Maker maker;
  if (nlohmann::json::sax_parse(text, &maker)) return maker.take();
  if (maker.is_deep()) refuse(str("the text nests deeper than ", deepest));
  size_t end = std::min(maker.at() == 0 ? 0 : maker.at() - 1, text.size());
  std::string_view before = text.substr(0, end);
  auto line = std::ranges::count(before, '\n') + 1;
  size_t start = before.rfind('\n');
  size_t column = start == std::string_view::npos ? end + 1 : end - start;
  refuse(str("line ", line, ", column ", column, ": ", reason_of(maker.why())));
  return {};
}

std::string json_quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

extern const Builtin json_parse_builtin = {
    .signature = "json.parse(text: str) -> any",
    .brief = "The value of a JSON text: objects as dicts, lists as tuples, null as nil.",
    .params = {{"text",
                "of one value. Numbers with a point, an exponent or more than 63 bits are "
                "floats, others ints"}},
    .errors = "error[value] where the text is no JSON, with line and column",
    .example =
        "json.parse(\"[1, 2.5, null, true]\")  #> (1, 2.5, nil, true)\n"
        "json.parse(json.text((lr = 0.1, name = \"run\")))  #> dict(lr = 0.1, name = \"run\")",
    .source = "RFC 8259",
    .call = bind<&parsed>,
};

}  // namespace rille
