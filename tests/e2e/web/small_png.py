"""Pictures that load quickly: a PNG of at most 256 colours, a third as large."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

MOST = 256
SIGNATURE = b"\x89PNG\r\n\x1a\n"
READ = """async (text) => {
  const sent = await fetch(`data:image/png;base64,${text}`);
  const image = await createImageBitmap(await sent.blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  let bytes = "";
  for (let at = 0; at < data.length; at += 8192)
    bytes += String.fromCharCode(...data.subarray(at, at + 8192));
  return [image.width, image.height, btoa(bytes)];
}"""
"""A browser reads a PNG; nothing is installed for that."""

Pixels = NDArray[np.uint8]


def small(page: Page, png: bytes) -> bytes:
    """The picture with few colours; ``page`` is an empty one of a browser, which reads it."""
    width, height, text = page.evaluate(READ, b64encode(png).decode())
    pixels: Pixels = np.frombuffer(b64decode(text), np.uint8).reshape(-1, 4)[:, :3]
    packed = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    known, where, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([known >> 16, known >> 8 & 255, known & 255], axis=1).astype(np.float64)
    palette = chosen(colours, counts)
    rows = nearest(colours, palette)[where].reshape(height, width)
    return written(rows, palette)


def chosen(colours: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Colours that stand for all: the box that spreads most is cut in two, again and again."""
    boxes = [np.arange(len(colours))]
    while len(boxes) < MOST:
        spread = [
            float(np.ptp(colours[box], axis=0).max()) * counts[box].sum() ** 0.5 for box in boxes
        ]
        if max(spread) == 0:
            break
        box = boxes.pop(int(np.argmax(spread)))
        axis = int(np.ptp(colours[box], axis=0).argmax())
        box = box[np.argsort(colours[box, axis], kind="stable")]
        half = np.searchsorted(counts[box].cumsum(), counts[box].sum() / 2)
        cut = min(max(int(half), 1), len(box) - 1)
        boxes += [box[:cut], box[cut:]]
    return np.array([np.average(colours[box], axis=0, weights=counts[box]) for box in boxes])


def nearest(colours: NDArray[np.float64], palette: NDArray[np.float64]) -> Pixels:
    """Return the nearest colour of the palette for each colour."""
    found = [
        ((part[:, None, :] - palette[None]) ** 2).sum(axis=2).argmin(axis=1)
        for part in np.array_split(colours, len(colours) // 4096 + 1)
    ]
    return np.concatenate(found).astype(np.uint8)


def written(rows: Pixels, palette: NDArray[np.float64]) -> bytes:
    """A PNG with a palette."""
    height, width = rows.shape
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head), (b"PLTE", palette.round().astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""),
    )  # fmt: skip
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
