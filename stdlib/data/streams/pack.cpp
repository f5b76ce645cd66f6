// data.pack: sequence packing into rows of one length.
#include "stdlib/data/streams/pack.h"

#include <algorithm>
#include <memory>

#include "vm/calling.h"
#include "vm/memory/account.h"
#include "vm/numbers/extent.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// Rows that are filled together, until an item does not fit in any of them.
class PackingBins {
 public:
  PackingBins(const PackedFields& fields, int64_t count, std::optional<int64_t> most, bool best)
      : fields_(fields),
        most_(most),
        best_(best),
        charge_(static_cast<size_t>(checked_product(count, sizeof(PackingRow)))),
        rows_(static_cast<size_t>(count)) {}

  bool add(const PackedItem& item) {
    PackingRow* to = nullptr;
    for (PackingRow& row : rows_) {
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

  // Number of rows with items; these rows come first.
  size_t count() const {
    auto is_used = [](const PackingRow& row) { return !row.items.empty(); };
    return static_cast<size_t>(std::ranges::count_if(rows_, is_used));
  }
  const std::vector<PackedItem>& items(size_t row) const { return rows_[row].items; }

 private:
  struct PackingRow {
    std::vector<PackedItem> items;
    Ints lengths;
    int64_t used = 0;
    int64_t used_of(size_t field) const { return lengths.empty() ? 0 : lengths[field]; }
  };

  // Whether the row already has the maximum number of items. As in Grain, best fit applies the
  // limit only if the row or the item has elements, so an empty item fits in an empty row.
  bool is_full(const PackingRow& row, const PackedItem& item) const {
    if (row.items.empty() || !most_ || std::ssize(row.items) < *most_) return false;
    int64_t elements = row.used;
    for (size_t field = 0; field < fields_.count(); ++field) elements += item.length(field);
    return !best_ || elements > 0;
  }

  const PackedFields& fields_;
  std::optional<int64_t> most_;
  bool best_;
  Charge charge_;
  std::vector<PackingRow> rows_;
  PollCounter polls_;
};

struct PackStream {
  static const Struct& record();
  Value source;  // the stream before the items of the current rows
  Value length;
  int64_t bins = 1;
  std::string how = "first_fit";
  std::optional<int64_t> most;
  Array padding;
  int64_t at = 0;  // number of the current rows already returned
  std::optional<Stream> reader = {};
  Value waiting = {}, behind = {};  // an item that did not fit, and the stream before it
  std::optional<PackedFields> fields = {};
  std::shared_ptr<PackingBins> rows = {};

  Value next(State& state) {
    need_above_zero(bins, "data.pack", "bins");
    need_count(at, "data.pack", "position");
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
    rows = std::make_shared<PackingBins>(*fields, bins, most, how == "best_fit");
    PollCounter polls;
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
      throw Error(Code::value,
                  str("data.pack: ", fields->text(field), " has ", item.length(field),
                      " elements, expected at most ", fields->room(field), ", the length of a row"))
          .help("truncate longer items before packing, or use `how = \"concat_then_split\"`");
    }
  }
};

// Concatenated items, split where a row is full. The rest of an item starts the next row.
struct ConcatSplitStream {
  static const Struct& record();
  Value source;  // the stream before the item that is not used up
  Value length;
  Array padding;
  Value bos;    // first element of each piece of an item, or a record with one for each field
  Ints begins;  // number of elements of the item already returned, for each field
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
    if (!fits) {
      throw Error(Code::value,
                  "data.pack: `begins` is invalid, expected one integer >= 0 for each field");
    }
    std::vector<PackedItem> row;
    Ints used(fields->count(), 0);
    PollCounter polls;
    while (!item.is_nil() && take(row, used)) {
      polls.step();
      behind = reader->value();
      item = reader->next(state);
    }
    source = behind;
    return fields->row(state, row, padding);
  }

 private:
  // The piece, with its first element replaced by the `bos` token.
  Array begun(size_t field, const Array& piece) const {
    const Value* token = fields->beginning(field, bos);
    int64_t length = piece.type().extent(0).number();
    if (token == nullptr || length == 0) return piece;
    Shape one = piece.shape();
    one[0] = 1;
    return concat(
        {full(one, token->as_array(), piece.dtype()), slice_axis(piece, 0, 1, length - 1)}, 0);
  }

  // Adds to the row the elements of the item that fit. Returns whether the item is used up.
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
    // An empty item is added as well. An item of which no element fits waits for the next row.
    if (is_whole || has_some) row.push_back(std::move(part));
    begins = is_whole ? Ints(fields->count(), 0) : ends;
    return is_whole;
  }
};

void check_bos(const Value& bos, const std::string& how) {
  if (bos.is_nil() || how == "concat_then_split") return;
  throw labelled(Error(Code::value, str("data.pack: `bos` is given but `method` is \"", how,
                                        "\", expected \"concat_then_split\""))
                     .help("put the first element into each item before packing"),
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
    // The iterator state has one number for each field from the first row on. The first item is
    // read to learn the fields.
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
    throw labelled(Error(Code::value,
                         str("data.pack: `method` is \"", how,
                             "\", expected \"first_fit\", \"best_fit\", or \"concat_then_split\"")),
                   "method");
  }
  return make_instance(state, PackStream{from, length, bins, how, most, padding});
}

}  // namespace

extern const Struct data_pack_struct = {
    .name = "data.Pack",
    .brief =
        "Stream of packed rows. Each row concatenates whole items up to a fixed length and is then "
        "padded.",
    .fields = {field<&PackStream::source>("var source: stream",
                                          "Stream before the items of the current rows."),
               field<&PackStream::length>(
                   "length: any", "Row length: an int, or a record with one int for each field."),
               field<&PackStream::bins>("bins: int = 1",
                                        "Number of rows that are filled concurrently, > 0."),
               field<&PackStream::how>("method: str = \"first_fit\"",
                                       "Packing algorithm, \"first_fit\" or \"best_fit\"."),
               field<&PackStream::most>("max_sequences: int = nil",
                                        "Maximum number of items in a row, > 0. If nil, the number "
                                        "is limited only by the row length."),
               field<&PackStream::padding>("padding: real = 0",
                                           "Padding value for the rest of a row."),
               field<&PackStream::at>(
                   "var position: int = 0",
                   "How many rows of the current packing have already been returned.")},
    .methods = {STREAM_NEXT(PackStream)},
    .example =
        "(r.values for r in data.Pack(data.stream(([1, 2], [3], [4, 5])), 3))  #> ([1, 2, 3], [4, "
        "5, 0])",
    .source = "Grain's FirstFitPackIterDataset and BestFitPackIterDataset",
    .open = open_stream<PackStream>,
};
const Struct& PackStream::record() { return data_pack_struct; }

extern const Struct data_concat_split_struct = {
    .name = "data.ConcatSplit",
    .brief = "Stream of rows cut from the concatenation of all items.",
    .fields = {field<&ConcatSplitStream::source>(
                   "var source: stream", "Stream before the item that is split at the row's end."),
               field<&ConcatSplitStream::length>(
                   "length: any", "Row length: an int, or a record with one int for each field."),
               field<&ConcatSplitStream::padding>("padding: real = 0",
                                                  "Padding value for the rest of the last row."),
               field<&ConcatSplitStream::begins>(
                   "var begins: (int, ...) = ()",
                   "Number of elements of the current item already returned, for each field."),
               field<&ConcatSplitStream::bos>(
                   "bos: real or record = nil",
                   "Value that replaces the first element of each piece of an item, or a record of "
                   "such values. If nil, pieces are not changed.")},
    .methods = {STREAM_NEXT(ConcatSplitStream)},
    .example =
        "(r.values for r in data.ConcatSplit(data.stream(([1, 2], [3, 4], [5])), 3))  #> ([1, 2, "
        "3], [4, 5, 0])",
    .source = "Grain's ConcatThenSplitIterDataset",
    .open = open_stream<ConcatSplitStream>,
};
const Struct& ConcatSplitStream::record() { return data_concat_split_struct; }

extern const Builtin data_pack_builtin = {
    .signature =
        "data.pack(source: any, length: any, bins: int = 1, method: str = \"first_fit\", "
        "max_sequences: int = nil, padding: real = 0, bos: real or record = nil) -> stream",
    .brief = "Packs sequences of different lengths into rows of one length.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts, of arrays, which are packed along "
                "axis 0, or of records of arrays. A number counts as an array of one element."},
               {"length",
                "Row length, > 0: an int for all fields, or a record with one int for each field."},
               {"bins",
                "Number of rows that are filled concurrently, > 0. An item is placed in one of "
                "them. Not used by \"concat_then_split\"."},
               {"method",
                "Packing algorithm. \"first_fit\" places an item in the first row with enough "
                "space, \"best_fit\" in the fullest such row. \"concat_then_split\" concatenates "
                "all items and splits them where a row is full."},
               {"max_sequences",
                "Maximum number of items in a row, > 0. If nil, the number is limited only by the "
                "row length. Not used by \"concat_then_split\"."},
               {"padding", "Padding value for the rest of a row."},
               {"bos",
                "Beginning-of-sequence token, only with \"concat_then_split\". It replaces the "
                "first element of each piece of an item, so that every segment begins with it. A "
                "record has a token for some of the fields. If nil, pieces are not changed."}},
    .returns =
        "a stream of records with the packed fields (`values` for plain arrays). Each field has "
        "two i32[length] arrays: NAME_segment_ids, the number of the item in the row, from 1, and "
        "0 for padding; and NAME_positions, the index within the item",
    .errors =
        "error[value] if a length, `bins`, or `max_sequences` is not above 0, an item is longer "
        "than a row, or `method` is not one of the three; error[value] if `bos` names an unknown "
        "field or is given without \"concat_then_split\"; error[type] if items differ in their "
        "fields",
    .example =
        "let rows = (r for r in data.pack(([1, 2], [3, 4], [5]), 3, bins = 2))\n"
        "rows[0].values  #> [1, 2, 5]\n"
        "rows[0].segment_ids  #> [1, 1, 2]",
    .source = "Grain's FirstFitPackIterDataset, BestFitPackIterDataset, ConcatThenSplitIterDataset",
    .call = bind<&packed>,
};

}  // namespace rille
