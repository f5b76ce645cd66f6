// Kinds of files that are taken for text.
#include "stdlib/file/way.h"

namespace rille {

std::string way_to_text(std::string_view begin) {
  struct Row {
    std::string_view begin, way;
  };
  constexpr Row rows[] = {{"\xFF\xFE", "it is UTF-16: iconv -f UTF-16 -t UTF-8 makes UTF-8 of it"},
                          {"\xFE\xFF", "it is UTF-16: iconv -f UTF-16 -t UTF-8 makes UTF-8 of it"},
                          {"\x1F\x8B", "it is packed by gzip: gunzip unpacks it"},
                          {"(\xB5/\xFD", "it is packed by zstd: zstd -d unpacks it"},
                          {"PK\3\4", "it is a zip: unzip unpacks it"},
                          {"BZh", "it is packed by bzip2: bunzip2 unpacks it"},
                          {"\xFD"
                           "7zXZ",
                           "it is packed by xz: unxz unpacks it"}};
  for (const Row& row : rows) {
    if (begin.starts_with(row.begin)) return std::string(row.way);
  }
  return "text in another encoding becomes UTF-8 by iconv: iconv -f WINDOWS-1252 -t UTF-8";
}

}  // namespace rille
