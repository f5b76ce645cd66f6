// Encoding: the tokens of a text, as columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stdlib/tokens/piece.h"

namespace rille {

// Columns of equal length. Without `has_all`, all columns except `ids` are empty.
struct TokenEncoding {
  std::vector<int32_t> ids;
  // 0 for the first text and 1 for the second, unless a template sets others.
  std::vector<int32_t> types;
  // In characters of the text; 0, 0 for tokens that a template added.
  std::vector<TextOrigin> offsets;
  std::vector<std::string> tokens;
  std::vector<uint8_t> is_special;  // added by a template
  std::vector<uint8_t> is_real;     // 0 for padding
  bool has_all = false;

  size_t size() const { return ids.size(); }
  struct EncodedToken {
    int32_t id = 0, type = 0;
    TextOrigin offset = {0, 0};
    std::string token = {};
    bool is_special = false, is_real = true;
  };
  void put(EncodedToken row) {
    ids.push_back(row.id);
    if (!has_all) return;
    types.push_back(row.type);
    offsets.push_back(row.offset);
    tokens.push_back(std::move(row.token));
    is_special.push_back(row.is_special ? 1 : 0);
    is_real.push_back(row.is_real ? 1 : 0);
  }
  void append(const TokenEncoding& other);
  // Keeps only rows [begin, end).
  void cut(size_t begin, size_t end);
  void pad(size_t size, const EncodedToken& row, bool in_front);
};

}  // namespace rille
