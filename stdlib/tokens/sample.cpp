// tokens.sample: encodes text with BPE dropout.
#include <algorithm>

#include "stdlib/rng.h"
#include "stdlib/tokens.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Array sample(State& state, const Array& key, const Value& tokenizer, std::string text,
             std::optional<double> dropout, bool special, std::optional<std::string> pair) {
  if (dropout && !(*dropout >= 0 && *dropout <= 1)) {
    throw labelled(
        Error(Code::value, str("`dropout` is ", *dropout, ", expected a number from 0 to 1")),
        "dropout");
  }
  if (key.is_traced()) throw unknown_value(state, key, "the key of tokens.sample must be static");
  NamedSizes sizes;
  check_fields(TokenizerFields::record(), tokenizer, sizes);
  TokenCoderRef coder = record_from<TokenizerFields>(tokenizer).coder(state);
  uint64_t seed = rng::bits(key, {}, Dtype::u64).as<uint64_t>()[0];
  std::vector<int32_t> ids = coder->sample(text, pair ? &*pair : nullptr, special, {dropout, seed});
  Array out(Type(Dtype::i32, {std::ssize(ids)}));
  std::ranges::copy(ids, out.edit<int32_t>().begin());
  return out;
}

}  // namespace

extern const Builtin tokens_sample_builtin = {
    .signature =
        "tokens.sample(inout key: key, tokenizer: tokens.Tokenizer, text: str, dropout: float or "
        "nil = nil, add_special_tokens: bool = true, pair: str or nil = nil) -> i32[_]",
    .brief =
        "Encodes text with BPE dropout: merges are skipped at random, as regularization in "
        "training.",
    .params = {{"key", "Random key. Equal keys give equal ids."},
               {"tokenizer", "Tokenizer from a tokenizer.json with a BPE model."},
               {"text", "Text to encode."},
               {"dropout",
                "Probability of skipping a merge each time it is the best one, from 0 to 1. If "
                "nil, the `dropout` of the file is used, or 0 if the file has none."},
               {"add_special_tokens",
                "If true, the special tokens of the post-processor are added."},
               {"pair", "Second text of a pair. If nil, only `text` is encoded."}},
    .returns = "token ids that decode to the same text; with no merge skipped, the ids of `encode`",
    .errors = "error[value] if the model has no merges, or `dropout` is not a number from 0 to 1",
    .example =
        "let t = tokens.train((\"low lower lowest\",), 260)\n"
        "tokens.sample(rng.key(1), t, \"lower\", dropout = 1.0)  #> [75, 78, 86, 68, 81]\n"
        "same(tokens.sample(rng.key(1), t, \"lower\"), t.encode(\"lower\"))  #> true",
    .source = "Provilkov et al., arXiv 1910.13267; `dropout` of BPE in the tokenizers package",
    .call = bind<&sample>,
};

}  // namespace rille
