"""The convolutional networks of the table in PyTorch, with channels-last images."""
import pathlib

import numpy as np
import torch
import torch.nn.functional as F


def weights(folder):
    """All arrays by name; those of convolutions in PyTorch's layout."""
    made = {}
    for path in pathlib.Path(folder).glob("*.npy"):
        w = torch.from_numpy(np.load(path))
        if w.dim() == 4:
            w = w.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
        elif w.dim() == 2:
            w = w.T.contiguous()
        made[path.stem] = w.requires_grad_()
    return made


def unit(w, at, x, stride=1):
    kernel = w[f"{at}.w"]
    y = F.conv2d(x, kernel, stride=stride, padding=kernel.shape[2] // 2)
    return F.batch_norm(y, None, None, w[f"{at}.g"], w[f"{at}.b"], training=True)


def linear(w, at, x):
    return F.linear(x, w[f"{at}.w"], w[f"{at}.b"])


def basic(w, at, x):
    halves = f"{at}.side.w" in w
    y = unit(w, f"{at}.2", F.relu(unit(w, f"{at}.1", x, 2 if halves else 1)))
    return F.relu(y + (unit(w, f"{at}.side", x, 2) if halves else x))


def resnet_out(w, x):
    y = F.max_pool2d(F.relu(unit(w, "stem", x, 2)), 3, 2, 1)
    for stage in range(4):
        for k in range(2):
            y = basic(w, f"{stage}{k}", y)
    return linear(w, "head", y.mean((2, 3)))


def lenet_out(w, x):
    y = F.max_pool2d(F.relu(F.conv2d(x, w["one"], padding=1)), 2)
    y = F.max_pool2d(F.relu(F.conv2d(y, w["two"], padding=1)), 2)
    flat = y.permute(0, 2, 3, 1).reshape(len(x), -1)
    return linear(w, "head", F.relu(linear(w, "up", flat)))


def convnext_out(w, x):
    y = F.conv2d(x, w["deep"], padding=3, groups=x.shape[1]).permute(0, 2, 3, 1)
    y = F.layer_norm(y, y.shape[-1:], w["norm.g"], w["norm.b"], 1e-6)
    y = linear(w, "down", F.gelu(linear(w, "up", y)))
    return linear(w, "head", (x.permute(0, 2, 3, 1) + y).mean((1, 2)))


def stepper(out, rule, folder, x, y):
    w = weights(folder)
    rule = rule(w.values())
    x, y = x.permute(0, 3, 1, 2), y.long()  # channels stay contiguous

    def step():
        rule.zero_grad(set_to_none=True)
        loss = F.cross_entropy(out(w, x), y)
        loss.backward()
        rule.step()
        return loss.item()
    return step


def sgd(w):
    return torch.optim.SGD(w, 1e-3)


def resnet(folder, x, y):
    return stepper(resnet_out, sgd, folder, x, y)


def lenet(folder, x, y):
    return stepper(lenet_out, lambda w: torch.optim.Adam(w, 1e-3), folder, x, y)


def convnext(folder, x, y):
    return stepper(convnext_out, sgd, folder, x, y)
