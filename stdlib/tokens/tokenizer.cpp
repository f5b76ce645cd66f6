// tokens.Tokenizer: converts text to token ids and back.
#include <algorithm>
#include <cstring>

#include "stdlib/array.h"
#include "stdlib/tokens.h"
#include "stdlib/tokens/encoding.h"
#include "stdlib/tokens/pipeline.h"
#include "stdlib/transform/traced.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// A cache of parsed tokenizers: the most recently used ones, keyed by the bytes of their files.
struct CoderCache {
  struct CoderCacheEntry {
    Array data;  // held, so that its address identifies it
    TokenCoderRef coder;
    Charge charge;
  };
  std::vector<CoderCacheEntry> rows;

  static constexpr size_t most = 8;

  TokenCoderRef of(const Array& data) {
    auto found = std::ranges::find_if(
        rows, [&](const CoderCacheEntry& row) { return is_same(row.data, data); });
    if (found == rows.end()) {
      // The parsed form takes several times the memory of the file.
      Charge charge(data.byte_size() * 8);
      auto bytes = data.as<uint8_t>();
      std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
      TokenCoderRef coder = read_tokenizer(text);
      if (rows.size() >= most) rows.erase(rows.begin());
      rows.push_back({data, std::move(coder), std::move(charge)});
      found = rows.end() - 1;
    }
    std::rotate(found, found + 1, rows.end());
    return rows.back().coder;
  }

 private:
  static bool is_same(const Array& a, const Array& b) {
    if (a.size() != b.size()) return false;
    return a.data() == b.data() || std::memcmp(a.data(), b.data(), a.size()) == 0;
  }
};

Array ids_array(const std::vector<int32_t>& ids) {
  Array out(Type(Dtype::i32, {static_cast<int64_t>(ids.size())}));
  std::ranges::copy(ids, out.edit<int32_t>().begin());
  return out;
}

}  // namespace

TokenCoderRef TokenizerFields::coder(State& state) const {
  if (data.is_traced()) {
    throw unknown_value(state, data, "a tokenizer must be static when a function is traced");
  }
  return state.part<CoderCache>().of(data);
}

Array TokenizerFields::encode(State& state, const std::string& text, bool special,
                              const std::optional<std::string>& pair) const {
  return ids_array(coder(state)->encode(text, pair ? &*pair : nullptr, special, false, true).ids);
}

Value TokenizerFields::parts(State& state, const std::string& text, bool special,
                             const std::optional<std::string>& pair) const {
  TokenEncoding all = coder(state)->encode(text, pair ? &*pair : nullptr, special, true, true);
  auto count = static_cast<int64_t>(all.size());
  Array offsets(Type(Dtype::i32, {count, 2}));
  auto places = offsets.edit<int32_t>();
  Array put_in(Type(Dtype::boolean, {count}));
  auto marks = put_in.edit<bool>();
  Values tokens;
  for (size_t i = 0; i < all.size(); ++i) {
    places[2 * i] = static_cast<int32_t>(all.offsets[i].begin);
    places[2 * i + 1] = static_cast<int32_t>(all.offsets[i].end);
    marks[i] = all.is_special[i] != 0;
    tokens.emplace_back(std::move(all.tokens[i]));
  }
  return Value::record(state, {{"ids", ids_array(all.ids)},
                               {"tokens", Value::tuple(std::move(tokens))},
                               {"offsets", offsets},
                               {"types", ids_array(all.types)},
                               {"special", put_in}});
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the method
Value TokenizerFields::batch(State& state, const Values& texts, std::optional<int64_t> length,
                             bool special, std::optional<int64_t> pad, bool left) const {
  if (length && *length < 1) {
    throw Error(Code::value, str("batch: `length` is ", *length, ", expected an int above 0"));
  }
  TokenCoderRef reader = coder(state);
  std::vector<std::vector<int32_t>> rows;
  size_t width = 0;
  PollCounter polls;
  for (const Value& text : texts) {
    rows.push_back(reader->encode(text.string(), special));
    if (length && std::ssize(rows.back()) > *length)
      rows.back().resize(static_cast<size_t>(*length));
    width = std::max(width, rows.back().size());
    polls.step(rows.size() * width * sizeof(int32_t));
  }
  if (length) width = static_cast<size_t>(*length);
  Type type(Dtype::i32, {static_cast<int64_t>(rows.size()), static_cast<int64_t>(width)});
  Array ids(type);
  Array mask(Type(Dtype::boolean, type.shape()));
  auto to = ids.edit<int32_t>();
  auto is_real = mask.edit<bool>();
  std::ranges::fill(to, static_cast<int32_t>(pad.value_or(0)));
  std::ranges::fill(is_real, false);
  for (size_t r = 0; r < rows.size(); ++r) {
    size_t begin = r * width + (left ? width - rows[r].size() : 0);
    std::ranges::copy(rows[r], to.begin() + static_cast<ptrdiff_t>(begin));
    std::fill_n(is_real.begin() + static_cast<ptrdiff_t>(begin), rows[r].size(), true);
  }
  return Value::record(state, {{"ids", ids}, {"mask", mask}});
}

std::string TokenizerFields::decode(State& state, const Array& ids, bool special) const {
  if (ids.is_traced()) throw unknown_value(state, ids, "the ids passed to `decode` must be static");
  Array whole = convert(ids, Dtype::i64);
  std::vector<int32_t> known;
  for (int64_t id : whole.as<int64_t>()) {
    // No token has an id outside of this range, so the id is skipped.
    if (id >= 0 && id < INT32_MAX) known.push_back(static_cast<int32_t>(id));
  }
  return coder(state)->decode(known, special);
}

int64_t TokenizerFields::size(State& state) const {
  return static_cast<int64_t>(coder(state)->size());
}

int64_t TokenizerFields::id(State& state, const std::string& token) const {
  int32_t id = coder(state)->find(token);
  if (id >= 0) return id;
  throw Error(Code::index, str("the tokenizer has no token \"", token, "\""));
}

std::string TokenizerFields::token(State& state, int64_t id) const {
  const std::string* name =
      id >= 0 && id < INT32_MAX ? coder(state)->name(static_cast<int32_t>(id)) : nullptr;
  if (name != nullptr) return *name;
  throw Error(Code::index, str("the tokenizer has no token ", id));
}

Value TokenizerFields::vocabulary(State& state) const {
  auto keys = std::make_shared<DictKeys>();
  Values ids;
  PollCounter polls;
  for (auto& [token, id] : coder(state)->all()) {
    polls.step(ids.size() * (sizeof(Value) + sizeof(DictKey)));
    keys->list.emplace_back(token);
    ids.emplace_back(int64_t{id});
  }
  return Value::dict(std::move(keys), std::move(ids));
}

extern const Struct tokens_tokenizer_struct = {
    .name = "tokens.Tokenizer",
    .brief = "Tokenizer: converts text to token ids and back.",
    .fields = {field<&TokenizerFields::data>("data: u8[n]", "Bytes of the tokenizer file.")},
    .methods =
        {method<&TokenizerFields::encode>(
             "encode(text: str, add_special_tokens: bool = true, pair: str or nil = nil) -> i32[_]",
             "Returns the token ids of `text`, followed by those of `pair` if it is not nil. If "
             "`add_special_tokens` is true, the special tokens of the post-processor are added. "
             "Truncation and padding configured in the file are applied."),
         method<&TokenizerFields::parts>(
             "encode_full(text: str, add_special_tokens: bool = true, pair: str or nil = nil) -> "
             "record",
             "Encodes `text`, and `pair` if it is not nil, and returns a record of columns, one "
             "row per token. `ids` is i32[n] and `tokens` a tuple of strings. `offsets` is i32[n, "
             "2]: the begin and end of the token in characters, or 0 and 0 if the post-processor "
             "added it. `types` is i32[n]: the type ids, 0 for the first text and 1 for the second "
             "unless the post-processor sets others. `add_special_tokens` is bool[n]: true if the "
             "token was added by the post-processor or as padding."),
         method<&TokenizerFields::batch>(
             "batch(texts: (str, ...), length: int or nil = nil, add_special_tokens: bool = true, "
             "pad: int or nil = nil, left: bool = false) -> (ids = i32[b, m], mask = bool[b, m])",
             "Encodes several texts into rows of `length` ids. Longer rows are truncated at the "
             "end, and shorter rows are padded with `pad` at the end, or at the front if `left` is "
             "true. If `length` is nil, rows are as long as the longest text. If `pad` is nil, the "
             "padding id is 0. `mask` is false for padding."),
         method<&TokenizerFields::decode>(
             "decode(ids: int[...], keep_special_tokens: bool = false) -> str",
             "Returns the text of `ids`. If `keep_special_tokens` is false, special tokens are "
             "skipped. Unknown ids are always skipped."),
         method<&TokenizerFields::size>("vocab_size() -> int",
                                        "Returns the vocabulary size, including added tokens."),
         method<&TokenizerFields::id>("id(token: str) -> int",
                                      "Returns the id of a token. Raises error[index] if the "
                                      "vocabulary does not contain it."),
         method<&TokenizerFields::token>(
             "token(id: int) -> str",
             "Returns the token with an id. Raises error[index] if no token has it."),
         method<&TokenizerFields::vocabulary>(
             "vocabulary() -> dict",
             "Returns a dict from each token to its id, in ascending order of the ids.")},
    .example =
        "let t = tokens.train((\"low lower lowest\",), 260)\n"
        "t.encode(\"lower\")  #> [257, 68, 81]\n"
        "t.decode(t.encode(\"lower\"))  #> lower",
    .source = "the tokenizers package's Tokenizer",
};
const Struct& TokenizerFields::record() { return tokens_tokenizer_struct; }

}  // namespace rille
