// The WordLevel and WordPiece models.
#include "stdlib/tokens/model.h"

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/normalizer.h"
#include "vm/run/running.h"

namespace rille {

void Vocabulary::put(const std::string& token, int32_t id) {
  auto [place, is_new] = ids_.insert_or_assign(token, id);
  names_[id] = &place->first;
}

int32_t Vocabulary::find(std::string_view token) const {
  auto found = ids_.find(token);
  return found == ids_.end() ? -1 : found->second;
}

const std::string* Vocabulary::name(int32_t id) const {
  auto found = names_.find(id);
  return found == names_.end() ? nullptr : found->second;
}

Vocabulary Vocabulary::read(const JsonNode& from) {
  Vocabulary out;
  size_t bytes = 0;
  PollCounter polls;
  for (const auto& [token, id] : from.object().value().items()) {
    bytes += token.size() + 100;
    polls.step(bytes);
    if (!id.is_number_integer()) JsonNode(id, str(from.path(), ".", token)).refuse("an integer");
    out.put(token, JsonNode(id, str(from.path(), ".", token)).id());
  }
  return out;
}

void TokenModel::encode_ids(std::string_view piece, std::vector<int32_t>& out) const {
  TextTokens tokens;
  encode(piece, tokens);
  for (const TextToken& token : tokens) out.push_back(token.id);
}

void TokenModel::sample(std::string_view, BpeDropout&, std::vector<int32_t>&) const {
  throw Error(Code::value, "tokens.sample: the model of the tokenizer is not BPE");
}

std::string byte_token(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return str("<0x", digits[byte >> 4], digits[byte & 15], ">");
}

namespace {

// A model that maps whole words to ids.
class WordLevel : public TokenModel {
 public:
  explicit WordLevel(const JsonNode& from)
      : vocabulary_(Vocabulary::read(from.field("vocab"))), unknown_(from.text("unk_token")) {}

  void encode(std::string_view piece, TextTokens& out) const override {
    int32_t id = vocabulary_.find(piece);
    if (id < 0) id = vocabulary_.find(unknown_);
    if (id < 0) {
      throw Error(Code::value, str("the vocabulary has neither \"", piece,
                                   "\" nor the unknown token \"", unknown_, "\""));
    }
    out.push_back({id, 0, static_cast<uint32_t>(piece.size())});
  }
  int32_t find(std::string_view token) const override { return vocabulary_.find(token); }
  const std::string* name(int32_t id) const override { return vocabulary_.name(id); }
  size_t size() const override { return vocabulary_.size(); }
  std::vector<std::pair<std::string, int32_t>> all() const override {
    return {vocabulary_.all().begin(), vocabulary_.all().end()};
  }

 private:
  Vocabulary vocabulary_;
  std::string unknown_;
};

// Takes the longest known prefix of a word, then repeatedly that of the rest.
class WordPiece : public TokenModel {
 public:
  explicit WordPiece(const JsonNode& from)
      : vocabulary_(Vocabulary::read(from.field("vocab"))),
        unknown_(from.text("unk_token", "[UNK]")),
        prefix_(from.text("continuing_subword_prefix", "##")),
        most_(from.has("max_input_chars_per_word")
                  ? from.field("max_input_chars_per_word").whole(0, INT64_MAX)
                  : 100) {
    for (const auto& [token, id] : vocabulary_.all()) longest_ = std::max(longest_, token.size());
  }

  void encode(std::string_view piece, TextTokens& out) const override {
    size_t first = out.size();
    if (count(piece) <= most_ && encode_known(piece, out)) return;
    out.resize(first);
    int32_t id = vocabulary_.find(unknown_);
    if (id < 0)
      throw Error(Code::value, str("the vocabulary lacks the unknown token \"", unknown_, "\""));
    out.push_back({id, 0, static_cast<uint32_t>(piece.size())});
  }
  int32_t find(std::string_view token) const override { return vocabulary_.find(token); }
  const std::string* name(int32_t id) const override { return vocabulary_.name(id); }
  size_t size() const override { return vocabulary_.size(); }
  std::vector<std::pair<std::string, int32_t>> all() const override {
    return {vocabulary_.all().begin(), vocabulary_.all().end()};
  }

 private:
  static int64_t count(std::string_view piece) {
    int64_t count = 0;
    for (size_t at = 0; at < piece.size(); ++at) count += is_boundary(piece, at) ? 1 : 0;
    return count;
  }

  bool encode_known(std::string_view piece, TextTokens& out) const {
    std::string joined;
    PollCounter polls;
    for (size_t start = 0; start < piece.size();) {
      size_t end = std::min(piece.size(), start + longest_);
      while (end > start && !is_boundary(piece, end)) --end;
      int32_t id = -1;
      for (; end > start; end = before(piece, end)) {
        polls.step();
        if (end - start > 4096) poll();  // hashing many bytes takes long
        std::string_view part = piece.substr(start, end - start);
        if (start > 0) joined = prefix_, joined += part, part = joined;
        id = vocabulary_.find(part);
        if (id >= 0) break;
      }
      if (id < 0) return false;
      out.push_back({id, static_cast<uint32_t>(start), static_cast<uint32_t>(end)});
      start = end;
    }
    return true;
  }

  static size_t before(std::string_view piece, size_t at) {
    do --at;
    while (at > 0 && !is_boundary(piece, at));
    return at;
  }

  Vocabulary vocabulary_;
  std::string unknown_, prefix_;
  int64_t most_;
  size_t longest_ = 0;
};

std::string_view type_of(const JsonNode& from) {
  if (from.has("type")) return from.text("type");
  // Old files have no type; it is derived from their fields.
  if (from.has("merges")) return "BPE";
  return from.has("vocab") && from.field("vocab").value().is_array() ? "Unigram" : "WordPiece";
}

}  // namespace

TokenModelRef read_wordpiece(const JsonNode& from) { return std::make_unique<WordPiece>(from); }
TokenModelRef read_wordlevel(const JsonNode& from) { return std::make_unique<WordLevel>(from); }

bool can_read_bytes(const JsonNode& from) {
  auto is_set = [&](std::string_view name) {
    return from.has(name) && !(from.field(name).value().is_string() && from.text(name).empty());
  };
  if (type_of(from) != "BPE" || is_set("continuing_subword_prefix") ||
      is_set("end_of_word_suffix") || from.truth("byte_fallback", false)) {
    return false;
  }
  // Skipping an unknown byte would shift the offsets after it, so all bytes must be tokens.
  const nlohmann::json& vocabulary = from.field("vocab").object().value();
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::string character;
    put_character(character, byte_character(static_cast<unsigned char>(byte)));
    if (!vocabulary.contains(character)) return false;
  }
  return true;
}

TokenModelRef read_model(const JsonNode& from, bool reads_bytes) {
  std::string_view type = type_of(from.object());
  if (type == "BPE") return read_bpe(from, reads_bytes);
  if (type == "Unigram") return read_unigram(from);
  if (type == "WordPiece") return read_wordpiece(from);
  if (type == "WordLevel") return read_wordlevel(from);
  from.field("type").refuse("\"BPE\", \"Unigram\", \"WordPiece\", or \"WordLevel\"");
}

}  // namespace rille
