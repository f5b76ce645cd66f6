// tokens.sample: ids with merges left out by chance.
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
    throw labelled(Error(Code::value, str("`dropout` needs a number from 0 to 1, got ", *dropout)),
                   "dropout");
  }
  if (key.is_traced()) throw unknown_value(state, key, "a key must be known for a text to be cut");
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
        "nil = nil, special: bool = true, pair: str or nil = nil) -> i32[_]",
    .brief = "The ids of a text where each merge of BPE is left out by chance, for training.",
    .params =
        {{"key", "the coins; the same key gives the same ids"},
         {"tokenizer", "of a tokenizer.json whose model is BPE"},
         {"text", "what becomes ids"},
         {"dropout",
          "how likely a merge waits each time it comes up, from 0 to 1; nil: as the file says"},
         {"special", "with the special tokens around it"},
         {"pair", "a second text behind it"}},
    .returns = "ids whose text is the same; those of `encode` where nothing is left out",
    .errors = "error[value] where the model has no merges, or dropout is no such number",
    .example =
        "let t = tokens.train((\"low lower lowest\",), 260)\n"
        "tokens.sample(rng.key(1), t, \"lower\", dropout = 1.0)  #> [75, 78, 86, 68, 81]\n"
        "same(tokens.sample(rng.key(1), t, \"lower\"), t.encode(\"lower\"))  #> true",
    .source = "Provilkov et al., arXiv 1910.13267; `dropout` of the tokenizers package's BPE",
    .call = bind<&sample>,
};

}  // namespace rille
