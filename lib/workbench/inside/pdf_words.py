"""Words and lines of a page from its single characters: each has `text` and a box (x0, x1, top, bottom)."""


def lines_of(chars, tolerance):
    """Characters of one height together, from the top of the page; in each line from the left."""
    lines, last = [], None
    for char in sorted(chars, key=lambda one: one["top"]):
        if last is None or char["top"] - last > tolerance:
            lines.append([])
        lines[-1].append(char)
        last = char["top"]
    return [sorted(line, key=lambda one: one["x0"]) for line in lines]


def words_of(line, tolerance):
    """Words end at a space and where the next character stands apart."""
    words, open_word = [], None
    for char in line:
        if char["text"].isspace():
            open_word = None
        elif open_word is None or char["x0"] - open_word["x1"] > tolerance:
            open_word = {name: char[name] for name in ("text", "x0", "x1", "top", "bottom")}
            words.append(open_word)
        else:
            open_word["text"] += char["text"]
            open_word["x1"] = max(open_word["x1"], char["x1"])
            open_word["top"] = min(open_word["top"], char["top"])
            open_word["bottom"] = max(open_word["bottom"], char["bottom"])
    return words


def text_of(chars, x_tolerance=3, y_tolerance=3):
    lines = (words_of(line, x_tolerance) for line in lines_of(chars, y_tolerance))
    return "\n".join(" ".join(word["text"] for word in words) for words in lines if words)
