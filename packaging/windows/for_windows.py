#!/usr/bin/env python3
"""Copy a console program as one that Windows gives no console.

    python3 for_windows.py FROM.exe TO.exe

The two differ in one number of their header: whether Windows opens a console
for a program that was not started from one. (The format of the header: Microsoft,
"PE Format", "Optional Header Windows-Specific Fields".)
"""

import struct
import sys
from pathlib import Path

GUI, CONSOLE = 2, 3
# Where the header of the image begins, and what stands in it.
AT_HEADER = 0x3C
OPTIONAL, CHECKSUM, SUBSYSTEM = 24, 64, 68


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    image = bytearray(Path(sys.argv[1]).read_bytes())
    (header,) = struct.unpack_from("<I", image, AT_HEADER)
    if image[header : header + 4] != b"PE\0\0":
        print(f"{sys.argv[1]} is not a program for Windows", file=sys.stderr)
        return 1
    at = header + OPTIONAL + SUBSYSTEM
    if struct.unpack_from("<H", image, at) != (CONSOLE,):
        print(f"{sys.argv[1]} is not a console program", file=sys.stderr)
        return 1
    struct.pack_into("<H", image, at, GUI)
    # The checksum would be wrong now; 0 stands for none.
    struct.pack_into("<I", image, header + OPTIONAL + CHECKSUM, 0)
    Path(sys.argv[2]).write_bytes(image)
    return 0


if __name__ == "__main__":
    sys.exit(main())
