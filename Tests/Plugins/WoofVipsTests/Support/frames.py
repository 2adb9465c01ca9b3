"""Says of an animation its size, how often it plays, and whether it brings metadata; then, on a line for each frame, for how
many milliseconds it is shown, the mean of its red, green and blue, and the mean of its alpha."""
import sys

from PIL import Image, ImageStat

image = Image.open(sys.argv[1])
has_metadata = bool({"exif", "icc_profile", "xmp", "comment"} & set(image.info))
print(*image.size, image.info.get("loop", 1), "metadata" if has_metadata else "bare")
for index in range(getattr(image, "n_frames", 1)):
    image.seek(index)
    mean = ImageStat.Stat(image.convert("RGBA")).mean
    print(round(image.info.get("duration", 0)), *(round(value) for value in mean))
