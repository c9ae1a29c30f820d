#!/usr/bin/env python3
"""make_hills.py: writes hills.png, the heights of the terrain in the scripts: 65 x 49 samples of 16 bits, with a hole.

    python3 make_hills.py > hills.png
"""
import math
import struct
import sys
import zlib

COLUMNS, ROWS, TOP = 65, 49, 65535


def sample(column, row):
    x, z = 6 * column / (COLUMNS - 1), 6 * row / (ROWS - 1)
    if (column - 20) ** 2 + (row - 20) ** 2 < 27:
        return TOP
    height = 0.5 + 0.25 * math.sin(1.3 * x + 0.5 * math.sin(z)) + 0.15 * math.cos(1.7 * z + x)
    return int(round(60000 * height))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


rows = b"".join(b"\0" + struct.pack(f">{COLUMNS}H", *(sample(c, r) for c in range(COLUMNS))) for r in range(ROWS))
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", COLUMNS, ROWS, 16, 0, 0, 0, 0)) +
                        chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))
