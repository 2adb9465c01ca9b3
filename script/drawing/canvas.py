# SPDX-License-Identifier: Apache-2.0

"""A canvas for simple shapes: coordinates of its own, transformations, and smooth edges by supersampling."""

import math
import random
from contextlib import contextmanager

from PIL import Image, ImageDraw, ImageFilter


def colour(text, alpha=255):
    """The colour `#rrggbb` with an alpha of 0 to 255."""
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5)) + (alpha,)


def mixed(first, second, share):
    """The colour that lies `share` of the way from the first to the second."""
    return "#" + "".join("%02x" % round(a + (b - a) * share) for a, b in zip(colour(first)[:3], colour(second)[:3]))


def mirrored(points):
    """The points of a right half, from top to bottom, and those of the left half, back to the top."""
    return points + [(-x, y) for x, y in reversed(points) if abs(x) > 0.01]


class Canvas:
    """A picture 1000 units high, whose origin is its upper left corner."""

    def __init__(self, width, height, sampling=2):
        self.size = (width, height)
        self.scale = height * sampling / 1000
        self.width = 1000 * width / height
        self.image = Image.new("RGB", (width * sampling, height * sampling), "white")
        self.matrix = (self.scale, 0, 0, 0, self.scale, 0)

    @property
    def pen(self):
        return ImageDraw.Draw(self.image, "RGBA")

    def finish(self):
        """The picture in its final size."""
        return self.image.resize(self.size, Image.Resampling.BOX if self.scale > 4 else Image.Resampling.LANCZOS)

    @contextmanager
    def moved(self, x=0, y=0, scale=1.0, angle=0.0, flipped=False):
        """Draws in coordinates that are moved, then turned by degrees, scaled and flipped."""
        before = self.matrix
        a, b, c, d, e, f = before
        cos, sin = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
        side = -1 if flipped else 1
        self.matrix = (
            (a * cos + b * sin) * side, b * cos - a * sin, a * x + b * y + c,
            (d * cos + e * sin) * side, e * cos - d * sin, d * x + e * y + f,
        )
        yield
        self.matrix = before

    def place(self, point):
        a, b, c, d, e, f = self.matrix
        x, y = point
        return (a * x + b * y + c, d * x + e * y + f)

    def length(self, units):
        return units * math.hypot(self.matrix[0], self.matrix[3])

    def polygon(self, points, fill, alpha=255):
        self.pen.polygon([self.place(point) for point in points], fill=colour(fill, alpha))

    def ellipse(self, x, y, rx, ry, fill, angle=0.0, alpha=255):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        points = []
        for step in range(96):
            u, v = rx * math.cos(step * math.pi / 48), ry * math.sin(step * math.pi / 48)
            points.append((x + u * cos - v * sin, y + u * sin + v * cos))
        self.polygon(points, fill, alpha)

    def shape(self, points, fill, alpha=255):
        """A closed smooth curve through the points."""
        self.polygon(smooth(points, closed=True), fill, alpha)

    def furry(self, points, fill, tuft=10, seed=1):
        """A closed smooth curve whose edge is of tufts."""
        outline, chance = resampled(smooth(points, closed=True), tuft), random.Random(seed)
        edge = []
        for index, (x, y) in enumerate(outline):
            (px, py), (nx, ny) = outline[index - 1], outline[(index + 1) % len(outline)]
            norm = math.hypot(nx - px, ny - py) or 1
            reach = tuft * chance.uniform(0.25, 0.95) if index % 2 else -tuft * 0.1
            edge.append((x + (ny - py) / norm * reach, y - (nx - px) / norm * reach + abs(reach) * 0.5))
        self.polygon(edge, fill)

    def stroke(self, points, width, fill, end_width=None, alpha=255):
        """A smooth line with round ends, from one width to another."""
        line = resampled(smooth(points), max(min(width, end_width or width) / 6, 0.8))
        pen, last = self.pen, max(len(line) - 1, 1)
        for index, point in enumerate(line):
            share = index / last
            radius = self.length(width + ((width if end_width is None else end_width) - width) * share) / 2
            x, y = self.place(point)
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour(fill, alpha))

    def gradient(self, top, bottom, start=0, end=1000):
        """A field across the picture from one height to another."""
        rows = Image.new("RGB", (1, 256))
        rows.putdata([colour(mixed(top, bottom, row / 255))[:3] for row in range(256)])
        first, last = round(start * self.scale), round(end * self.scale)
        self.image.paste(rows.resize((self.image.width, last - first), Image.Resampling.BICUBIC), (0, first))

    def glow(self, x, y, radius, fill, strength=160):
        """Light that fades from a centre, and shadow where the colour is dark."""
        side = 128
        disc = Image.new("L", (side, side))
        disc.putdata([
            round(strength * max(0, 1 - math.hypot(i % side - 63.5, i // side - 63.5) / 63.5) ** 2)
            for i in range(side * side)
        ])
        px, py = self.place((x, y))
        reach = self.length(radius)
        mask = disc.resize((round(reach * 2), round(reach * 2)), Image.Resampling.BICUBIC)
        self.image.paste(colour(fill)[:3], (round(px - reach), round(py - reach)), mask)

    def shadow(self, x, y, rx, ry, strength=90):
        """A soft shadow on the ground."""
        width, height = round(self.length(rx) * 2), round(self.length(ry) * 2)
        small = Image.new("L", (160, 80))
        ImageDraw.Draw(small).ellipse((24, 16, 136, 64), fill=strength)
        mask = small.filter(ImageFilter.GaussianBlur(9)).resize((max(width, 1), max(height, 1)))
        px, py = self.place((x, y))
        self.image.paste((12, 14, 26), (round(px - width / 2), round(py - height / 2)), mask)


def smooth(points, closed=False):
    """Points of the Catmull-Rom curve through points."""
    count, curve = len(points), []
    if count < 3:
        return list(points)
    for index in range(count if closed else count - 1):
        if closed:
            p0, p1, p2, p3 = (points[(index + step) % count] for step in (-1, 0, 1, 2))
        else:
            p0, p1 = points[max(index - 1, 0)], points[index]
            p2, p3 = points[index + 1], points[min(index + 2, count - 1)]
        for step in range(16):
            t = step / 16
            curve.append(tuple(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
                for a, b, c, d in zip(p0, p1, p2, p3)))
    return curve if closed else curve + [points[-1]]


def resampled(points, distance):
    """Points along a line at about equal distances."""
    result = [points[0]]
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        steps = max(1, round(math.hypot(x2 - x1, y2 - y1) / distance))
        x0, y0 = result[-1]
        if math.hypot(x2 - x0, y2 - y0) < distance and (x2, y2) != points[-1]:
            continue
        result += [(x1 + (x2 - x1) * s / steps, y1 + (y2 - y1) * s / steps) for s in range(1, steps + 1)]
    return result
