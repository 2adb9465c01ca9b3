# SPDX-License-Identifier: Apache-2.0

"""Draws the sample photos into the folder given."""

import json
import sys
from multiprocessing import Pool
from pathlib import Path

from files import SAMPLES, write


def write_one(job):
    index, folder = job
    write(SAMPLES[index], folder)


def main():
    folder = Path(sys.argv[1])
    with Pool() as pool:
        pool.map(write_one, [(index, folder) for index in range(len(SAMPLES))], chunksize=1)
    text = json.dumps([sample.entry for sample in SAMPLES], indent=2, ensure_ascii=False)
    (folder / "samples.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
