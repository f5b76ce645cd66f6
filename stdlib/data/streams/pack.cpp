// data.pack: sequences behind each other in rows.
#include "stdlib/data/streams/pack.h"

#include <algorithm>
#include <memory>

#include "vm/calling.h"
#include "vm/memory/account.h"
#include "vm/numbers/extent.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// Rows that are filled together, until an item fits in none.
class Bins {
 public:
  Bins(const PackedFields& fields, int64_t count, std::optional<int64_t> most, bool best)
      : fields_(fields),
        most_(most),
        best_(best),
        charge_(static_cast<size_t>(checked_product(count, sizeof(Row)))),
        rows_(static_cast<size_t>(count)) {}

  bool add(const PackedItem& item) {
    Row* to = nullptr;
    for (Row& row : rows_) {
      polls_.step();
      bool fits = !is_full(row, item);
      for (size_t field = 0; fits && field < fields_.count(); ++field) {
        fits = row.used_of(field) + item.length(field) <= fields_.room(field);
      }
      if (!fits || (to != nullptr && row.used <= to->used)) continue;
      to = &row;
      if (!best_) break;
    }
    if (to == nullptr) return false;
    to->lengths.resize(fields_.count());
    for (size_t field = 0; field < fields_.count(); ++field) {
      to->lengths[field] += item.length(field);
      to->used += item.length(field);
    }
    to->items.push_back(item);
    return true;
  }

  // Rows that hold something stand in front.
  size_t count() const {
    auto is_used = [](const Row& row) { return !row.items.empty(); };
    return static_cast<size_t>(std::ranges::count_if(rows_, is_used));
  }
  const std::vector<PackedItem>& items(size_t row) const { return rows_[row].items; }

 private:
  struct Row {
    std::vector<PackedItem> items;
    Ints lengths;
    int64_t used = 0;
    int64_t used_of(size_t field) const { return lengths.empty() ? 0 : lengths[field]; }
  };

  // Whether it has as many items as a row may have. Best fit counts them, as Grain does, where
  // anything lies: an item without elements goes to a row without any.
  bool is_full(const Row& row, const PackedItem& item) const {
    if (row.items.empty() || !most_ || std::ssize(row.items) < *most_) return false;
    int64_t elements = row.used;
    for (size_t field = 0; field < fields_.count(); ++field) elements += item.length(field);
    return !best_ || elements > 0;
  }

  const PackedFields& fields_;
  std::optional<int64_t> most_;
  bool best_;
  Charge charge_;
  std::vector<Row> rows_;
  Polls polls_;
};

struct PackStream {
  static const Struct& record();
  Value source;  // where the items of these rows begin
  Value length;
  int64_t bins = 1;
  std::string how = "first_fit";
  std::optional<int64_t> most;
  Array padding;
  int64_t at = 0;  // how many of these rows it has given
  std::optional<Stream> reader = {};
  Value waiting = {}, behind = {};  // an item that fitted in no row, and where it stands
  std::optional<PackedFields> fields = {};
  std::shared_ptr<Bins> rows = {};

  Value next(State& state) {
    need_above_zero(bins, "data.pack", "bins");
    need_count(at, "data.pack", "at");
    if (!reader) {
      reader = Stream(source);
      behind = source;
      waiting = reader->next(state);
      fill(state);
    }
    if (rows && static_cast<size_t>(at) >= rows->count()) {
      source = behind;
      at = 0;
      fill(state);
    }
    if (!rows) return {};
    return fields->row(state, rows->items(static_cast<size_t>(at++)), padding);
  }

 private:
  void fill(State& state) {
    rows.reset();
    if (waiting.is_nil()) return;
    if (!fields) fields.emplace(waiting, length);
    rows = std::make_shared<Bins>(*fields, bins, most, how == "best_fit");
    Polls polls;
    while (!waiting.is_nil()) {
      polls.step();
      PackedItem item = fields->read(waiting);
      check(item);
      if (!rows->add(item)) return;
      behind = reader->value();
      waiting = reader->next(state);
    }
  }

  void check(const PackedItem& item) const {
    for (size_t field = 0; field < fields->count(); ++field) {
      if (item.length(field) <= fields->room(field)) continue;
      throw Error(Code::value, str("data.pack: ", fields->text(field), " has ", item.length(field),
                                   " elements, a row has room for ", fields->room(field)))
          .help("cut what is longer before it is packed, or take how = \"concat_then_split\"");
    }
  }
};

// Items behind each other, cut where a row is full; what is left of one begins the next row.
struct ConcatSplitStream {
  static const Struct& record();
  Value source;  // where the item stands of which something is left
  Value length;
  Array padding;
  Value bos;    // what each piece of an item begins with, or a record of it
  Ints begins;  // how much of it was given, field by field
  std::optional<Stream> reader = {};
  Value item = {}, behind = {};
  std::optional<PackedFields> fields = {};

  Value next(State& state) {
    if (!reader) {
      reader = Stream(source);
      behind = source;
      item = reader->next(state);
    }
    if (item.is_nil()) return {};
    if (!fields) fields.emplace(item, length);
    if (begins.empty()) begins.assign(fields->count(), 0);
    bool fits = begins.size() == fields->count() &&
                std::ranges::all_of(begins, [](int64_t begin) { return begin >= 0; });
    if (!fits)
      throw Error(Code::value, "data.pack: `begins` has a number from 0 on for each field");
    std::vector<PackedItem> row;
    Ints used(fields->count(), 0);
    Polls polls;
    while (!item.is_nil() && take(row, used)) {
      polls.step();
      behind = reader->value();
      item = reader->next(state);
    }
    source = behind;
    return fields->row(state, row, padding);
  }

 private:
  // The piece with the first token in the place of its own.
  Array begun(size_t field, const Array& piece) const {
    const Value* token = fields->beginning(field, bos);
    int64_t length = piece.type().extent(0).number();
    if (token == nullptr || length == 0) return piece;
    Shape one = piece.shape();
    one[0] = 1;
    return concat(
        {full(one, token->as_array(), piece.dtype()), slice_axis(piece, 0, 1, length - 1)}, 0);
  }

  // What of the item there is room for; whether that is the whole.
  bool take(std::vector<PackedItem>& row, Ints& used) {
    PackedItem whole = fields->read(item), part;
    bool is_whole = true, has_some = false;
    Ints ends;
    for (size_t field = 0; field < fields->count(); ++field) {
      int64_t begin = std::min(begins[field], whole.length(field));
      int64_t room = fields->room(field) - used[field], left = whole.length(field) - begin;
      int64_t taken = std::min(room, left);
      is_whole = is_whole && taken == left;
      has_some = has_some || begin + taken > 0;
      part.parts.push_back(begun(field, slice_axis(whole.parts[field], 0, begin, taken)));
      ends.push_back(begin + taken);
      used[field] += taken;
    }
    // An item of no elements is one, too; one of which there is room for nothing waits whole.
    if (is_whole || has_some) row.push_back(std::move(part));
    begins = is_whole ? Ints(fields->count(), 0) : ends;
    return is_whole;
  }
};

void check_bos(const Value& bos, const std::string& how) {
  if (bos.is_nil() || how == "concat_then_split") return;
  throw labelled(Error(Code::value, str("data.pack: `bos` goes with how = \"concat_then_split\", "
                                        "got \"",
                                        how, "\""))
                     .help("an item that stays whole has its own first element"),
                 "bos");
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value packed(State& state, const Value& source, const Value& length, int64_t bins,
             const std::string& how, std::optional<int64_t> most, const Array& padding,
             const Value& bos) {
  check_rooms(length);
  check_bos(bos, how);
  need_above_zero(bins, "data.pack", "bins");
  if (most) need_above_zero(*most, "data.pack", "max_sequences");
  Value from = stream_of(state, source, "data.pack").value();
  if (how == "concat_then_split") {
    // Its cursor has a number for each field of an item, from the first row on: one is looked at.
    Value first = Stream(from).next(state);
    size_t count = 0;
    if (!first.is_nil()) {
      PackedFields fields(first, length);
      fields.check_beginnings(bos);
      count = fields.count();
    }
    return make_instance(state, ConcatSplitStream{from, length, padding, bos, Ints(count, 0)});
  }
  if (how != "first_fit" && how != "best_fit") {
    throw labelled(Error(Code::value, str("data.pack: `how` needs \"first_fit\", \"best_fit\" or "
                                          "\"concat_then_split\", got \"",
                                          how, "\"")),
                   "how");
  }
  return make_instance(state, PackStream{from, length, bins, how, most, padding});
}

}  // namespace

extern const Struct data_pack_struct = {
    .name = "data.Pack",
    .brief = "The stream of rows in which another's items lie behind each other, each whole.",
    .fields = {field<&PackStream::source>("var source: stream", "where these rows' items begin"),
               field<&PackStream::length>("length: any", "of a row, an int or a record of them"),
               field<&PackStream::bins>("bins: int = 1", "rows that are filled together, > 0"),
               field<&PackStream::how>("how: str = \"first_fit\"", "or \"best_fit\""),
               field<&PackStream::most>("max_sequences: int = nil", "items in a row at most"),
               field<&PackStream::padding>("padding: real = 0", "what is left of a row"),
               field<&PackStream::at>("var at: int = 0", "how many of these rows it has given")},
    .methods = {STREAM_NEXT(PackStream)},
    .example =
        "(r.values for r in data.Pack(data.stream(([1, 2], [3], [4, 5])), 3))  "
        "#> ([1, 2, 3], [4, 5, 0])",
    .source = "Grain's FirstFitPackIterDataset and BestFitPackIterDataset",
    .open = open_stream<PackStream>,
};
const Struct& PackStream::record() { return data_pack_struct; }

extern const Struct data_concat_split_struct = {
    .name = "data.ConcatSplit",
    .brief = "The stream of rows that are cut of another's items behind each other.",
    .fields = {field<&ConcatSplitStream::source>("var source: stream", "where the item stands"),
               field<&ConcatSplitStream::length>("length: any",
                                                 "of a row, an int or a record of them"),
               field<&ConcatSplitStream::padding>("padding: real = 0", "what is left of the last"),
               field<&ConcatSplitStream::begins>("var begins: (int, ...) = ()",
                                                 "how much of the item was given"),
               field<&ConcatSplitStream::bos>("bos: real or record = nil",
                                              "what each piece begins with")},
    .methods = {STREAM_NEXT(ConcatSplitStream)},
    .example =
        "(r.values for r in data.ConcatSplit(data.stream(([1, 2], [3, 4], [5])), 3))  "
        "#> ([1, 2, 3], [4, 5, 0])",
    .source = "Grain's ConcatThenSplitIterDataset",
    .open = open_stream<ConcatSplitStream>,
};
const Struct& ConcatSplitStream::record() { return data_concat_split_struct; }

extern const Builtin data_pack_builtin = {
    .signature =
        "data.pack(source: any, length: any, bins: int = 1, how: str = \"first_fit\", "
        "max_sequences: int = nil, padding: real = 0, bos: real or record = nil) -> stream",
    .brief = "The stream of rows of one length, in which items lie behind each other.",
    .params = {{"source",
                "a stream, or what data.stream takes, of arrays, whose axis 0 is packed, "
                "or of records of them; a number is one element"},
               {"length", "of a row: an int, or a record of one for each field"},
               {"bins", "rows that are filled together: an item goes to one of these, > 0"},
               {"how",
                "\"first_fit\": to the first row that has room; \"best_fit\": to the "
                "fullest; \"concat_then_split\": all behind each other, cut where a row is "
                "full"},
               {"max_sequences", "items in a row at most, > 0; nil: as many as fit"},
               {"padding", "what is left of a row"},
               {"bos",
                "of \"concat_then_split\": takes the place of the first element of each piece of "
                "an item, so that each segment begins with it; a record of it for some fields; "
                "nil: pieces stay what they are"}},
    .returns =
        "records of the fields (`values` of plain arrays), each with NAME_segment_ids, of "
        "which item an element is, from 1 on, 0 for padding, and NAME_positions, its place "
        "in that item, both i32[length]",
    .errors =
        "error[value] where a length is not above 0, an item is longer than a row, `how` is "
        "another word, or `bos` names no field; error[type] where items differ in their fields",
    .example =
        "let rows = (r for r in data.pack(([1, 2], [3, 4], [5]), 3, bins = 2))\n"
        "rows[0].values  #> [1, 2, 5]\n"
        "rows[0].segment_ids  #> [1, 1, 2]",
    .source = "Grain's FirstFitPackIterDataset, BestFitPackIterDataset, ConcatThenSplitIterDataset",
    .call = bind<&packed>,
};

}  // namespace rille
