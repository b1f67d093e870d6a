"""Makes tests/data/fonts/squares.ttf: a font of our own with signs of scripts that Inter lacks, each
of them a square, a space and a sign that is empty. It wants fonttools (`pip install fonttools`).

    python3 tests/tools/make_test_font.py
"""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

SIGNS = "名前あア가" + "\u05d0\u05d1" + "\u0628" + "\u0e01\u0915"
EMPTY = " \u3164"

square = TTGlyphPen(None)
square.moveTo((100, 0))
square.lineTo((100, 800))
square.lineTo((900, 800))
square.lineTo((900, 0))
square.closePath()
square = square.glyph()
empty = TTGlyphPen(None).glyph()

font = FontBuilder(1000, isTTF=True)
font.setupGlyphOrder([".notdef", "square", "empty"])
font.setupCharacterMap({ord(c): "square" for c in SIGNS} | {ord(c): "empty" for c in EMPTY})
font.setupGlyf({".notdef": empty, "square": square, "empty": empty})
font.setupHorizontalMetrics({name: (1000, 0) for name in [".notdef", "square", "empty"]})
font.setupHorizontalHeader(ascent=800, descent=-200)
font.setupNameTable({"familyName": "Icochess Squares", "styleName": "Regular"})
font.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
font.setupPost()
font.font["head"].created = font.font["head"].modified = 0
font.save("tests/data/fonts/squares.ttf")
