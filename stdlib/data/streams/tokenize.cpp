// data.tokenize: encodes strings as token ids.
#include "stdlib/data/streams.h"
#include "stdlib/tokens.h"

namespace rille {
namespace {

struct TokenizeStream {
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
    Value out = at_item("data.tokenize", at, [&] { return tokenized(item, *coder); });
    ++at;
    return out;
  }

  ItemNumbers numbers(State& state) const {
    return at == 0 ? source.numbers(state) : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {
    Value item = source.item(state, number);
    if (item.is_nil()) return item;
    return at_item("data.tokenize", number, [&] { return tokenized(item, *reader(state)); });
  }

 private:
  TokenCoderRef reader(State& state) const {
    return record_from<TokenizerFields>(tokenizer).coder(state);
  }

  // Encodes a string, or the field `name` of a record.
  Value tokenized(const Value& item, const TokenCoder& with) const {
    if (!name) return ids(item, with);
    const Value* text = item.field(*name);
    if (text == nullptr) {
      throw Error(Code::name, str("data.tokenize: the item is ", kind_text(item),
                                  " without a field `", *name, "`"));
    }
    Values items = item.items();
    items[static_cast<size_t>(text - item.items().data())] = ids(*text, with);
    return Value::like(item.branch(), std::move(items));
  }

  Value ids(const Value& text, const TokenCoder& with) const {
    if (!text.is_string()) {
      throw Error(Code::type,
                  str("data.tokenize: the item is ", kind_text(text), ", expected a string"));
    }
    std::vector<int32_t> ids = with.encode(text.string(), special);
    Array out(Type(Dtype::i32, {std::ssize(ids)}));
    std::ranges::copy(ids, out.edit<int32_t>().begin());
    return out;
  }
};

TokenizeStream tokenized(State& state, const Value& source, const Value& tokenizer,
                         const std::optional<std::string>& name, bool special) {
  return {stream_of(state, source, "data.tokenize"), tokenizer, name, special};
}

}  // namespace

extern const Struct data_tokenize_struct = {
    .name = "data.Tokenize",
    .brief = "Stream of the token ids of strings.",
    .fields = {field<&TokenizeStream::source>("source: stream",
                                              "Stream of strings, or of records with a string."),
               field<&TokenizeStream::tokenizer>("tokenizer: tokens.Tokenizer",
                                                 "Tokenizer that encodes the strings."),
               field<&TokenizeStream::name>(
                   "name: str or nil = nil",
                   "Name of the field that holds the string. If nil, the items are strings."),
               field<&TokenizeStream::special>("add_special_tokens: bool = true",
                                               "If true, adds special tokens to each sequence."),
               field<&TokenizeStream::at>("var position: int = 0",
                                          "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(TokenizeStream)},
    .example =
        "let t = tokens.train((\"aa ab\",), 257)\n"
        "(x for x in data.Tokenize(data.stream((\"ab\", \"a\")), t))  #> ([64, 65], [64])",
    .source = "ours",
    .open = open_stream<TokenizeStream>,
};
const Struct& TokenizeStream::record() { return data_tokenize_struct; }

extern const Builtin data_tokenize_builtin = {
    .signature =
        "data.tokenize(source: any, tokenizer: tokens.Tokenizer, name: str or nil = nil, "
        "add_special_tokens: bool = true) -> stream",
    .brief =
        "Tokenizes the strings of a stream. The token ids are i32 arrays, for example for "
        "`data.pack`.",
    .params =
        {{"source",
          "Stream of strings or of records with a string, or a value that `data.stream` accepts."},
         {"tokenizer", "Tokenizer, from `tokens.load` or `tokens.train`."},
         {"name",
          "Name of the field that holds the string, which is replaced by the token ids. If nil, "
          "the items are strings."},
         {"add_special_tokens", "If true, adds special tokens to each sequence."}},
    .errors =
        "error[type] if an item is not a string; error[name] if an item lacks the field `name`; "
        "both with the index of the item, counted from 0",
    .example =
        "let t = tokens.train((\"low lower\",), 258)\n"
        "let rows = data.tokenize((\"low\", \"lower low\"), t) |> data.pack(6)\n"
        "(r.values for r in rows)  #> ([257, 257, 68, 81, 220, 257],)",
    .source = "the tokenize stage of Grain users' pipelines, by the tokenizers package",
    .call = bind<&tokenized>,
};

}  // namespace rille
