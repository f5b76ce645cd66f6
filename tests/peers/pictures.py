"""Images compared with Pillow, in both directions: every mode of PNG, JPEG of any subsampling,
Exif, directories."""
import io
import pathlib

import jax
import numpy as np
from PIL import Image, ImageOps

import compare
from compare import pick
from files import new_path

MODES = {"gray": "L", "rgb": "RGB", "rgba": "RGBA"}


def number(low, high):
    return int(compare.rng.integers(low, high))


def pixels(channels, dtype=np.uint8, least=1):
    """Noise, or slow waves, which compress as photographs do."""
    h, w = number(least, 40), number(least, 40)
    if compare.rng.random() < 0.5:
        return compare.rng.integers(0, np.iinfo(dtype).max, (h, w, channels), dtype, endpoint=True)
    y, x, c = np.meshgrid(np.arange(h), np.arange(w), np.arange(channels), indexing="ij")
    wave = np.sin(x / 5 + c) * np.cos(y / 7) * 0.5 + 0.5
    return (wave * np.iinfo(dtype).max).astype(dtype)


def picture(x):
    return Image.fromarray(x[..., 0] if x.shape[-1] == 1 else x)


def array(image):
    x = np.asarray(image)
    return x[..., None] if x.ndim == 2 else x


def read(path, **words):
    options = "".join(f", {name} = {compare.script(word)}" for name, word in words.items())
    if pick(True, False):
        return f'image.load("{path}"{options})'
    return f'image.decode(data.load_raw("{path}"){options})'


def png_read():
    """Also palettes, of 1 to 8 bits, interlaced, and with a transparent color."""
    path, mode = new_path(pick("png", "bin")), pick(None, *MODES)
    image = picture(pixels(pick(1, 2, 3, 4)))
    if image.mode == "RGB" and pick(True, False):
        image = image.quantize(pick(2, 4, 16, 200))
    elif image.mode == "L" and pick(True, False):
        image = image.convert("1")
    image.save(path, format="PNG", compress_level=number(0, 10))

    def theirs():
        made = Image.open(path)
        if made.mode == "P":
            made = made.convert("RGB")
        if made.mode == "1":
            made = made.convert("L")
        return array(made if mode is None else made.convert(MODES[mode]))
    return read(path, **({} if mode is None else {"mode": mode})), theirs, [], False


def png_of_16_bits():
    path, x = new_path("png"), pixels(1, np.uint16)
    Image.fromarray(x[..., 0]).save(path)
    return read(path), lambda: x, [], False


def png_write():
    """As a file and as bytes."""
    path, x = new_path("png"), pixels(pick(1, 2, 3, 4))
    if x.shape[-1] == 1 and pick(True, False):
        x = x[..., 0].astype(pick(np.uint8, np.uint16)) * 3

    def theirs(x):
        data = np.load(f"{path}.npy").tobytes()
        return np.array([np.array_equal(array(Image.open(path)), array(x)) and
                         np.array_equal(array(Image.open(io.BytesIO(data))), array(x))])
    return (f'{{ image.save("{path}", x); data.save_npy("{path}.npy", image.encode(x)); [true] }}',
            theirs, [x], False)


def jpeg_file():
    path, x = new_path("jpg"), pixels(pick(1, 3), least=8)
    options = {"quality": number(30, 100), "subsampling": number(0, 3),
               "progressive": bool(number(0, 2)), "optimize": bool(number(0, 2))}
    turn = pick(None, *range(1, 9))
    if turn is not None:
        exif = Image.Exif()
        exif[0x112] = turn
        options["exif"] = exif
    picture(x).save(path, **options)
    return path


def jpeg_read():
    path, mode, upright = jpeg_file(), pick(None, *MODES), pick(True, False)

    def theirs():
        image = Image.open(path)
        image = ImageOps.exif_transpose(image) if upright else image
        return array(image if mode is None else image.convert(MODES[mode]))
    words = {"upright": upright} | ({} if mode is None else {"mode": mode})
    return read(path, **words), theirs, [], False


def jpeg_smaller():
    """A half, a quarter, or an eighth, as in Pillow's draft mode."""
    path, least = jpeg_file(), (number(1, 20), number(1, 20))

    def theirs():
        image = Image.open(path)
        image.draft(None, least[::-1])
        return array(image)
    return read(path, upright=False, least=least), theirs, [], False


def scaled():
    """Resized, as with Pillow's triangle filter: within one step of a pixel, since Pillow chooses
    which axis comes first, and rounds in between."""
    path, size, out = jpeg_file(), (number(1, 60), number(1, 60)), new_path("npy")

    def theirs():
        wanted = array(Image.open(path).resize(size[::-1], Image.Resampling.BILINEAR))
        mine = np.load(out)
        return np.array([mine.shape == wanted.shape and
                         np.abs(mine.astype(int) - wanted.astype(int)).max() <= 1])
    return (f'{{ data.save_npy("{out}", {read(path, upright=False, size=size)}); [true] }}',
            theirs, [], False)


def jpeg_write():
    """Within the loss of the quality: Pillow's own file has the same error."""
    path, x = new_path("jpg"), pixels(pick(1, 3), least=8)
    quality = number(50, 101)

    def theirs(x):
        mine, x = array(Image.open(path)), np.asarray(x)
        buffer = io.BytesIO()
        picture(x).save(buffer, format="JPEG", quality=quality)
        wanted = array(Image.open(io.BytesIO(buffer.getvalue())))
        return np.array([np.array_equal(mine, wanted)])
    return f'{{ image.save("{path}", x, quality = {quality}); [true] }}', theirs, [x], False


def folder():
    """Labels by directory, files by name, nested directories."""
    root = new_path("pictures")
    root.mkdir()
    for at in range(number(1, 4)):
        for i in range(number(0, 4)):
            inner = root / pick(f"k{at}", f"k{at}/deep")
            inner.mkdir(parents=True, exist_ok=True)
            picture(pixels(3, least=8)).save(inner / f"{i}.{pick('png', 'jpg', 'JPEG')}")
    (root / "notes.txt").write_text("no picture")

    def theirs():
        out = [np.zeros(1, np.int32)]
        for label, each in enumerate(sorted(p for p in root.iterdir() if p.is_dir())):
            for path in walked(each):
                out += [np.int32(label), array(Image.open(path).convert("RGB"))]
        return tuple(out)

    def walked(at):
        for path in sorted(at.iterdir(), key=lambda p: p.name.encode()):
            if path.is_dir():
                yield from walked(path)
            elif pathlib.Path(path).suffix.lower() in (".png", ".jpg", ".jpeg"):
                yield path
    text = f'data.flat_map(data.images("{root}"), r => (i32(r.label), r.image))'
    return f"(i32([0]), ...(r for r in {text}))", theirs, [], False


def crop():
    """JAX's samples: a key for each side, an int for its offset."""
    h, w, c, seed = number(1, 9), number(1, 9), number(1, 4), number(0, 1000)
    size = number(1, h + 1), number(1, w + 1)
    x = compare.rng.integers(0, 255, (h, w, c), np.uint8)

    def theirs(x):
        keys = jax.random.split(jax.random.key(seed))
        y, z = (int(jax.random.randint(k, (), 0, all - one + 1))
                for k, all, one in zip(keys, (h, w), size))
        return x[y:y + size[0], z:z + size[1]]
    return f"image.random_crop(rng.key({seed}), x, {size})", theirs, [x], False


def mirrored():
    seed, p = number(0, 1000), pick(0.5, 0.2, 0.9)
    x = compare.rng.integers(0, 255, (number(1, 5), number(1, 5), 3), np.uint8)

    def theirs(x):
        return x[:, ::-1] if jax.random.bernoulli(jax.random.key(seed), p) else x
    return f"image.random_flip(rng.key({seed}), x, {p})", theirs, [x], False


CASES = {"png_read": png_read, "png_of_16_bits": png_of_16_bits, "png_write": png_write,
         "jpeg_read": jpeg_read, "jpeg_smaller": jpeg_smaller, "scaled": scaled,
         "jpeg_write": jpeg_write, "folder": folder, "crop": crop, "mirrored": mirrored}

run = compare.table(CASES, exact=True)
