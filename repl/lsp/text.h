// Text: a document of an editor, its lines and columns.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "vm/text/source.h"

namespace rille::lsp {

using Json = nlohmann::json;

// Editors count lines from 0, and columns in units of UTF-16 unless both sides agree on bytes.
enum class Columns : uint8_t { utf16, bytes };

// A text whose positions are bytes here and lines with columns there. Positions behind the end of a
// line or of the text are its end; one within a character is its first byte.
class Text {
 public:
  Text(std::string text, Columns columns);

  const std::string& text() const { return text_; }
  size_t lines() const { return starts_.size(); }
  std::string_view line(size_t number) const;  // without its end

  size_t offset(const Json& position) const;
  Json position(size_t offset) const;
  Json range(size_t begin, size_t end) const;
  Json range(Span span) const;

  // One entry of didChange: a range and its new text, or the whole text.
  void change(const Json& entry);

 private:
  void split();

  std::string text_;
  Columns columns_;
  std::vector<size_t> starts_;  // of the lines
};

// The path of a file:// address, "" of any other; and back.
std::string path_of(std::string_view uri);
std::string uri_of(std::string_view path);

}  // namespace rille::lsp
