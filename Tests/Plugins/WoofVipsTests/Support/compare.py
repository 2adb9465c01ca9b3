"""Says of each pair of arguments, a derived image and the truth, how far they are apart.

The truth is brought to the size of the derived image, or cut to its shape first where that differs. A line has the
width, the height and the mode of the derived image, whether it brings metadata, the mean difference of all samples, and
the mean difference of the worst of 8 × 8 fields; 0 to 255 each. Transparent images are compared on black.
"""
import sys

from PIL import Image, ImageChops, ImageOps, ImageStat


def on_black(image):
    if image.mode != "RGBA":
        return image.convert("RGB")
    black = Image.new("RGBA", image.size, (0, 0, 0, 255))
    return Image.alpha_composite(black, image).convert("RGB")


for derived_path, truth_path in zip(sys.argv[1::2], sys.argv[2::2]):
    derived, truth = Image.open(derived_path), Image.open(truth_path)
    has_metadata = bool({"exif", "icc_profile", "xmp", "comment"} & set(derived.info))
    truth = truth.convert("RGBA" if truth.mode in ("RGBA", "LA") else "RGB")
    truth = ImageOps.fit(truth, derived.size, Image.Resampling.LANCZOS)
    difference = ImageChops.difference(on_black(derived), on_black(truth))
    mean = sum(ImageStat.Stat(difference).mean) / 3
    worst, (width, height) = 0, derived.size
    for row in range(8):
        for column in range(8):
            box = (width * column // 8, height * row // 8, width * (column + 1) // 8, height * (row + 1) // 8)
            if box[0] < box[2] and box[1] < box[3]:
                worst = max(worst, sum(ImageStat.Stat(difference.crop(box)).mean) / 3)
    print(*derived.size, derived.mode, "metadata" if has_metadata else "bare", f"{mean:.2f}", f"{worst:.2f}")
