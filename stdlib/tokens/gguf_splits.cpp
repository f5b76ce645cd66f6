// The pre-tokenizers of GGUF files, by name.
// Source: the patterns of the tokenizer.json of each model, and llama.cpp, src/llama-vocab.cpp.
#include <algorithm>

#include "stdlib/tokens/gguf.h"
#include "stdlib/tokens/splitter.h"

namespace rille {
namespace {

constexpr std::string_view llama3 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
    R"(\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view qwen2 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
    R"(\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view tekken =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|)"
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}|)"
    R"( ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view gpt4o =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|)"
    R"(\s+(?!\S)|\s+)";

struct PretokenizerEntry {
  std::string_view name;
  GgufPretokenizer split;
};
constexpr GgufPretokenizer of_gpt2{gpt2_pattern}, of_digits{gpt2_pattern, true},
    of_llama3{llama3, false, true, true}, of_qwen2{qwen2, false, false, false, true};
constexpr PretokenizerEntry rows[] = {
    {"gpt-2", of_gpt2},
    {"phi-2", of_gpt2},
    {"mpt", of_gpt2},
    {"olmo", of_gpt2},
    {"jais", of_gpt2},
    {"jina-es", of_gpt2},
    {"jina-de", of_gpt2},
    {"jina-v2-es", of_gpt2},
    {"jina-v2-de", of_gpt2},
    {"gigachat", of_gpt2},
    {"roberta-bpe", of_gpt2},
    {"modern-bert", of_gpt2},
    {"smollm", of_digits},
    {"starcoder", of_digits},
    {"refact", of_digits},
    {"command-r", of_digits},
    {"codeshell", of_digits},
    {"exaone", of_digits},
    {"minerva-7b", of_digits},
    {"llama-bpe", of_llama3},
    {"llama3", of_llama3},
    {"llama-v3", of_llama3},
    {"falcon3", of_llama3},
    {"pixtral", of_llama3},
    {"dbrx", {llama3}},
    {"smaug-bpe", {llama3}},
    {"chatglm-bpe", {llama3}},
    {"qwen2", of_qwen2},
    {"deepseek-r1-qwen", of_qwen2},
    {"stablelm2", {qwen2}},
    {"hunyuan", {qwen2}},
    {"megrez", {qwen2}},
    {"tekken", {tekken, false, true, true}},
    {"gpt-4o", {gpt4o}},
    {"llama4", {gpt4o}},
};

}  // namespace

const GgufPretokenizer* gguf_split(std::string_view name) {
  const auto* row = std::ranges::find(rows, name, &PretokenizerEntry::name);
  return row == std::end(rows) ? nullptr : &row->split;
}

std::string gguf_split_names() {
  std::string out;
  for (const PretokenizerEntry& row : rows) out += str(out.empty() ? "" : ", ", row.name);
  return out;
}

}  // namespace rille
