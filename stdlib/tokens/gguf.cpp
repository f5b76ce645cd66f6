// Converts tokenizers of GGUF files to files of their own.
#include "stdlib/tokens/gguf.h"

#include <bit>
#include <nlohmann/json.hpp>

#include "stdlib/bytes/scan.h"
#include "stdlib/tokens/pipeline.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using Json = nlohmann::json;

enum GgufTokenKind : int64_t { normal = 1, unknown, control, user_defined, unused, byte };

GgufTokenKind kind_of(const GgufVocabulary& from, size_t id) {
  return id < from.kinds.size() ? static_cast<GgufTokenKind>(from.kinds[id]) : normal;
}

const std::string& token_of(const GgufVocabulary& from, std::optional<int64_t> id,
                            std::string_view what) {
  bool is_there = id && *id >= 0 && static_cast<size_t>(*id) < from.tokens.size();
  if (!is_there)
    throw Error(Code::value, str("the tokenizer has no valid id for its ", what, " token"));
  return from.tokens[static_cast<size_t>(*id)];
}

// Tokens that are matched in the text before normalization and pre-tokenization.
Json added_tokens(const GgufVocabulary& from) {
  Json out = Json::array();
  for (size_t id = 0; id < from.tokens.size(); ++id) {
    poll(out.size() * 200);
    GgufTokenKind kind = kind_of(from, id);
    bool is_unknown = kind == unknown && from.model == "bert";
    if (kind != control && kind != user_defined && !is_unknown) continue;
    out.push_back({{"id", id},
                   {"content", from.tokens[id]},
                   {"single_word", false},
                   {"lstrip", false},
                   {"rstrip", false},
                   {"normalized", false},
                   {"special", kind != user_defined}});
  }
  return out;
}

// A post-processor that adds BOS and EOS around one text and around each text of a pair. If
// `joins`, a pair has no second BOS.
Json template_of(const GgufVocabulary& from, bool adds_bos, bool adds_eos, bool joins) {
  if (!adds_bos && !adds_eos) return nullptr;
  Json single = Json::array(), specials = Json::object();
  auto mark = [&](std::optional<int64_t> id, std::string_view what, int type) {
    const std::string& token = token_of(from, id, what);
    specials[token] = {{"id", token}, {"ids", {*id}}, {"tokens", {token}}};
    return Json{{"SpecialToken", {{"id", token}, {"type_id", type}}}};
  };
  auto text = [](const char* id, int type) {
    return Json{{"Sequence", {{"id", id}, {"type_id", type}}}};
  };
  if (adds_bos) single.push_back(mark(from.bos, "BOS", 0));
  single.push_back(text("A", 0));
  if (adds_eos) single.push_back(mark(from.eos, "EOS", 0));
  Json pair = single;
  if (adds_bos && !joins) pair.push_back(mark(from.bos, "BOS", 1));
  pair.push_back(text("B", 1));
  if (adds_eos) pair.push_back(mark(from.eos, "EOS", 1));
  return {{"type", "TemplateProcessing"},
          {"single", single},
          {"pair", pair},
          {"special_tokens", specials}};
}

Json ids_of(const std::vector<std::string>& tokens) {
  Json out = Json::object();
  for (size_t id = 0; id < tokens.size(); ++id) {
    if (id % 4096 == 0) poll(id * 100);
    if (!out.emplace(tokens[id], id).second) {
      throw Error(Code::value,
                  str("the token \"", tokens[id], "\" occurs twice in the vocabulary"));
    }
  }
  return out;
}

std::string byte_level(const GgufVocabulary& from, const std::string& path) {
  const GgufPretokenizer* split = gguf_split(from.pre.empty() ? "gpt-2" : from.pre);
  if (from.pre == "default") split = gguf_split("gpt-2");
  if (split == nullptr) {
    throw Error(Code::value,
                str("the pre-tokenizer \"", from.pre, "\" of \"", path, "\" is not supported"))
        .help(str("load the tokenizer.json of the model instead; the supported pre-tokenizers are ",
                  gguf_split_names()));
  }
  Json steps = Json::array();
  if (split->has_single_digits) steps.push_back({{"type", "Digits"}, {"individual_digits", true}});
  steps.push_back({{"type", "Split"},
                   {"pattern", {{"Regex", split->pattern}}},
                   {"behavior", "Isolated"},
                   {"invert", false}});
  Json bytes = {{"type", "ByteLevel"},
                {"add_prefix_space", from.adds_prefix.value_or(false)},
                {"trim_offsets", false},
                {"use_regex", false}};
  steps.push_back(bytes);
  Json all = {{"version", "1.0"},
              {"added_tokens", added_tokens(from)},
              {"normalizer", split->is_composed ? Json{{"type", "NFC"}} : Json(nullptr)},
              {"pre_tokenizer", {{"type", "Sequence"}, {"pretokenizers", steps}}},
              {"post_processor", template_of(from, from.adds_bos.value_or(split->adds_bos),
                                             from.adds_eos.value_or(false), false)},
              {"decoder", bytes},
              {"model",
               {{"type", "BPE"},
                {"ignore_merges", split->ignores_merges},
                {"vocab", ids_of(from.tokens)},
                {"merges", from.merges}}}};
  return all.dump();
}

// WordPiece marks tokens that continue a word with "##"; GGUF marks tokens that begin one.
std::string word_pieces(const GgufVocabulary& from) {
  constexpr std::string_view mark = "\xE2\x96\x81", more = "##";
  std::vector<std::string> tokens;
  for (size_t id = 0; id < from.tokens.size(); ++id) {
    const std::string& token = from.tokens[id];
    bool is_plain = kind_of(from, id) == normal || kind_of(from, id) == unused;
    bool is_bracketed = token.starts_with('[') && token.ends_with(']') && token.size() > 2;
    if (!is_plain || is_bracketed) {
      tokens.push_back(token);
    } else if (token.starts_with(mark)) {
      tokens.push_back(token.substr(mark.size()));
    } else {
      tokens.push_back(str(more, token));
    }
  }
  Json all = {{"version", "1.0"},
              {"added_tokens", added_tokens(from)},
              {"normalizer",
               {{"type", "BertNormalizer"},
                {"clean_text", true},
                {"handle_chinese_chars", true},
                {"strip_accents", nullptr},
                {"lowercase", true}}},
              {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
              {"post_processor",
               template_of(from, from.adds_bos.value_or(true), from.adds_eos.value_or(true), true)},
              {"decoder", {{"type", "WordPiece"}, {"prefix", more}, {"cleanup", true}}},
              {"model",
               {{"type", "WordPiece"},
                {"unk_token", token_of(from, from.unknown, "unknown")},
                {"continuing_subword_prefix", more},
                {"max_input_chars_per_word", 100},
                {"vocab", ids_of(tokens)}}}};
  return all.dump();
}

// --- SentencePiece models as protocol buffers -----------------------------------------------

void put_real(std::string& out, uint64_t field, float x) {
  put_varint(out, field << 3 | 5);
  put_little(out, std::bit_cast<uint32_t>(x), 4);
}

std::string sentence_model(const GgufVocabulary& from, bool is_pairs) {
  std::string out;
  bool has_bytes = false;
  for (size_t id = 0; id < from.tokens.size(); ++id) {
    if (id % 4096 == 0) poll(out.size());
    std::string row;
    put_field(row, 1, from.tokens[id]);
    put_real(row, 2, id < from.scores.size() ? from.scores[id] : 0.0F);
    put_field(row, 3, static_cast<uint64_t>(kind_of(from, id)));
    put_field(out, 1, row);
    has_bytes |= kind_of(from, id) == byte;
  }
  std::string trainer, rules;
  put_field(trainer, 3, is_pairs ? 2 : 1);
  put_field(trainer, 35, has_bytes ? 1 : 0);
  if (from.bos) put_field(trainer, 41, static_cast<uint64_t>(*from.bos));
  if (from.eos) put_field(trainer, 42, static_cast<uint64_t>(*from.eos));
  put_field(out, 2, trainer);
  if (!from.charsmap.empty()) put_field(rules, 2, from.charsmap);
  put_field(rules, 3, from.adds_prefix.value_or(true) ? 1 : 0);
  put_field(rules, 4, from.removes_blanks.value_or(!is_pairs) ? 1 : 0);
  put_field(rules, 5, 1);
  put_field(out, 3, rules);
  bool has_bos = from.adds_bos.value_or(is_pairs), has_eos = from.adds_eos.value_or(!is_pairs);
  put_field(out, sentence_marks,
            reads_control | (has_bos ? adds_bos : 0) | (has_eos ? adds_eos : 0));
  return out;
}

// Adds the defaults of llama.cpp for ids that are missing in the file.
GgufVocabulary completed(GgufVocabulary from) {
  struct DefaultTokenIds {
    std::string_view model;
    int64_t bos, eos, unknown;
  };
  static constexpr DefaultTokenIds rows[] = {
      {"llama", 1, 2, 0}, {"bert", 101, 102, 100}, {"t5", -1, 1, 2}};
  for (const DefaultTokenIds& row : rows) {
    if (from.model != row.model) continue;
    if (!from.bos && row.bos >= 0) from.bos = row.bos;
    if (!from.eos) from.eos = from.model == "bert" ? from.separator.value_or(row.eos) : row.eos;
    if (!from.unknown) from.unknown = row.unknown;
    bool is_sentence = from.model != "bert" && from.kinds.empty();
    if (is_sentence) from.kinds.assign(from.tokens.size(), normal);
    auto at = static_cast<size_t>(*from.unknown);
    if (is_sentence && *from.unknown >= 0 && at < from.kinds.size()) from.kinds[at] = unknown;
  }
  return from;
}

}  // namespace

std::string tokenizer_of_gguf(const GgufVocabulary& given, const std::string& path) {
  GgufVocabulary from = completed(given);
  if (from.model == "gpt2") return byte_level(from, path);
  if (from.model == "llama") return sentence_model(from, true);
  if (from.model == "t5") return sentence_model(from, false);
  if (from.model == "bert") return word_pieces(from);
  throw Error(Code::value, str("the tokenizer model \"", from.model, "\" of \"", path,
                               "\" is not supported, expected gpt2, llama, t5, or bert"));
}

}  // namespace rille
