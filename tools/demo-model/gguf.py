"""Writes and reads GGUF version 3, little-endian. Layout: docs/gguf.md of ggml."""

import struct
from io import BytesIO

import numpy as np

ALIGNMENT = 32
_UINT32, _INT32, _FLOAT32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9
_TENSOR_TYPES = {np.dtype(np.float32): 0, np.dtype(np.float16): 1}
_TENSOR_DTYPES = {number: dtype for dtype, number in _TENSOR_TYPES.items()}


def _string(text: str) -> bytes:
    data = text.encode("utf8")
    return struct.pack("<Q", len(data)) + data


def _value(value) -> bytes:
    """Encodes a value after its type number: bool, int (uint32), float, str, or a list of str or int (int32)."""
    if isinstance(value, bool):
        return struct.pack("<I?", _BOOL, value)
    if isinstance(value, int):
        return struct.pack("<II", _UINT32, value)
    if isinstance(value, float):
        return struct.pack("<If", _FLOAT32, value)
    if isinstance(value, str):
        return struct.pack("<I", _STRING) + _string(value)
    if all(isinstance(item, str) for item in value):
        return struct.pack("<IIQ", _ARRAY, _STRING, len(value)) + b"".join(map(_string, value))
    return struct.pack("<IIQ", _ARRAY, _INT32, len(value)) + np.asarray(value, "<i4").tobytes()


def _padding(length: int) -> bytes:
    return b"\0" * (-length % ALIGNMENT)


def encode(metadata: dict, tensors: dict[str, np.ndarray]) -> bytes:
    """The bytes of a GGUF file. The rows of a matrix are its outputs, as in ggml."""
    head = [b"GGUF", struct.pack("<IQQ", 3, len(tensors), len(metadata))]
    head += [_string(key) + _value(value) for key, value in metadata.items()]
    data, offset = [], 0
    for name, values in tensors.items():
        sizes = values.shape[::-1]
        kind = _TENSOR_TYPES[values.dtype]
        head.append(_string(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, kind, offset))
        tensor = values.tobytes()
        tensor += _padding(len(tensor))
        data.append(tensor)
        offset += len(tensor)
    front = b"".join(head)
    return front + _padding(len(front)) + b"".join(data)


class _Reader:
    """Reads what :func:`encode` writes."""

    def __init__(self, data: bytes):
        self.data = BytesIO(data)

    def unpack(self, layout: str) -> tuple:
        return struct.unpack(layout, self.data.read(struct.calcsize(layout)))

    def string(self) -> str:
        return self.data.read(self.unpack("<Q")[0]).decode("utf8")

    def value(self):
        (kind,) = self.unpack("<I")
        if kind == _STRING:
            return self.string()
        if kind != _ARRAY:
            return self.unpack({_UINT32: "<I", _FLOAT32: "<f", _BOOL: "<?"}[kind])[0]
        item, count = self.unpack("<IQ")
        return [self.string() for _ in range(count)] if item == _STRING else list(self.unpack(f"<{count}i"))

    def tensor_head(self) -> tuple[str, tuple[int, ...], np.dtype, int]:
        """Name, shape, type and offset."""
        name, (dimensions,) = self.string(), self.unpack("<I")
        *sizes, kind, offset = self.unpack(f"<{dimensions}QIQ")
        return name, tuple(reversed(sizes)), _TENSOR_DTYPES[kind], offset


def decode(data: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """Metadata and tensors of a file that :func:`encode` wrote."""
    reader = _Reader(data)
    magic, version, tensors, entries = reader.unpack("<4sIQQ")
    if (magic, version) != (b"GGUF", 3):
        raise ValueError("not a GGUF file of version 3")
    metadata = {reader.string(): reader.value() for _ in range(entries)}
    heads = [reader.tensor_head() for _ in range(tensors)]
    begin = reader.data.tell()
    begin += len(_padding(begin))
    return metadata, {
        name: np.frombuffer(data, kind, int(np.prod(shape)), begin + offset).reshape(shape)
        for name, shape, kind, offset in heads
    }
