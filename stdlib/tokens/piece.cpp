// Pieces: parts, changes, and origins.
#include "stdlib/tokens/piece.h"

#include <algorithm>

#include "stdlib/text.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {

TextOrigin TextPiece::origin(size_t first, size_t last) const {
  if (first == last || last > text.size()) {
    return {static_cast<uint32_t>(begin + first), static_cast<uint32_t>(begin + last)};
  }
  if (origins != nullptr) return {origins[first].begin, origins[last - 1].end};
  while (first > 0 && !is_boundary(text, first)) --first;
  while (!is_boundary(text, last)) ++last;
  return {static_cast<uint32_t>(begin + first), static_cast<uint32_t>(begin + last)};
}

TextPiece TextPiece::part(size_t first, size_t last) const {
  if (first == 0 && last == text.size()) return *this;
  TextPiece out{text.substr(first, last - first), nullptr, begin + first};
  if (origins != nullptr) {
    out.origins = origins + first;
    if (last > first) out.begin = origins[first].begin;
  }
  return out;
}

TextOrigin PieceArena::origin_of_byte(const TextPiece& piece, size_t at) const {
  return piece.origin(at, at + 1);
}

namespace {

// Bounds the size, since successive replacements can grow a text exponentially.
void need_text_room(size_t bytes, PollCounter& polls) {
  constexpr size_t most = size_t{1} << 30;
  polls.step(bytes * 9);
  if (bytes > most) {
    throw Error(Code::limit, str("the output of a normalizer exceeds ", most >> 20, " MB"));
  }
}

}  // namespace

TextPiece PieceArena::keep(const TextPiece& of, OwnedText held) {
  held_.push_back(std::move(held));
  const OwnedText& kept = held_.back();
  return {kept.text, kept.origins.data(), of.begin};
}

TextPiece PieceArena::changed(const TextPiece& piece, const std::vector<TextChange>& changes,
                              size_t removed) {
  OwnedText held;
  size_t at = 0;  // in the text of the piece
  auto skip = [&] { at += at < piece.text.size() ? character_at(piece.text, at).size : 0; };
  for (size_t i = 0; i < removed; ++i) skip();
  auto start = static_cast<uint32_t>(piece.begin);
  PollCounter polls;
  for (const TextChange& change : changes) {
    need_text_room(held.text.size(), polls);
    TextOrigin origin{start, start};
    if (change.change <= 0) {
      if (at < piece.text.size()) origin = origin_of_byte(piece, at);
      for (int i = 0; i <= -change.change; ++i) skip();
    } else if (at > 0) {
      origin = origin_of_byte(piece, at - 1);
    }
    size_t before = held.text.size();
    put_character(held.text, change.code);
    held.origins.insert(held.origins.end(), held.text.size() - before, origin);
  }
  return keep(piece, std::move(held));
}

TextPiece PieceArena::prepended(const TextPiece& piece, std::string_view text) {
  if (piece.text.empty() || text.empty()) return piece;
  OwnedText held;
  TextOrigin first = origin_of_byte(piece, 0);
  size_t size = character_at(piece.text, 0).size;
  held.text = std::string(text);
  held.text += piece.text;
  // The inserted text and the first character share the origin of the first character.
  held.origins.assign(text.size() + size, first);
  for (size_t at = size; at < piece.text.size(); ++at) {
    held.origins.push_back(origin_of_byte(piece, at));
  }
  return keep(piece, std::move(held));
}

TextPiece PieceArena::replaced(const TextPiece& piece, const TextMatches& matches,
                               std::string_view content) {
  bool is_same = std::ranges::none_of(matches, [](const TextMatch& match) { return match.found; });
  if (is_same) return piece;
  OwnedText held;
  PollCounter polls;
  for (const TextMatch& match : matches) {
    need_text_room(held.text.size(), polls);
    if (!match.found) {
      held.text += piece.text.substr(match.begin, match.end - match.begin);
      for (size_t at = match.begin; at < match.end; ++at) {
        held.origins.push_back(origin_of_byte(piece, at));
      }
      continue;
    }
    auto start = static_cast<uint32_t>(piece.begin);
    TextOrigin origin =
        match.end > 0 ? origin_of_byte(piece, match.end - 1) : TextOrigin{start, start};
    held.text += content;
    held.origins.insert(held.origins.end(), content.size(), origin);
  }
  return keep(piece, std::move(held));
}

void split_piece(const TextPiece& piece, const TextMatches& matches, Delimiter how,
                 TextPieces& out) {
  auto put = [&](size_t begin, size_t end) {
    if (begin < end) out.push_back(piece.part(begin, end));
  };
  if (how == Delimiter::isolated || how == Delimiter::removed) {
    for (const TextMatch& match : matches) {
      if (how == Delimiter::isolated || !match.found) put(match.begin, match.end);
    }
    return;
  }
  // Adjacent matches and gaps that belong together are merged into one range.
  std::vector<std::pair<size_t, size_t>> stretches;
  bool is_reverse = how == Delimiter::with_next, before = false;
  for (size_t i = 0; i < matches.size(); ++i) {
    const TextMatch& match = matches[is_reverse ? matches.size() - 1 - i : i];
    bool joins = how == Delimiter::contiguous ? match.found == before : match.found && !before;
    if (joins && !stretches.empty()) {
      (is_reverse ? stretches.back().first : stretches.back().second) =
          is_reverse ? match.begin : match.end;
    } else {
      stretches.emplace_back(match.begin, match.end);
    }
    before = match.found;
  }
  if (is_reverse) std::ranges::reverse(stretches);
  for (auto [begin, end] : stretches) put(begin, end);
}

TextMatches matches_of_text(std::string_view text, std::string_view part) {
  TextMatches out;
  size_t done = 0;
  if (!part.empty()) {
    for (size_t at = find_text(text, part); at != std::string_view::npos;
         at = find_text(text, part, done)) {
      if (done < at) out.push_back({done, at, false});
      out.push_back({at, at + part.size(), true});
      done = at + part.size();
    }
  }
  if (done < text.size()) out.push_back({done, text.size(), false});
  return out;
}

}  // namespace rille
