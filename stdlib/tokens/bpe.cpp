// The BPE model: byte-pair encoding.
#include <array>
#include <mutex>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/merges.h"
#include "stdlib/tokens/model.h"
#include "stdlib/tokens/normalizer.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// A bounded cache of the ids of words, since words of a text repeat often.
class WordCache {
 public:
  const std::vector<int32_t>* find(std::string_view word) const {
    auto found = words_.find(word);
    return found == words_.end() ? nullptr : &found->second;
  }
  void put(std::string_view word, std::vector<int32_t> ids) {
    if (word.size() > 64 || words_.size() >= (size_t{1} << 16)) return;
    words_.emplace(std::string(word), std::move(ids));
  }

 private:
  TextMap<std::vector<int32_t>> words_;
};

class Bpe : public TokenModel {
 public:
  Bpe(const JsonNode& from, bool reads_bytes)
      : vocabulary_(Vocabulary::read(from.field("vocab"))),
        prefix_(from.text("continuing_subword_prefix", "")),
        suffix_(from.text("end_of_word_suffix", "")),
        fuses_(from.truth("fuse_unk", false)),
        falls_back_(from.truth("byte_fallback", false)),
        ignores_merges_(from.truth("ignore_merges", false)),
        reads_bytes_(reads_bytes) {
    if (from.has("dropout")) {
      dropout_ = from.field("dropout").number();
      if (!(dropout_ >= 0 && dropout_ <= 1)) from.field("dropout").refuse("a number from 0 to 1");
    }
    has_unknown_ = from.has("unk_token");
    if (has_unknown_) {
      unknown_text_ = from.text("unk_token");
      unknown_ = vocabulary_.find(unknown_text_);
    }
    read_merges(from.field("merges").list());
    for (size_t byte = 0; byte < 256; ++byte) {
      auto each = static_cast<unsigned char>(byte);
      byte_tokens_[byte] = vocabulary_.find(byte_token(each));
      std::string character;
      put_character(character, byte_character(each));
      byte_ids_[byte] = vocabulary_.find(character);
    }
    if (reads_bytes_ && ignores_merges_) keep_whole_words();
  }

  void encode(std::string_view piece, TextTokens& out) const override {
    if (int32_t id = whole(piece); id >= 0) {
      out.push_back({id, 0, static_cast<uint32_t>(piece.size())});
      return;
    }
    std::vector<TokenSymbol> symbols = symbols_of(piece);
    merge_symbols(merges_, symbols);
    uint32_t at = 0;
    for (const TokenSymbol& symbol : symbols) {
      out.push_back({symbol.id, at, at + symbol.bytes});
      at += symbol.bytes;
    }
  }

  // One thread at a time uses the cache; a thread that cannot take the lock encodes without it.
  void encode_ids(std::string_view piece, std::vector<int32_t>& out) const override {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock.owns_lock()) {
      if (const std::vector<int32_t>* ids = cache_.find(piece)) {
        out.insert(out.end(), ids->begin(), ids->end());
        return;
      }
    }
    size_t first = out.size();
    if (int32_t id = whole(piece); id >= 0) {
      out.push_back(id);
    } else {
      std::vector<TokenSymbol> symbols = symbols_of(piece);
      merge_symbols(merges_, symbols);
      for (const TokenSymbol& symbol : symbols) out.push_back(symbol.id);
    }
    auto begin = out.begin() + static_cast<ptrdiff_t>(first);
    if (lock.owns_lock()) cache_.put(piece, {begin, out.end()});
  }

  void sample(std::string_view piece, BpeDropout& chance,
              std::vector<int32_t>& out) const override {
    std::vector<TokenSymbol> symbols = symbols_of(piece);
    merge_by_chance(merges_, symbols, [&] { return chance.falls(dropout_); });
    for (const TokenSymbol& symbol : symbols) out.push_back(symbol.id);
  }

  int32_t find(std::string_view token) const override { return vocabulary_.find(token); }
  const std::string* name(int32_t id) const override { return vocabulary_.name(id); }
  size_t size() const override { return vocabulary_.size(); }
  std::vector<std::pair<std::string, int32_t>> all() const override {
    return {vocabulary_.all().begin(), vocabulary_.all().end()};
  }

 private:
  // A merge is "a b", or ["a", "b"], in which the tokens may contain spaces.
  void read_merges(const JsonNode& from) {
    merges_.reserve(from.size());
    PollCounter polls;
    for (size_t i = 0; i < from.size(); ++i) {
      polls.step(i * sizeof(TokenMerges::MergeEntry) * 2);
      const nlohmann::json& row = from.value()[i];
      std::string left, right;
      if (row.is_string()) {
        const auto& both = row.get_ref<const std::string&>();
        size_t space = both.find(' ');
        if (space == std::string::npos || both.find(' ', space + 1) != std::string::npos) {
          from.item(i).refuse("two tokens separated by one space");
        }
        left = both.substr(0, space);
        right = both.substr(space + 1);
      } else if (row.is_array() && row.size() == 2) {
        left = from.item(i).item(0).text();
        right = from.item(i).item(1).text();
      } else {
        from.item(i).refuse("two tokens");
      }
      put_merge(from.item(i), left, right, static_cast<int32_t>(i));
    }
  }

  void put_merge(const JsonNode& from, const std::string& left, const std::string& right,
                 int32_t rank) {
    bool has_prefix = right.size() >= prefix_.size();
    std::string both = left + (has_prefix ? right.substr(prefix_.size()) : right);
    std::array<int32_t, 3> ids{};
    size_t at = 0;
    for (const std::string* token : {&left, &right, static_cast<const std::string*>(&both)}) {
      ids[at] = vocabulary_.find(*token);
      if (ids[at++] < 0) {
        throw Error(Code::value, str("`", from.path(), "`: the vocabulary lacks \"", *token, "\""));
      }
    }
    merges_.put(ids[0], ids[1], rank, ids[2]);
  }

  // Indexes the tokens by the bytes that they represent.
  void keep_whole_words() {
    for (const auto& [token, id] : vocabulary_.all()) {
      std::string bytes;
      bool is_bytes = true;
      for (size_t at = 0; is_bytes && at < token.size();) {
        auto [code, size] = character_at(token, at);
        int byte = byte_of_character(code);
        is_bytes = byte >= 0;
        bytes += static_cast<char>(byte);
        at += size;
      }
      if (is_bytes) words_.emplace(std::move(bytes), id);
    }
  }

  int32_t whole(std::string_view piece) const {
    if (!ignores_merges_) return -1;
    if (!reads_bytes_) return vocabulary_.find(piece);
    auto found = words_.find(piece);
    return found == words_.end() ? -1 : found->second;
  }

  // Delays unknown symbols, since adjacent ones may be fused into one.
  class UnknownRun {
   public:
    UnknownRun(const Bpe& model, std::vector<TokenSymbol>& out) : model_(model), out_(out) {}
    void add(uint32_t bytes) {
      if (!model_.has_unknown_) return;
      if (model_.unknown_ < 0) {
        throw Error(Code::value,
                    str("the vocabulary lacks the unknown token \"", model_.unknown_text_, "\""));
      }
      if (waiting_ > 0 && !model_.fuses_) flush();
      waiting_ += bytes;
    }
    void flush() {
      if (waiting_ > 0) out_.push_back({model_.unknown_, waiting_});
      waiting_ = 0;
    }

   private:
    const Bpe& model_;
    std::vector<TokenSymbol>& out_;
    uint32_t waiting_ = 0;
  };

  std::vector<TokenSymbol> symbols_of(std::string_view piece) const {
    std::vector<TokenSymbol> out;
    out.reserve(piece.size());
    UnknownRun unknown(*this, out);
    if (reads_bytes_) {
      for (char c : piece) {
        int32_t id = byte_ids_[static_cast<unsigned char>(c)];
        if (id < 0) {
          unknown.add(1);
        } else {
          unknown.flush();
          out.push_back({id, 1});
        }
      }
    } else {
      put_characters(piece, unknown, out);
    }
    unknown.flush();
    return out;
  }

  void put_characters(std::string_view piece, UnknownRun& unknown,
                      std::vector<TokenSymbol>& out) const {
    std::string changed;
    PollCounter polls;
    for (size_t at = 0; at < piece.size();) {
      polls.step(out.size() * sizeof(TokenSymbol));
      size_t size = character_at(piece, at).size;
      std::string_view text = piece.substr(at, size);
      bool is_first = at == 0, is_last = at + size == piece.size();
      if ((!is_first && !prefix_.empty()) || (is_last && !suffix_.empty())) {
        changed = str(is_first ? "" : prefix_, text, is_last ? suffix_ : "");
        text = changed;
      }
      at += size;
      int32_t id = vocabulary_.find(text);
      if (id >= 0) {
        unknown.flush();
        out.push_back({id, static_cast<uint32_t>(size)});
      } else if (!falls_back_ || !put_bytes(text, out)) {
        unknown.add(static_cast<uint32_t>(size));
      }
    }
  }

  // A delayed unknown symbol stays delayed, so the bytes precede it, as in the tokenizers package.
  bool put_bytes(std::string_view text, std::vector<TokenSymbol>& out) const {
    for (char c : text) {
      if (byte_tokens_[static_cast<unsigned char>(c)] < 0) return false;
    }
    for (char c : text) out.push_back({byte_tokens_[static_cast<unsigned char>(c)], 1});
    return true;
  }

  Vocabulary vocabulary_;
  std::string prefix_, suffix_, unknown_text_;
  bool fuses_, falls_back_, ignores_merges_, reads_bytes_, has_unknown_ = false;
  int32_t unknown_ = -1;
  double dropout_ = 0;  // used only by tokens.sample; encode is deterministic
  TokenMerges merges_;
  std::array<int32_t, 256> byte_tokens_{}, byte_ids_{};
  TextMap<int32_t> words_;
  mutable std::mutex mutex_;
  mutable WordCache cache_;
};

}  // namespace

TokenModelRef read_bpe(const JsonNode& from, bool reads_bytes) {
  return std::make_unique<Bpe>(from, reads_bytes);
}

}  // namespace rille
