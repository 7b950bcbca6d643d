#!/usr/bin/env python3
"""The stripped archive stays small enough to be carried along: size.py STRIP ARCHIVE MOST_BYTES"""
import subprocess
import sys
import tempfile
from pathlib import Path

strip, archive, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
with tempfile.TemporaryDirectory() as directory:
    stripped = Path(directory, "stripped.a")
    subprocess.run([strip, "--strip-unneeded", "-o", stripped, archive], check=True)
    size = stripped.stat().st_size
left = most - size
print(f"{size} bytes stripped, at most {most} allowed: " +
      (f"{left} left" if left >= 0 else f"{-left} too many (HACKING.md, \"Add an operator\", 7)"))
sys.exit(size > most)
