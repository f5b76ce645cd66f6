// data.interleave: reads several streams in a cycle.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct InterleaveStream {
  static const Struct& record();
  std::vector<Stream> sources;
  int64_t cycle_length = 1;
  Ints places;            // index of the source in each slot of the cycle; -1 if it has ended
  int64_t place = 0;      // slot that is read next
  int64_t following = 0;  // index of the source that the next free slot opens

  Value next(State& state) {
    check();
    for (;;) {
      poll();
      int64_t& here = places[static_cast<size_t>(place)];
      if (here < 0 && following < std::ssize(sources)) here = following++;
      if (here >= 0) {
        Value item = sources[static_cast<size_t>(here)].next(state);
        if (item.is_nil()) here = -1;
        place = (place + 1) % std::ssize(places);
        if (!item.is_nil()) return item;
        continue;
      }
      if (std::ranges::all_of(places, [](int64_t each) { return each < 0; })) return {};
      place = (place + 1) % std::ssize(places);
    }
  }

  // The number of slots is set before the first item, so that all checkpoints have one structure.
  void clear() {
    int64_t count = std::clamp<int64_t>(std::ssize(sources), 1, cycle_length);
    places.assign(static_cast<size_t>(count), -1);
  }

 private:
  void check() {
    need_above_zero(cycle_length, "data.interleave", "cycle_length");
    if (places.empty()) clear();
    auto fits = [&](int64_t each) { return each >= -1 && each < std::ssize(sources); };
    bool is_right = std::ranges::all_of(places, fits) && place >= 0 && place < std::ssize(places) &&
                    following >= 0;
    if (!is_right) {
      throw Error(Code::value,
                  "data.Interleave: `places`, `place`, or `following` is out of range");
    }
  }
};

InterleaveStream interleaved(State& state, const Values& sources, int64_t cycle_length) {
  need_above_zero(cycle_length, "data.interleave", "cycle_length");
  InterleaveStream out;
  for (const Value& source : sources) {
    out.sources.push_back(stream_of(state, source, "data.interleave", 0));
  }
  out.cycle_length = cycle_length;
  out.clear();
  return out;
}

}  // namespace

extern const Struct data_interleave_struct = {
    .name = "data.Interleave",
    .brief = "Stream that interleaves the items of several streams.",
    .fields = {field<&InterleaveStream::sources>("sources: (stream, ...)",
                                                 "Streams to interleave."),
               field<&InterleaveStream::cycle_length>(
                   "cycle_length: int", "Number of sources that are read concurrently, > 0."),
               field<&InterleaveStream::places>(
                   "var places: (int, ...) = ()",
                   "Index of the source in each slot of the cycle, -1 for a free slot."),
               field<&InterleaveStream::place>("var place: int = 0",
                                               "Slot of the cycle that is read next."),
               field<&InterleaveStream::following>(
                   "var following: int = 0", "Index of the source that the next free slot opens.")},
    .methods = {STREAM_NEXT(InterleaveStream)},
    .example =
        "(i for i in data.Interleave((data.Range(0, 2), data.Range(7, 9)), 2))  "
        "#> (0, 7, 1, 8)",
    .source = "Grain's InterleaveIterDataset",
    .open = open_stream<InterleaveStream>,
};
const Struct& InterleaveStream::record() { return data_interleave_struct; }

extern const Builtin data_interleave_builtin = {
    .signature = "data.interleave(sources: (any, ...), cycle_length: int) -> stream",
    .brief = "Interleaves `cycle_length` sources at a time, one item of each in a cycle.",
    .params = {{"sources",
                "Streams, or values that `data.stream` accepts. A source that ends is replaced by "
                "the next one."},
               {"cycle_length", "Number of sources that are read concurrently, > 0."}},
    .errors = "error[value] if `cycle_length` is not above 0",
    .example =
        "(i for i in data.interleave((0..3, 10..12, 20..22), 2))  "
        "#> (0, 10, 1, 11, 2, 20, 21)",
    .source = "Grain's InterleaveIterDataset",
    .call = bind<&interleaved>,
};

}  // namespace rille
