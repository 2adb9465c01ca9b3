"""Says of each pair of arguments, a derived image and the photo that it was made of, how far they are apart.

The photo is decoded by Pillow, turned as its EXIF data say, brought to sRGB by its colour profile, and reduced to the
size of the derived image. A line has the sizes of both, the mean difference of all samples, and how far the mean colours
are apart in the worst of 8 × 8 fields; 0 to 255 each. The first tells of sharpness and encoding too, the second of
place and colour alone.
"""
import io
import sys

from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat


def upright_in_srgb(path):
    image = Image.open(path)
    profile = image.info.get("icc_profile")
    # heif-convert turns what it writes as PNG, and leaves the EXIF data that say so.
    if image.format != "PNG":
        image = ImageOps.exif_transpose(image)
    if profile:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    return image.convert("RGB")


for derived_path, photo_path in zip(sys.argv[1::2], sys.argv[2::2]):
    derived, photo = Image.open(derived_path).convert("RGB"), upright_in_srgb(photo_path)
    truth = photo.resize(derived.size, Image.Resampling.LANCZOS)
    difference = ImageChops.difference(derived, truth)
    worst, (width, height) = 0, derived.size
    for row in range(8):
        for column in range(8):
            box = (width * column // 8, height * row // 8, width * (column + 1) // 8, height * (row + 1) // 8)
            if box[0] < box[2] and box[1] < box[3]:
                ours, theirs = (ImageStat.Stat(image.crop(box)).mean for image in (derived, truth))
                worst = max(worst, sum(abs(our - their) for our, their in zip(ours, theirs)) / 3)
    mean = sum(ImageStat.Stat(difference).mean) / 3
    print(*photo.size, *derived.size, f"{mean:.2f}", f"{worst:.2f}")
