// Hints for files that are not UTF-8 text.
#include "stdlib/file/format_hints.h"

namespace rille {

std::string way_to_text(std::string_view begin) {
  struct FormatHint {
    std::string_view begin, way;
  };
  constexpr FormatHint rows[] = {{"\xFF\xFE", "convert UTF-16 with iconv -f UTF-16 -t UTF-8"},
                                 {"\xFE\xFF", "convert UTF-16 with iconv -f UTF-16 -t UTF-8"},
                                 {"\x1F\x8B", "decompress the gzip file with gunzip"},
                                 {"(\xB5/\xFD", "decompress the zstd file with zstd -d"},
                                 {"PK\3\4", "extract the zip archive with unzip"},
                                 {"BZh", "decompress the bzip2 file with bunzip2"},
                                 {"\xFD"
                                  "7zXZ",
                                  "decompress the xz file with unxz"}};
  for (const FormatHint& row : rows) {
    if (begin.starts_with(row.begin)) return std::string(row.way);
  }
  return "convert other encodings with iconv, for example: iconv -f WINDOWS-1252 -t UTF-8";
}

}  // namespace rille
