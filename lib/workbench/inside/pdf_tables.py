"""Ruled tables of a page: lines make a grid, and the grid's cells hold the characters whose middle is in them."""

from bisect import bisect_right

from pdf_words import text_of

# Lines that are so near are one; a rectangle so thin is a line.
NEAR = 3
MOST_LINES = 20_000


def rulings(boxes):
    """The sides of all boxes: upright ones as (x, top, bottom), level ones as (y, left, right)."""
    upright, level = [], []
    for box in boxes[:MOST_LINES]:
        x0, x1, top, bottom = box["x0"], box["x1"], box["top"], box["bottom"]
        if bottom - top > NEAR:
            upright += [(x, top, bottom) for x in ([x0, x1] if x1 - x0 > NEAR else [(x0 + x1) / 2])]
        if x1 - x0 > NEAR:
            level += [(y, x0, x1) for y in ([top, bottom] if bottom - top > NEAR else [(top + bottom) / 2])]
    return upright, level


def places(lines):
    """The places of lines on their axis, those that are near as one; and which place each line has."""
    found, of = [], {}
    for at in sorted({line[0] for line in lines}):
        if not found or at - found[-1] > NEAR:
            found.append(at)
        of[at] = len(found) - 1
    return found, of


def covered(lines, of, across):
    """Which pieces of the grid have a line: (place of the line, number of the piece between two places across)."""
    pieces = set()
    for at, begin, end in lines:
        first = bisect_right(across, begin - NEAR)
        last = bisect_right(across, end + NEAR) - 1
        pieces.update((of[at], piece) for piece in range(first, last))
    return pieces


class Grid:
    def __init__(self, boxes):
        upright, level = rulings(boxes)
        self.xs, of_x = places(upright)
        self.ys, of_y = places(level)
        self.upright = covered(upright, of_x, self.ys)
        self.level = covered(level, of_y, self.xs)

    def cell_at(self, column, row):
        """The smallest cell whose top left corner this is: (column, row, column after it, row after it)."""
        right = column
        while (row, right) in self.level:
            right += 1
            down = row
            while (column, down) in self.upright and (right, down) in self.upright:
                down += 1
                if all((down, at) in self.level for at in range(column, right)):
                    return column, row, right, down
        return None

    def cells(self):
        corners = {(column, row) for row, column in self.level} & set(self.upright)
        return [cell for column, row in sorted(corners) if (cell := self.cell_at(column, row))]


def groups(cells):
    """Cells that share a corner are one table."""
    table_of = {}

    def root(key):
        while table_of[key] != key:
            table_of[key] = key = table_of[table_of[key]]
        return key

    for left, top, right, bottom in cells:
        corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
        for corner in corners:
            table_of.setdefault(corner, corner)
            table_of[root(corner)] = root(corners[0])
    tables = {}
    for cell in cells:
        tables.setdefault(root(cell[:2]), []).append(cell)
    return list(tables.values())


def chars_by_cell(cells, chars, grid):
    """Each character to the one cell that its middle is in."""
    at = {(column, row): cell for cell in cells for column in range(cell[0], cell[2]) for row in range(cell[1], cell[3])}
    held = {}
    for char in chars:
        column = bisect_right(grid.xs, (char["x0"] + char["x1"]) / 2) - 1
        row = bisect_right(grid.ys, (char["top"] + char["bottom"]) / 2) - 1
        if (column, row) in at:
            held.setdefault(at[column, row], []).append(char)
    return held


def rows_of(cells, held):
    columns = sorted({cell[0] for cell in cells})
    by_corner = {cell[:2]: cell for cell in cells}
    return [
        [text_of(held.get(by_corner[column, row], [])) if (column, row) in by_corner else None for column in columns]
        for row in sorted({cell[1] for cell in cells})
    ]


def find_tables(boxes, chars):
    """The texts of all tables, from the top of the page; one cell alone is a frame and no table."""
    grid = Grid(boxes)
    tables = [cells for cells in groups(grid.cells()) if len(cells) > 1]
    tables.sort(key=lambda cells: min((cell[1], cell[0]) for cell in cells))
    return [rows_of(cells, chars_by_cell(cells, chars, grid)) for cells in tables]
