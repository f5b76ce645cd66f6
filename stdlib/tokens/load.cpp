// tokens.load, tokens.save: reads and writes tokenizer files.
#include <algorithm>
#include <cstring>

#include "stdlib/ckpt.h"
#include "stdlib/file.h"
#include "stdlib/tokens.h"
#include "stdlib/tokens/gguf.h"
#include "stdlib/tokens/pipeline.h"
#include "vm/bind.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// Finds the position of the first syntax error in a JSON text.
class SyntaxErrorFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(int64_t) override { return true; }
  bool number_unsigned(uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(std::string&) override { return true; }
  bool start_object(size_t) override { return enter(); }
  bool start_array(size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool parse_error(size_t at, const std::string&, const nlohmann::detail::exception&) override {
    at_ = at;
    return false;
  }
  size_t at() const { return at_; }

 private:
  bool enter() { return ++depth_ < 200; }
  bool leave() {
    --depth_;
    return true;
  }
  size_t at_ = 0;
  int depth_ = 0;
};

TokenizerFields checked(State& state, std::string_view bytes, const std::string& path) {
  TokenizerFields out{Array(Type(Dtype::u8, {static_cast<int64_t>(bytes.size())}))};
  copy_bytes(out.data.edit_data(), bytes.data(), bytes.size());
  try {
    out.coder(state);
  } catch (Error& error) {
    throw std::move(error.note(str("in \"", path, "\"")));
  }
  return out;
}

TokenizerFields loaded(State& state, const std::string& path) {
  constexpr size_t largest = size_t{1} << 30;
  std::optional<GgufVocabulary> vocabulary = gguf_vocabulary(path);
  if (vocabulary) return checked(state, tokenizer_of_gguf(*vocabulary, path), path);
  FileContents contents = read_file(path, largest);
  return checked(state, contents.view(), path);
}

void saved(const Value& tokenizer, const std::string& path) {
  NamedSizes sizes;
  check_fields(TokenizerFields::record(), tokenizer, sizes);
  auto fields = record_from<TokenizerFields>(tokenizer);
  write_file(path, {reinterpret_cast<const char*>(fields.data.data()), fields.data.size()});
}

}  // namespace

TokenCoderRef read_tokenizer(std::string_view bytes) {
  size_t first = bytes.find_first_not_of(" \t\r\n");
  bool is_text = first != std::string_view::npos && bytes[first] == '{';
  if (!is_text) {
    if (!bytes.starts_with('\n')) {  // the tag of field 1, which begins every model
      throw Error(Code::value, "the file is neither a tokenizer.json nor a SentencePiece model");
    }
    return marked_sentence(read_sentencepiece(bytes), bytes);
  }
  if (size_t bad = first_bad(bytes); bad < bytes.size()) {
    throw Error(Code::value, str("byte ", bad, " is not valid UTF-8"));
  }
  SyntaxErrorFinder fault;
  if (!nlohmann::json::sax_parse(bytes, &fault)) {
    if (fault.at() == 0)
      throw Error(Code::value, "tokenizer.json exceeds the maximum depth of 200");
    auto before = bytes.substr(0, std::min(fault.at(), bytes.size()));
    auto line = std::ranges::count(before, '\n') + 1;
    throw Error(Code::value, str("line ", line, ", byte ", fault.at(), ": invalid JSON"));
  }
  poll(bytes.size() * 8);
  return std::make_shared<TokenPipeline>(JsonNode(nlohmann::json::parse(bytes), ""));
}

extern const Builtin tokens_load_builtin = {
    .signature = "tokens.load(path: str) -> tokens.Tokenizer",
    .brief = "Reads a tokenizer from a tokenizer.json, a SentencePiece model, or a GGUF file.",
    .params = {{"path",
                "Path of the file. A tokenizer.json may contain a BPE (byte-level or Metaspace), "
                "WordPiece, Unigram, or WordLevel model. A GGUF file may contain the tokenizer "
                "`gpt2` (byte-level BPE), `llama` (SentencePiece BPE), `t5` (unigram), or `bert` "
                "(WordPiece). With a GGUF file, BOS and EOS tokens are added as its metadata "
                "specify, and control tokens in a text are recognized."}},
    .errors =
        "error[io] if the file cannot be read; error[value] with the position in the file if it is "
        "not a tokenizer, or if the pre-tokenizer of a GGUF file is not supported; error[limit] if "
        "the file is larger than 1 GB",
    .example =
        "tokens.save(tokens.train((\"a few words\",), 258), \"tokenizer.json\")\n"
        "tokens.load(\"tokenizer.json\").vocab_size()  #> 258",
    .source =
        "the tokenizers package's Tokenizer.from_file; sentencepiece's Load; llama.cpp's "
        "pre-tokenizers",
    .call = bind<&loaded>,
    .purity = Purity::host,
};

extern const Builtin tokens_save_builtin = {
    .signature = "tokens.save(tokenizer: tokens.Tokenizer, path: str) -> nil",
    .brief =
        "Writes a tokenizer to a file. A tokenizer of a GGUF file is written as a tokenizer.json "
        "or a SentencePiece model.",
    .params = {{"tokenizer", "Tokenizer returned by `tokens.load` or `tokens.train`."},
               {"path", "Path of the file. An existing file is replaced atomically."}},
    .errors = "error[io] if the file cannot be written",
    .example =
        "tokens.train((\"ab\",), 257) |> tokens.save(\"small.json\"); io.exists(\"small.json\")  "
        "#> true",
    .source = "the tokenizers package's Tokenizer.save",
    .call = bind<&saved>,
    .purity = Purity::host,
};

}  // namespace rille
