# SPDX-License-Identifier: Apache-2.0

"""Places for dogs to be in. Each fills the canvas."""

import math
import random

from canvas import mixed


def clouds(canvas, places, fill="#ffffff", alpha=210):
    for x, y, size in places:
        for dx, dy, radius in ((-70, 8, 44), (-20, -18, 60), (44, -8, 52), (92, 12, 36)):
            canvas.ellipse(x + dx * size, y + dy * size, radius * size, radius * size * 0.72, fill, alpha=alpha)
        canvas.ellipse(x + 8 * size, y + 24 * size, 130 * size, 26 * size, fill, alpha=alpha)


def ridge(canvas, base, height, fill, seed, step=120, snow=None):
    """A chain of mountains whose feet are at `base`."""
    chance, peaks = random.Random(seed), []
    x = -step
    while x < canvas.width + step:
        peaks.append((x, base - height * chance.uniform(0.45, 1)))
        peaks.append((x + step * 0.5, base - height * chance.uniform(0.15, 0.4)))
        x += step
    canvas.polygon([(-step, base), *peaks, (canvas.width + step, base)], fill)
    if snow:
        for (x0, y0), (x1, y1), (x2, y2) in zip(peaks[1::2], peaks[2::2], peaks[3::2]):
            if base - y1 > height * 0.6:
                left, right = 0.34, 0.34
                canvas.polygon([(x1, y1), (x1 + (x2 - x1) * right, y1 + (y2 - y1) * right),
                                (x1 + (x2 - x1) * 0.12, y1 + (y2 - y1) * 0.22),
                                (x1 - (x1 - x0) * 0.08, y1 + (y0 - y1) * 0.4),
                                (x1 - (x1 - x0) * left, y1 + (y0 - y1) * left)], snow)


def water(canvas, top, bottom, light, dark, seed=3):
    canvas.gradient(light, dark, top, bottom)
    chance = random.Random(seed)
    for _ in range(70):
        y = top + (bottom - top) * chance.random() ** 1.3
        near = (y - top) / (bottom - top)
        length = (20 + 90 * near) * chance.uniform(0.5, 1.3)
        x = chance.uniform(0, canvas.width)
        canvas.ellipse(x, y, length, 1.5 + 3.5 * near, "#ffffff", alpha=round(40 + 50 * chance.random()))


def grass(canvas, top, bottom, far, near, blades=500, seed=5):
    canvas.gradient(far, near, top, bottom)
    chance = random.Random(seed)
    for y in sorted(chance.uniform(top, bottom) for _ in range(blades)):
        share = (y - top) / (bottom - top)
        x, tall = chance.uniform(0, canvas.width), 10 + 34 * share
        fill = mixed(mixed(far, near, share), chance.choice(["#f4f7a0", "#0f4020"]), 0.22)
        lean = chance.uniform(-0.5, 0.5) * tall
        canvas.polygon([(x - tall * 0.1, y), (x + lean, y - tall), (x + tall * 0.1, y)], fill)


def flowers(canvas, top, bottom, count, fills, seed=11):
    chance = random.Random(seed)
    for y in sorted(chance.uniform(top, bottom) for _ in range(count)):
        size = 4 + 9 * (y - top) / (bottom - top)
        x, fill = chance.uniform(0, canvas.width), chance.choice(fills)
        canvas.stroke([(x, y), (x, y + size * 3)], size * 0.35, "#3d7a3a")
        for petal in range(5):
            angle = petal * math.tau / 5 - math.pi / 2
            canvas.ellipse(x + math.cos(angle) * size, y + math.sin(angle) * size, size * 0.72, size * 0.72, fill)
        canvas.ellipse(x, y, size * 0.6, size * 0.6, "#ffd34d")


def fir(canvas, x, base, height, fill, snow=None):
    canvas.polygon([(x - height * 0.04, base), (x + height * 0.04, base), (x, base - height * 0.5)], "#5a4636")
    for share in (0.0, 0.24, 0.48, 0.7):
        wide, low = height * (0.3 - share * 0.28), base - height * (0.12 + share)
        canvas.polygon([(x - wide, low), (x + wide, low), (x, low - height * 0.36)], mixed(fill, "#000000", share * 0.15))
        if snow:
            canvas.polygon([(x - wide * 0.55, low - height * 0.16), (x + wide * 0.4, low - height * 0.2),
                            (x, low - height * 0.36)], snow)


def snowfall(canvas, count=130, seed=2):
    chance = random.Random(seed)
    for _ in range(count):
        radius = chance.choice([2.5, 3, 4, 5.5, 8])
        canvas.ellipse(chance.uniform(0, canvas.width), chance.uniform(0, 1000), radius, radius, "#ffffff",
                       alpha=230 if radius < 5 else 150)


def leaf(canvas, x, y, size, fill, angle):
    with canvas.moved(x, y, angle=angle):
        canvas.shape([(0, -size), (size * 0.55, -size * 0.3), (size * 0.4, size * 0.5), (0, size), (-size * 0.4, size * 0.5),
                      (-size * 0.55, -size * 0.3)], fill)
        canvas.stroke([(0, -size * 0.8), (0, size * 1.35)], size * 0.09, mixed(fill, "#000000", 0.35))


def leaves(canvas, top, bottom, count, seed=4):
    chance = random.Random(seed)
    for y in sorted(chance.uniform(top, bottom) for _ in range(count)):
        fill = chance.choice(["#d9622b", "#e8a33d", "#b8402a", "#c98a2b", "#8f3b23"])
        leaf(canvas, chance.uniform(0, canvas.width), y, 10 + 22 * (y - top) / (bottom - top), fill,
             chance.uniform(0, 360))


def tree(canvas, x, base, height, crown, seed=1):
    canvas.stroke([(x, base), (x + height * 0.02, base - height * 0.5)], height * 0.11, "#6a4a33", end_width=height * 0.07)
    chance = random.Random(seed)
    for _ in range(26):
        angle, reach = chance.uniform(0, math.tau), chance.uniform(0, 0.26) * height
        canvas.ellipse(x + math.cos(angle) * reach * 1.2, base - height * 0.72 + math.sin(angle) * reach,
                       height * 0.13, height * 0.12, mixed(crown, chance.choice(["#ffffff", "#3a1a00"]),
                                                           chance.uniform(0, 0.18)))


def skyline(canvas, base, fill, window, seed=9, tall=420):
    chance, x = random.Random(seed), -20
    while x < canvas.width:
        wide, high = chance.uniform(70, 150), tall * chance.uniform(0.35, 1)
        canvas.polygon([(x, base), (x, base - high), (x + wide, base - high), (x + wide, base)],
                       mixed(fill, "#000000", chance.uniform(0, 0.2)))
        for row in range(int(high / 34)):
            for column in range(int(wide / 26)):
                if chance.random() < 0.45:
                    left, top = x + 11 + column * 25, base - high + 16 + row * 33
                    canvas.polygon([(left, top), (left + 11, top), (left + 11, top + 17), (left, top + 17)], window,
                                   alpha=chance.choice([120, 190, 240]))
        x += wide + chance.uniform(-8, 16)


def boards(canvas, top, fill, lines=7):
    """A wooden floor."""
    canvas.gradient(fill, mixed(fill, "#000000", 0.25), top, 1000)
    middle = canvas.width / 2
    for line in range(lines * 2 + 1):
        share = line / lines - 1
        canvas.stroke([(middle + share * canvas.width * 0.6, top), (middle + share * canvas.width * 1.5, 1000)], 3,
                      mixed(fill, "#000000", 0.4), alpha=150)
