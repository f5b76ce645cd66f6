// chrome_trace: events, names of threads, memory counters.
#include "stdlib/profile/chrome.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <vector>

#include "stdlib/profile/proto.h"
#include "stdlib/profile/xspace_parts.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

void put_int(std::string& out, int64_t value) {
  char digits[24];
  std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end.ptr);
}

// A time in microseconds, exactly.
void put_us(std::string& out, int64_t ns) {
  int64_t positive = std::abs(ns);
  if (ns < 0) out += '-';
  put_int(out, positive / 1000);
  auto rest = static_cast<int>(positive % 1000);
  const char digits[] = {'.', static_cast<char>('0' + rest / 100),
                         static_cast<char>('0' + rest / 10 % 10),
                         static_cast<char>('0' + rest % 10)};
  out.append(digits, sizeof digits);
}

// A finite number in as few digits as read back equal.
void put_real(std::string& out, double value) {
  char digits[40];
  std::to_chars_result end =
      std::to_chars(digits, digits + sizeof digits, std::isfinite(value) ? value : 0.0);
  out.append(digits, end.ptr);
}

// Perfetto sorts processes and threads by these metadata events.
class ChromeTrace {
 public:
  explicit ChromeTrace(const Timeline& timeline) : t_(timeline) {}

  std::string build() {
    out_ = "{\"displayTimeUnit\":\"ns\",\"otherData\":{";
    out_ += str("\"program\":", json_text(t_.program), ",\"host\":", json_text(t_.machine.host));
    out_ += str(",\"cpu\":", json_text(t_.machine.cpu), ",\"start_unix_ns\":\"", t_.start_unix_ns);
    out_ += str("\",\"dropped\":", t_.dropped, ",\"omitted\":", t_.omitted);
    out_ += str(",\"complete\":", t_.is_complete ? "true" : "false", "},\n\"traceEvents\":[\n");
    for (const Label& label : t_.labels) prepare(label);
    put_processes();
    for (size_t i = 0; i < t_.tracks.size(); ++i) put_track(i);
    put_samples();
    put_memory();
    if (out_.ends_with(",\n")) out_.resize(out_.size() - 2);
    return std::move(out_) + "\n]}\n";
  }

 private:
  void prepare(const Label& label);
  void put_processes();
  void put_name(std::string_view what, int64_t process, int64_t thread, std::string_view name);
  void put_order(std::string_view what, int64_t process, int64_t thread, int64_t order);
  void put_track(size_t index);
  void put_event(const Event& event, const std::string& where);
  void put_samples();
  void put_memory();
  int64_t host() const { return t_.process > 0 ? t_.process : 1; }
  // Numbers of processes that represent devices do not occur as ids of processes.
  static int64_t device(size_t track) { return (int64_t{1} << 22) + static_cast<int64_t>(track); }

  const Timeline& t_;
  std::string out_;
  std::vector<std::string> heads_, args_;  // by label: name and category; static arguments
};

void ChromeTrace::prepare(const Label& label) {
  std::string_view category = category_name(label.category);
  std::string_view name = label.name.empty() ? category : std::string_view(label.name);
  heads_.push_back(str("\"name\":", json_text(name), ",\"cat\":", json_text(category)));
  std::string args;
  auto add = [&](std::string_view key, std::string_view value) {
    args += str(args.empty() ? "" : ",", "\"", key, "\":", value);
  };
  auto number = [&](std::string_view key, double value) {
    std::string digits;
    put_real(digits, value);
    if (value >= 0) add(key, digits);
  };
  if (!label.function.empty()) add("function", json_text(label.function));
  if (!label.layer.empty()) add("layer", json_text(label.layer));
  if (!label.ops.empty()) add("operations", json_text(label.ops));
  if (!label.places.empty()) {
    add("line", json_text(str(label.places[0].file, ":", label.places[0].line)));
  }
  number("flops", label.work.flops);
  number("bytes_read", label.work.bytes_read);
  number("bytes_written", label.work.bytes_written);
  if (label.work.seconds >= 0) number("predicted_us", label.work.seconds * 1e6);
  if (label.category == Category::kernel) add("threads", str(label.threads));
  args_.push_back(std::move(args));
}

void ChromeTrace::put_name(std::string_view what, int64_t process, int64_t thread,
                           std::string_view name) {
  out_ += str("{\"ph\":\"M\",\"name\":\"", what, "_name\",\"pid\":", process, ",\"tid\":", thread,
              ",\"args\":{\"name\":", json_text(name), "}},\n");
}

void ChromeTrace::put_order(std::string_view what, int64_t process, int64_t thread, int64_t order) {
  out_ += str("{\"ph\":\"M\",\"name\":\"", what, "_sort_index\",\"pid\":", process,
              ",\"tid\":", thread, ",\"args\":{\"sort_index\":", order, "}},\n");
}

void ChromeTrace::put_processes() {
  put_name("process", host(), 0, t_.program.empty() ? "rille" : base_name(t_.program));
  put_order("process", host(), 0, 0);
  for (size_t i = 0; i < t_.tracks.size(); ++i) {
    const Track& track = t_.tracks[i];
    auto order = static_cast<int64_t>(i) + 1;
    bool is_device = track.kind == Track::Kind::device;
    int64_t process = is_device ? device(i) : host();
    if (is_device) {
      put_name("process", process, 0, str("device ", track.name));
      put_order("process", process, 0, order);
    }
    put_name("thread", process, order, is_device ? "kernels" : std::string_view(track.name));
    put_order("thread", process, order, order);
  }
}

void ChromeTrace::put_event(const Event& event, const std::string& where) {
  const Label& label = t_.labels[event.label];
  int64_t duration = std::max<int64_t>(event.duration, 0);
  out_ += "{\"ph\":\"X\",";
  out_ += heads_[event.label];
  out_ += where;
  out_ += ",\"ts\":";
  put_us(out_, event.begin);
  out_ += ",\"dur\":";
  put_us(out_, duration);
  out_ += ",\"args\":{";
  out_ += args_[event.label];
  bool has_args = !args_[event.label].empty();
  auto add = [&](std::string_view key) {
    out_ += has_args ? ",\"" : "\"";
    out_ += key;
    out_ += "\":";
    has_args = true;
  };
  auto ns = static_cast<double>(duration);
  if (label.work.flops > 0 && duration > 0) {
    add("GFLOP/s");
    put_real(out_, label.work.flops / ns);
  }
  if (label.work.bytes() > 0 && duration > 0) {
    add("GB/s");
    put_real(out_, label.work.bytes() / ns);
  }
  if (event.payload != 0 || label.category == Category::step) {
    add(label.category == Category::step ? "step" : "bytes");
    put_int(out_, event.payload);
  }
  out_ += "}},\n";
}

void ChromeTrace::put_track(size_t index) {
  const Track& track = t_.tracks[index];
  int64_t process = track.kind == Track::Kind::device ? device(index) : host();
  std::string where = str(",\"pid\":", process, ",\"tid\":", index + 1);
  for (const Event& event : track.events) {
    if (event.label < t_.labels.size()) put_event(event, where);
  }
}

void ChromeTrace::put_samples() {
  for (const Sample& sample : t_.samples) {
    if (sample.frames.empty() || sample.frames.back() >= t_.labels.size()) continue;
    out_ += str("{\"ph\":\"i\",\"s\":\"t\",", heads_[sample.frames.back()], ",\"pid\":", host());
    out_ += str(",\"tid\":", sample.track + 1, ",\"ts\":");
    put_us(out_, sample.time);
    out_ += "},\n";
  }
}

void ChromeTrace::put_memory() {
  if (t_.allocations.empty() && t_.bytes_before == 0) return;
  std::vector<int64_t> in_use(256);
  std::vector<std::string> heads(256);
  in_use[0] = t_.bytes_before;
  auto put = [&](int64_t time, uint8_t space) {
    std::string& head = heads[space];
    if (head.empty()) {
      bool is_named = space < t_.spaces.size() && t_.spaces.size() > 1;
      std::string name = is_named ? "memory of " + t_.spaces[space] : "memory";
      head = str("{\"ph\":\"C\",\"name\":", json_text(name), ",\"pid\":", host(), ",\"ts\":");
    }
    out_ += head;
    put_us(out_, time);
    out_ += ",\"args\":{\"bytes\":";
    put_int(out_, in_use[space]);
    out_ += "}},\n";
  };
  put(0, 0);
  for (const Allocation& each : t_.allocations) {
    in_use[each.space] += each.bytes;
    put(each.time, each.space);
  }
}

}  // namespace

std::string chrome_trace(const Timeline& timeline) { return ChromeTrace(timeline).build(); }

}  // namespace rille::profile
