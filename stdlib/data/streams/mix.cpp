// data.mix: mixes several streams by weight.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Source of item k of a mixture, and the index of the item in that source. Each source takes its
// fraction of the items that the sources before it have left, rounded down. The choice for any k is
// therefore computed directly, without the choices for smaller k.
struct MixturePosition {
  size_t source;
  int64_t number;
};

MixturePosition choice_of(int64_t k, const Ints& shares) {
  int64_t left = std::reduce(shares.begin(), shares.end());
  auto rest = [&](int64_t of, int64_t share) {
    return static_cast<int64_t>(static_cast<__int128>(of) * (left - share) / left);
  };
  int64_t here = k, next = k + 1;
  for (size_t i = 0; i < shares.size(); ++i) {
    int64_t here_after = rest(here, shares[i]), next_after = rest(next, shares[i]);
    if (here - here_after != next - next_after) return {i, next - next_after - 1};
    left -= shares[i];
    here = here_after;
    next = next_after;
  }
  return {0, k};  // not reached: all shares are above 0, so the loop returns
}

struct MixStream {
  static const Struct& record();
  std::vector<Stream> sources;
  Ints shares;
  int64_t at = 0;

  Value next(State& state) {
    need_shares();
    need_count(at, "data.mix", "position");
    ItemNumbers all = all_numbers(state);
    if (all.known()) return next_numbered(state, *this, all.count, at);
    Value item = sources[choice_of(at, shares).source].next(state);
    if (!item.is_nil()) ++at;  // at the end the same source is read again and returns nil again
    return item;
  }

  bool is_free(State& state) const { return are_free(state, sources); }
  ItemNumbers numbers(State& state) const {
    need_shares();
    return at == 0 ? all_numbers(state) : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {
    need_shares();
    need_item(number, 1);
    MixturePosition choice = choice_of(number, shares);
    return sources[choice.source].item(state, choice.number);
  }

 private:
  void need_shares() const {
    constexpr int64_t most = INT64_MAX / 2;
    int64_t sum = 0;
    bool fits = !sources.empty() && sources.size() == shares.size() &&
                std::ranges::all_of(shares, [&](int64_t share) {
                  return share > 0 && share <= most - sum && (sum += share) > 0;
                });
    if (fits) return;
    throw Error(Code::value, str("data.mix: `shares` has ", shares.size(),
                                 " entries, expected an integer above 0 for each of ",
                                 sources.size(), " sources"));
  }

  // The mixture ends when its first source would start another epoch.
  ItemNumbers all_numbers(State& state) const {
    auto sum = static_cast<double>(std::reduce(shares.begin(), shares.end()));
    ItemNumbers out{ItemNumbers::endless};
    for (size_t i = 0; i < sources.size(); ++i) {
      ItemNumbers each = sources[i].numbers(state);
      if (!each.dense()) return {};
      if (each.count == ItemNumbers::endless) continue;
      double count = static_cast<double>(each.count) / (static_cast<double>(shares[i]) / sum);
      if (count < 9e18) out.count = std::min(out.count, static_cast<int64_t>(count));
    }
    return out;
  }
};

// Scales the weights to integers, the smallest of which is 100.
Ints shares_of(const std::vector<double>& weights) {
  for (double weight : weights) {
    if (weight > 0 && std::isfinite(weight)) continue;
    throw labelled(Error(Code::value, str("data.mix: `weights` contains ", weight,
                                          ", expected finite numbers above 0")),
                   "weights");
  }
  double scale = 100 / *std::ranges::min_element(weights);
  Ints out;
  for (double weight : weights) {
    if (weight * scale > 1e9) {
      throw labelled(
          Error(Code::value,
                "data.mix: the largest of `weights` is more than 10^7 times the smallest"),
          "weights");
    }
    out.push_back(static_cast<int64_t>(weight * scale));
  }
  return out;
}

MixStream mixed(State& state, const Values& sources, const Value& given) {
  std::optional<std::vector<double>> weights;
  take(given, weights);
  MixStream out;
  for (const Value& source : sources) {
    out.sources.push_back(stream_of(state, source, "data.mix", 0));
  }
  if (sources.empty()) {
    throw Error(Code::value, "data.mix: `sources` is empty, expected at least one stream").label(0);
  }
  if (weights && weights->size() != sources.size()) {
    throw labelled(
        Error(Code::value, str("data.mix: `weights` has ", weights->size(),
                               " numbers, expected one for each of ", sources.size(), " sources")),
        "weights");
  }
  out.shares = weights ? shares_of(*weights) : Ints(sources.size(), 1);
  return out;
}

}  // namespace

extern const Struct data_mix_struct = {
    .name = "data.Mix",
    .brief = "Stream that mixes the items of several streams in fixed proportions.",
    .fields = {field<&MixStream::sources>("sources: (stream, ...)", "Streams to mix."),
               field<&MixStream::shares>("shares: (int, ...)",
                                         "Weight of each source, an integer > 0."),
               field<&MixStream::at>("var position: int = 0",
                                     "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(MixStream)},
    .example =
        "(i for i in data.Mix((data.Range(0, 2), data.Range(7, 9)), (1, 1)))  #> (0, 7, 1, 8)",
    .source = "Grain's MapDataset.mix",
    .open = open_stream<MixStream>,
};
const Struct& MixStream::record() { return data_mix_struct; }

extern const Builtin data_mix_builtin = {
    .signature = "data.mix(sources: (any, ...), weights: (float, ...) = nil) -> stream",
    .brief = "Mixes the items of several streams in fixed proportions, deterministically.",
    .params =
        {{"sources",
          "Streams, or values that `data.stream` accepts. Use `data.repeat` for a source that must "
          "last as long as another."},
         {"weights",
          "Weight of each source, finite and > 0. If nil, all sources have the same weight."}},
    .returns =
        "a stream with the items of each source in their order. It ends when one source would "
        "start another epoch",
    .errors =
        "error[value] if `sources` is empty, a weight is not finite or not above 0, or one weight "
        "is more than 10^7 times another; error[value] if the number of weights differs from the "
        "number of sources",
    .example =
        "[i for i in data.mix((data.repeat([0]), data.repeat([1])), (0.7, 0.3)) |> data.take(10)]  "
        "#> [0, 0, 0, 1, 0, 0, 1, 0, 0, 1]",
    .source = "Grain's MapDataset.mix",
    .call = bind<&mixed>,
};

}  // namespace rille
