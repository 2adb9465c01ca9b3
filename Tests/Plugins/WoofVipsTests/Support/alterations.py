"""Alters photos as people do, and cuts them to pieces as other pictures: FOLDER PHOTO... makes a folder for each."""
import io
import os
import subprocess
import sys

from PIL import Image, ImageEnhance, ImageFilter, ImageOps

folder, photos = sys.argv[1], sys.argv[2:]
Image.MAX_IMAGE_PIXELS = None


def opened(path):
    if path.lower().endswith(".heic"):
        png = os.path.join(folder, "converted.png")
        subprocess.run(["heif-convert", path, png], check=True, stdout=subprocess.DEVNULL)
        path = png
    image = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    image.thumbnail((1600, 1600), Image.Resampling.LANCZOS)
    return image


def cut(image, left, top, right, bottom):
    width, height = image.size
    return image.crop((int(width * left), int(height * top), int(width * (1 - right)), int(height * (1 - bottom))))


def encoded_again(image):
    file = io.BytesIO()
    image.save(file, "JPEG", quality=40)
    return Image.open(file)


alterations = {
    "encoded again, quality 40": encoded_again,
    "half the size": lambda image: image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS),
    "brighter by a quarter": lambda image: ImageEnhance.Brightness(image).enhance(1.25),
    "more contrast by a third": lambda image: ImageEnhance.Contrast(image).enhance(1.33),
    "grey": lambda image: image.convert("L"),
    "blurred": lambda image: image.filter(ImageFilter.GaussianBlur(max(image.size) / 400)),
    "cropped, 2 % of each side": lambda image: cut(image, 0.02, 0.02, 0.02, 0.02),
    "cropped, 5 % of each side": lambda image: cut(image, 0.05, 0.05, 0.05, 0.05),
    "cropped, 10 % of each side": lambda image: cut(image, 0.1, 0.1, 0.1, 0.1),
    "cropped, 10 % of one side": lambda image: cut(image, 0.1, 0, 0, 0),
    "cropped, 10 % of two sides": lambda image: cut(image, 0, 0.1, 0.1, 0),
    "mirrored": ImageOps.mirror,
    "mirrored and cropped by 5 %": lambda image: cut(ImageOps.mirror(image), 0.05, 0.05, 0.05, 0.05),
}

for number, path in enumerate(photos):
    place = os.path.join(folder, f"{number:03}")
    os.makedirs(place)
    image = opened(path)
    image.save(os.path.join(place, "original.jpg"), quality=92)
    for index, alter in enumerate(alterations.values()):
        alter(image).save(os.path.join(place, f"altered-{index:02}.jpg"), quality=85)
    for row in range(5):
        for column in range(6):
            piece = cut(image, column / 6, row / 5, 1 - (column + 1) / 6, 1 - (row + 1) / 5)
            piece.save(os.path.join(place, f"piece-{row}{column}.jpg"), quality=85)
print("\n".join(alterations))
