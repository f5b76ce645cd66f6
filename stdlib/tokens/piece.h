// Piece: a part of a text that the pipeline processes.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/text/pattern.h"
#include "stdlib/text/unicode.h"

namespace rille {

// A range of bytes of the input text.
struct TextOrigin {
  uint32_t begin, end;
};

// A part of the input after the steps so far, and the origin of each of its bytes. Without origins
// the text is unchanged and begins at `begin` of the input.
struct TextPiece {
  std::string_view text;
  const TextOrigin* origins = nullptr;  // one per byte
  size_t begin = 0;                     // position in the input
  int32_t id = -1;                      // the id of an added token; -1 for other pieces

  bool is_changed() const { return origins != nullptr; }
  TextOrigin origin(size_t first, size_t last) const;  // of bytes [first, last)
  TextPiece part(size_t first, size_t last) const;
};
using TextPieces = std::vector<TextPiece>;

enum class Delimiter { removed, isolated, with_previous, with_next, contiguous };

// Owns the changed texts to which pieces refer, so it must outlive them.
class PieceArena {
 public:
  // Applies `changes` to a piece without its first `removed` characters.
  TextPiece changed(const TextPiece& piece, const std::vector<TextChange>& changes,
                    size_t removed = 0);
  // Removes the characters for which `keeps` is false.
  template <class F>
  TextPiece filtered(const TextPiece& piece, const F& keeps);
  TextPiece prepended(const TextPiece& piece, std::string_view text);
  // Replaces each match by `content`.
  TextPiece replaced(const TextPiece& piece, const TextMatches& matches, std::string_view content);

 private:
  struct OwnedText {
    std::string text;
    std::vector<TextOrigin> origins;
  };
  TextPiece keep(const TextPiece& of, OwnedText held);
  TextOrigin origin_of_byte(const TextPiece& piece, size_t at) const;

  std::deque<OwnedText> held_;
};

template <class F>
TextPiece PieceArena::filtered(const TextPiece& piece, const F& keeps) {
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

// Splits a piece at matches and appends the parts that are not empty.
void split_piece(const TextPiece& piece, const TextMatches& matches, Delimiter how,
                 TextPieces& out);
// Returns each character for which `is_match` is true as a match, and the text between as gaps.
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
