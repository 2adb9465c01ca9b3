"""Makes pictures of one scene, each stored in another way, in the folder that is the argument."""
import os
import struct
import sys
import zlib

from PIL import Image, ImageCms, ImageDraw, ImageFilter

folder = sys.argv[1]
width, height = 600, 400


def path(name):
    return os.path.join(folder, name)


def scene():
    """No two quarters alike, so that whatever is turned, mirrored or swapped shows."""
    image = Image.new("RGB", (width, height))
    pixels = image.load()
    for y in range(height):
        for x in range(width):
            pixels[x, y] = (40 + 180 * x // width, 50 + 150 * y // height, 200 - 120 * (x + y) // (width + height))
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 200, 120), fill=(200, 40, 30))
    draw.ellipse((380, 40, 560, 190), fill=(30, 150, 60))
    draw.polygon(((60, 380), (160, 220), (260, 380)), fill=(240, 220, 60))
    draw.rectangle((400, 260, 560, 360), fill=(120, 80, 40))
    return image.filter(ImageFilter.GaussianBlur(1))


def profile(primaries, gamma):
    """A display profile of version 2 (ICC.1:2001-04): three primaries, relative to D50, and one gamma."""
    fixed = lambda value: struct.pack(">i", round(value * 65536))
    xyz = lambda values: b"XYZ \0\0\0\0" + b"".join(map(fixed, values))
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    text = b"text\0\0\0\0none\0\0\0\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + b"\0" * 79
    tags = [(b"desc", description), (b"cprt", text), (b"wtpt", xyz((0.9642, 1, 0.8249)))]
    tags += [(name, xyz(values)) for name, values in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries)]
    tags += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    table, data, offset = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, value in tags:
        value += b"\0" * (-len(value) % 4)
        table += name + struct.pack(">II", offset + len(data), len(value))
        data += value
    header = b"\0" * 8 + struct.pack(">I", 0x02100000) + b"mntrRGB XYZ " + b"\0" * 12 + b"acsp" + b"\0" * 28
    header += b"".join(map(fixed, (0.9642, 1, 0.8249))) + b"\0" * 48
    body = header + table + data
    return struct.pack(">I", len(body)) + body[4:]


def png(name, colour_type, bit_depth, rows):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, bit_depth, colour_type, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    with open(path(name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def wide(image):
    """Rows of 16 bits a sample."""
    data, length = image.tobytes(), width * len(image.getbands())
    return [b"".join(bytes((v, v)) for v in data[start:start + length]) for start in range(0, len(data), length)]


truth = scene()
alpha = Image.linear_gradient("L").resize((width, height))
transparent = truth.copy()
transparent.putalpha(alpha)
truth.save(path("truth.png"))
grey = truth.convert("L")

truth.save(path("plain.jpg"), quality=92)
truth.save(path("progressive.jpg"), quality=92, progressive=True)
truth.save(path("full-chroma.jpg"), quality=92, subsampling=0, restart_marker_blocks=8)
grey.save(path("grey.jpg"), quality=92)
truth.convert("CMYK").save(path("cmyk.jpg"), quality=92)
undo = {1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270}
for orientation, transpose in undo.items():
    stored = truth if transpose is None else truth.transpose(transpose)
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored.save(path(f"turned-{orientation}.jpg"), quality=92, exif=exif)
    if orientation == 6:
        stored.save(path("turned-6.webp"), quality=92, exif=exif)
        stored.save(path("turned-6.png"), exif=exif)

spaces = {
    "p3": (((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)), 2.2),
    "adobe": (((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)), 2.19921875),
}
for name, (primaries, gamma) in spaces.items():
    data = profile(primaries, gamma)
    with open(path(name + ".icc"), "wb") as file:
        file.write(data)
    converted = ImageCms.profileToProfile(truth, ImageCms.createProfile("sRGB"), path(name + ".icc"))
    converted.save(path(name + ".jpg"), quality=95, icc_profile=data)
    converted.save(path(name + ".png"), icc_profile=data)
    converted.save(path(name + ".webp"), quality=95, icc_profile=data)
truth.save(path("wrong-profile.jpg"), quality=92, icc_profile=b"this is no profile")
grey.save(path("unfit-profile.jpg"), quality=92, icc_profile=profile(*spaces["p3"]))

truth.save(path("plain.png"))
grey.save(path("grey.png"))
truth.convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(path("palette.png"))
truth.convert("1").save(path("two-colours.png"))
transparent.save(path("alpha.png"))
transparent.convert("LA").save(path("grey-alpha.png"))
png("wide.png", 2, 16, wide(truth))
png("wide-alpha.png", 6, 16, wide(transparent))
png("wide-grey.png", 0, 16, wide(grey))

frames = [truth.transpose(Image.Transpose.ROTATE_180), truth.convert("L").convert("RGB")]
truth.save(path("plain.gif"))
truth.save(path("animated.gif"), save_all=True, append_images=frames, duration=100)
truth.save(path("plain.webp"), quality=92)
truth.save(path("lossless.webp"), lossless=True)
transparent.save(path("alpha.webp"), quality=92)
truth.save(path("animated.webp"), save_all=True, append_images=frames, duration=100, quality=92)
truth.resize((60, 40), Image.Resampling.LANCZOS).save(path("small.png"))
truth.transpose(Image.Transpose.ROTATE_180).save(path("upside-down.png"))
truth.crop((0, 0, 1, 1)).save(path("one-pixel.png"))
halves = Image.new("RGB", (200, 300), (220, 40, 30))
halves.paste((30, 60, 210), (0, 150, 200, 300))
halves.save(path("halves.png"))
Image.new("RGB", (300, 200), (30, 60, 210)).save(path("blue.png"))
Image.new("RGB", (300, 200), (200, 120, 60)).save(path("one-colour.png"))
