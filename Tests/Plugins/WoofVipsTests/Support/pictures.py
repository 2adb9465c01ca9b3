"""Makes pictures of one scene, each stored in another way, in the folder that is the argument."""
import math
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


def png(name, colour_type, bit_depth, rows, chunks=(), size=(width, height)):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", *size, bit_depth, colour_type, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    with open(path(name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunk(*each) for each in chunks)
                   + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def linear(sample):
    return sample / 12.92 if sample <= 0.04045 else ((sample + 0.055) / 1.055) ** 2.4


def encoded(light):
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def rows_of(image):
    data, length = image.tobytes(), image.width * len(image.getbands())
    return [data[start:start + length] for start in range(0, len(data), length)]


def chunks_of(gamma=None, primaries=None):
    """The chunks gAMA and cHRM of a PNG file; primaries are white, red, green and blue."""
    chunks = [] if gamma is None else [(b"gAMA", struct.pack(">I", gamma))]
    return chunks + ([] if primaries is None else [(b"cHRM", struct.pack(">8I", *primaries))])


def perceptual(light):
    """PQ, of multiples of 203 cd/m² (BT.2100)."""
    power = max(0, light * 203 / 10000) ** 0.1593017578125
    return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375


def hybrid(light):
    """HLG, of light in the scene."""
    light = max(0, light)
    return math.sqrt(3 * light) if light <= 1 / 12 else 0.17883277 * math.log(12 * light - 0.28466892) + 0.55991073


def high_range(name, transfer, colours):
    """A PNG of 16 bits with the primaries of BT.2020, of rows of light in those of sRGB, 1 being paper white."""
    rows = []
    for row in colours:
        samples = []
        for red, green, blue in row:
            wide = (0.627404 * red + 0.329283 * green + 0.043313 * blue,
                    0.069097 * red + 0.919540 * green + 0.011362 * blue,
                    0.016391 * red + 0.088013 * green + 0.895595 * blue)
            if transfer == 18:
                luminance = 0.203 * (0.2627 * wide[0] + 0.6780 * wide[1] + 0.0593 * wide[2])
                wide = [0.203 * part * luminance ** (-0.2 / 1.2) if luminance else 0 for part in wide]
            curve = perceptual if transfer == 16 else hybrid
            samples += [min(65535, round(65535 * curve(part))) for part in wide]
        rows.append(struct.pack(f">{len(samples)}H", *samples))
    size = (len(colours[0]), len(colours))
    png(name, 2, 16, rows, [(b"cICP", bytes((9, transfer, 0, 1)))], size)


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

png("usual-gamma.png", 2, 8, rows_of(truth), chunks_of(45455))
flatter = [round(255 * linear(value / 255) ** (1 / 1.8)) for value in range(256)]
png("gamma.png", 2, 8, rows_of(truth.point(flatter * 3)), chunks_of(55556))
png("grey-gamma.png", 0, 8, rows_of(grey.point(flatter)), chunks_of(55556))
png("alpha-gamma.png", 6, 8, rows_of(transparent.point(flatter * 3 + list(range(256)))), chunks_of(55556))
p3_primaries = (31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
p3 = ImageCms.profileToProfile(truth, ImageCms.createProfile("sRGB"), path("p3.icc"))
png("primaries.png", 2, 8, rows_of(p3), chunks_of(45455, p3_primaries))
png("coded-p3.png", 2, 8, rows_of(p3), [(b"cICP", bytes((12, 13, 0, 1)))])
png("strange-colours.png", 2, 8, rows_of(truth), chunks_of(0, (0,) * 8))

small = truth.resize((300, 200), Image.Resampling.LANCZOS)
dim = [[tuple(0.5 * linear(sample / 255) for sample in small.getpixel((x, y))) for x in range(300)] for y in range(200)]
dimmed = Image.new("RGB", small.size)
dimmed.putdata([tuple(round(255 * encoded(part)) for part in pixel) for row in dim for pixel in row])
dimmed.save(path("dim.png"))
high_range("pq.png", 16, dim)
high_range("hlg.png", 18, dim)
# Six fields of grey light: a tenth, a half and all of paper white, two and a half times it, 1,000 and 2,000 cd/m².
steps = [(light,) * 3 for light in (0.1, 0.5, 1, 2.5, 1000 / 203, 2000 / 203) for _ in range(20)]
high_range("steps.png", 16, [steps] * 80)

frames = [truth.transpose(Image.Transpose.ROTATE_180), truth.convert("L").convert("RGB")]
truth.save(path("plain.gif"))
truth.save(path("animated.gif"), save_all=True, append_images=frames, duration=100)
truth.save(path("plain.webp"), quality=92)
truth.save(path("lossless.webp"), lossless=True)
transparent.save(path("alpha.webp"), quality=92)
truth.save(path("animated.webp"), save_all=True, append_images=frames, duration=100, quality=92)


def walk(count, mode="RGB", size=(480, 320)):
    """A square that walks over a field, whose red is another in each frame."""
    walked = []
    for index in range(count):
        shade = index * 85 % 256
        field = Image.new(mode, size, (shade, 90, 40) if mode == "RGB" else (0, 0, 0, 0))
        left = (size[0] - 80) * index // count
        ImageDraw.Draw(field).rectangle((left, 100, left + 79, 180), fill=(shade, 200, 60, 255)[:len(mode)])
        walked.append(field)
    return walked


def animate(name, walked, **options):
    walked[0].save(path(name), save_all=True, append_images=walked[1:], **options)


animate("moving.gif", walk(50), duration=100, loop=0)
animate("moving.webp", walk(50), duration=100, loop=3, quality=90, exif=b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0")
animate("clear.webp", walk(6, "RGBA"), duration=120, lossless=True)
animate("brisk.gif", walk(200, size=(40, 30)), duration=20, loop=0)
animate("hasty.gif", walk(50, size=(40, 30)), duration=0, loop=0)
animate("hasty.webp", walk(50, size=(40, 30)), duration=1, loop=0)
vast = [Image.new("RGB", (5000, 5000), (20, 90, 40)) for _ in range(4)]
for index, field in enumerate(vast):
    ImageDraw.Draw(field).rectangle((index * 1000, 0, index * 1000 + 999, 4000), fill=(250, index * 80, 0))
animate("vast.webp", vast, duration=100, lossless=True, method=0, quality=0)
animate("sluggish.gif", walk(5, size=(40, 30)), duration=60000, loop=0)
truth.resize((60, 40), Image.Resampling.LANCZOS).save(path("small.png"))
truth.transpose(Image.Transpose.ROTATE_180).save(path("upside-down.png"))
truth.crop((0, 0, 1, 1)).save(path("one-pixel.png"))
mirrored = truth.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
mirrored.save(path("mirrored.png"))
mirrored.save(path("mirrored.jpg"), quality=85)
mirrored.crop((30, 20, 570, 380)).save(path("mirrored-crop.jpg"), quality=85)
truth.crop((60, 40, 540, 360)).save(path("cropped.jpg"), quality=85)
truth.crop((60, 0, 600, 360)).save(path("cut-corner.jpg"), quality=85)
truth.crop((0, 0, 540, 400)).save(path("cut-side.jpg"), quality=85)
truth.crop((100, 0, 500, 400)).save(path("square.jpg"), quality=85)
halves = Image.new("RGB", (200, 300), (220, 40, 30))
halves.paste((30, 60, 210), (0, 150, 200, 300))
halves.save(path("halves.png"))
Image.new("RGB", (300, 200), (30, 60, 210)).save(path("blue.png"))
Image.new("RGB", (300, 200), (200, 120, 60)).save(path("one-colour.png"))
