// Matching of added tokens in a text.
#include "stdlib/tokens/added.h"

#include <algorithm>

#include "vm/run/running.h"

namespace rille {

AddedTokens::AddedTokens(const JsonNode& from, const TokenModel& model,
                         const TextNormalizer* normalizer)
    : next_(static_cast<int32_t>(model.size())) {
  if (from.is_null()) return;
  JsonNode list = from.list();
  for (size_t i = 0; i < list.size(); ++i) {
    JsonNode row = list.item(i).object();
    bool special = row.truth("special", false);
    add({row.text("content"), "", row.truth("single_word", false), row.truth("lstrip", false),
         row.truth("rstrip", false), row.truth("normalized", !special), special},
        model, normalizer);
  }
  PollCounter polls;
  for (const auto& [id, row] : rows_) {
    polls.step();
    if (row.shown.empty()) continue;  // the normalizer removed all of it
    (row.normalized ? normalized_ : raw_).put(row.shown, id);
  }
}

void AddedTokens::add(AddedToken row, const TokenModel& model, const TextNormalizer* normalizer) {
  if (row.content.empty()) return;
  row.shown = row.content;
  if (row.normalized && normalizer != nullptr) {
    PieceArena shop;
    row.shown = std::string(normalizer->run({row.content}, shop).text);
  }
  int32_t id = find(row.content);
  if (id >= 0 && rows_.contains(id) && rows_.at(id) == row) return;
  if (id < 0) id = model.find(row.content);
  if (id < 0) id = next_++;
  ids_[row.content] = id;
  if (row.special) specials_.insert(row.content);
  rows_[id] = std::move(row);
}

int32_t AddedTokens::find(std::string_view token) const {
  auto found = ids_.find(token);
  return found == ids_.end() ? -1 : found->second;
}

const std::string* AddedTokens::name(int32_t id) const {
  auto found = rows_.find(id);
  return found == rows_.end() ? nullptr : &found->second.shown;
}

bool AddedTokens::stands_alone(std::string_view text, const TextMatch& match) const {
  size_t before = match.begin;
  while (before > 0) {
    --before;
    if (is_boundary(text, before)) break;
  }
  bool is_left = match.begin > 0 && is_word_character(character_at(text, before).code);
  bool is_right = match.end < text.size() && is_word_character(character_at(text, match.end).code);
  return !is_left && !is_right;
}

// Takes matches from left to right, at each position the longest token.
void AddedTokens::cut(const TextPiece& piece, const TextTrie& trie, TextPieces& out) const {
  std::string_view text = piece.text;
  size_t done = 0;
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    TextMatch match{at, at, true};
    int32_t id = -1;
    if (trie.may_begin(text[at])) {
      polls.step();
      trie.each_prefix(text.substr(at), [&](size_t size, int32_t value) {
        match.end = at + size;
        id = value;
      });
    }
    if (id < 0) {
      ++at;
      continue;
    }
    at = match.end;
    const AddedToken& row = rows_.at(id);
    if (row.single_word && !stands_alone(text, match)) continue;
    while (row.left && match.begin > done) {
      polls.step();
      size_t before = match.begin - 1;
      while (!is_boundary(text, before)) --before;
      if (!is_white_space(character_at(text, before).code)) break;
      match.begin = before;
    }
    while (row.right && match.end < text.size() &&
           is_white_space(character_at(text, match.end).code)) {
      polls.step();
      match.end += character_at(text, match.end).size;
    }
    if (done < match.begin) out.push_back(piece.part(done, match.begin));
    // Whitespace that the token before has already taken belongs to both tokens.
    if (row.left) match = {std::max(done, match.begin), std::max(done, match.end), true};
    TextPiece token = piece.part(match.begin, match.end);
    token.id = id;
    if (!token.text.empty()) out.push_back(token);
    done = match.end;
  }
  if (done < text.size()) out.push_back(piece.part(done, text.size()));
}

TextPieces AddedTokens::split(std::string_view text, const TextNormalizer* normalizer,
                              PieceArena& shop) const {
  TextPieces raw, out;
  if (text.empty()) return out;
  if (raw_.is_empty()) {
    raw.push_back({text});
  } else {
    cut({text}, raw_, raw);
  }
  for (const TextPiece& part : raw) {
    if (part.id >= 0) {
      out.push_back(part);
      continue;
    }
    TextPiece piece = normalizer != nullptr ? normalizer->run(part, shop) : part;
    if (piece.text.empty()) continue;
    if (normalized_.is_empty()) {
      out.push_back(piece);
    } else {
      cut(piece, normalized_, out);
    }
  }
  return out;
}

}  // namespace rille
