#!/usr/bin/env python3
"""Copy a console program as a program without a console.

    python3 for_windows.py FROM.exe TO.exe

The programs differ in one number of their header: whether Windows opens a
console for them. (Microsoft, "PE Format", "Optional Header Windows-Specific
Fields".)
"""

import struct
import sys
from pathlib import Path

GUI, CONSOLE = 2, 3
# Offset of the header's position, and offsets in the header.
AT_HEADER = 0x3C
OPTIONAL, CHECKSUM, SUBSYSTEM = 24, 64, 68


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    image = bytearray(Path(sys.argv[1]).read_bytes())
    (header,) = struct.unpack_from("<I", image, AT_HEADER)
    if image[header : header + 4] != b"PE\0\0":
        print(f"{sys.argv[1]} isn't a program for Windows", file=sys.stderr)
        return 1
    at = header + OPTIONAL + SUBSYSTEM
    if struct.unpack_from("<H", image, at) != (CONSOLE,):
        print(f"{sys.argv[1]} isn't a console program", file=sys.stderr)
        return 1
    struct.pack_into("<H", image, at, GUI)
    # The checksum is wrong now; 0 means none.
    struct.pack_into("<I", image, header + OPTIONAL + CHECKSUM, 0)
    Path(sys.argv[2]).write_bytes(image)
    return 0


if __name__ == "__main__":
    sys.exit(main())
