#!/usr/bin/env python3
"""Draws the icons of the interface into NotoSansSymbols2-subset.ttf, in the place of Noto's signs.

All are drawn alike: on a square of 24 units, with round strokes of one width, which is Inter's at
text size. Needs fonttools and skia-pathops.
"""

from pathlib import Path

import pathops
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

FONT = Path(__file__).parent / "NotoSansSymbols2-subset.ttf"
# Width of a stroke and size of the square, in the icons' units.
STROKE, SQUARE = 2.2, 24
# Width of the square, and height of its middle above the baseline, in thousandths of the font size.
# Noto's pieces have the same middle.
WIDTH, MIDDLE = 920, 350


def circle(x, y, radius):
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


def dots(*places):
    return " ".join(f"M{x} {y}h0.01" for x, y in places)


RING = circle(12, 12, 9)
LEFT, RIGHT = "M9 5L4 10L9 15M4.5 10H14.5A5 5 0 0 1 14.5 20H11", "M15 5L20 10L15 15M19.5 10H9.5A5 5 0 0 0 9.5 20H13"

# For each sign, its strokes, and then its solid parts, as paths of SVG.
ICONS = {
    "☰": ("M4 6.5H20M4 12H20M4 17.5H20", ""),
    "⏮": ("M5 5.5V18.5", "M19 5.5L9.5 12L19 18.5Z"),
    "⏭": ("M19 5.5V18.5", "M5 5.5L14.5 12L5 18.5Z"),
    "◀": ("", "M16.5 5.5L7 12L16.5 18.5Z"),
    "▶": ("", "M7.5 5.5L17 12L7.5 18.5Z"),
    "▲": ("M5 15.5L12 8.5L19 15.5", ""),
    "▼": ("M5 8.5L12 15.5L19 8.5", ""),
    "⏵": (RING, "M10.5 8.8L15.5 12L10.5 15.2Z"),
    "⏩": ("", "M4 6L12 12L4 18ZM13 6L21 12L13 18Z"),
    "⏯": ("M15.5 6V18M20.5 6V18", "M3.5 6L11.5 12L3.5 18Z"),
    "⭯": ("M18.6 8.6A7.5 7.5 0 1 0 19.5 12M19.2 3.8V8.6H14.4", ""),
    "🗘": ("M4.8 10.5A7.4 7.4 0 0 1 18.6 8.6M19.2 13.5A7.4 7.4 0 0 1 5.4 15.4"
          "M19.2 3.8V8.6H14.4M4.8 20.2V15.4H9.6", ""),
    "⮪": (LEFT, ""),
    "⮫": (RIGHT, ""),
    "⮁": ("M7.5 20V5M3.5 9L7.5 5L11.5 9M16.5 4V19M12.5 15L16.5 19L20.5 15", ""),
    "👁": ("M2.5 12C5 7.5 8.3 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12Z",
          circle(12, 12, 2)),
    "🏳": ("M5.5 21V3.8M5.5 4.8C10 2.5 13 7.2 19 4.8V13.8C13 16.2 10 11.5 5.5 13.8", ""),
    "🗀": ("M3 19V5.5H9.5L12 8.5H21V19Z", ""),
    "🗂": (circle(9, 8, 3.5) + "M2.5 19.5C2.5 13 15.5 13 15.5 19.5M15.5 4.7A3.5 3.5 0 0 1 15.5 11.3"
          "M18 14.6C20.5 15.3 21.5 17 21.5 19.5", ""),
    "👪": (circle(7, 9, 3) + circle(17, 9, 3) + "M2 18.5C2 13.5 12 13.5 12 18.5C12 13.5 22 13.5 22 18.5", ""),
    "🕮": (RING + "M9.4 9.6C9.4 6.4 14.6 6.4 14.6 9.5C14.6 11.5 12 11.6 12 13.6" + dots((12, 16.9)), ""),
    "🗎": (RING + "M12 11.5V16.8" + dots((12, 7.6)), ""),
    "🛠": ("M3.5 7H20.5M3.5 17H20.5", circle(8.5, 7, 2.2) + circle(15.5, 17, 2.2)),
    "⏻": ("M12 3V11.5M7 6A8 8 0 1 0 17 6", ""),
    "🔍": (circle(10.5, 10.5, 6.8) + "M15.5 15.5L21 21", ""),
    "✦": ("M9 17.5C9 14.8 6.2 13.5 6.2 9.3A5.8 5.8 0 0 1 17.8 9.3C17.8 13.5 15 14.8 15 17.5ZM10 21.3H14", ""),
    "🎓": ("M12 4.5L22 9.3L12 14.1L2 9.3ZM6.5 11.6V17C9.5 20 14.5 20 17.5 17V11.6M22 9.5V15.5", ""),
    "📷": ("M2.5 8H7L9 5H15L17 8H21.5V19H2.5Z" + circle(12, 13, 3.2), ""),
    "🖼": ("M3 5H21V19H3ZM3.5 17L9 11L13.5 15.5L16.5 12.5L20.5 16.5" + dots((15.8, 9)), ""),
    "🏠": ("M3 11.5L12 4L21 11.5M5.8 9.5V20H18.2V9.5", ""),
    "⌨": ("M2.5 5.5H21.5V18.5H2.5ZM8 14.8H16" + dots((6.6, 10), (10.2, 10), (13.8, 10), (17.4, 10)), ""),
    "🗒": ("M9.5 6H20M9.5 12H20M9.5 18H20" + dots((4.5, 6), (4.5, 12), (4.5, 18)), ""),
    "🎖": ("M4 8.5H8.6A2.9 2.9 0 1 1 13.4 8.5H18V13.1A2.9 2.9 0 1 1 18 17.9V21H4Z", ""),
    "🖧": (circle(6, 13, 2.6) + circle(18, 13, 2.6) + "M1.5 21C1.5 16.5 10.5 16.5 10.5 21"
          "M13.5 21C13.5 16.5 22.5 16.5 22.5 21M6 7C9 3.5 15 3.5 18 7", ""),
    "👓": ("M2.5 7.5H21.5V17H15.5L12 13.5L8.5 17H2.5Z", ""),
}


def glyph(strokes, solid):
    """Returns the outline of an icon."""
    scale = WIDTH / SQUARE
    pen = TTGlyphPen(None)
    # In a font, up is positive.
    place = TransformPen(Cu2QuPen(pen, 0.5), (scale, 0, 0, -scale, 0, MIDDLE + WIDTH / 2))
    # The parts of an icon may overlap.
    for part, width in ((strokes, STROKE), (solid, STROKE / 2), (solid, 0)):
        drawn = pathops.Path()
        parse_path(part, drawn.getPen())
        if width:
            drawn.stroke(width, pathops.LineCap.ROUND_CAP, pathops.LineJoin.ROUND_JOIN, 4)
            drawn.convertConicsToQuads()
        drawn.simplify(fix_winding=True)
        drawn.draw(place)
    return pen.glyph(dropImpliedOnCurves=True)


def main():
    font = TTFont(FONT, recalcTimestamp=False)
    names = font.getBestCmap()
    for sign, (strokes, solid) in ICONS.items():
        name = names[ord(sign)]
        icon = glyph(strokes, solid)
        icon.recalcBounds(font["glyf"])
        font["glyf"][name] = icon
        font["hmtx"][name] = (WIDTH, icon.xMin)
    font.save(FONT)


if __name__ == "__main__":
    main()
