// Encoding: the tokens of a text, and what is known of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stdlib/tokens/piece.h"

namespace rille {

// Columns of one length. Where only ids are wanted the others are empty.
struct TokenEncoding {
  std::vector<int32_t> ids;
  std::vector<int32_t> types;       // 0 of the first text, 1 of the second, as a template says
  std::vector<TextOrigin> offsets;  // in characters of the text; 0, 0 of what was put in
  std::vector<std::string> tokens;
  std::vector<uint8_t> is_special;  // put in by a template
  std::vector<uint8_t> is_real;     // 0 of padding
  bool has_all = false;

  size_t size() const { return ids.size(); }
  struct Row {
    int32_t id = 0, type = 0;
    TextOrigin offset = {0, 0};
    std::string token = {};
    bool is_special = false, is_real = true;
  };
  void put(Row row) {
    ids.push_back(row.id);
    if (!has_all) return;
    types.push_back(row.type);
    offsets.push_back(row.offset);
    tokens.push_back(std::move(row.token));
    is_special.push_back(row.is_special ? 1 : 0);
    is_real.push_back(row.is_real ? 1 : 0);
  }
  void append(const TokenEncoding& other);
  // Rows [begin, end) alone.
  void cut(size_t begin, size_t end);
  void pad(size_t size, const Row& row, bool in_front);
};

}  // namespace rille
