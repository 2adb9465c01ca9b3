# SPDX-License-Identifier: Apache-2.0

"""The sample photos: dogs in places."""

import math

import scenery
from bodies import portrait, running, sitting, sleeping
from breeds import (BEAGLE, BULLDOG, CORGI, DACHSHUND, DALMATIAN, HUSKY, LABRADOR, POODLE, RETRIEVER, SCHNAUZER, SHEPHERD,
                    TERRIER)


def lake(canvas):
    canvas.gradient("#5aa9e0", "#dff1fb", 0, 470)
    canvas.glow(canvas.width * 0.78, 130, 260, "#fff3c0", 230)
    scenery.clouds(canvas, [(150, 120, 0.8), (560, 210, 0.55)])
    scenery.ridge(canvas, 470, 260, "#7f96b5", 21, 190, snow="#f7fafc")
    scenery.ridge(canvas, 472, 130, "#4f7470", 8, 120)
    scenery.water(canvas, 470, 720, "#8cc6e6", "#2f7fb0")
    scenery.grass(canvas, 700, 1000, "#7fae4f", "#3f7a34", 700)
    scenery.flowers(canvas, 760, 990, 46, ["#ffffff", "#f6d0e6", "#f7e27a"])
    with canvas.moved(canvas.width * 0.47, 925, 1.05):
        sitting(canvas, SHEPHERD, tilt=3)


def snow(canvas):
    canvas.gradient("#8fb4d9", "#e9f1f8", 0, 620)
    for x, base, height in ((90, 610, 330), (260, 580, 220), (1010, 600, 300), (1180, 620, 400), (860, 570, 190)):
        scenery.fir(canvas, x, base, height, "#3e6b63", snow="#f4f8fb")
    canvas.gradient("#f8fbfe", "#cfdded", 570, 1000)
    canvas.ellipse(300, 640, 520, 80, "#fdfeff")
    canvas.ellipse(1120, 660, 480, 70, "#eef4fa")
    with canvas.moved(canvas.width / 2, 1000, 1.3):
        portrait(canvas, HUSKY, tilt=-4, look=2)
    scenery.snowfall(canvas)


def meadow(canvas):
    canvas.gradient("#6cbcec", "#e3f4fb", 0, 560)
    scenery.clouds(canvas, [(240, 160, 1.1), (880, 110, 0.8), (1290, 240, 0.9)])
    canvas.shape([(-200, 620), (200, 470), (620, 520), (1000, 600), (1000, 700), (-200, 700)], "#9ccf73")
    canvas.shape([(600, 640), (1000, 500), (1400, 450), (1800, 560), (1800, 720), (600, 720)], "#8bc267")
    scenery.tree(canvas, 1300, 610, 330, "#5fa44b")
    scenery.grass(canvas, 580, 1000, "#9ccf62", "#4c8f35", 900)
    scenery.flowers(canvas, 640, 980, 90, ["#ffffff", "#f58fb0", "#b08ff5", "#f7e27a"])
    with canvas.moved(640, 850, 1.25):
        running(canvas, CORGI, stride=1.15)
    canvas.shadow(1210, 846, 60, 16)
    canvas.ellipse(1210, 700, 40, 40, "#e2483d")
    canvas.stroke([(1178, 690), (1210, 712), (1243, 690)], 7, "#ffffff", alpha=220)
    canvas.ellipse(1197, 686, 11, 8, "#ffffff", alpha=130)


def fireside(canvas):
    canvas.gradient("#5b4257", "#7d5a5f", 0, 640)
    canvas.polygon([(120, 110), (520, 110), (520, 480), (120, 480)], "#e9dccb")
    canvas.polygon([(140, 130), (500, 130), (500, 460), (140, 460)], "#16244a")
    for x, y, radius in ((190, 190, 4), (260, 250, 3), (330, 170, 4), (430, 280, 3), (240, 380, 3), (460, 190, 3.5)):
        canvas.ellipse(x, y, radius, radius, "#fff6d8")
    canvas.ellipse(410, 210, 42, 42, "#fdf0c4")
    canvas.ellipse(428, 200, 38, 38, "#16244a")
    canvas.polygon([(314, 130), (326, 130), (326, 460), (314, 460)], "#e9dccb")
    canvas.polygon([(140, 290), (500, 290), (500, 302), (140, 302)], "#e9dccb")
    fire(canvas, 1030, 640)
    scenery.boards(canvas, 640, "#a9764a")
    canvas.ellipse(670, 830, 560, 130, "#b5483f")
    canvas.ellipse(670, 830, 520, 116, "#e8c9a0")
    canvas.ellipse(670, 830, 480, 102, "#c75b4c")
    canvas.glow(1000, 700, 520, "#ffb45a", 90)
    with canvas.moved(660, 850, 1.2):
        sleeping(canvas, BEAGLE)


def fire(canvas, x, base):
    canvas.polygon([(x - 240, base), (x - 240, base - 430), (x + 240, base - 430), (x + 240, base)], "#9b8f88")
    for row in range(8):
        for column in range(5):
            left = x - 236 + column * 96 + (row % 2) * -34
            right = min(left + 88, x + 236)
            left = max(left, x - 236)
            canvas.polygon([(left, base - 426 + row * 54), (right, base - 426 + row * 54),
                            (right, base - 380 + row * 54), (left, base - 380 + row * 54)], "#b7aaa1")
    canvas.polygon([(x - 280, base - 470), (x + 280, base - 470), (x + 270, base - 420), (x - 270, base - 420)], "#6b4630")
    canvas.shape([(x - 150, base + 8), (x - 150, base - 220), (x, base - 300), (x + 150, base - 220), (x + 150, base + 8)],
                 "#2a1d1b")
    canvas.glow(x, base - 90, 220, "#ff8a2a", 210)
    for size, fill in ((1.0, "#f0641e"), (0.7, "#ffab2e"), (0.4, "#ffe9a0")):
        canvas.shape([(x - 88 * size, base), (x - 70 * size, base - 90 * size), (x - 36 * size, base - 120 * size),
                      (x - 8 * size, base - 210 * size), (x + 40 * size, base - 110 * size),
                      (x + 74 * size, base - 100 * size), (x + 86 * size, base)], fill)
    canvas.stroke([(x - 110, base - 4), (x + 110, base - 26)], 34, "#5b3a26")
    canvas.stroke([(x - 110, base - 26), (x + 110, base - 4)], 34, "#6b452d")


def polka(canvas):
    canvas.gradient("#ff9a6b", "#ff6f6b")
    for row in range(9):
        for column in range(9):
            canvas.ellipse(column * 130 + (row % 2) * 65, row * 124 + 20, 20, 20, "#ffffff", alpha=46)
    with canvas.moved(500, 1000, 1.42):
        portrait(canvas, DALMATIAN, tilt=5)


def wagging(canvas, beat):
    """A picture of the one that moves, at a share of its beat from 0 to 1."""
    swing = math.sin(beat * math.tau)
    canvas.gradient("#ffe9b8", "#ffd27a", 0, 700)
    canvas.gradient("#e59a5b", "#c97a3f", 700, 1000)
    with canvas.moved(canvas.width * 0.44, 930, 1.28):
        sitting(canvas, TERRIER, wag=swing * 24 - 8, tilt=swing * 4, look=swing * 2)


def sunset(canvas):
    canvas.gradient("#3f3d78", "#f7a86a", 0, 520)
    canvas.glow(1160, 480, 420, "#ffd98a", 255)
    canvas.ellipse(1160, 500, 110, 110, "#ffe7a6")
    scenery.water(canvas, 520, 700, "#f2a877", "#46628f")
    canvas.gradient("#d9a878", "#b98558", 690, 1000)
    canvas.shape([(-60, 690), (300, 708), (760, 684), (1260, 712), (1900, 690), (1900, 728), (900, 722), (-60, 730)],
                 "#f6e3c8", alpha=210)
    for x, y, size in ((210, 900, 26), (1500, 860, 22), (1370, 950, 30)):
        canvas.shape([(x, y - size), (x + size, y - size * 0.2), (x + size * 0.6, y + size * 0.5), (x - size * 0.6, y + size * 0.5),
                      (x - size, y - size * 0.2)], "#f3d9c6")
        for ray in (-0.5, 0, 0.5):
            canvas.stroke([(x, y + size * 0.4), (x + ray * size * 1.3, y - size * 0.6)], 2.5, "#c99a86")
    with canvas.moved(800, 880, 1.3):
        running(canvas, DACHSHUND, stride=0.25)


def beach(canvas):
    canvas.gradient("#4fb3ea", "#d8f1fb", 0, 470)
    scenery.clouds(canvas, [(300, 140, 0.9), (1190, 190, 1.0)])
    scenery.water(canvas, 470, 680, "#53c2d6", "#2796b8")
    canvas.gradient("#f6e2b0", "#e4c483", 660, 1000)
    canvas.shape([(-60, 660), (400, 690), (900, 662), (1300, 692), (1700, 664), (1700, 700), (800, 708), (-60, 698)],
                 "#ffffff", alpha=220)
    umbrella(canvas, 1180, 800)
    with canvas.moved(560, 930, 1.12):
        sitting(canvas, RETRIEVER, tilt=-3)


def umbrella(canvas, x, base):
    canvas.shadow(x + 60, base, 230, 40)
    canvas.stroke([(x, base), (x - 50, base - 470)], 14, "#f4f0e8")
    points = [(x - 300, base - 380), (x - 200, base - 500), (x - 60, base - 550), (x + 90, base - 520), (x + 190, base - 420)]
    for index, fill in enumerate(["#e8503f", "#fff4e4", "#e8503f", "#fff4e4"]):
        canvas.polygon([points[index], points[index + 1], (x - 54, base - 430 + abs(index - 1.5) * 10)], fill)


def autumn(canvas):
    canvas.gradient("#f6dfb4", "#f4efe0", 0, 640)
    for x, height, crown, seed in ((120, 640, "#d9822b", 1), (1220, 720, "#c9542a", 2), (930, 460, "#e0a93a", 3),
                                   (420, 440, "#cf6a2c", 4)):
        scenery.tree(canvas, x, 690, height, crown, seed)
    canvas.gradient("#c99a52", "#94622f", 640, 1000)
    scenery.leaves(canvas, 660, 1000, 260)
    with canvas.moved(650, 930, 1.16):
        sitting(canvas, SCHNAUZER, tongue=False, tilt=-5)
    scenery.leaves(canvas, 940, 1010, 18, seed=8)
    for x, y, angle in ((300, 250, 30), (520, 130, 200), (880, 210, 100), (1020, 330, 300), (220, 420, 140)):
        scenery.leaf(canvas, x, y, 20, "#d9622b", angle)


def studio(canvas):
    """A portrait whose surroundings are cut out afterwards."""
    with canvas.moved(500, 1000, 1.4):
        portrait(canvas, POODLE)


def city(canvas):
    canvas.gradient("#2b2f5c", "#e58a6f", 0, 710)
    canvas.ellipse(1450, 170, 56, 56, "#fdeec2")
    scenery.skyline(canvas, 660, "#3c3f70", "#ffd27a", seed=9, tall=480)
    scenery.skyline(canvas, 700, "#282a50", "#ffc45a", seed=12, tall=300)
    canvas.gradient("#5d5f78", "#3c3e54", 700, 1000)
    for x in range(-100, 1900, 260):
        canvas.polygon([(x, 850), (x + 150, 850), (x + 130, 866), (x - 24, 866)], "#f4e3b0", alpha=200)
    canvas.gradient("#8a8ca3", "#747690", 890, 1000)
    canvas.stroke([(330, 900), (330, 330)], 16, "#1d1f3a")
    canvas.glow(330, 300, 210, "#ffe0a0", 220)
    canvas.ellipse(330, 306, 34, 40, "#fff3cf")
    with canvas.moved(930, 950, 1.1):
        sitting(canvas, BULLDOG, tilt=4)


def kitchen(canvas):
    canvas.gradient("#bfe3d4", "#dff3ea", 0, 1000)
    for column in range(0, 1400, 110):
        canvas.stroke([(column, 0), (column, 1000)], 3, "#ffffff", alpha=150)
    for row in range(0, 1000, 110):
        canvas.stroke([(0, row), (1400, row)], 3, "#ffffff", alpha=150)
    with canvas.moved(canvas.width / 2, 1000, 1.35):
        portrait(canvas, BEAGLE, tongue=False, tilt=9)


def garden(canvas):
    canvas.gradient("#c9d8e0", "#eef3f5", 0, 560)
    scenery.ridge(canvas, 560, 160, "#9fb0b8", 5, 240)
    scenery.grass(canvas, 540, 1000, "#a7b59a", "#6d7f62", 600)
    with canvas.moved(canvas.width * 0.48, 860, 1.12):
        running(canvas, LABRADOR, stride=0.8)
