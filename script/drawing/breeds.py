# SPDX-License-Identifier: Apache-2.0

"""What dogs look like."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Breed:
    """The looks of a dog; colours are `#rrggbb`."""

    coat: str
    """The main colour."""
    shade: str
    """The same in the shade."""
    light: str
    """Muzzle, chest and paws."""
    ears: str = "floppy"
    """`floppy`, `pointed`, `folded`, `bat` or `curly`."""
    ear: str = ""
    """The colour of the ears, where they have one of their own."""
    inner: str = "#e7a9a0"
    """The inside of upright ears."""
    eye: str = "#5b3a1e"
    nose: str = "#241c1c"
    markings: tuple = ()
    """Any of `blaze`, `mask`, `brows`, `spots`, `patch`, `saddle` and `beard`."""
    marking: str = "#2a2320"
    """The colour of mask, spots, patch and saddle."""
    fur: float = 0
    """The length of the tufts at the edges; 0 is smooth."""
    collar: str = "#c8352e"
    leg: float = 1.0
    """The length of the legs."""
    body: float = 1.0
    """The length of the body."""
    tail: str = "long"
    """`long`, `curled`, `short` or `plumed`."""


SHEPHERD = Breed("#b9834a", "#8e5f31", "#d9b078", "pointed", ear="#4a3626", markings=("mask", "brows", "saddle"),
                 marking="#3a2c24", fur=9, collar="#2f6fb0", tail="plumed")
HUSKY = Breed("#6f7887", "#535c6a", "#f6f7f9", "pointed", inner="#e9c9c4", eye="#6fb7e6", markings=("blaze", "brows"),
              marking="#535c6a", fur=11, collar="#d8433b", tail="curled")
CORGI = Breed("#d98b3f", "#b46c2a", "#fdf4e6", "pointed", inner="#f0bfa6", markings=("blaze",), fur=7, leg=0.5,
              body=1.05, collar="#2e8f7d", tail="short")
LABRADOR = Breed("#3b3a40", "#27262b", "#55545c", eye="#7a4d22", collar="#d9a520")
DALMATIAN = Breed("#f7f5f0", "#d9d5cc", "#ffffff", ear="#2d2a2b", markings=("spots",), marking="#2d2a2b",
                  collar="#c8352e")
BEAGLE = Breed("#b7713a", "#8f5327", "#fbf3e6", ear="#8a4b22", markings=("blaze", "saddle"), marking="#33271f",
               collar="#3f7f4a")
DACHSHUND = Breed("#8a4a26", "#6b3719", "#b87545", ear="#6b3517", leg=0.38, body=1.35, collar="#e0b23a")
RETRIEVER = Breed("#e2b566", "#c4924a", "#f3d79b", ear="#cf9a4d", fur=10, collar="#2f6fb0", tail="plumed")
SCHNAUZER = Breed("#7c8086", "#5e6268", "#d9dbde", "folded", ear="#5b5f66", markings=("brows", "beard"),
                  marking="#e9eaec", fur=8, collar="#7a3fa0", tail="short")
POODLE = Breed("#dca878", "#bd8757", "#e8bf95", "curly", ear="#cc9563", fur=0, collar="#d65a8f", tail="short")
BULLDOG = Breed("#4b4a50", "#36353a", "#e9e4dc", "bat", inner="#d99c95", markings=("blaze",), collar="#d8433b",
                leg=0.75, tail="short")
TERRIER = Breed("#fbf6ec", "#dfd6c6", "#ffffff", "folded", ear="#b9793f", markings=("patch",), marking="#b9793f",
                fur=6, collar="#2e8f7d", leg=0.8)
