// DocumentText: a document, with lines and columns.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "vm/text/source.h"

namespace rille::lsp {

using Json = nlohmann::json;

// The unit of columns. The protocol counts lines from 0, and columns in UTF-16 units, unless the
// editor and the server agree on bytes.
enum class ColumnUnit : uint8_t { utf16, bytes };

// A text that converts between byte offsets and positions of the protocol. A position after the end
// of a line, or of the text, means that end. A position inside a character means its first byte.
class DocumentText {
 public:
  DocumentText(std::string text, ColumnUnit columns);

  const std::string& text() const { return text_; }
  size_t lines() const { return starts_.size(); }
  std::string_view line(size_t number) const;  // without the newline

  size_t offset(const Json& position) const;
  Json position(size_t offset) const;
  Json range(size_t begin, size_t end) const;
  Json range(Span span) const;

  // One entry of didChange: a range and its new text, or the whole text.
  void change(const Json& entry);

 private:
  void split();

  std::string text_;
  ColumnUnit columns_;
  std::vector<size_t> starts_;  // offsets of the lines
};

// Convert a file:// URI to a path ("" for any other URI), and a path to a URI.
std::string path_of(std::string_view uri);
std::string uri_of(std::string_view path);

}  // namespace rille::lsp
