// Reads the tokenizer from the metadata of a GGUF file.
#include "stdlib/array.h"
#include "stdlib/ckpt.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/gguf/words.h"
#include "stdlib/file.h"

namespace rille {
namespace {

class VocabularyReader {
 public:
  VocabularyReader(const GgufMetadata& meta, const FileLocation& whence)
      : meta_(meta), whence_(whence) {}

  GgufVocabulary read() const {
    GgufVocabulary out;
    auto model = meta_.text(name("model"));
    whence_.need(model.has_value(),
                 "the file has no tokenizer: the key tokenizer.ggml.model is missing");
    out.model = *model;
    out.pre = meta_.text(name("pre")).value_or("");
    out.tokens = meta_.texts(name("tokens"));
    out.merges = meta_.texts(name("merges"));
    whence_.need(!out.tokens.empty(), "the tokenizer has no tokens");
    read_columns(out);
    out.bos = id("bos_token_id");
    out.eos = id("eos_token_id");
    out.unknown = id("unknown_token_id");
    out.pad = id("padding_token_id");
    out.separator = id("seperator_token_id");  // as the format spells it
    out.mask = id("mask_token_id");
    out.adds_bos = truth("add_bos_token");
    out.adds_eos = truth("add_eos_token");
    out.adds_prefix = truth("add_space_prefix");
    out.removes_blanks = truth("remove_extra_whitespaces");
    return out;
  }

 private:
  static std::string name(std::string_view word) { return str("tokenizer.ggml.", word); }

  // Reads the columns that have one number for each token.
  void read_columns(GgufVocabulary& out) const {
    Value scores = meta_.list(name("scores")), kinds = meta_.list(name("token_type"));
    for (const Value* column : {&scores, &kinds}) {
      if (column->is_nil()) continue;
      bool fits = column->is_array() && column->array().size() == out.tokens.size();
      whence_.need(fits, "the tokenizer must have one score and one type for each token");
    }
    if (scores.is_array()) {
      Array all = convert(scores.array(), Dtype::f32);
      out.scores.assign(all.as<float>().begin(), all.as<float>().end());
    }
    if (kinds.is_array()) {
      Array all = convert(kinds.array(), Dtype::i64);
      out.kinds.assign(all.as<int64_t>().begin(), all.as<int64_t>().end());
    }
    Value charsmap = meta_.list(name("precompiled_charsmap"));
    if (charsmap.is_array()) {
      out.charsmap.assign(reinterpret_cast<const char*>(charsmap.array().data()),
                          charsmap.array().byte_size());
    }
  }

  std::optional<int64_t> id(std::string_view word) const { return meta_.integer(name(word)); }
  std::optional<bool> truth(std::string_view word) const {
    auto found = meta_.integer(name(word));
    return found ? std::optional(*found != 0) : std::nullopt;
  }

  const GgufMetadata& meta_;
  const FileLocation& whence_;
};

}  // namespace

std::optional<GgufVocabulary> gguf_vocabulary(const std::string& path) {
  if (!is_gguf(Location(path))) return {};
  FileLocation whence{path, "GGUF file"};
  std::unique_ptr<Checkpoint> file = open_gguf(Location(path), {});
  return VocabularyReader(*file->gguf_meta(), whence).read();
}

}  // namespace rille
