// tokens.train: trains a byte-level BPE tokenizer.
#include "stdlib/tokens/train.h"

#include <nlohmann/json.hpp>
#include <set>

#include "stdlib/data/streams.h"
#include "stdlib/text/pattern.h"
#include "stdlib/tokens.h"
#include "stdlib/tokens/splitter.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using OrderedJson = nlohmann::ordered_json;

TextMap<int64_t> counted(State& state, const Value& texts, const TextPattern& pattern) {
  TextMap<int64_t> words;
  Stream stream = stream_of(state, texts, "tokens.train");
  PollCounter polls;
  size_t held = 0;
  for (int64_t number = 0;; ++number) {
    Value text = stream.next(state);
    if (text.is_nil()) return words;
    if (!text.is_string()) {
      throw Error(Code::type, str("tokens.train: item ", number, " is ", kind_text(text),
                                  ", expected a string"));
    }
    for (const TextMatch& match : pattern.split(text.string())) {
      auto word = std::string_view(text.string()).substr(match.begin, match.end - match.begin);
      if (word.empty()) continue;
      polls.step(held);
      auto found = words.find(word);
      if (found == words.end()) {
        held += word.size() + 80;
        words.emplace(std::string(word), 1);
      } else {
        ++found->second;
      }
    }
  }
}

OrderedJson byte_level(bool cuts) {
  return {{"type", "ByteLevel"},
          {"add_prefix_space", false},
          {"trim_offsets", true},
          {"use_regex", cuts}};
}

OrderedJson cut_by(const std::optional<std::string>& pattern) {
  if (!pattern) return byte_level(true);
  OrderedJson split = {{"type", "Split"},
                       {"pattern", {{"Regex", *pattern}}},
                       {"behavior", "Isolated"},
                       {"invert", false}};
  return {{"type", "Sequence"}, {"pretokenizers", OrderedJson::array({split, byte_level(false)})}};
}

std::string file_of(const BpeMerges& trained, const std::vector<std::string>& special,
                    const std::optional<std::string>& pattern) {
  OrderedJson added = OrderedJson::array(), vocabulary = OrderedJson::object(),
              merges = OrderedJson::array();
  for (const std::string& token : special) {
    added.push_back({{"id", added.size()},
                     {"content", token},
                     {"single_word", false},
                     {"lstrip", false},
                     {"rstrip", false},
                     {"normalized", false},
                     {"special", true}});
  }
  // Appends to the list of pairs directly: the ordered object of nlohmann::json searches linearly
  // for each name that is inserted.
  auto& rows = vocabulary.get_ref<OrderedJson::object_t&>();
  for (size_t id = 0; id < trained.tokens.size(); ++id) {
    rows.emplace_back(trained.tokens[id], OrderedJson(id));
  }
  for (auto [left, right] : trained.merges) {
    merges.push_back(OrderedJson::array(
        {trained.tokens[static_cast<size_t>(left)], trained.tokens[static_cast<size_t>(right)]}));
  }
  OrderedJson model = {{"type", "BPE"},
                       {"dropout", nullptr},
                       {"unk_token", nullptr},
                       {"continuing_subword_prefix", nullptr},
                       {"end_of_word_suffix", nullptr},
                       {"fuse_unk", false},
                       {"byte_fallback", false},
                       {"ignore_merges", false}};
  model["vocab"] = std::move(vocabulary);
  model["merges"] = std::move(merges);
  OrderedJson out = {{"version", "1.0"},          {"truncation", nullptr},
                     {"padding", nullptr},        {"added_tokens", std::move(added)},
                     {"normalizer", nullptr},     {"pre_tokenizer", cut_by(pattern)},
                     {"post_processor", nullptr}, {"decoder", byte_level(true)}};
  out["model"] = std::move(model);
  return out.dump(1);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
TokenizerFields trained(State& state, const Value& texts, int64_t size, const Value& special,
                        const std::optional<std::string>& pattern, int64_t min_count) {
  std::vector<std::string> tokens;
  std::set<std::string> seen;
  for (const Value& token : special.items()) {
    if (!token.string().empty() && seen.insert(token.string()).second) {
      tokens.push_back(token.string());
    }
  }
  int64_t least = 256 + std::ssize(tokens);
  if (size < least || size > (int64_t{1} << 24)) {
    throw labelled(Error(Code::value,
                         str("tokens.train: `vocab_size` is ", size, ", expected ", least,
                             " to 2^24, to hold 256 bytes and ", tokens.size(), " special tokens")),
                   "vocab_size");
  }
  std::string cut = pattern.value_or(std::string(gpt2_pattern));
  BpeMerges pairs = train_pairs(counted(state, texts, TextPattern(cut)), static_cast<size_t>(size),
                                min_count, tokens);
  std::string file = file_of(pairs, tokens, pattern);
  TokenizerFields out{Array(Type(Dtype::u8, {std::ssize(file)}))};
  copy_bytes(out.data.edit_data(), file.data(), file.size());
  return out;
}

}  // namespace

extern const Builtin tokens_train_builtin = {
    .signature =
        "tokens.train(texts: any, vocab_size: int, special_tokens: (str, ...) = (), pattern: str "
        "or nil = nil, min_count: int = 0) -> tokens.Tokenizer",
    .brief = "Trains a byte-level BPE tokenizer.",
    .params = {{"texts", "Tuple or stream of strings, the training corpus."},
               {"vocab_size",
                "Maximum vocabulary size: the special tokens, 256 bytes, and one token per merge."},
               {"special_tokens", "Special tokens. They get the first ids and are never split."},
               {"pattern",
                "Regular expression of the pre-tokenizer, which matches words. If nil, the pattern "
                "of GPT-2 is used."},
               {"min_count", "Minimum number of occurrences of a pair for it to be merged."}},
    .errors =
        "error[value] if `vocab_size` is too small for all bytes and special tokens, or `pattern` "
        "is not a valid pattern; error[type] if an item is not a string",
    .example =
        "let t = tokens.train((\"low lower lowest\",), 260, special_tokens = (\"<end>\",))\n"
        "t.vocab_size()  #> 260\n"
        "t.decode(t.encode(\"low<end>\"), keep_special_tokens = true)  #> low<end>",
    .source =
        "Sennrich, Haddow, Birch, arXiv 1508.07909; ties as in the tokenizers package's BpeTrainer",
    .call = bind<&trained>,
};

}  // namespace rille
