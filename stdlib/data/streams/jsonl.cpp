// data.jsonl: the values of a JSON Lines file.
#include "stdlib/data/records/paths.h"
#include "stdlib/data/streams.h"
#include "stdlib/json.h"

namespace rille {
namespace {

struct JsonlStream {
  static const Struct& record();
  std::string path;
  Stream lines;

  bool is_free(State& state) const { return lines.is_free(state); }
  Value next(State& state) {
    for (;;) {
      Value line = lines.next(state);
      if (line.is_nil()) return {};
      if (line.string().find_first_not_of(" \t\r") == std::string::npos) continue;
      Value out = json_value(line.string(), [&](const std::string& why) { fail(why); });
      if (!out.is_nil()) return out;
      fail("null cannot be an item: nil marks the end of a stream");
    }
  }

 private:
  // `why` counts lines within the text of one line. The message names the line of the file instead.
  [[noreturn]] void fail(std::string_view why) const {
    constexpr std::string_view first = "line 1, ";
    bool has_column = why.starts_with(first);
    Value cursor = lines.value();
    const Value* number = cursor.field("line");
    std::string where = number == nullptr ? " in a line" : str(" line ", text(*number));
    throw Error(Code::value, str("\"", path, "\"", where, has_column ? ", " : ": ",
                                 why.substr(has_column ? first.size() : 0)));
  }
};

Value jsonl(State& state, const Value& path) {
  Values out;
  for (const std::string& each : paths_of(path, "data.jsonl")) {
    out.push_back(make_instance(state, JsonlStream{each, Stream(lines_stream(state, each))}));
  }
  return out.size() == 1 ? out[0] : concatenated(state, out);
}

}  // namespace

extern const Struct data_jsonl_struct = {
    .name = "data.Jsonl",
    .brief = "Stream of the values of a JSON Lines file.",
    .fields = {field<&JsonlStream::path>("path: str", "Path of the file."),
               field<&JsonlStream::lines>("lines: stream",
                                          "Stream of the lines of the file, which holds the "
                                          "iterator position.")},
    .methods = {STREAM_NEXT(JsonlStream)},
    .example = "data.Jsonl(\"none.jsonl\", data.Lines(\"none.jsonl\", 5)).path  #> none.jsonl",
    .source = "jsonlines.org",
    .open = open_stream<JsonlStream>,
};
const Struct& JsonlStream::record() { return data_jsonl_struct; }

extern const Builtin data_jsonl_builtin = {
    .signature = "data.jsonl(path: str or (str, ...)) -> stream",
    .brief = "Reads a JSON Lines file as a stream of values, one for each line.",
    .params = {{"path",
                "Path of a UTF-8 file, or several paths, whose files are read one after another. "
                "Empty lines are skipped."}},
    .returns = "a stream of values as `json.parse` returns them: objects as dicts, lists as tuples",
    .errors =
        "error[value] if a line is not valid JSON or is null, with line and column; error[io] if a "
        "file cannot be read, changes while it is read, or is not UTF-8; error[trace] while "
        "tracing",
    .example =
        "io.write(\"r.jsonl\", \"7\\n[2, null]\\n\"); (x for x in data.jsonl(\"r.jsonl\"))"
        "  #> (7, (2, nil))",
    .source = "jsonlines.org",
    .call = bind<&jsonl>,
    .purity = Purity::host,
};

}  // namespace rille
