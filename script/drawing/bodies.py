# SPDX-License-Identifier: Apache-2.0

"""Whole dogs. Each stands on the line y = 0, around x = 0, and is about 600 units high."""

from canvas import mixed
from heads import front_head, side_head, spots


def portrait(canvas, breed, tongue=True, look=0.0, tilt=0.0):
    """Head and shoulders; the shoulders end at y = 0."""
    shoulders = [(-250, 20), (-225, -110), (-130, -215), (0, -240), (130, -215), (225, -110), (250, 20)]
    furry(canvas, breed, shoulders, breed.coat, 1.6)
    furry(canvas, breed, [(-110, 20), (-105, -120), (-70, -200), (0, -215), (70, -200), (105, -120), (110, 20)],
          breed.light, 1.6, seed=3)
    if "spots" in breed.markings:
        spots(canvas, breed, [(-170, -80), (-120, -30), (150, -110), (190, -30), (-60, -70), (70, -20), (20, -120)], 17)
    collar(canvas, breed, 0, -196, 138, 40)
    with canvas.moved(0, -345, 1.75, angle=tilt):
        front_head(canvas, breed, tongue, look=look)


def collar(canvas, breed, x, y, width, drop):
    canvas.stroke([(x - width, y - 10), (x - width * 0.5, y + drop * 0.6), (x, y + drop), (x + width * 0.5, y + drop * 0.6),
                   (x + width, y - 10)], width * 0.18, breed.collar)
    canvas.ellipse(x, y + drop + width * 0.2, width * 0.15, width * 0.15, "#e6c14a")
    canvas.ellipse(x - width * 0.04, y + drop + width * 0.16, width * 0.05, width * 0.05, "#fff3c4")


def sitting(canvas, breed, tongue=True, look=0.0, wag=0.0, tilt=0.0):
    """A dog that sits and looks at who looks at it; `wag` turns the tail by degrees."""
    canvas.shadow(0, -4, 290, 52)
    with canvas.moved(120, -60, angle=wag):
        tail(canvas, breed)
    for side in (False, True):
        with canvas.moved(flipped=side):
            furry(canvas, breed, [(60, -170), (128, -176), (172, -100), (168, -26), (120, 0), (60, -20)], breed.shade)
            canvas.ellipse(138, -16, 52, 22, breed.light if breed.fur else breed.coat)
    furry(canvas, breed, [(0, -400), (88, -370), (122, -240), (118, -110), (70, -40), (-70, -40), (-118, -110),
                          (-122, -240), (-88, -370)], breed.coat, 1.2)
    if "saddle" in breed.markings:
        canvas.shape([(-88, -360), (-118, -250), (-114, -120), (-86, -80), (-84, -200)], breed.marking, alpha=210)
        canvas.shape([(88, -360), (118, -250), (114, -120), (86, -80), (84, -200)], breed.marking, alpha=210)
    furry(canvas, breed, [(0, -380), (58, -340), (70, -230), (40, -140), (0, -110), (-40, -140), (-70, -230),
                          (-58, -340)], breed.light, 1.2, seed=5)
    for side in (False, True):
        with canvas.moved(flipped=side):
            canvas.stroke([(50, -220), (54, -120), (52, -24)], 66, breed.coat, end_width=54)
            canvas.stroke([(82, -190), (84, -110), (78, -36)], 5, breed.shade, alpha=170)
            canvas.stroke([(22, -150), (20, -60), (22, -20)], 4, breed.shade, alpha=120)
            canvas.ellipse(54, -16, 40, 22, breed.light)
            for toe in (38, 54, 70):
                canvas.stroke([(toe, -24), (toe, -8)], 3.4, mixed(breed.light, "#3a2c24", 0.55))
    if "spots" in breed.markings:
        spots(canvas, breed, [(-90, -250), (84, -290), (-96, -150), (98, -180), (140, -110), (-140, -80), (20, -300)], 15)
    collar(canvas, breed, 0, -366, 88, 26)
    with canvas.moved(0, -470, 1.16, angle=tilt):
        front_head(canvas, breed, tongue, look=look)


def tail(canvas, breed):
    width = 34 if breed.tail == "plumed" else 24
    if breed.tail == "short":
        canvas.stroke([(0, 20), (46, -14), (64, -40)], 34, breed.coat, end_width=22)
    elif breed.tail == "curled":
        canvas.stroke([(0, 30), (90, 10), (132, -60), (104, -128), (52, -112), (62, -70)], 52, breed.coat, end_width=40)
        canvas.stroke([(124, -86), (104, -126), (56, -112)], 20, breed.light, end_width=26)
    else:
        canvas.stroke([(0, 30), (80, 20), (140, -30), (166, -100)], width + 8, breed.coat, end_width=width * 0.5)
        if breed.tail == "plumed":
            furry(canvas, breed, [(60, 22), (120, 0), (158, -50), (170, -104), (186, -60), (160, 10), (110, 44)],
                  breed.coat, 1.6)


def running(canvas, breed, tongue=True, stride=1.0):
    """A dog from the side, which runs to the right; with a stride of 0 it stands."""
    length, leg = 230 * breed.body, 210 * breed.leg
    belly = -leg
    canvas.shadow(0, 0, length * 1.5, 46, strength=80)
    far, near = mixed(breed.shade, "#000000", 0.12), breed.coat
    reach = 96 * stride * max(breed.leg, 0.6)
    lift = 52 * stride * max(breed.leg, 0.6)
    thick = 58 if breed.leg < 0.7 else 50
    for colour, shift, swing in ((far, 26, -0.45), (near, 0, 1)):
        hind, front = -length * 0.78 + shift, length * 0.72 + shift
        limb(canvas, breed, colour, (hind, belly - 50), (hind - reach * swing * 1.1, -lift), thick * 1.25, bend=24)
        limb(canvas, breed, colour, (front, belly - 40), (front + reach * swing, -lift * 0.8), thick, bend=-12)
    with canvas.moved(-length * 0.98, belly - 120, flipped=True):
        tail(canvas, breed)
    top = belly - 178
    trunk = [(-length, belly - 120), (-length * 0.8, top + 10), (-length * 0.2, top + 16), (length * 0.5, top - 6),
             (length, top + 6), (length * 1.06, belly - 80), (length * 0.8, belly + 12), (length * 0.1, belly - 14),
             (-length * 0.5, belly - 24), (-length * 0.9, belly - 30)]
    furry(canvas, breed, trunk, breed.coat, 1.2)
    canvas.shape([(length * 0.96, belly - 90), (length * 0.8, belly + 12), (length * 0.1, belly - 12),
                  (-length * 0.5, belly - 22), (0, belly - 52), (length * 0.6, belly - 60)], breed.light, alpha=235)
    if "saddle" in breed.markings:
        canvas.shape([(-length * 0.92, top + 40), (-length * 0.4, top + 8), (length * 0.5, top), (length * 0.5, top + 80),
                      (0, top + 96), (-length * 0.7, top + 110)], breed.marking)
    if "patch" in breed.markings:
        canvas.ellipse(-length * 0.4, top + 66, 70, 44, breed.marking, angle=-8)
    neck = length - 10
    canvas.stroke([(neck - 66, top + 60), (neck - 20, top + 10), (neck + 10, top - 24)], 158, breed.coat, end_width=140)
    canvas.stroke([(neck - 66, top - 8), (neck - 2, top + 42), (neck + 74, top + 40)], 20, breed.collar)
    with canvas.moved(neck + 36, top - 62, 1.4, angle=-6):
        side_head(canvas, breed, tongue)


def limb(canvas, breed, fill, hip, foot, width, bend):
    knee = ((hip[0] + foot[0]) / 2 + bend, (hip[1] + foot[1]) / 2)
    ankle = (foot[0], foot[1] - 18)
    canvas.stroke([hip, knee, ankle], width, fill, end_width=width * 0.6)
    canvas.ellipse(foot[0] + 12, foot[1] - 14, 32, 17, mixed(fill, breed.light, 0.75))


def sleeping(canvas, breed):
    """A dog that is curled up and sleeps."""
    canvas.shadow(0, 0, 420, 80, strength=120)
    furry(canvas, breed, [(-290, -60), (-250, -190), (-110, -262), (80, -256), (240, -190), (300, -90), (250, -10),
                          (60, 16), (-180, 10)], breed.coat, 1.3)
    canvas.shape([(120, -220), (246, -170), (290, -90), (240, -20), (130, -10), (180, -100)], breed.shade, alpha=150)
    canvas.stroke([(260, -40), (150, 14), (0, 22), (-110, -4)], 54, breed.coat, end_width=26)
    canvas.stroke([(246, -16), (150, 34), (0, 44), (-100, 20)], 5, breed.shade, alpha=160)
    canvas.stroke([(60, -200), (130, -150), (150, -70)], 5, breed.shade, alpha=140)
    canvas.ellipse(-150, -70, 150, 112, breed.shade, angle=-10, alpha=190)
    with canvas.moved(-170, -86, 1.2, angle=-10):
        front_head(canvas, breed, tongue=False, asleep=True)
    canvas.ellipse(-20, -2, 50, 26, mixed(breed.coat, breed.light, 0.6), angle=-6)
    for toe in (-40, -20, 0):
        canvas.stroke([(toe, -12), (toe - 2, 8)], 3.4, breed.shade)


def furry(canvas, breed, points, fill, length=1.0, seed=1):
    if breed.fur:
        canvas.furry(points, fill, tuft=breed.fur * length, seed=seed)
    else:
        canvas.shape(points, fill)
