// Converts GGUF models to the names and layouts of the Hub.
#include "stdlib/ckpt/hf/gguf.h"

#include <algorithm>
#include <charconv>

#include "stdlib/array.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/gguf/words.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// A change that the converter of llama.cpp made to an array, and that is undone here.
enum class ConverterChange : uint8_t {
  nothing,
  heads,     // the rows of each query head were paired for the interleaved rotary embedding
  kv_heads,  // the rows of each key head were paired for the interleaved rotary embedding
  turned,    // [in, out] of GPT-2 was transposed to [out, in]
};

struct GgufNameRule {
  std::string_view from, to;
  ConverterChange done = ConverterChange::nothing;
};

constexpr GgufNameRule llama[] = {
    {"token_embd.weight", "model.embed_tokens.weight"},
    {"blk.*.attn_norm.weight", "model.layers.*.input_layernorm.weight"},
    {"blk.*.attn_q.weight", "model.layers.*.self_attn.q_proj.weight", ConverterChange::heads},
    {"blk.*.attn_k.weight", "model.layers.*.self_attn.k_proj.weight", ConverterChange::kv_heads},
    {"blk.*.attn_v.weight", "model.layers.*.self_attn.v_proj.weight"},
    {"blk.*.attn_q.bias", "model.layers.*.self_attn.q_proj.bias", ConverterChange::heads},
    {"blk.*.attn_k.bias", "model.layers.*.self_attn.k_proj.bias", ConverterChange::kv_heads},
    {"blk.*.attn_v.bias", "model.layers.*.self_attn.v_proj.bias"},
    {"blk.*.attn_output.weight", "model.layers.*.self_attn.o_proj.weight"},
    {"blk.*.attn_output.bias", "model.layers.*.self_attn.o_proj.bias"},
    {"blk.*.attn_q_norm.weight", "model.layers.*.self_attn.q_norm.weight"},
    {"blk.*.attn_k_norm.weight", "model.layers.*.self_attn.k_norm.weight"},
    {"blk.*.ffn_norm.weight", "model.layers.*.post_attention_layernorm.weight"},
    {"blk.*.ffn_gate.weight", "model.layers.*.mlp.gate_proj.weight"},
    {"blk.*.ffn_up.weight", "model.layers.*.mlp.up_proj.weight"},
    {"blk.*.ffn_down.weight", "model.layers.*.mlp.down_proj.weight"},
    {"output_norm.weight", "model.norm.weight"},
    {"output.weight", "lm_head.weight"},
};

constexpr GgufNameRule gpt2[] = {
    {"token_embd.weight", "transformer.wte.weight"},
    {"position_embd.weight", "transformer.wpe.weight"},
    {"blk.*.attn_norm.weight", "transformer.h.*.ln_1.weight"},
    {"blk.*.attn_norm.bias", "transformer.h.*.ln_1.bias"},
    {"blk.*.attn_qkv.weight", "transformer.h.*.attn.c_attn.weight", ConverterChange::turned},
    {"blk.*.attn_qkv.bias", "transformer.h.*.attn.c_attn.bias"},
    {"blk.*.attn_output.weight", "transformer.h.*.attn.c_proj.weight", ConverterChange::turned},
    {"blk.*.attn_output.bias", "transformer.h.*.attn.c_proj.bias"},
    {"blk.*.ffn_norm.weight", "transformer.h.*.ln_2.weight"},
    {"blk.*.ffn_norm.bias", "transformer.h.*.ln_2.bias"},
    {"blk.*.ffn_up.weight", "transformer.h.*.mlp.c_fc.weight", ConverterChange::turned},
    {"blk.*.ffn_up.bias", "transformer.h.*.mlp.c_fc.bias"},
    {"blk.*.ffn_down.weight", "transformer.h.*.mlp.c_proj.weight", ConverterChange::turned},
    {"blk.*.ffn_down.bias", "transformer.h.*.mlp.c_proj.bias"},
    {"output_norm.weight", "transformer.ln_f.weight"},
    {"output_norm.bias", "transformer.ln_f.bias"},
    {"output.weight", "lm_head.weight"},
};

struct GgufFamily {
  std::string_view architecture, model_type;
  std::span<const GgufNameRule> rules;
  bool turns_heads = false;  // whether the rows of q and k were paired
  bool holds_whole = false;  // whether norm scales include the 1 that the Hub subtracts
};
constexpr GgufFamily families[] = {
    {"llama", "llama", llama, true},
    {"mistral", "mistral", llama, true},
    {"qwen2", "qwen2", llama},
    {"qwen3", "qwen3", llama},
    {"gemma", "gemma", llama, false, true},
    {"gpt2", "gpt2", gpt2},
};

// Converts brackets to dots, as in GGUF: "blk[0].attn_q.weight" to "blk.0.attn_q.weight".
std::string dotted(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (c == '[') out += '.';
    if (c != '[' && c != ']') out += c;
  }
  return out;
}

// The new name by a rule, or nothing if the rule does not match.
std::optional<std::string> renamed(const GgufNameRule& rule, std::string_view name) {
  size_t star = rule.from.find('*');
  if (star == rule.from.npos) {
    return rule.from == name ? std::optional(std::string(rule.to)) : std::nullopt;
  }
  std::string_view front = rule.from.substr(0, star), back = rule.from.substr(star + 1);
  bool fits =
      name.size() > front.size() + back.size() && name.starts_with(front) && name.ends_with(back);
  if (!fits) return {};
  std::string_view digits = name.substr(front.size(), name.size() - front.size() - back.size());
  bool is_number = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return {};
  std::string out(rule.to);
  out.replace(out.find('*'), 1, digits);
  return out;
}

class HubWeights final : public Checkpoint {
 public:
  struct WeightSource {
    size_t entry;
    ConverterChange done;
  };
  HubWeights(std::unique_ptr<Checkpoint> file, const GgufFamily& family, int64_t heads,
             int64_t kv_heads)
      : file_(std::move(file)), heads_(heads), kv_heads_(kv_heads) {
    std::vector<std::pair<CheckpointEntry, WeightSource>> all;
    for (size_t i = 0; i < file_->entries().size(); ++i) {
      poll();
      CheckpointEntry entry = file_->entries()[i];
      entry.name = dotted(entry.name);
      ConverterChange done = ConverterChange::nothing;
      for (const GgufNameRule& rule : family.rules) {
        auto other = renamed(rule, entry.name);
        if (!other) continue;
        entry.name = *other;
        bool is_of_heads =
            rule.done == ConverterChange::heads || rule.done == ConverterChange::kv_heads;
        if (!is_of_heads || family.turns_heads) done = rule.done;
        break;
      }
      if (done == ConverterChange::turned && entry.type.rank() == 2) {
        Shape shape = entry.type.shape();
        std::ranges::reverse(shape);
        entry.type = entry.type.with(shape);
      }
      all.emplace_back(std::move(entry), WeightSource{i, done});
    }
    std::ranges::stable_sort(all, {}, [](const auto& row) { return row.first.name; });
    for (auto& [entry, source] : all) {
      entries_.push_back(std::move(entry));
      sources_.push_back(source);
    }
  }

  std::string format() const override { return file_->format(); }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }
  Array read(size_t entry) const override {
    const WeightSource& source = sources_[entry];
    Array x = file_->read(source.entry);
    if (source.done == ConverterChange::turned && x.rank() == 2) return transpose(x);
    if (source.done == ConverterChange::heads) return in_halves(x, heads_, entry);
    if (source.done == ConverterChange::kv_heads) return in_halves(x, kv_heads_, entry);
    return x;
  }

 private:
  // Moves rows 2 i and 2 i + 1 of each head to i and i + head_dim / 2.
  Array in_halves(const Array& x, int64_t heads, size_t entry) const {
    Ints sizes = x.type().ints();
    if (sizes.empty() || sizes[0] % (2 * heads) != 0) {
      throw Error(Code::io, str(entries_[entry].name, " is ", x.type(),
                                ", expected a first axis of ", heads, " heads of even size"));
    }
    Ints apart = {heads, sizes[0] / heads / 2, 2}, order = {0, 2, 1};
    for (size_t i = 1; i < sizes.size(); ++i) {
      apart.push_back(sizes[i]);
      order.push_back(static_cast<int64_t>(i) + 2);
    }
    return reshape(transpose(reshape(x, apart), order), sizes);
  }

  std::unique_ptr<Checkpoint> file_;
  int64_t heads_, kv_heads_;
  std::vector<CheckpointEntry> entries_;
  std::vector<WeightSource> sources_;
};

// Builds the contents of config.json from GGUF metadata.
class ConfigBuilder {
 public:
  ConfigBuilder(const GgufMetadata& meta, std::string architecture)
      : meta_(meta), architecture_(std::move(architecture)) {}

  int64_t need(std::string_view word, const FileLocation& whence) const {
    auto found = meta_.integer(str(architecture_, ".", word));
    bool is_fine = found && *found > 0 && *found < 1 << 20;
    whence.need(is_fine, str("the key ", architecture_, ".", word, " is missing or out of range"));
    return *found;
  }
  std::optional<int64_t> integer(std::string_view word) const {
    return meta_.integer(str(architecture_, ".", word));
  }

  void put(std::string_view key, Value value) {
    keys_->list.emplace_back(std::string(key));
    items_.push_back(std::move(value));
  }
  void put_int(std::string_view key, std::string_view word) {
    if (auto found = integer(word)) put(key, *found);
  }
  void put_real(std::string_view key, std::string_view word) {
    if (auto found = meta_.number(str(architecture_, ".", word))) put(key, *found);
  }
  void put_id(std::string_view key, std::string_view word) {
    if (auto found = meta_.integer(str("tokenizer.ggml.", word))) put(key, *found);
  }
  // Linear scaling. The scaling of Llama 3.1 is stored in the array rope_freqs.weight instead.
  void put_scaling() {
    auto kind = meta_.text(str(architecture_, ".rope.scaling.type"));
    auto factor = meta_.number(str(architecture_, ".rope.scaling.factor"));
    if (!kind || *kind == "none" || !factor) return;
    auto keys = std::make_shared<DictKeys>();
    keys->list = {DictKey(std::string("rope_type")), DictKey(std::string("factor"))};
    put("rope_scaling", Value::dict(std::move(keys), {Value(*kind), Value(*factor)}));
  }
  Value made() { return Value::dict(keys_, std::move(items_)); }

 private:
  const GgufMetadata& meta_;
  std::string architecture_;
  std::shared_ptr<DictKeys> keys_ = std::make_shared<DictKeys>();
  Values items_;
};

}  // namespace

HubModel hub_model_of_gguf(const std::string& path) {
  FileLocation whence{path, "GGUF file"};
  std::unique_ptr<Checkpoint> file = open_gguf(Location(path), {});
  const GgufMetadata& meta = *file->gguf_meta();
  std::string architecture = meta.text("general.architecture").value_or("");
  const auto* family = std::ranges::find(families, architecture, &GgufFamily::architecture);
  if (family == std::end(families)) {
    std::vector<std::string> known;
    for (const GgufFamily& each : families) known.emplace_back(each.architecture);
    throw Error(Code::value, str("\"", path, "\" has the architecture \"", architecture,
                                 "\", expected one of ", join(known)))
        .help("`ckpt.load(path)` reads the arrays of any model under their own names");
  }
  ConfigBuilder config(meta, architecture);
  int64_t heads = config.need("attention.head_count", whence);
  int64_t kv_heads = config.integer("attention.head_count_kv").value_or(heads);
  whence.need(kv_heads > 0 && kv_heads < 1 << 20, "attention.head_count_kv is out of range");
  config.put("model_type", std::string(family->model_type));
  config.put_int("hidden_size", "embedding_length");
  config.put_int("num_hidden_layers", "block_count");
  config.put("num_attention_heads", heads);
  config.put("num_key_value_heads", kv_heads);
  config.put_int("head_dim", "attention.key_length");
  config.put_int("intermediate_size", "feed_forward_length");
  config.put_int("max_position_embeddings", "context_length");
  config.put_int("vocab_size", "vocab_size");
  config.put_real("rms_norm_eps", "attention.layer_norm_rms_epsilon");
  config.put_real("layer_norm_epsilon", "attention.layer_norm_epsilon");
  config.put_real("rope_theta", "rope.freq_base");
  config.put_scaling();
  config.put_id("bos_token_id", "bos_token_id");
  config.put_id("eos_token_id", "eos_token_id");
  config.put("tie_word_embeddings", find_entry(*file, "output.weight") < 0);
  Value made = config.made();
  return {made, std::make_unique<HubWeights>(std::move(file), *family, heads, kv_heads),
          family->holds_whole};
}

}  // namespace rille
