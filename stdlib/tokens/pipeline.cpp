// The encoding pipeline of a tokenizer.json.
#include "stdlib/tokens/pipeline.h"

#include <algorithm>

#include "stdlib/text/unicode.h"
#include "vm/run/running.h"

namespace rille {
namespace {

JsonNode part_of(const JsonNode& from, std::string_view name) {
  static const nlohmann::json null;
  return from.has(name) ? from.field(name) : JsonNode(null, std::string(name));
}

// Converts byte offsets to character offsets.
void count_characters(std::string_view text, std::vector<TextOrigin>& offsets) {
  if (is_ascii(text)) return;
  std::vector<uint32_t> places(text.size() + 1);
  uint32_t count = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (is_boundary(text, at)) ++count;
    places[at] = count - 1;
  }
  places[text.size()] = count;
  for (TextOrigin& offset : offsets) {
    auto place = [&](uint32_t at) { return places[std::min<size_t>(at, text.size())]; };
    offset = {place(offset.begin), place(offset.end)};
  }
}

}  // namespace

std::vector<int32_t> TokenCoder::encode(std::string_view text, bool special) const {
  return encode(text, nullptr, special, false, false).ids;
}

std::vector<int32_t> TokenCoder::sample(std::string_view, const std::string*, bool,
                                        BpeDropout) const {
  throw Error(Code::value, "tokens.sample: the model of the tokenizer is not BPE");
}

// A step of splitmix64: Steele, Lea and Flood, OOPSLA 2014.
bool BpeDropout::falls(double rate_of_file) {
  seed += 0x9E3779B97F4A7C15u;
  uint64_t x = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-53 < rate.value_or(rate_of_file);
}

TokenPipeline::TokenPipeline(const JsonNode& from) {
  if (from.has("version") && from.text("version") != "1.0") {
    from.field("version").refuse("\"1.0\"");
  }
  normalizer_ = read_normalizer(part_of(from, "normalizer"));
  JsonNode model = from.field("model").object();
  bool turns_bytes = false;
  splitters_ = read_splitters(part_of(from, "pre_tokenizer"),
                              can_read_bytes(model) ? &turns_bytes : nullptr);
  model_ = read_model(model, turns_bytes);
  added_ = std::make_unique<AddedTokens>(part_of(from, "added_tokens"), *model_, normalizer_.get());
  processor_ = read_processor(part_of(from, "post_processor"));
  decoder_ = read_decoder(part_of(from, "decoder"));
  read_lengths(from);
  // The pre-tokenizer is a single pattern if at most a step without effect follows it.
  size_t count = splitters_.size();
  if (count == 2 && splitters_[1]->does_nothing()) count = 1;
  if (count == 1) pattern_ = splitters_[0]->isolates();
}

void TokenPipeline::read_lengths(const JsonNode& from) {
  if (from.has("truncation")) {
    JsonNode row = from.field("truncation").object();
    truncation_ = {static_cast<size_t>(row.field("max_length").whole(0, INT32_MAX)),
                   row.text("strategy", "LongestFirst"), row.text("direction", "Right") == "Left"};
    const std::string& how = truncation_->strategy;
    if (how != "LongestFirst" && how != "OnlyFirst" && how != "OnlySecond") {
      row.field("strategy").refuse("\"LongestFirst\", \"OnlyFirst\", or \"OnlySecond\"");
    }
  }
  if (!from.has("padding")) return;
  JsonNode row = from.field("padding").object();
  TokenPadding& padding = padding_.emplace();
  JsonNode strategy = row.field("strategy");
  if (strategy.value().is_object()) {
    padding.length = static_cast<size_t>(strategy.field("Fixed").whole(0, 1 << 24));
  }
  if (row.has("pad_to_multiple_of")) {
    padding.multiple = static_cast<size_t>(row.field("pad_to_multiple_of").whole(0, 1 << 24));
  }
  padding.row.id = row.field("pad_id").id();
  padding.row.type = static_cast<int32_t>(row.field("pad_type_id").whole(0, INT32_MAX));
  padding.row.token = row.text("pad_token");
  padding.row.is_special = true;
  padding.row.is_real = false;
  padding.in_front = row.text("direction", "Right") == "Left";
}

TextPieces TokenPipeline::cut(std::string_view text, PieceArena& shop) const {
  TextPieces pieces = added_->split(text, normalizer_.get(), shop);
  for (const TextSplitterRef& splitter : splitters_) {
    TextPieces next;
    PollCounter polls;
    for (const TextPiece& piece : pieces) {
      polls.step((next.size() + pieces.size()) * sizeof(TextPiece));
      if (piece.id >= 0) {
        next.push_back(piece);
      } else {
        splitter->run(piece, shop, next);
      }
    }
    pieces = std::move(next);
    std::erase_if(pieces, [](const TextPiece& piece) { return piece.text.empty(); });
  }
  return pieces;
}

// Computes only ids, without creating pieces.
void TokenPipeline::encode_plain(std::string_view text, std::vector<int32_t>& out) const {
  PollCounter polls;
  auto put = [&](size_t begin, size_t end) {
    polls.step(out.size() * sizeof(int32_t));
    if (begin < end) model_->encode_ids(text.substr(begin, end - begin), out);
  };
  size_t done = 0, before = out.size();
  TextMatch match{};
  while (done < text.size() && pattern_->find(text, done, match)) {
    if (match.end == match.begin) {  // a pattern with an empty match: starts again with split
      out.resize(before);
      for (const TextMatch& each : pattern_->split(text)) put(each.begin, each.end);
      return;
    }
    put(done, match.begin);
    put(match.begin, match.end);
    done = match.end;
  }
  put(done, text.size());
}

TokenEncoding TokenPipeline::encode_text(std::string_view text, int32_t type, bool all,
                                         BpeDropout* chance) const {
  if (text.size() > INT32_MAX / 2) {
    throw Error(Code::limit, str("the text has ", text.size(),
                                 " bytes, and a tokenizer accepts at most ", INT32_MAX / 2));
  }
  TokenEncoding out;
  out.has_all = all;
  PieceArena shop;
  if (!all && pattern_ != nullptr && chance == nullptr) {
    for (const TextPiece& piece : added_->split(text, normalizer_.get(), shop)) {
      if (piece.id >= 0) {
        out.ids.push_back(piece.id);
      } else {
        encode_plain(piece.text, out.ids);
      }
    }
    return out;
  }
  TextTokens tokens;
  PollCounter polls;
  for (const TextPiece& piece : cut(text, shop)) {
    polls.step(out.ids.size() * 64);
    if (piece.id >= 0) {
      out.put({piece.id, type, piece.origin(0, piece.text.size()), std::string(piece.text)});
      continue;
    }
    if (chance != nullptr) {
      model_->sample(piece.text, *chance, out.ids);
      continue;
    }
    if (!all) {
      model_->encode_ids(piece.text, out.ids);
      continue;
    }
    tokens.clear();
    model_->encode(piece.text, tokens);
    for (const TextToken& token : tokens) {
      std::string shown = token.shows_text
                              ? std::string(piece.text.substr(token.begin, token.end - token.begin))
                              : *model_->name(token.id);
      out.put({token.id, type, piece.origin(token.begin, token.end), std::move(shown)});
    }
  }
  if (all) count_characters(text, out.offsets);
  return out;
}

void TokenPipeline::truncate(std::vector<TokenEncoding>& texts, bool special) const {
  size_t added = special && processor_ != nullptr ? processor_->added(texts.size() > 1) : 0;
  if (added > truncation_->length) {
    throw Error(Code::value, str("`truncation.max_length` is ", truncation_->length,
                                 ", but the post-processor alone adds ", added, " tokens"));
  }
  size_t most = truncation_->length - added, total = 0;
  for (const TokenEncoding& text : texts) total += text.size();
  if (total <= most) return;
  auto keep = [&](TokenEncoding& text, size_t count) {
    if (count >= text.size()) return;
    size_t size = text.size();
    if (truncation_->from_left) return text.cut(size - count, size);
    text.cut(0, count);
  };
  bool is_first = truncation_->strategy == "OnlyFirst";
  if (most == 0) {
    for (TokenEncoding& text : texts) keep(text, 0);
  } else if (truncation_->strategy != "LongestFirst") {
    if (!is_first && texts.size() < 2) {
      throw Error(Code::value, "`truncation.strategy` is \"OnlySecond\", but `pair` is nil");
    }
    TokenEncoding& text = texts[is_first ? 0 : 1];
    if (text.size() <= total - most) {
      throw Error(Code::value,
                  str("`truncation`: cannot remove ", total - most,
                      " tokens from the text to be truncated, which has ", text.size()));
    }
    keep(text, text.size() - (total - most));
  } else if (texts.size() < 2) {
    keep(texts[0], most);
  } else {
    size_t shorter = std::min(texts[0].size(), texts[1].size());
    size_t longer = shorter > most ? shorter : std::max(shorter, most - shorter);
    if (shorter + longer > most) {
      shorter = most / 2;
      longer = shorter + most % 2;
    }
    bool swaps = texts[0].size() > texts[1].size();
    keep(texts[0], swaps ? longer : shorter);
    keep(texts[1], swaps ? shorter : longer);
  }
}

void TokenPipeline::pad(TokenEncoding& encoding) const {
  size_t size = padding_->length > 0 ? padding_->length : encoding.size();
  size_t multiple = padding_->multiple;
  if (multiple > 0 && size % multiple > 0) size += multiple - size % multiple;
  encoding.pad(size, padding_->row, padding_->in_front);
}

std::vector<int32_t> TokenPipeline::sample(std::string_view text, const std::string* pair,
                                           bool special, BpeDropout chance) const {
  return encoded(text, pair, special, false, true, &chance).ids;
}

TokenEncoding TokenPipeline::encoded(std::string_view text, const std::string* pair, bool special,
                                     bool all, bool pads, BpeDropout* chance) const {
  std::vector<TokenEncoding> texts;
  texts.push_back(encode_text(text, 0, all, chance));
  if (pair != nullptr) texts.push_back(encode_text(*pair, 1, all, chance));
  if (truncation_) truncate(texts, special);
  if (processor_ != nullptr) texts = processor_->run(std::move(texts), special);
  TokenEncoding out;
  out.has_all = all;
  if (texts.size() == 1) {
    out = std::move(texts[0]);
  } else {
    for (const TokenEncoding& each : texts) out.append(each);
  }
  if (padding_ && pads) pad(out);
  return out;
}

std::string TokenPipeline::decode(const std::vector<int32_t>& ids, bool special) const {
  std::vector<std::string> tokens;
  PollCounter polls;
  for (int32_t id : ids) {
    polls.step(tokens.size() * sizeof(std::string));
    const std::string* token = name(id);
    if (token == nullptr || (!special && added_->is_special(*token))) continue;
    tokens.push_back(*token);
  }
  if (decoder_ == nullptr) return join(tokens, " ");
  return join(decoder_->run(std::move(tokens)), "");
}

int32_t TokenPipeline::find(std::string_view token) const {
  int32_t id = added_->find(token);
  return id >= 0 ? id : model_->find(token);
}

const std::string* TokenPipeline::name(int32_t id) const {
  const std::string* token = added_->name(id);
  return token != nullptr ? token : model_->name(id);
}

size_t TokenPipeline::size() const {
  size_t count = model_->size();
  for (const auto& [token, id] : added_->all()) count += model_->find(token) < 0 ? 1 : 0;
  return count;
}

std::vector<std::pair<std::string, int32_t>> TokenPipeline::all() const {
  auto out = model_->all();
  for (const auto& [token, id] : added_->all()) {
    if (model_->find(token) < 0) out.emplace_back(token, id);
  }
  std::ranges::sort(out, {}, [](const auto& row) { return row.second; });
  return out;
}

}  // namespace rille
