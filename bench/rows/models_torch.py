"""The models of the table in PyTorch."""
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, wide, causal):
        super().__init__()
        self.causal = causal
        self.norm1 = nn.LayerNorm(wide, eps=1e-6)
        self.qkv = nn.Linear(wide, 3 * wide)
        self.out = nn.Linear(wide, wide)
        self.norm2 = nn.LayerNorm(wide, eps=1e-6)
        self.up = nn.Linear(wide, 4 * wide)
        self.down = nn.Linear(4 * wide, wide)

    def heads(self, x):
        b, t, wide = x.shape
        split = self.qkv(self.norm1(x)).view(b, t, 3, wide // 64, 64)
        return split.permute(2, 0, 3, 1, 4).unbind(0)

    def forward(self, x):
        mixed = F.scaled_dot_product_attention(*self.heads(x), is_causal=self.causal)
        return self.after(x, mixed)

    def after(self, x, mixed):
        x = x + self.out(mixed.transpose(1, 2).reshape(x.shape))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Vit(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch = nn.Conv2d(3, 768, 16, stride=16)
        self.first = nn.Parameter(torch.zeros(768))
        self.place = nn.Parameter(torch.zeros(197, 768))
        self.blocks = nn.ModuleList(Block(768, False) for _ in range(12))
        self.norm = nn.LayerNorm(768, eps=1e-6)
        self.head = nn.Linear(768, 1000)

    def forward(self, x):
        words = self.patch(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(len(x), 1, 768), words], 1) + self.place
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


class Gpt(nn.Module):
    def __init__(self, layers, wide, words, places):
        super().__init__()
        self.words = nn.Embedding(words, wide)
        self.places = nn.Embedding(places, wide)
        self.blocks = nn.ModuleList(Block(wide, True) for _ in range(layers))
        self.norm = nn.LayerNorm(wide, eps=1e-6)

    def forward(self, ids):
        x = self.words(ids) + self.places.weight[:ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.words.weight.T


def array(path):
    return torch.from_numpy(np.load(path))


def place(module, at):
    """Loads the weights of a layer from the files that begin with `at`."""
    with torch.no_grad():
        if isinstance(module, nn.LayerNorm):
            module.weight.copy_(array(f"{at}.g.npy"))
        elif isinstance(module, nn.Conv2d):
            w = array(f"{at}.w.npy").view(16, 16, 3, 768)
            module.weight.copy_(w.permute(3, 2, 0, 1))
        else:
            module.weight.copy_(array(f"{at}.w.npy").T)
        module.bias.copy_(array(f"{at}.b.npy"))


def fill(model, folder):
    """Loads the weights of every layer; a block's index is the name of its files."""
    for name, module in model.named_modules():
        if isinstance(module, (nn.LayerNorm, nn.Conv2d, nn.Linear)):
            place(module, f"{folder}/{name.removeprefix('blocks.')}")
    with torch.no_grad():
        for name in ("first", "place"):
            if hasattr(model, name):
                getattr(model, name).copy_(array(f"{folder}/{name}.npy"))
        for name in ("words", "places"):
            if hasattr(model, name):
                getattr(model, name).weight.copy_(array(f"{folder}/{name}.npy"))
    return model


def stepper(model, rule, x, labels, is_mixed=False):
    """A training step; with is_mixed, in bf16 where autocast has it."""
    def step():
        rule.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16, enabled=is_mixed):
            out = model(x)
        loss = F.cross_entropy(out.float().reshape(-1, out.shape[-1]), labels.reshape(-1))
        loss.backward()
        rule.step()
        return loss.item()
    return step


def vit(folder, x, y, is_mixed=False):
    model = fill(Vit(), folder)
    x = x.permute(0, 3, 1, 2).contiguous()
    return stepper(model, torch.optim.SGD(model.parameters(), 1e-3), x, y.long(), is_mixed)


def gpt(folder, x, y, is_mixed=False):
    model = fill(Gpt(6, 384, 65, 256), folder)
    rule = torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=0.01)
    return stepper(model, rule, x.long(), y.long(), is_mixed)


def mlp(folder, x, y):
    parts = [nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)]
    for i, layer in enumerate(parts[::2]):
        place(layer, pathlib.Path(folder, str(i)))
    model = nn.Sequential(*parts)
    return stepper(model, torch.optim.Adam(model.parameters(), 1e-3), x, y.long())


class Words:
    """Tokens of a GPT one by one; the attention covers earlier positions only."""

    def __init__(self, model, count):
        self.model, self.count = model, count
        self.keys = [torch.zeros(1, 12, 256, 64) for _ in model.blocks]
        self.values = [torch.zeros(1, 12, 256, 64) for _ in model.blocks]

    def follow(self, word, at):
        model = self.model
        x = model.words(word) + model.places.weight[at:at + 1]
        for block, keys, values in zip(model.blocks, self.keys, self.values):
            q, k, v = block.heads(x)
            keys[:, :, at:at + 1], values[:, :, at:at + 1] = k, v
            seen = keys[:, :, :at + 1], values[:, :, :at + 1]
            x = block.after(x, F.scaled_dot_product_attention(q, *seen))
        return F.linear(model.norm(x), model.words.weight).argmax(-1)

    def __call__(self, start):
        word, out = start.long()[None], []
        with torch.no_grad():
            for i in range(self.count):
                word = self.follow(word, self.count + i)
                out.append(word)
        return torch.cat(out)[:, 0]


def words(folder, count):
    return Words(fill(Gpt(12, 768, 50257, 256), folder), count)
