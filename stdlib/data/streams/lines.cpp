// data.lines: the lines of a file, read lazily.
#include <algorithm>

#include "stdlib/data/records/paths.h"
#include "stdlib/data/streams.h"
#include "stdlib/file.h"
#include "stdlib/file/format_hints.h"
#include "vm/memory/account.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

void need_text(const std::string& path, std::string_view line, int64_t number) {
  if (first_bad(line) == line.size()) return;
  Error error(Code::io, str("\"", path, "\" is not a text file: line ", number, " is not UTF-8"));
  throw std::move(error).help(way_to_text(number == 1 ? line : ""));
}

struct LinesStream {
  static const Struct& record();
  std::string path;
  int64_t bytes = 0;
  int64_t offset = 0;               // byte at which the next line begins
  int64_t line = 0;                 // number of lines already returned
  std::optional<int64_t> end = {};  // byte before which a line must begin to be returned
  std::optional<OpenFile> file = {};
  std::string piece = {};  // buffer of the file, whose byte `at` is at `offset`
  size_t at = 0;           // number of bytes of `piece` already returned
  Charge charge = {};      // for the capacity of `piece`

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
      throw Error(Code::io, str("\"", path, "\" has ", opened.bytes(), " bytes, expected ", bytes,
                                ": the file has changed since the stream was created"));
    }
    bool is_start = offset == 0;
    bool is_inside = offset > 0 && offset <= bytes;
    bool is_line = is_start || offset == bytes || (is_inside && opened.read(offset - 1, 1) == "\n");
    if (!is_line || line < 0) {
      throw Error(Code::io, str("\"", path, "\" has no line that begins at byte ", offset,
                                ": the file has changed since the stream was created"));
    }
    file = std::move(opened);
  }

  // Length of the line that begins at `at`, with its line ending; 0 at the end of the file.
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

// Byte at which the first line begins that does not begin before `byte`.
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
    .brief = "Stream of the lines of a UTF-8 file, without line endings.",
    .fields = {field<&LinesStream::path>("path: str", "Path of the file."),
               field<&LinesStream::bytes>("bytes: int", "Size of the file in bytes."),
               field<&LinesStream::offset>("var offset: int = 0",
                                           "Byte at which the next line begins."),
               field<&LinesStream::line>("var line: int = 0", "Number of lines already returned."),
               field<&LinesStream::end>("end: int = nil",
                                        "Byte before which a line must begin to be returned. If "
                                        "nil, all lines are returned.")},
    .methods = {STREAM_NEXT(LinesStream)},
    .example = "data.Lines(\"none.txt\", 5).line  #> 0",
    .source = "ours",
    .open = open_stream<LinesStream>,
};
const Struct& LinesStream::record() { return data_lines_struct; }

extern const Builtin data_lines_builtin = {
    .signature = "data.lines(path: str or (str, ...), begin: int = 0, end: int = nil) -> stream",
    .brief = "Reads the lines of a text file lazily.",
    .params = {{"path",
                "Path of a UTF-8 file, or several paths, whose files are read one after another. A "
                "line ends with \\n or \\r\\n; the last line may lack it."},
               {"begin",
                "Byte of the file, ≥ 0. The stream starts at the first line that begins at this "
                "byte or later."},
               {"end",
                "Byte of the file. The stream stops before the first line that begins at this byte "
                "or later, so that adjacent byte ranges contain each line once. If nil, the stream "
                "reads to the end."}},
    .returns = "a stream of strings. The line number and the byte offset are the iterator state",
    .errors =
        "error[value] if `begin` is below 0; error[io] if the file cannot be read, is not UTF-8, "
        "or changes or is removed while it is read; error[io] if the file has a different size "
        "when the stream is resumed; error[trace] while tracing",
    .example =
        "io.write(\"two.txt\", \"a\\nb\\n\"); (s for s in data.lines(\"two.txt\"))"
        "  #> (\"a\", \"b\")",
    .source = "Python's open",
    .call = bind<&lines>,
    .purity = Purity::host,
};

}  // namespace rille
