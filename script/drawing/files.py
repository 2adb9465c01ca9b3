# SPDX-License-Identifier: Apache-2.0

"""How the sample photos are kept: sizes, formats, captions, and what a camera would note."""

import random
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageChops

import scenes
from canvas import Canvas

TYPES = {".jpg": "image/jpeg", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif",
         ".heic": "image/heic"}


@dataclass(frozen=True)
class Sample:
    """A sample photo.

    Width and height are as displayed, a favourite is one of the account that owns the samples, and a photo was taken at a
    day and a time, in Central Europe; an animation has no place for that.
    """

    name: str
    caption: str
    scene: object
    width: int
    height: int
    taken: str
    sampling: int = 2
    options: dict = field(default_factory=dict)
    favourite: bool = False

    @property
    def entry(self):
        """What `samples.json` says of it."""
        return {"file": self.name, "caption": self.caption, "contentType": TYPES[Path(self.name).suffix],
                "width": self.width, "height": self.height, "favourite": self.favourite}


SAMPLES = [
    Sample("rex-at-the-lake.jpg", "Rex at the lake", scenes.lake, 3024, 4032, "2026:05:01 12:00:00", 2,
           {"camera": True, "quality": 88}, True),
    Sample("bella-in-the-snow.png", "Bella in her first snow", scenes.snow, 1280, 960, "2026:01:11 10:42:16"),
    Sample("milo-and-the-ball.jpg", "Milo never lets a ball get away", scenes.meadow, 3000, 2000, "2026:06:14 16:05:33", 2,
           {"progressive": True, "quality": 85}),
    Sample("poppy-by-the-fire.jpg", "Poppy, after a long walk", scenes.fireside, 2048, 1536, "2026:01:18 19:27:08", 2,
           {"quality": 90}),
    Sample("freckles.webp", "Freckles", scenes.polka, 1200, 1200, "2025:08:16 11:12:51", 2, {"quality": 82, "method": 2}, True),
    Sample("biscuit-wags.gif", "Biscuit heard the word walk", scenes.wagging, 320, 240, "", 3, {"frames": 16}, True),
    Sample("otto-at-sunset.jpg", "Otto, all of him, at sunset", scenes.sunset, 2400, 1350, "2026:09:19 19:21:44", 2,
           {"quality": 88}),
    Sample("nala-on-the-beach.avif", "Nala on the beach", scenes.beach, 1600, 1067, "2025:08:09 13:55:20"),
    Sample("pepper-in-autumn.heic", "Pepper and every leaf of the park", scenes.autumn, 1600, 1200, "2025:10:19 15:20:02"),
    Sample("coco.png", "Coco, back from the hairdresser", scenes.studio, 800, 800, "2026:09:12 09:48:37", 3, {"cut_out": True}),
    Sample("bruno-in-the-city.jpg", "Bruno in the big city", scenes.city, 1920, 1080, "2026:06:20 21:03:59", 2,
           {"progressive": True, "quality": 86}),
    Sample("peanut.jpg", "Peanut wonders what is for dinner", scenes.kitchen, 320, 240, "2025:10:23 18:10:25", 4,
           {"quality": 80}),
    Sample("shadow-in-black-and-white.jpg", "Shadow in black and white", scenes.garden, 640, 480, "2026:09:05 08:36:12", 3,
           {"grey": True, "quality": 84}),
]


def write(sample, folder):
    """Draws a sample and writes it into a folder."""
    path, options = folder / sample.name, sample.options
    if "frames" in options:
        write_animation(sample, path)
    elif options.get("camera"):
        picture = with_grain(draw(sample)).transpose(Image.Transpose.ROTATE_90)
        picture.save(path, quality=options["quality"], exif=camera_notes(sample.taken))
    elif options.get("cut_out"):
        cut_out(sample).save(path, optimize=False, exif=notes(sample.taken))
    elif path.suffix in (".avif", ".heic"):
        encode(draw(sample), path, notes(sample.taken))
    else:
        picture = draw(sample).convert("L") if options.get("grey") else draw(sample)
        picture.save(
            path, exif=notes(sample.taken), **{key: value for key, value in options.items() if key != "grey"})


def draw(sample):
    canvas = Canvas(sample.width, sample.height, sample.sampling)
    sample.scene(canvas)
    return canvas.finish()


def write_animation(sample, path):
    count, pictures = sample.options["frames"], []
    for frame in range(count):
        canvas = Canvas(sample.width, sample.height, sample.sampling)
        sample.scene(canvas, frame / count)
        pictures.append(canvas.finish())
    palette = pictures[0].quantize(256, method=Image.Quantize.MAXCOVERAGE)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=50, loop=0, optimize=False)


def cut_out(sample):
    """The drawing without its surroundings: what differs between a white and a black ground is transparent."""
    grounds = []
    for ground in ("white", "black"):
        canvas = Canvas(sample.width, sample.height, sample.sampling)
        canvas.image.paste(ground, (0, 0, *canvas.image.size))
        sample.scene(canvas)
        grounds.append(canvas.finish())
    alpha = ImageChops.invert(ImageChops.difference(*grounds).convert("L"))
    picture = grounds[0].copy()
    picture.putalpha(alpha)
    return picture


def with_grain(picture):
    """The picture with the noise that a sensor has, the same every time."""
    side = 512
    noise = Image.frombytes("L", (side, side), random.Random(6).randbytes(side * side))
    grain = Image.new("L", picture.size)
    for x in range(0, picture.width, side):
        for y in range(0, picture.height, side):
            grain.paste(noise, (x, y))
    grain = Image.merge("RGB", [grain] * 3)
    return Image.blend(picture, ImageChops.overlay(picture, grain), 0.07)


def notes(taken):
    """EXIF that says when a photo was taken, with the time that clocks showed then."""
    exif = Image.Exif()
    offset = "+02:00" if "04" <= taken[5:7] <= "10" else "+01:00"
    exif[0x8769] = {0x9003: taken, 0x9011: offset}
    return exif


def camera_notes(taken):
    """EXIF as a camera writes it that was held upright: turned by 90 degrees, with the place and the time."""
    exif = notes(taken)
    exif[0x010F], exif[0x0110], exif[0x0112] = "Woof", "Drawing Board", 6
    exif[0x0132] = taken
    exif[0x8769] |= {0x829A: 1 / 500, 0x829D: 1.8, 0x8827: 64}
    exif[0x8825] = {0: b"\x02\x03\x00\x00", 1: "N", 2: (47.0, 33.0, 58.0), 3: "E", 4: (10.0, 45.0, 2.0), 5: b"\x00", 6: 784.0}
    return exif


def encode(picture, path, exif):
    """Encodes by libheif, which Debian's Pillow does not know."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source.png"
        picture.save(source, compress_level=1, exif=exif)
        kind = ["-A", "-p", "speed=8"] if path.suffix == ".avif" else ["-p", "preset=veryfast"]
        command = ["heif-enc", *kind, "-q", "60", "-o", str(path), str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
