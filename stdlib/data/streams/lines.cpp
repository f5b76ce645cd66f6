// data.lines: the lines of a file, read as they are needed.
#include <algorithm>

#include "stdlib/data/records/paths.h"
#include "stdlib/data/streams.h"
#include "stdlib/file.h"
#include "stdlib/file/way.h"
#include "vm/memory/account.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

void need_text(const std::string& path, std::string_view line, int64_t number) {
  if (first_bad(line) == line.size()) return;
  Error error(Code::io, str("\"", path, "\" is no text: line ", number, " is no UTF-8"));
  throw std::move(error).help(way_to_text(number == 1 ? line : ""));
}

struct LinesStream {
  static const Struct& record();
  std::string path;
  int64_t bytes = 0;
  int64_t offset = 0;               // of the line to come
  int64_t line = 0;                 // how many came
  std::optional<int64_t> end = {};  // no line that begins there or later comes
  std::optional<OpenFile> file = {};
  std::string piece = {};  // of the file, from `offset` on
  size_t at = 0;           // how much of it was given away
  Charge charge = {};      // of its room

  bool is_free(State&) const { return true; }
  Value next(State& state) {
    need_no_trace(state, "the lines of a file");
    if (!file) begin();
    if (end && offset >= *end) return {};
    size_t size = line_end();
    if (size == 0) return {};
    std::string_view text = std::string_view(piece).substr(at, size);
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    need_text(path, text, line + 1);
    std::string out(text);
    at += size;
    offset += static_cast<int64_t>(size);
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
      size_t room = piece.capacity();
      if (room > charge.bytes()) charge.grow(room - charge.bytes());
    }
  }
};

// Where the first line begins that begins at a byte or behind it.
int64_t line_from(const OpenFile& file, int64_t byte) {
  if (byte == 0) return 0;
  constexpr size_t step = 1 << 16;
  for (int64_t at = byte - 1;;) {
    std::string piece = file.read(at, step);
    if (piece.empty()) return file.bytes();
    size_t found = piece.find('\n');
    if (found != std::string::npos) return at + static_cast<int64_t>(found) + 1;
    at += std::ssize(piece);
  }
}

LinesStream lines_of(const std::string& path, int64_t begin, std::optional<int64_t> end) {
  OpenFile file(path);
  need_count(begin, "data.lines", "begin");
  LinesStream out{path, file.bytes()};
  out.offset = line_from(file, std::min(begin, file.bytes()));
  out.end = end;
  return out;
}

Value lines(State& state, const Value& path, int64_t begin, std::optional<int64_t> end) {
  Values out;
  for (const std::string& each : paths_of(path, "data.lines")) {
    out.push_back(make_instance(state, lines_of(each, begin, end)));
  }
  return out.size() == 1 ? out[0] : concatenated(state, out);
}

}  // namespace

Value lines_stream(State& state, const std::string& path) {
  return make_instance(state, lines_of(path, 0, {}));
}

extern const Struct data_lines_struct = {
    .name = "data.Lines",
    .brief = "The stream of the lines of a file of UTF-8, without their ends.",
    .fields = {field<&LinesStream::path>("path: str"),
               field<&LinesStream::bytes>("bytes: int", "the file's size"),
               field<&LinesStream::offset>("var offset: int = 0", "where the line to come begins"),
               field<&LinesStream::line>("var line: int = 0", "how many lines it has given"),
               field<&LinesStream::end>("end: int = nil",
                                        "no line that begins at this byte or later; nil: all")},
    .methods = {STREAM_NEXT(LinesStream)},
    .example = "data.Lines(\"none.txt\", 5).line  #> 0",
    .source = "ours",
    .open = open_stream<LinesStream>,
};
const Struct& LinesStream::record() { return data_lines_struct; }

extern const Builtin data_lines_builtin = {
    .signature = "data.lines(path: str or (str, ...), begin: int = 0, end: int = nil) -> stream",
    .brief = "The stream of the lines of a file, read as they are needed.",
    .params = {{"path",
                "of UTF-8; a line ends in \\n or \\r\\n, the last one perhaps in neither. Several "
                "files follow each other"},
               {"begin", "a byte of the file: the first line that begins there or behind it"},
               {"end",
                "the first byte that no line may begin at: parts of a file that follow each "
                "other have each line once"}},
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
