// Piece: a stretch of a text on its way to tokens.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/text/pattern.h"
#include "stdlib/text/unicode.h"

namespace rille {

// Bytes of the text that was given.
struct TextOrigin {
  uint32_t begin, end;
};

// What a stretch has become, and where each byte of that comes from. Without origins it is the
// stretch itself, from `begin` on.
struct TextPiece {
  std::string_view text;
  const TextOrigin* origins = nullptr;  // one a byte
  size_t begin = 0;                     // where its text was
  int32_t id = -1;                      // of an added token, which is a token already

  bool is_changed() const { return origins != nullptr; }
  TextOrigin origin(size_t first, size_t last) const;  // of its bytes [first, last)
  TextPiece part(size_t first, size_t last) const;
};
using TextPieces = std::vector<TextPiece>;

enum class Delimiter { removed, isolated, with_previous, with_next, contiguous };

// The texts that pieces have become. It lives while they do.
class Workshop {
 public:
  // The text by its changes, of which the first `removed` characters left nothing.
  TextPiece changed(const TextPiece& piece, const std::vector<TextChange>& changes,
                    size_t removed = 0);
  // Those characters alone that are kept.
  template <class F>
  TextPiece filtered(const TextPiece& piece, const F& keeps);
  TextPiece prepended(const TextPiece& piece, std::string_view text);
  // Each match as this text.
  TextPiece replaced(const TextPiece& piece, const TextMatches& matches, std::string_view content);

 private:
  struct Held {
    std::string text;
    std::vector<TextOrigin> origins;
  };
  TextPiece keep(const TextPiece& of, Held held);
  TextOrigin origin_of_byte(const TextPiece& piece, size_t at) const;

  std::deque<Held> held_;
};

template <class F>
TextPiece Workshop::filtered(const TextPiece& piece, const F& keeps) {
  std::vector<TextChange> changes;
  size_t removed = 0;
  for (char32_t c : characters_of(piece.text)) {
    if (keeps(c)) {
      changes.push_back({c, 0});
    } else if (changes.empty()) {
      ++removed;
    } else {
      --changes.back().change;
    }
  }
  bool is_same = removed == 0;
  for (const TextChange& change : changes) is_same = is_same && change.change == 0;
  return is_same ? piece : changed(piece, changes, removed);
}

// The stretches that a split by matches gives; empty ones are left out.
void split_piece(const TextPiece& piece, const TextMatches& matches, Delimiter how,
                 TextPieces& out);
// Characters as matches, one each.
template <class F>
TextMatches matches_of(std::string_view text, const F& is_match) {
  TextMatches out;
  size_t done = 0;
  for (size_t at = 0; at < text.size();) {
    auto [code, size] = character_at(text, at);
    if (is_match(code)) {
      if (done < at) out.push_back({done, at, false});
      out.push_back({at, at + size, true});
      done = at + size;
    }
    at += size;
  }
  if (done < text.size()) out.push_back({done, text.size(), false});
  return out;
}
TextMatches matches_of_text(std::string_view text, std::string_view part);

}  // namespace rille
