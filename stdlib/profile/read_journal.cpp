// Reads a journal into a Timeline.
#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "stdlib/bytes/scan.h"
#include "stdlib/file.h"
#include "stdlib/profile/attribution.h"
#include "stdlib/profile/journal.h"
#include "stdlib/profile/references.h"
#include "vm/words/visible.h"

namespace rille::profile {
namespace {

using Lane = TimeSpan::Lane;

double number_of(const ProtoField& field) { return std::bit_cast<double>(field.value); }
int int_of(const ProtoField& field) { return static_cast<int>(unzigzag(field.value)); }
// Names come from scripts and paths: what a terminal would interpret is escaped.
std::string text_of(const ProtoField& field) { return visible_name(field.bytes); }

class JournalReader {
 public:
  JournalReader(std::string_view bytes, const std::string& path, int64_t limit)
      : whence_{path, "profile"}, rest_(bytes), room_(limit) {}

  Timeline read() {
    whence_.need(!rest_.empty(), "it is empty: the program was killed before it wrote the profile");
    whence_.need(rest_.starts_with(journal_magic), "it is not a profile of Rille");
    rest_.remove_prefix(journal_magic.size());
    out_.is_complete = false;
    try {
      while (next()) {
      }
    } catch (const Error& damage) {
      if (damage.code() != Code::io) throw;
      out_.is_damaged = true;
    }
    finish();
    drop_dangling(out_);
    return std::move(out_);
  }

 private:
  // Reads a record; false at the end of the file, or in a record that is truncated.
  bool next() {
    uint64_t size = 0;
    size_t at = 0;
    for (int shift = 0; at < rest_.size() && shift < 64; shift += 7) {
      auto byte = static_cast<uint8_t>(rest_[at++]);
      size |= uint64_t{byte & 127U} << shift;
      if (byte < 128) {
        if (size == 0 || size > rest_.size() - at) return false;
        take(static_cast<RecordKind>(rest_[at]), rest_.substr(at + 1, size - 1));
        rest_.remove_prefix(at + size);
        return true;
      }
    }
    return false;
  }

  void take(RecordKind kind, std::string_view bytes) {
    switch (kind) {
      case RecordKind::begin: return begin(bytes);
      case RecordKind::label: return label(bytes);
      case RecordKind::module: return module(bytes);
      case RecordKind::thread: return thread(bytes);
      case RecordKind::spans: return spans(bytes);
      case RecordKind::allocations: return allocations(bytes);
      case RecordKind::sample: return sample(bytes);
      case RecordKind::counter: return counter(bytes);
      case RecordKind::end: return end(bytes);
    }  // records of later versions are skipped
  }

  template <class F>
  void fields(std::string_view bytes, F f) const {
    ByteCursor scan(bytes, whence_);
    while (!scan.is_done()) f(next_field(scan));
  }

  template <class T>
  std::vector<T> packed(std::string_view bytes) const {
    std::vector<T> out;
    ByteCursor scan(bytes, whence_);
    while (!scan.is_done()) out.push_back(static_cast<T>(unzigzag(scan.varint())));
    return out;
  }

  void begin(std::string_view bytes) {
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out_.machine.host = text_of(field); break;
        case 2: out_.machine.cpu = text_of(field); break;
        case 3: out_.machine.threads = int_of(field); break;
        case 4: out_.machine.flops_per_s = number_of(field); break;
        case 5: out_.machine.bytes_per_s = number_of(field); break;
        case 6: out_.program = text_of(field); break;
        case 7: out_.process = unzigzag(field.value); break;
        case 8: out_.start_unix_ns = unzigzag(field.value); break;
        case 9: out_.bytes_before = unzigzag(field.value); break;
        case 10: out_.spaces.push_back(text_of(field)); break;
        case 11: out_.machine.memory_bytes = unzigzag(field.value); break;
        default: break;
      }
    });
  }

  Work work(std::string_view bytes) const {
    Work out;
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out.flops = number_of(field); break;
        case 2: out.bytes_read = number_of(field); break;
        case 3: out.bytes_written = number_of(field); break;
        case 4: out.seconds = number_of(field); break;
        default: break;
      }
    });
    return out;
  }

  Place place(std::string_view bytes) const {
    Place out;
    fields(bytes, [&](const ProtoField& field) {
      if (field.number == 1) out.file = text_of(field);
      if (field.number == 2) out.line = int_of(field);
    });
    return out;
  }

  void label(std::string_view bytes) {
    Label out;
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out.name = text_of(field); break;
        case 2: out.category = category(field.value); break;
        case 3: out.ops = text_of(field); break;
        case 4: out.function = text_of(field); break;
        case 5: out.layer = text_of(field); break;
        case 6: out.places.push_back(place(field.bytes)); break;
        case 7: out.module = int_of(field); break;
        case 8: out.step = int_of(field); break;
        case 9: out.work = work(field.bytes); break;
        case 10: out.threads = int_of(field); break;
        case 11: out.is_cached = field.value != 0; break;
        case 12: out.cause = text_of(field); break;
        default: break;
      }
    });
    out_.labels.push_back(std::move(out));
  }

  static Category category(uint64_t number) {
    bool is_known = number < span_categories;
    return is_known ? static_cast<Category>(number) : Category::annotation;
  }

  ModuleNode node(std::string_view bytes) const {
    ModuleNode out;
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out.name = text_of(field); break;
        case 2: out.op = text_of(field); break;
        case 3: out.dtype = text_of(field); break;
        case 4: out.shape = packed<int64_t>(field.bytes); break;
        case 5: out.operands = packed<int>(field.bytes); break;
        case 6: out.attributes = text_of(field); break;
        case 7: out.layer = text_of(field); break;
        case 8: out.place = place(field.bytes); break;
        case 9: out.step = int_of(field); break;
        case 10: out.param = int_of(field); break;
        default: break;
      }
    });
    return out;
  }

  ModuleStep step(std::string_view bytes) const {
    ModuleStep out;
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out.name = text_of(field); break;
        case 2: out.ops = text_of(field); break;
        case 3: out.depth = int_of(field); break;
        case 4: out.turns = number_of(field); break;
        case 5: out.nodes = packed<int>(field.bytes); break;
        case 6: out.work = work(field.bytes); break;
        case 7: out.is_memory_bound = field.value != 0; break;
        case 8: out.threads = int_of(field); break;
        default: break;
      }
    });
    return out;
  }

  ModuleBuffer buffer(std::string_view bytes) const {
    ModuleBuffer out;
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1:
          out.home = static_cast<ModuleBuffer::Home>(std::min<uint64_t>(field.value, 3));
          break;
        case 2: out.node = int_of(field); break;
        case 3: out.offset = unzigzag(field.value); break;
        case 4: out.bytes = unzigzag(field.value); break;
        case 5: out.first = int_of(field); break;
        case 6: out.last = int_of(field); break;
        default: break;
      }
    });
    return out;
  }

  void module(std::string_view bytes) {
    Module out;
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out.name = text_of(field); break;
        case 2: out.id = field.value; break;
        case 3: out.nodes.push_back(node(field.bytes)); break;
        case 4: out.steps.push_back(step(field.bytes)); break;
        case 5: out.buffers.push_back(buffer(field.bytes)); break;
        case 6: out.results = packed<int>(field.bytes); break;
        case 7: out.arena_bytes = unzigzag(field.value); break;
        case 8: out.peak_bytes = unzigzag(field.value); break;
        case 9: out.scratch_bytes = unzigzag(field.value); break;
        default: break;
      }
    });
    out.scratch_bytes =
        std::clamp<int64_t>(out.scratch_bytes, 0, std::max<int64_t>(out.peak_bytes, 0));
    out_.modules.push_back(std::move(out));
  }

  void thread(std::string_view bytes) {
    uint32_t number = 0;
    ThreadFacts facts;
    fields(bytes, [&](const ProtoField& field) {
      if (field.number == 1) number = static_cast<uint32_t>(field.value);
      if (field.number == 2) facts.id = unzigzag(field.value);
      if (field.number == 3) facts.name = text_of(field);
    });
    threads_[number] = std::move(facts);
  }

  std::vector<Event>& events_of(uint32_t thread, Lane lane) {
    auto [at, is_new] = tracks_.try_emplace({thread, lane});
    return at->second;
  }

  bool has_room() {
    if (room_ > 0) return --room_, true;
    ++out_.omitted;
    return false;
  }

  void spans(std::string_view bytes) {
    ByteCursor scan(bytes, whence_);
    auto thread = static_cast<uint32_t>(scan.varint());
    int64_t before = 0;
    while (!scan.is_done()) {
      uint64_t head = scan.varint();
      Event event{.label = static_cast<uint32_t>(head >> 3)};
      event.begin = before + unzigzag(scan.varint());
      event.duration = static_cast<int64_t>(scan.varint());
      if ((head & 1) != 0) event.payload = unzigzag(scan.varint());
      before = event.begin;
      if (!has_room()) continue;
      auto lane = static_cast<Lane>(std::min<uint64_t>(head >> 1 & 3, 2));
      bool is_known = event.label < out_.labels.size();
      if (is_known) events_of(thread, lane).push_back(event);
    }
  }

  void allocations(std::string_view bytes) {
    ByteCursor scan(bytes, whence_);
    auto thread = static_cast<uint32_t>(scan.varint());
    Allocation item;
    while (!scan.is_done()) {
      item.time += unzigzag(scan.varint());
      item.bytes = unzigzag(scan.varint());
      item.address += static_cast<uint64_t>(unzigzag(scan.varint()));
      uint64_t label = scan.varint();
      if (!has_room()) continue;
      bool is_known = item.bytes >= 0 && label < out_.labels.size();
      item.place = is_known ? place_index(out_.labels[label]) : -1;
      item.space = is_known ? space_index(out_.labels[label].name) : 0;
      allocations_[thread].push_back(item);
    }
  }

  int32_t place_index(const Label& label) {
    if (label.places.empty()) return -1;
    const Place& place = label.places.front();
    auto [at, is_new] =
        places_.try_emplace({place.file, place.line}, static_cast<int32_t>(out_.places.size()));
    if (is_new) out_.places.push_back(place);
    return at->second;
  }

  uint8_t space_index(const std::string& name) {
    auto at = std::ranges::find(out_.spaces, name);
    return static_cast<uint8_t>(at == out_.spaces.end() ? 0 : at - out_.spaces.begin());
  }

  void sample(std::string_view bytes) {
    ByteCursor scan(bytes, whence_);
    Sample out{.track = static_cast<int32_t>(scan.varint())};
    out.time = unzigzag(scan.varint());
    while (!scan.is_done()) out.frames.push_back(static_cast<uint32_t>(scan.varint()));
    out_.samples.push_back(std::move(out));
  }

  void counter(std::string_view bytes) {
    Counter out;
    fields(bytes, [&](const ProtoField& field) {
      if (field.number == 1) out.name = text_of(field);
      if (field.number == 2) out.label = static_cast<uint32_t>(field.value);
      if (field.number == 3) out.value = number_of(field);
    });
    if (out.label < out_.labels.size()) out_.counters.push_back(std::move(out));
  }

  void end(std::string_view bytes) {
    fields(bytes, [&](const ProtoField& field) {
      switch (field.number) {
        case 1: out_.duration = unzigzag(field.value); break;
        case 2: out_.dropped = unzigzag(field.value); break;
        case 3: out_.peak_bytes = unzigzag(field.value); break;
        case 4: out_.energy_joules = number_of(field); break;
        default: break;
      }
    });
    out_.is_complete = true;
  }

  // Orders everything by time and makes tracks of the lanes. The main thread comes first.
  void finish() {
    std::map<uint32_t, int32_t> track_of;
    int64_t devices = 0;
    for (auto& [key, events] : tracks_) {
      auto [thread, lane] = key;
      const ThreadFacts& facts = threads_[thread];
      std::string name = facts.name.empty() ? str("thread ", facts.id) : facts.name;
      Track track{.kind = Track::Kind::thread, .name = name, .number = facts.id};
      if (facts.name == "prefetch") track.kind = Track::Kind::data;
      if (lane == Lane::worker) track.kind = Track::Kind::worker;
      if (lane == Lane::device) {
        track.kind = Track::Kind::device;
        track.device = "host";
        track.name = str("host ", devices);
        track.number = devices++;
        track.thread = facts.id;
      }
      lanes_[key] = out_.tracks.size();
      if (lane == Lane::thread) track_of[thread] = static_cast<int32_t>(out_.tracks.size());
      std::ranges::sort(events, [](const Event& a, const Event& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
      });
      track.events = std::move(events);
      out_.tracks.push_back(std::move(track));
    }
    attribute(out_);
    for (Sample& sample : out_.samples) {
      auto found = track_of.find(static_cast<uint32_t>(sample.track));
      sample.track = found == track_of.end() ? 0 : found->second;
    }
    for (auto& [thread, items] : allocations_) add_allocations(thread, items);
    std::ranges::stable_sort(out_.allocations, {}, &Allocation::time);
    out_.peak_bytes = std::max(out_.peak_bytes, highest_sum());
    std::ranges::stable_sort(out_.samples, {}, &Sample::time);
    if (!out_.is_complete || out_.omitted > 0) out_.duration = last_time();
  }

  int64_t highest_sum() const {
    int64_t sum = out_.bytes_before, out = sum;
    for (const Allocation& item : out_.allocations) out = std::max(out, sum += item.bytes);
    return out;
  }

  // Labels the allocations of a thread by the innermost span around each.
  void add_allocations(uint32_t thread, std::vector<Allocation>& items) {
    std::ranges::stable_sort(items, {}, &Allocation::time);
    std::vector<const Event*> events;
    for (Lane lane : {Lane::thread, Lane::device, Lane::worker}) {
      auto track = lanes_.find({thread, lane});
      if (track == lanes_.end()) continue;
      for (const Event& event : out_.tracks[track->second].events) events.push_back(&event);
    }
    std::ranges::stable_sort(events, [](const Event* a, const Event* b) {
      return a->begin != b->begin ? a->begin < b->begin : a->duration > b->duration;
    });
    std::vector<const Event*> open;
    size_t next = 0;
    for (Allocation& item : items) {
      while (next < events.size() && events[next]->begin <= item.time)
        open.push_back(events[next++]);
      while (!open.empty() && open.back()->end() < item.time) open.pop_back();
      if (!open.empty() && item.bytes >= 0) {
        item.label = static_cast<int32_t>(open.back()->label);
        if (item.place < 0) item.place = place_index(out_.labels[open.back()->label]);
      }
      out_.allocations.push_back(item);
    }
  }

  int64_t last_time() const {
    int64_t out = 0;
    for (const Track& track : out_.tracks) {
      for (const Event& event : track.events) out = std::max(out, event.end());
    }
    if (!out_.allocations.empty()) out = std::max(out, out_.allocations.back().time);
    return out;
  }

  struct ThreadFacts {
    int64_t id = 0;
    std::string name;
  };

  FileLocation whence_;
  std::string_view rest_;
  int64_t room_;  // for further events
  Timeline out_;
  std::map<uint32_t, ThreadFacts> threads_;
  std::map<std::pair<uint32_t, Lane>, std::vector<Event>> tracks_;
  std::map<std::pair<uint32_t, Lane>, size_t> lanes_;  // indices of tracks
  std::map<uint32_t, std::vector<Allocation>> allocations_;
  std::map<std::pair<std::string, int>, int32_t> places_;
};

}  // namespace

Timeline read_journal(const std::string& path, int64_t limit) {
  auto bytes = read_file(path);
  return JournalReader(bytes.view(), path, limit).read();
}

}  // namespace rille::profile
