# SPDX-License-Identifier: Apache-2.0

"""The heads of dogs, from the front and from the side. A head is about 200 units high, around its own origin."""

import random

from canvas import mirrored, mixed

PINK, PINK_SHADE = "#e8798a", "#c95a6c"


def front_head(canvas, breed, tongue=True, asleep=False, look=0.0):
    """A head that looks at who looks at it, or `look` units to the side."""
    if breed.ears != "floppy":
        ears(canvas, breed)
    skull = mirrored([(0, -98), (58, -86), (94, -34), (98, 18), (72, 70), (36, 98), (0, 104)])
    body = canvas.furry if breed.fur else canvas.shape
    extra = {"tuft": breed.fur} if breed.fur else {}
    body(skull, breed.coat, **extra)
    canvas.shape([(96, -24), (100, 20), (74, 68), (36, 96), (58, 50), (78, 6)], breed.shade, alpha=110)
    if breed.ears == "curly":
        curls(canvas, [(0, -92), (-48, -88), (48, -88), (-24, -112), (24, -112), (-74, -66), (74, -66)], 40, breed.coat)
    face_markings(canvas, breed)
    muzzle(canvas, breed, tongue)
    for side in (-1, 1):
        eye(canvas, breed, side * 42, -14, asleep, look)
    if breed.ears == "floppy":
        ears(canvas, breed)


def ears(canvas, breed):
    own = breed.ear or breed.coat
    for side in (False, True):
        with canvas.moved(flipped=side):
            if breed.ears == "pointed":
                canvas.shape([(14, -90), (56, -138), (93, -164), (110, -104), (99, -34), (60, -44)], own)
                canvas.shape([(42, -94), (66, -126), (87, -142), (97, -102), (88, -62), (64, -68)], breed.inner)
            elif breed.ears == "bat":
                canvas.shape([(20, -84), (36, -136), (74, -162), (108, -138), (106, -76), (84, -36)], own)
                canvas.shape([(44, -86), (54, -128), (76, -144), (95, -124), (92, -78), (76, -60)], breed.inner)
            elif breed.ears == "folded":
                canvas.shape([(26, -88), (56, -132), (96, -120), (112, -72), (92, -36), (70, -70)], own)
                canvas.shape([(40, -118), (76, -136), (118, -92), (116, -36), (90, -58), (62, -92)],
                             mixed(own, "#000000", 0.14))
            elif breed.ears == "curly":
                curls(canvas, [(100, -40), (112, -6), (114, 30), (108, 62), (92, 6), (96, 82)], 31, own)
            else:
                canvas.shape([(50, -88), (92, -82), (126, -38), (140, 34), (122, 84), (96, 74), (84, 10), (70, -46)],
                             own)
                canvas.shape([(92, -60), (114, -30), (126, 30), (116, 66), (104, 40), (98, -8)],
                             mixed(own, "#000000", 0.22), alpha=120)


def curls(canvas, places, radius, fill):
    chance = random.Random(len(places))
    for x, y in places:
        canvas.ellipse(x, y, radius, radius, mixed(fill, "#000000", chance.uniform(0, 0.1)))
    for x, y in places:
        start = chance.uniform(-0.4, 0.4) * radius
        canvas.stroke([(x - radius * 0.5, y + start * 0.4), (x - radius * 0.1, y - radius * 0.4),
                       (x + radius * 0.4, y - radius * 0.1), (x + radius * 0.1, y + radius * 0.3)],
                      radius * 0.12, mixed(fill, "#000000", 0.2), alpha=150)


def face_markings(canvas, breed):
    if "mask" in breed.markings:
        canvas.shape(mirrored([(0, -60), (26, -20), (62, 20), (70, 62), (40, 96), (0, 102)]), breed.marking, alpha=225)
    if "saddle" in breed.markings and "mask" not in breed.markings:
        canvas.shape(mirrored([(0, -96), (56, -84), (88, -34), (60, -30), (30, -52), (0, -60)]), breed.marking, alpha=205)
    if "blaze" in breed.markings:
        canvas.shape(mirrored([(0, -92), (13, -84), (15, -30), (44, 20), (72, 48), (62, 82), (34, 99), (0, 104)]),
                     breed.light)
    if "patch" in breed.markings:
        canvas.shape([(20, -62), (56, -70), (84, -30), (82, 14), (52, 26), (26, 4), (14, -30)], breed.marking)
    if "spots" in breed.markings:
        spots(canvas, breed, [(-64, -50), (22, -74), (-18, -56), (66, 34), (-72, 26), (58, -58), (-40, 52), (2, -28)], 9)
    if "brows" in breed.markings:
        light = breed.marking if "beard" in breed.markings else breed.light
        for side in (-1, 1):
            canvas.ellipse(side * 40, -47, 19 if "beard" in breed.markings else 13, 10, light, angle=side * 16)


def spots(canvas, breed, places, size):
    chance = random.Random(7)
    for x, y in places:
        canvas.ellipse(x, y, size * chance.uniform(0.6, 1.2), size * chance.uniform(0.6, 1.1), breed.marking,
                       angle=chance.uniform(0, 180))


def muzzle(canvas, breed, tongue):
    if tongue:
        canvas.shape([(-20, 74), (0, 70), (20, 74), (23, 106), (14, 130), (0, 136), (-14, 130), (-23, 106)], PINK)
        canvas.stroke([(0, 78), (0, 118)], 3, PINK_SHADE)
    light = mixed(breed.marking, "#ffffff", 0.08) if "mask" in breed.markings else breed.light
    if "beard" in breed.markings:
        canvas.furry(mirrored([(0, 22), (44, 28), (68, 62), (60, 104), (30, 128), (0, 134)]), breed.marking, tuft=10)
    else:
        canvas.shape(mirrored([(0, 18), (36, 24), (58, 50), (50, 80), (24, 88), (0, 80)]), light)
    dark = mixed(light, "#1b1414", 0.72)
    canvas.stroke([(0, 50), (0, 72)], 4, dark)
    for side in (-1, 1):
        canvas.stroke([(0, 72), (side * 14, 82), (side * 32, 80), (side * 44, 68)], 4, dark)
        for x, y in ((24, 54), (34, 60), (30, 48)):
            canvas.ellipse(side * x, y, 1.8, 1.8, dark, alpha=150)
    canvas.shape(mirrored([(0, 18), (20, 19), (29, 30), (18, 44), (0, 54)]), breed.nose)
    canvas.ellipse(-8, 26, 9, 4, "#ffffff", alpha=95)
    for side in (-1, 1):
        canvas.ellipse(side * 12, 36, 4.5, 3, "#000000", alpha=140)


def eye(canvas, breed, x, y, asleep, look):
    if asleep:
        canvas.stroke([(x - 17, y), (x - 6, y + 8), (x + 6, y + 8), (x + 17, y)], 5, "#1d1614")
        return
    canvas.ellipse(x, y, 20, 19, mixed(breed.shade, "#000000", 0.35), alpha=200)
    canvas.ellipse(x, y, 17, 17, "#fbfaf6")
    canvas.ellipse(x + look, y, 15, 15.5, breed.eye)
    canvas.ellipse(x + look, y, 9.5, 10, "#0d0a0a")
    canvas.ellipse(x + look - 5, y - 6, 4.8, 4.8, "#ffffff")
    canvas.ellipse(x + look + 5, y + 6, 2.3, 2.3, "#ffffff", alpha=190)


def side_head(canvas, breed, tongue=True):
    """A head that looks to the right."""
    if tongue:
        canvas.shape([(60, 44), (84, 40), (90, 66), (80, 92), (66, 86)], PINK)
    body = canvas.furry if breed.fur else canvas.shape
    extra = {"tuft": breed.fur * 0.7} if breed.fur else {}
    body([(-70, -14), (-48, -66), (4, -80), (44, -56), (60, -26), (112, -10), (126, 12), (112, 40), (66, 52), (20, 62),
          (-40, 70)], breed.coat, **extra)
    canvas.shape([(58, -18), (110, -8), (124, 12), (110, 38), (64, 48), (34, 34), (36, 6)], breed.light)
    if "blaze" in breed.markings:
        canvas.shape([(28, -72), (46, -54), (62, -22), (50, -14), (34, -40)], breed.light)
    if "mask" in breed.markings:
        canvas.shape([(36, -30), (110, -8), (124, 12), (110, 38), (60, 46), (30, 10)], breed.marking)
    canvas.ellipse(122, 2, 13, 12, breed.nose)
    canvas.ellipse(119, -3, 4.5, 2.6, "#ffffff", alpha=120)
    canvas.stroke([(116, 24), (92, 36), (60, 36), (44, 26)], 4, mixed(breed.light, "#1b1414", 0.75))
    canvas.ellipse(30, -24, 12, 12, mixed(breed.shade, "#000000", 0.4))
    canvas.ellipse(31, -24, 10, 10.5, breed.eye)
    canvas.ellipse(32, -24, 6.5, 7, "#0d0a0a")
    canvas.ellipse(29, -29, 3.4, 3.4, "#ffffff")
    own = breed.ear or breed.shade
    if breed.ears in ("pointed", "bat"):
        canvas.shape([(-46, -56), (-50, -120), (-36, -146), (-8, -116), (8, -70)], own)
        canvas.shape([(-36, -72), (-38, -112), (-33, -126), (-16, -106), (-6, -78)], breed.inner)
    else:
        canvas.shape([(-46, -62), (-8, -60), (-4, -14), (-16, 44), (-44, 56), (-64, 26), (-64, -24)], own)
