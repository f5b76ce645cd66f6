// Parameter names of Llama-like models, GPT-2, BERT, and ViT.
#include "stdlib/ckpt/hf/rules.h"

namespace rille {
namespace {

using enum HubConversion;

constexpr HubRule llama[] = {
    {"embed_tokens.weight", "embed.table"},
    {"layers.*.input_layernorm.weight", "layers[*].attn_norm.scale", above_one},
    {"layers.*.self_attn.q_proj.weight", "layers[*].attn.q", heads},
    {"layers.*.self_attn.k_proj.weight", "layers[*].attn.k", kv_heads},
    {"layers.*.self_attn.v_proj.weight", "layers[*].attn.v", kv_heads},
    {"layers.*.self_attn.o_proj.weight", "layers[*].attn.out_proj", join},
    {"layers.*.self_attn.q_proj.bias", "layers[*].attn.q_bias", parts},
    {"layers.*.self_attn.k_proj.bias", "layers[*].attn.k_bias", kv_parts},
    {"layers.*.self_attn.v_proj.bias", "layers[*].attn.v_bias", kv_parts},
    {"layers.*.self_attn.o_proj.bias", "layers[*].attn.out_bias"},
    {"layers.*.self_attn.q_norm.weight", "layers[*].attn.q_norm.scale", above_one},
    {"layers.*.self_attn.k_norm.weight", "layers[*].attn.k_norm.scale", above_one},
    {"layers.*.self_attn.rotary_emb.inv_freq", "", drop},
    {"layers.*.post_attention_layernorm.weight", "layers[*].mlp_norm.scale", above_one},
    {"layers.*.mlp.gate_proj.weight", "layers[*].mlp.gate.w", turn},
    {"layers.*.mlp.up_proj.weight", "layers[*].mlp.up.w", turn},
    {"layers.*.mlp.down_proj.weight", "layers[*].mlp.down.w", turn},
    {"norm.weight", "norm.scale", above_one},
    {"lm_head.weight", "head.w", turn},
};

constexpr HubRule gpt2[] = {
    {"wte.weight", "embed.table"},
    {"wpe.weight", "positions.table"},
    {"h.*.ln_1.weight", "layers[*].attn_norm.scale"},
    {"h.*.ln_1.bias", "layers[*].attn_norm.bias"},
    {"h.*.attn.c_attn.weight", "layers[*].attn", threefold},
    {"h.*.attn.c_attn.bias", "layers[*].attn", three_parts},
    {"h.*.attn.c_proj.weight", "layers[*].attn.out_proj", rows},
    {"h.*.attn.c_proj.bias", "layers[*].attn.out_bias"},
    {"h.*.attn.bias", "", drop},
    {"h.*.attn.masked_bias", "", drop},
    {"h.*.ln_2.weight", "layers[*].mlp_norm.scale"},
    {"h.*.ln_2.bias", "layers[*].mlp_norm.bias"},
    {"h.*.mlp.c_fc.weight", "layers[*].mlp.up.w"},
    {"h.*.mlp.c_fc.bias", "layers[*].mlp.up.b"},
    {"h.*.mlp.c_proj.weight", "layers[*].mlp.down.w"},
    {"h.*.mlp.c_proj.bias", "layers[*].mlp.down.b"},
    {"ln_f.weight", "norm.scale"},
    {"ln_f.bias", "norm.bias"},
    {"lm_head.weight", "head.w", turn},
};

constexpr HubRule bert[] = {
    {"embeddings.word_embeddings.weight", "embed.table"},
    {"embeddings.position_embeddings.weight", "positions.table"},
    {"embeddings.token_type_embeddings.weight", "kinds.table"},
    {"embeddings.position_ids", "", drop},
    {"embeddings.LayerNorm.weight", "embed_norm.scale"},
    {"embeddings.LayerNorm.bias", "embed_norm.bias"},
    {"encoder.layer.*.attention.self.query.weight", "layers[*].attn.q", heads},
    {"encoder.layer.*.attention.self.key.weight", "layers[*].attn.k", heads},
    {"encoder.layer.*.attention.self.value.weight", "layers[*].attn.v", heads},
    {"encoder.layer.*.attention.self.query.bias", "layers[*].attn.q_bias", parts},
    {"encoder.layer.*.attention.self.key.bias", "layers[*].attn.k_bias", parts},
    {"encoder.layer.*.attention.self.value.bias", "layers[*].attn.v_bias", parts},
    {"encoder.layer.*.attention.output.dense.weight", "layers[*].attn.out_proj", join},
    {"encoder.layer.*.attention.output.dense.bias", "layers[*].attn.out_bias"},
    {"encoder.layer.*.attention.output.LayerNorm.weight", "layers[*].attn_norm.scale"},
    {"encoder.layer.*.attention.output.LayerNorm.bias", "layers[*].attn_norm.bias"},
    {"encoder.layer.*.intermediate.dense.weight", "layers[*].mlp.up.w", turn},
    {"encoder.layer.*.intermediate.dense.bias", "layers[*].mlp.up.b"},
    {"encoder.layer.*.output.dense.weight", "layers[*].mlp.down.w", turn},
    {"encoder.layer.*.output.dense.bias", "layers[*].mlp.down.b"},
    {"encoder.layer.*.output.LayerNorm.weight", "layers[*].mlp_norm.scale"},
    {"encoder.layer.*.output.LayerNorm.bias", "layers[*].mlp_norm.bias"},
    {"pooler.dense.weight", "pooler.w", turn},
    {"pooler.dense.bias", "pooler.b"},
};

constexpr HubRule vit[] = {
    {"embeddings.cls_token", "first"},
    {"embeddings.position_embeddings", "positions"},
    {"embeddings.patch_embeddings.projection.weight", "patches.w", picture},
    {"embeddings.patch_embeddings.projection.bias", "patches.b"},
    {"encoder.layer.*.attention.attention.query.weight", "layers[*].attn.q", heads},
    {"encoder.layer.*.attention.attention.key.weight", "layers[*].attn.k", heads},
    {"encoder.layer.*.attention.attention.value.weight", "layers[*].attn.v", heads},
    {"encoder.layer.*.attention.attention.query.bias", "layers[*].attn.q_bias", parts},
    {"encoder.layer.*.attention.attention.key.bias", "layers[*].attn.k_bias", parts},
    {"encoder.layer.*.attention.attention.value.bias", "layers[*].attn.v_bias", parts},
    {"encoder.layer.*.attention.output.dense.weight", "layers[*].attn.out_proj", join},
    {"encoder.layer.*.attention.output.dense.bias", "layers[*].attn.out_bias"},
    {"encoder.layer.*.layernorm_before.weight", "layers[*].attn_norm.scale"},
    {"encoder.layer.*.layernorm_before.bias", "layers[*].attn_norm.bias"},
    {"encoder.layer.*.layernorm_after.weight", "layers[*].mlp_norm.scale"},
    {"encoder.layer.*.layernorm_after.bias", "layers[*].mlp_norm.bias"},
    {"encoder.layer.*.intermediate.dense.weight", "layers[*].mlp.up.w", turn},
    {"encoder.layer.*.intermediate.dense.bias", "layers[*].mlp.up.b"},
    {"encoder.layer.*.output.dense.weight", "layers[*].mlp.down.w", turn},
    {"encoder.layer.*.output.dense.bias", "layers[*].mlp.down.b"},
    {"layernorm.weight", "norm.scale"},
    {"layernorm.bias", "norm.bias"},
    {"pooler.dense.weight", "pooler.w", turn},
    {"pooler.dense.bias", "pooler.b"},
    {"classifier.weight", "head.w", turn},
    {"classifier.bias", "head.b"},
};

constexpr HubFamily families[] = {
    {"llama", "model.", llama},       {"mistral", "model.", llama},
    {"qwen2", "model.", llama},       {"qwen3", "model.", llama},
    {"gemma", "model.", llama, true}, {"gpt2", "transformer.", gpt2},
    {"bert", "bert.", bert},          {"vit", "vit.", vit},
};

}  // namespace

std::span<const HubFamily> hub_families() { return families; }

}  // namespace rille
