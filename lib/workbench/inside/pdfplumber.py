"""The part of pdfplumber that most code uses, on top of pdfminer: texts, words and ruled tables of the pages of a PDF.

It is not pdfplumber: there are no pictures of pages, no crops and filters, no settings of tables, and tables without ruled
lines are not found. Whatever is missing says so when it is asked for. Where the real library is installed, that one is used.
"""

import builtins
import importlib.machinery
import importlib.util
import os
import sys


def _real_library():
    folder = os.path.dirname(os.path.abspath(__file__))
    path = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    return importlib.machinery.PathFinder.find_spec(__name__, path)


_spec = _real_library()
if _spec is not None:
    _module = importlib.util.module_from_spec(_spec)
    sys.modules[__name__] = _module
    _spec.loader.exec_module(_module)
else:
    from pdf_tables import find_tables
    from pdf_words import lines_of, text_of, words_of

    from pdfminer.converter import PDFPageAggregator
    from pdfminer.layout import LTChar, LTCurve
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser
    from pdfminer.utils import decode_text

    class _Part:
        def __getattr__(self, name):
            raise AttributeError(
                "%s.%s is not in the small pdfplumber of the workbench: it has open, pages, metadata, extract_text, "
                "extract_words, extract_table, extract_tables, chars and lines. Use pdfminer or pypdf for the rest."
                % (type(self).__name__, name)
            )

    class Page(_Part):
        def __init__(self, source, number, resources):
            self._source, self._resources = source, resources
            self.page_number = number
            self._read = None

        def _layout(self):
            if self._read is None:
                device = PDFPageAggregator(self._resources, laparams=None)
                PDFPageInterpreter(self._resources, device).process_page(self._source)
                self._read = device.get_result()
            return self._read

        @property
        def width(self):
            return self._layout().width

        @property
        def height(self):
            return self._layout().height

        def _box(self, part):
            x0, y0, x1, y1 = part.bbox
            return {"x0": x0, "x1": x1, "top": self.height - y1, "bottom": self.height - y0}

        def _parts(self, kind):
            waiting = [self._layout()]
            while waiting:
                part = waiting.pop()
                if isinstance(part, kind):
                    yield part
                elif hasattr(part, "__iter__"):
                    # What a figure holds comes in its place.
                    waiting.extend(reversed(list(part)))

        @property
        def chars(self):
            return [
                {"text": part.get_text(), "fontname": part.fontname, "size": part.size, **self._box(part)}
                for part in self._parts(LTChar)
            ]

        @property
        def lines(self):
            """The boxes of all that is drawn with lines: lines, rectangles and curves."""
            return [self._box(part) for part in self._parts(LTCurve)]

        def extract_words(self, x_tolerance=3, y_tolerance=3):
            return [word for line in lines_of(self.chars, y_tolerance) for word in words_of(line, x_tolerance)]

        def extract_text(self, x_tolerance=3, y_tolerance=3):
            return text_of(self.chars, x_tolerance, y_tolerance)

        def extract_tables(self):
            """Of ruled tables: rows of texts, None for a place where no cell begins."""
            return find_tables(self.lines, self.chars)

        def extract_table(self):
            """The largest table; None where there is none."""
            return max(self.extract_tables(), key=lambda rows: sum(map(len, rows)), default=None)

        def __repr__(self):
            return "<Page:%d>" % self.page_number

    class PDF(_Part):
        def __init__(self, stream, owned, password):
            self._stream, self._owned = stream, owned
            document = PDFDocument(PDFParser(stream), password=password or "")
            resources = PDFResourceManager()
            self.pages = [Page(page, number + 1, resources) for number, page in enumerate(PDFPage.create_pages(document))]
            self.metadata = {
                name: decode_text(value) if isinstance(value, bytes) else value
                for info in document.info
                for name, value in info.items()
            }

        def close(self):
            if self._owned:
                self._stream.close()

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

    def open(path_or_fp, pages=None, password=None):
        """Opens a PDF by its path or as a stream of bytes. `pages` are numbers of pages, from 1."""
        owned = isinstance(path_or_fp, (str, os.PathLike))
        stream = builtins.open(path_or_fp, "rb") if owned else path_or_fp
        try:
            pdf = PDF(stream, owned, password)
        except BaseException:
            if owned:
                stream.close()
            raise
        if pages is not None:
            pdf.pages = [page for page in pdf.pages if page.page_number in set(pages)]
        return pdf
