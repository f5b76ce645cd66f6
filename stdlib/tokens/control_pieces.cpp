// SentencePiece with BOS, EOS, and control pieces.
#include "stdlib/text/unicode.h"
#include "stdlib/tokens/encoding.h"
#include "stdlib/tokens/pipeline.h"
#include "stdlib/tokens/proto.h"
#include "stdlib/tokens/trie.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr uint64_t control_kind = 3;

// The parts of a model file that this wrapper needs.
struct ControlPieces {
  uint64_t bits = 0;
  int64_t bos = -1, eos = -1;
  TextTrie control;
};

ControlPieces marks_of(std::string_view bytes) {
  ControlPieces out;
  int32_t id = 0;
  for (ModelProto proto(bytes); proto.next();) {
    if (proto.field() == sentence_marks) out.bits = proto.number();
    if (proto.field() == 2) {
      for (ModelProto part(proto.text()); part.next();) {
        if (part.field() == 41) out.bos = static_cast<int32_t>(part.number());
        if (part.field() == 42) out.eos = static_cast<int32_t>(part.number());
      }
    }
    if (proto.field() != 1) continue;
    std::string_view text;
    uint64_t kind = 1;
    for (ModelProto part(proto.text()); part.next();) {
      if (part.field() == 1) text = part.text();
      if (part.field() == 3) kind = part.number();
    }
    if (kind == control_kind && !text.empty()) out.control.put(text, id);
    ++id;
  }
  return out;
}

uint32_t characters_in(std::string_view text) {
  uint32_t out = 0;
  for (size_t at = 0; at < text.size(); at += character_at(text, at).size) ++out;
  return out;
}

class ControlPieceCoder : public TokenCoder {
 public:
  ControlPieceCoder(TokenCoderRef inner, ControlPieces marks)
      : inner_(std::move(inner)), marks_(std::move(marks)) {}

  TokenEncoding encode(std::string_view text, const std::string* pair, bool special, bool all,
                       bool) const override {
    TokenEncoding out = encode_one(text, 0, special, all);
    if (pair != nullptr) out.append(encode_one(*pair, 1, special, all));
    return out;
  }
  std::string decode(const std::vector<int32_t>& ids, bool special) const override {
    return inner_->decode(ids, special);
  }
  int32_t find(std::string_view token) const override { return inner_->find(token); }
  const std::string* name(int32_t id) const override { return inner_->name(id); }
  size_t size() const override { return inner_->size(); }
  std::vector<std::pair<std::string, int32_t>> all() const override { return inner_->all(); }

 private:
  // Appends a token that corresponds to no text.
  void put_mark(int64_t id, int32_t type, TokenEncoding& out) const {
    const std::string* token = name(static_cast<int32_t>(id));
    if (token != nullptr) out.put({static_cast<int32_t>(id), type, {0, 0}, *token, true});
  }

  struct ControlMatch {
    size_t size = 0;
    int32_t id = -1;
  };
  // The longest control piece that is a prefix of `text`.
  ControlMatch control_at(std::string_view text) const {
    ControlMatch out;
    bool may = (marks_.bits & reads_control) != 0 && marks_.control.may_begin(text[0]);
    if (may) marks_.control.each_prefix(text, [&](size_t size, int32_t id) { out = {size, id}; });
    return out;
  }

  void put_part(std::string_view part, uint32_t before, int32_t type, TokenEncoding& out) const {
    if (part.empty()) return;
    TokenEncoding made = inner_->encode(part, nullptr, false, out.has_all, false);
    for (TextOrigin& origin : made.offsets) {
      origin.begin += before;
      origin.end += before;
    }
    for (int32_t& each : made.types) each = type;
    out.append(made);
  }

  // Encodes the parts between control pieces separately.
  TokenEncoding encode_one(std::string_view text, int32_t type, bool special, bool all) const {
    TokenEncoding out;
    out.has_all = all;
    if (special && (marks_.bits & adds_bos) != 0) put_mark(marks_.bos, type, out);
    uint32_t characters = 0;
    size_t from = 0, at = 0;
    auto flush = [&] {
      std::string_view part = text.substr(from, at - from);
      put_part(part, characters, type, out);
      characters += characters_in(part);
    };
    PollCounter polls;
    while (at < text.size()) {
      polls.step(out.ids.size() * 64);
      ControlMatch found = control_at(text.substr(at));
      if (found.size == 0) {
        at += character_at(text, at).size;
        continue;
      }
      flush();
      std::string_view part = text.substr(at, found.size);
      uint32_t end = characters + characters_in(part);
      out.put({found.id, type, {characters, end}, std::string(part)});
      characters = end;
      from = at += found.size;
    }
    flush();
    if (special && (marks_.bits & adds_eos) != 0) put_mark(marks_.eos, type, out);
    return out;
  }

  TokenCoderRef inner_;
  ControlPieces marks_;
};

}  // namespace

TokenCoderRef marked_sentence(TokenCoderRef inner, std::string_view bytes) {
  ControlPieces marks = marks_of(bytes);
  if (marks.bits == 0) return inner;
  return std::make_shared<ControlPieceCoder>(std::move(inner), std::move(marks));
}

}  // namespace rille
