// data.tokenise: the ids of each text.
#include "stdlib/data/streams.h"
#include "stdlib/tokens.h"

namespace rille {
namespace {

struct TokeniseStream {
  static const Struct& record();
  Stream source;
  Value tokenizer;
  std::optional<std::string> name;
  bool special = true;
  int64_t at = 0;
  TokenCoderRef coder = {};

  Value next(State& state) {
    Value item = source.next(state);
    if (item.is_nil()) return item;
    if (coder == nullptr) coder = reader(state);
    Value out = at_item("data.tokenise", at, [&] { return tokenised(item, *coder); });
    ++at;
    return out;
  }

  ItemNumbers numbers(State& state) const {
    return at == 0 ? source.numbers(state) : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {
    Value item = source.item(state, number);
    if (item.is_nil()) return item;
    return at_item("data.tokenise", number, [&] { return tokenised(item, *reader(state)); });
  }

 private:
  TokenCoderRef reader(State& state) const {
    return record_from<TokenizerFields>(tokenizer).coder(state);
  }

  // A text as its ids; of a record the field of that name.
  Value tokenised(const Value& item, const TokenCoder& with) const {
    if (!name) return ids(item, with);
    const Value* text = item.field(*name);
    if (text == nullptr) {
      throw Error(Code::name,
                  str("data.tokenise: ", kind_text(item), " has no field `", *name, "`"));
    }
    Values items = item.items();
    items[static_cast<size_t>(text - item.items().data())] = ids(*text, with);
    return Value::like(item.branch(), std::move(items));
  }

  Value ids(const Value& text, const TokenCoder& with) const {
    if (!text.is_string()) {
      throw Error(Code::type, str("data.tokenise needs a string, got ", kind_text(text)));
    }
    std::vector<int32_t> ids = with.encode(text.string(), special);
    Array out(Type(Dtype::i32, {std::ssize(ids)}));
    std::ranges::copy(ids, out.edit<int32_t>().begin());
    return out;
  }
};

TokeniseStream tokenised(State& state, const Value& source, const Value& tokenizer,
                         const std::optional<std::string>& name, bool special) {
  return {stream_of(state, source, "data.tokenise"), tokenizer, name, special};
}

}  // namespace

extern const Struct data_tokenise_struct = {
    .name = "data.Tokenise",
    .brief = "The stream of the ids of another's texts.",
    .fields = {field<&TokeniseStream::source>("source: stream"),
               field<&TokeniseStream::tokenizer>("tokenizer: tokens.Tokenizer"),
               field<&TokeniseStream::name>("name: str or nil = nil", "of the field with the text"),
               field<&TokeniseStream::special>("special: bool = true",
                                               "whether special tokens are put around a text"),
               field<&TokeniseStream::at>("var at: int = 0", "how many it has given")},
    .methods = {STREAM_METHODS(TokeniseStream)},
    .example =
        "let t = tokens.train((\"aa ab\",), 257)\n"
        "(x for x in data.Tokenise(data.stream((\"ab\", \"a\")), t))  #> ([64, 65], [64])",
    .source = "ours",
    .open = open_stream<TokeniseStream>,
};
const Struct& TokeniseStream::record() { return data_tokenise_struct; }

extern const Builtin data_tokenise_builtin = {
    .signature =
        "data.tokenise(source: any, tokenizer: tokens.Tokenizer, name: str or nil = nil, "
        "special: bool = true) -> stream",
    .brief = "The stream of the ids of each text, for data.pack or data.batch.",
    .params = {{"source", "a stream, or what data.stream takes, of strings or of records of them"},
               {"tokenizer", "as tokens.load or tokens.train gives it"},
               {"name",
                "of the field that has the text, whose place its ids take; nil: of strings"},
               {"special", "whether special tokens are put around each text"}},
    .errors =
        "error[type] where an item is no string, error[name] where it lacks the field, with the "
        "number of the item, from 0",
    .example =
        "let t = tokens.train((\"low lower\",), 258)\n"
        "let rows = data.tokenise((\"low\", \"lower low\"), t) |> data.pack(6)\n"
        "(r.values for r in rows)  #> ([257, 257, 68, 81, 220, 257],)",
    .source = "the tokenise stage of Grain users' pipelines, by the tokenizers package",
    .call = bind<&tokenised>,
};

}  // namespace rille
