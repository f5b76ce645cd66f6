// ckpt.hf: loads Hugging Face models under Rille's names.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/hf/gguf.h"
#include "stdlib/ckpt/hf/rules.h"
#include "stdlib/ckpt/json_at.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t max_of_config = size_t{16} << 20;

struct HeadCounts {
  int64_t all = 1, of_keys = 1;
};

// The index of the layer if the name matches the rule, -1 if the rule has no layer index, nothing
// if the name does not match.
std::optional<int64_t> layer_of(std::string_view from, std::string_view name) {
  size_t star = from.find('*');
  if (star == std::string_view::npos)
    return from == name ? std::optional<int64_t>(-1) : std::nullopt;
  std::string_view front = from.substr(0, star), back = from.substr(star + 1);
  bool fits =
      name.size() > front.size() + back.size() && name.starts_with(front) && name.ends_with(back);
  if (!fits) return {};
  std::string_view digits = name.substr(front.size(), name.size() - front.size() - back.size());
  int64_t out = 0;
  for (char c : digits) {
    if (c < '0' || c > '9' || out > 100'000) return {};
    out = 10 * out + (c - '0');
  }
  return out;
}

class HubLoader {
 public:
  HubLoader(State& state, const std::string& path, const Checkpoint& weights, bool holds_whole)
      : state_(state), path_(path), weights_(weights), holds_whole_(holds_whole) {}

  Value load(const Value& config, const FileLocation& whence) {
    JsonCursor root(config, whence);
    const HubFamily& family = family_of(root["model_type"]);
    heads_ = heads_of(root);
    for (size_t i = 0; i < weights_.entries().size(); ++i) {
      poll();
      if (take(family, i)) continue;
      rest_keys_->list.emplace_back(weights_.entries()[i].name);
      rest_.emplace_back(weights_.read(i));
    }
    return Value::record(state_, {{"config", config},
                                  {"params", tree_of_names(state_, named_)},
                                  {"rest", Value::dict(rest_keys_, std::move(rest_))}});
  }

 private:
  static const HubFamily& family_of(const JsonCursor& type) {
    auto families = hub_families();
    auto found = std::ranges::find(families, std::string_view(type.string()), &HubFamily::name);
    if (found != families.end()) return *found;
    std::vector<std::string> known;
    for (const HubFamily& family : families) known.emplace_back(family.name);
    throw Error(Code::value, str("\"", type.whence().path, "\" has the model type ", type.string(),
                                 ", expected one of ", join(known)))
        .help("`ckpt.load(path)` reads the arrays of any model under their own names");
  }

  static HeadCounts heads_of(const JsonCursor& root) {
    auto number = [&](std::string_view name) -> std::optional<int64_t> {
      auto found = root.find(name);
      if (!found || found->is_null()) return {};
      int64_t out = found->integer();
      found->need(out > 0 && out < 1 << 20, str("is ", out, ", expected 1 to 2^20 - 1"));
      return out;
    };
    auto all = number("num_attention_heads");
    if (!all) all = number("n_head");
    root.need(all.has_value(), "has no field \"num_attention_heads\"");
    return {*all, number("num_key_value_heads").value_or(*all)};
  }

  bool take(const HubFamily& family, size_t entry) {
    std::string_view name = weights_.entries()[entry].name;
    if (name.starts_with(family.prefix)) name.remove_prefix(family.prefix.size());
    for (const HubRule& rule : family.rules) {
      auto layer = layer_of(rule.from, name);
      if (!layer) continue;
      if (rule.turn == HubConversion::drop) return true;
      std::string to(rule.to);
      if (*layer >= 0) to.replace(to.find('*'), 1, std::to_string(*layer));
      bool is_kept = !family.is_above_one || holds_whole_;
      bool is_above = rule.turn == HubConversion::above_one && is_kept;
      put(to, weights_.read(entry), is_above ? HubConversion::keep : rule.turn,
          weights_.entries()[entry].name);
      return true;
    }
    return false;
  }

  // Reshapes [heads * head_dim, ...] to [heads, head_dim, ...].
  Array by_heads(const Array& x, int64_t heads, const std::string& name) const {
    Ints sizes = x.type().ints();
    if (sizes.empty() || sizes[0] % heads != 0) {
      throw Error(Code::io, str("\"", path_, "\": ", name, " is ", x.type(),
                                ", expected a first axis of ", heads, " heads"));
    }
    sizes[0] /= heads;
    sizes.insert(sizes.begin(), heads);
    return reshape(x, sizes);
  }

  Array turned(const Array& x, HubConversion turn, const std::string& name) const {
    int rank = turn == HubConversion::keep || turn == HubConversion::above_one ? x.rank()
               : turn == HubConversion::parts || turn == HubConversion::kv_parts ||
                       turn == HubConversion::three_parts
                   ? 1
               : turn == HubConversion::picture ? 4
                                                : 2;
    if (x.rank() != rank) {
      throw Error(Code::io,
                  str("\"", path_, "\": ", name, " is ", x.type(), ", expected rank ", rank));
    }
    switch (turn) {
      case HubConversion::turn: return transpose(x);
      case HubConversion::heads: return transpose(by_heads(x, heads_.all, name), Ints{2, 0, 1});
      case HubConversion::kv_heads:
        return transpose(by_heads(x, heads_.of_keys, name), Ints{2, 0, 1});
      case HubConversion::parts: return by_heads(x, heads_.all, name);
      case HubConversion::kv_parts: return by_heads(x, heads_.of_keys, name);
      case HubConversion::join: return by_heads(transpose(x), heads_.all, name);
      case HubConversion::rows: return by_heads(x, heads_.all, name);
      case HubConversion::above_one: return convert(x, Dtype::f32) + Array(1.0);
      case HubConversion::picture: return transpose(x, Ints{2, 3, 1, 0});
      default: return x;
    }
  }

  void put(const std::string& to, const Array& x, HubConversion turn, const std::string& name) {
    bool is_bias = turn == HubConversion::three_parts;
    if (turn != HubConversion::threefold && !is_bias) {
      named_.emplace_back(to, turned(x, turn, name));
      return;
    }
    turned(x, turn, name);  // checks the rank
    Array lines = by_heads(is_bias ? x : transpose(x), 3 * heads_.all, name);
    for (int64_t i = 0; i < 3; ++i) {
      Array part = slice_axis(lines, 0, i * heads_.all, heads_.all);
      std::string field = str(to, ".", "qkv"[i], is_bias ? "_bias" : "");
      named_.emplace_back(field, is_bias ? part : transpose(part, Ints{2, 0, 1}));
    }
  }

  State& state_;
  const std::string& path_;
  const Checkpoint& weights_;
  bool holds_whole_;
  HeadCounts heads_;
  std::vector<std::pair<std::string, Value>> named_;
  std::shared_ptr<DictKeys> rest_keys_ = std::make_shared<DictKeys>();
  Values rest_;
};

Value load(State& state, std::string path) {
  if (is_gguf(Location(path))) {
    HubModel model = hub_model_of_gguf(path);
    FileLocation whence{path, "GGUF file"};
    return HubLoader(state, path, *model.weights, model.holds_whole).load(model.config, whence);
  }
  std::string file = path + "/config.json";
  FileLocation whence{file, "model config"};
  Value config = json_of(read_file(file, max_of_config).view(), whence);
  std::unique_ptr<Checkpoint> weights = open_checkpoint(path, {});
  return HubLoader(state, path, *weights, false).load(config, whence);
}

}  // namespace

extern const Builtin ckpt_hf_builtin = {
    .signature = "ckpt.hf(path: str) -> any",
    .brief = "Loads a Hugging Face model directory or a GGUF file, with Rille's parameter names.",
    .params =
        {{"path",
          "Either a directory with config.json and model.safetensors, or with a sharded "
          "checkpoint, of the model type llama, mistral, qwen2, qwen3, gemma, gpt2, bert, or vit. "
          "Or a GGUF file of the architecture llama (which includes Mistral), mistral, qwen2, "
          "qwen3, gemma, or gpt2. Weights of a GGUF file are converted to those of the original "
          "directory: queries and keys to the split-half layout of rotary embeddings, and "
          "quantized blocks to f32. The config has the fields that the metadata defines."}},
    .returns =
        "the record (config, params, rest). `params` contains embed.table, positions, "
        "layers[i].attn (q, k, v [in, heads, head_dim], out_proj [heads, head_dim, out], and "
        "biases, as "
        "in `nn.Attention`), layers[i].mlp (gate, up, down: w [in, out], b), attn_norm, mlp_norm, "
        "norm (scale, bias), and head. `rest` is a dict of the arrays that have no name in Rille, "
        "under their own names",
    .errors =
        "error[io] if a file is missing or not valid; error[value] if the model type is not "
        "supported",
    .example = "try(() => ckpt.hf(\"no such folder\")).ok  #> false",
    .source =
        "transformers 4: modeling_llama, _mistral, _qwen2, _qwen3, _gemma, _gpt2, _bert, _vit",
    .call = bind<&load>,
    .purity = Purity::host,
};

}  // namespace rille
