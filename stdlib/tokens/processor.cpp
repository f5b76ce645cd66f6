// Post-processors of a tokenizer.json.
#include "stdlib/tokens/processor.h"

#include <algorithm>
#include <map>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/normalizer.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

// Trims whitespace at the ends of a token from its offsets, except for one space that was prepended
// to the text.
void trim(TokenEncoding& encoding, bool adds_space) {
  char32_t space = byte_character(' ');
  auto is_blank = [&](char32_t c) { return c == space || is_white_space(c); };
  for (size_t i = 0; i < encoding.tokens.size(); ++i) {
    std::vector<char32_t> all = characters_of(encoding.tokens[i]);
    auto leading = static_cast<uint32_t>(std::ranges::find_if_not(all, is_blank) - all.begin());
    uint32_t trailing = 0;
    while (trailing < all.size() && is_blank(all[all.size() - 1 - trailing])) ++trailing;
    TextOrigin& at = encoding.offsets[i];
    bool is_first = i == 0 || at.begin == 0;
    if (is_first && adds_space && leading == 1) leading = 0;
    if (leading > 0) at.begin = std::min(at.begin + leading, at.end);
    if (trailing > 0 && at.end >= trailing) at.end = std::max(at.end - trailing, at.begin);
  }
}

class ByteProcessor : public TokenProcessor {
 public:
  explicit ByteProcessor(const JsonNode& from)
      : trims_(from.truth("trim_offsets", true)),
        adds_space_(from.truth("add_prefix_space", true)) {}
  std::vector<TokenEncoding> run(std::vector<TokenEncoding> texts, bool) const override {
    for (TokenEncoding& text : texts) {
      if (trims_) trim(text, adds_space_);
    }
    return texts;
  }
  size_t added(bool) const override { return 0; }

 private:
  bool trims_, adds_space_;
};

// Parses a token and its id, such as `["[SEP]", 102]`.
TokenEncoding::EncodedToken read_token(const JsonNode& from) {
  JsonNode pair = from.list();
  if (pair.size() != 2) from.refuse("a token and its id");
  return {.id = pair.item(1).id(), .token = pair.item(0).text(), .is_special = true};
}

class PairProcessor : public TokenProcessor {
 public:
  PairProcessor(const JsonNode& from, bool is_roberta)
      : begin_(read_token(from.field("cls"))),
        end_(read_token(from.field("sep"))),
        is_roberta_(is_roberta),
        trims_(is_roberta && from.truth("trim_offsets", true)),
        adds_space_(from.truth("add_prefix_space", true)) {}

  std::vector<TokenEncoding> run(std::vector<TokenEncoding> texts, bool special) const override {
    for (size_t i = 0; i < texts.size(); ++i) {
      TokenEncoding& text = texts[i];
      if (trims_) trim(text, adds_space_);
      if (is_roberta_) std::ranges::fill(text.types, 0);
      if (!special) continue;
      TokenEncoding whole;
      whole.has_all = text.has_all;
      if (i == 0) whole.put(begin_);
      if (i > 0 && is_roberta_) whole.put(end_);
      whole.append(text);
      TokenEncoding::EncodedToken last = end_;
      last.type = i > 0 && !is_roberta_ ? 1 : 0;
      whole.put(last);
      text = std::move(whole);
    }
    return texts;
  }
  size_t added(bool is_pair) const override { return !is_pair ? 2 : is_roberta_ ? 4 : 3; }

 private:
  TokenEncoding::EncodedToken begin_, end_;
  bool is_roberta_, trims_, adds_space_;
};

// A template such as "[CLS] $A [SEP]": texts and tokens in order, each with its type id.
class TemplateProcessor : public TokenProcessor {
 public:
  explicit TemplateProcessor(const JsonNode& from) {
    if (from.has("special_tokens")) read_specials(from.field("special_tokens").object());
    single_ = read_template(from.field("single").list(), false);
    pair_ = read_template(from.field("pair").list(), true);
  }

  std::vector<TokenEncoding> run(std::vector<TokenEncoding> texts, bool special) const override {
    constexpr size_t bytes_each = 8, bytes_of_all = 100;  // estimates per token
    std::vector<TokenEncoding> out;
    PollCounter polls;
    size_t held = 0;
    for (const TemplatePart& part : texts.size() > 1 ? pair_ : single_) {
      polls.step(held);
      if (part.text >= 0) {
        TokenEncoding& text = texts[static_cast<size_t>(part.text)];
        held += text.ids.size() * (text.has_all ? bytes_of_all : bytes_each);
        std::ranges::fill(text.types, part.type);
        out.push_back(text);
      } else if (special) {
        TokenEncoding tokens;
        tokens.has_all = texts[0].has_all;
        for (TokenEncoding::EncodedToken row : *part.tokens) {
          row.type = part.type;
          tokens.put(std::move(row));
        }
        out.push_back(std::move(tokens));
      }
    }
    return out;
  }
  size_t added(bool is_pair) const override {
    size_t count = 0;
    for (const TemplatePart& part : is_pair ? pair_ : single_) {
      if (part.text < 0) count += part.tokens->size();
    }
    return count;
  }

 private:
  struct TemplatePart {
    int text = -1;  // 0 or 1; -1 for tokens
    int32_t type = 0;
    const std::vector<TokenEncoding::EncodedToken>* tokens = nullptr;
  };

  void read_specials(const JsonNode& from) {
    for (const auto& [name, entry] : from.value().items()) {
      JsonNode row(entry, str(from.path(), ".", name));
      JsonNode ids = row.field("ids").list(), tokens = row.field("tokens").list();
      if (ids.size() != tokens.size()) row.refuse("equal numbers of `ids` and `tokens`");
      std::vector<TokenEncoding::EncodedToken>& rows = specials_[name];
      rows.clear();
      for (size_t i = 0; i < ids.size(); ++i) {
        rows.push_back(
            {.id = ids.item(i).id(), .token = tokens.item(i).text(), .is_special = true});
      }
    }
  }

  std::vector<TemplatePart> read_template(const JsonNode& from, bool is_pair) const {
    std::vector<TemplatePart> out;
    bool has_first = false, has_second = false;
    for (size_t i = 0; i < from.size(); ++i) {
      JsonNode row = from.item(i).object();
      bool is_text = row.has("Sequence");
      JsonNode part = row.field(is_text ? "Sequence" : "SpecialToken");
      auto type = static_cast<int32_t>(part.field("type_id").whole(0, INT32_MAX));
      if (!is_text) {
        auto found = specials_.find(part.text("id"));
        if (found == specials_.end())
          part.field("id").refuse("one of the names in `special_tokens`");
        out.push_back({-1, type, &found->second});
        continue;
      }
      const std::string& id = part.text("id");
      if (id != "A" && (id != "B" || !is_pair)) part.field("id").refuse(is_pair ? "A or B" : "A");
      (id == "A" ? has_first : has_second) = true;
      out.push_back({id == "A" ? 0 : 1, type});
    }
    if (is_pair && !(has_first && has_second)) from.refuse("a template with both texts, A and B");
    return out;
  }

  std::map<std::string, std::vector<TokenEncoding::EncodedToken>> specials_;
  std::vector<TemplatePart> single_, pair_;
};

class ProcessorSequence : public TokenProcessor {
 public:
  explicit ProcessorSequence(const JsonNode& from) {
    check_stack();
    JsonNode list = from.field("processors").list();
    for (size_t i = 0; i < list.size(); ++i) {
      if (TokenProcessorRef step = read_processor(list.item(i))) steps_.push_back(std::move(step));
    }
  }
  std::vector<TokenEncoding> run(std::vector<TokenEncoding> texts, bool special) const override {
    for (const TokenProcessorRef& step : steps_) texts = step->run(std::move(texts), special);
    return texts;
  }
  size_t added(bool is_pair) const override {
    size_t count = 0;
    for (const TokenProcessorRef& step : steps_) count += step->added(is_pair);
    return count;
  }

 private:
  std::vector<TokenProcessorRef> steps_;
};

}  // namespace

TokenProcessorRef read_processor(const JsonNode& from) {
  if (from.is_null()) return nullptr;
  const std::string& type = from.text("type");
  if (type == "ByteLevel") return std::make_unique<ByteProcessor>(from);
  if (type == "BertProcessing") return std::make_unique<PairProcessor>(from, false);
  if (type == "RobertaProcessing") return std::make_unique<PairProcessor>(from, true);
  if (type == "TemplateProcessing") return std::make_unique<TemplateProcessor>(from);
  if (type == "Sequence") return std::make_unique<ProcessorSequence>(from);
  from.field("type").refuse("the name of a post-processor");
}

}  // namespace rille
