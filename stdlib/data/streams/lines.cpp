// data.lines: the lines of a file, read as they are needed.
#include <algorithm>

#include "stdlib/data/streams.h"
#include "stdlib/file.h"
#include "vm/running.h"
#include "vm/visible.h"

namespace rille {
namespace {

void need_text(const std::string& path, std::string_view line, int64_t number) {
  if (first_bad(line) == line.size()) return;
  throw Error(Code::io, str("\"", path, "\" is no text: line ", number, " is no UTF-8"));
}

struct LinesStream {
  static const Struct& record();
  std::string path;
  int64_t bytes = 0;
  int64_t offset = 0;  // of the line to come
  int64_t line = 0;    // how many came
  std::optional<OpenFile> file = {};
  std::string piece = {};  // of the file, from `offset` on
  size_t at = 0;           // how much of it was given away

  Value next(State& state) {
    if (state.tracing > 0) {
      throw Error(Code::trace,
                  "the lines of a file cannot be read while tracing: the code would "
                  "hold what stood there");
    }
    if (!file) begin();
    size_t end = line_end();
    if (end == 0) return {};
    std::string_view text = std::string_view(piece).substr(at, end);
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    need_text(path, text, line + 1);
    std::string out(text);
    at += end;
    offset += static_cast<int64_t>(end);
    ++line;
    return out;
  }

 private:
  void begin() {
    OpenFile opened(path);
    if (opened.bytes() != bytes) {
      throw Error(Code::io, str("\"", path, "\" has ", opened.bytes(), " bytes, and had ", bytes,
                                " when its stream was made"));
    }
    bool is_start = offset == 0;
    bool is_inside = offset > 0 && offset <= bytes;
    bool is_line = is_start || offset == bytes || (is_inside && opened.read(offset - 1, 1) == "\n");
    if (!is_line || line < 0) {
      throw Error(Code::io, str("no line of \"", path, "\" begins at byte ", offset,
                                ": it has changed since its stream was made"));
    }
    file = std::move(opened);
  }

  // How long the line is that begins at `at`, its end included; 0 where there is none.
  size_t line_end() {
    constexpr size_t step = 1 << 16;
    size_t seen = at;
    for (;;) {
      size_t found = piece.find('\n', seen);
      if (found != std::string::npos) return found + 1 - at;
      piece.erase(0, at);
      at = 0;
      seen = piece.size();
      std::string more = file->read(offset + static_cast<int64_t>(seen), std::max(step, seen));
      if (more.empty()) return seen;
      poll(2 * (seen + more.size()));
      piece += more;
    }
  }
};

LinesStream lines(const std::string& path) { return {path, OpenFile(path).bytes()}; }

}  // namespace

extern const Struct data_lines_struct = {
    .name = "data.Lines",
    .brief = "The stream of the lines of a file of UTF-8, without their ends.",
    .fields = {field<&LinesStream::path>("path: str"),
               field<&LinesStream::bytes>("bytes: int", "the file's size"),
               field<&LinesStream::offset>("var offset: int = 0", "where the line to come begins"),
               field<&LinesStream::line>("var line: int = 0", "how many lines it has given")},
    .methods = {STREAM_NEXT(LinesStream)},
    .example = "data.Lines(\"none.txt\", 5).line  #> 0",
    .source = "ours",
    .open = open_stream<LinesStream>,
};
const Struct& LinesStream::record() { return data_lines_struct; }

extern const Builtin data_lines_builtin = {
    .signature = "data.lines(path: str) -> stream",
    .brief = "The stream of the lines of a file, read as they are needed.",
    .params = {{"path", "of UTF-8; a line ends in \\n or \\r\\n, the last one perhaps in neither"}},
    .returns = "strings; a line's number and place in the file are the cursor",
    .errors =
        "error[io] where the file cannot be read, changes or goes while it is read, has another "
        "size when the stream is resumed, or is no UTF-8; error[trace] in a trace",
    .example =
        "io.write(\"two.txt\", \"a\\nb\\n\"); (s for s in data.lines(\"two.txt\"))"
        "  #> (\"a\", \"b\")",
    .source = "Python's open",
    .call = bind<&lines>,
    .purity = Purity::host,
};

}  // namespace rille
