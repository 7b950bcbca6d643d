#!/usr/bin/env python3
"""Prints a file as a Markdown code block: fenced.py LANGUAGE FILE"""
import sys
from pathlib import Path

print(f"```{sys.argv[1]}\n{Path(sys.argv[2]).read_text(encoding='utf-8').rstrip()}\n```")
