// Truncation and padding of encodings.
#include "stdlib/tokens/encoding.h"

namespace rille {
namespace {

template <class T>
void append_all(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

template <class T>
void cut_all(std::vector<T>& column, size_t begin, size_t end) {
  if (column.size() < end) return;  // the column is not filled
  column.erase(column.begin() + static_cast<ptrdiff_t>(end), column.end());
  column.erase(column.begin(), column.begin() + static_cast<ptrdiff_t>(begin));
}

}  // namespace

void TokenEncoding::append(const TokenEncoding& other) {
  append_all(ids, other.ids);
  append_all(types, other.types);
  append_all(offsets, other.offsets);
  append_all(tokens, other.tokens);
  append_all(is_special, other.is_special);
  append_all(is_real, other.is_real);
}

void TokenEncoding::cut(size_t begin, size_t end) {
  cut_all(ids, begin, end);
  cut_all(types, begin, end);
  cut_all(offsets, begin, end);
  cut_all(tokens, begin, end);
  cut_all(is_special, begin, end);
  cut_all(is_real, begin, end);
}

void TokenEncoding::pad(size_t size, const EncodedToken& row, bool in_front) {
  if (ids.size() >= size) return;
  TokenEncoding padding;
  padding.has_all = has_all;
  for (size_t i = ids.size(); i < size; ++i) padding.put(row);
  if (!in_front) return append(padding);
  padding.append(*this);
  *this = std::move(padding);
}

}  // namespace rille
