"""Which steps of the draft the C++ code cites: read from the text of `Steps step{..., "anchor"}` and what follows."""
import re
from pathlib import Path

DECLARATION = re.compile(r"\bSteps\s+step\{([^}]*)\}")
ROW = re.compile(r'\{"([a-z][a-z0-9_-]+)"((?:,\s*"\d+(?:\.\d+)*")+)\}')
CALL = re.compile(r"\bstep(\.notModelled)?\(([^()]*)\)")
NUMBER = re.compile(r'"(\d+(?:\.\d+)*)"')
ANCHOR = re.compile(r'"([a-z][a-z0-9_-]+)"')


class Citation:
    def __init__(self, path, line, anchors, numbers, modelled):
        self.path, self.line, self.anchors, self.numbers, self.modelled = path, line, anchors, numbers, modelled


def citations(path: Path, operators: list[str]):
    """All citations of a file. `operators`: the anchors that `op.anchor` can stand for."""
    text = path.read_text(encoding="utf-8")
    line_of = lambda at: text.count("\n", 0, at) + 1
    found = []
    rows = [(m.group(1), NUMBER.findall(m.group(2)), line_of(m.start())) for m in ROW.finditer(text)]
    for anchor, numbers, line in rows:
        for number in numbers:
            found.append(Citation(path, line, [anchor], [number], True))
    declarations = list(DECLARATION.finditer(text))
    for index, declaration in enumerate(declarations):
        end = declarations[index + 1].start() if index + 1 < len(declarations) else len(text)
        anchors = ANCHOR.findall(declaration.group(1))
        if not anchors and "op.anchor" in declaration.group(1):
            anchors = operators
        for call in CALL.finditer(text, declaration.end(), end):
            numbers = NUMBER.findall(call.group(2))
            if numbers:
                line = line_of(call.start())
                found.append(Citation(path, line, anchors or [row[0] for row in rows], numbers, not call.group(1)))
    return found


def operator_anchors(root: Path):
    """The anchors in the operators' records that no `Steps` of their own names."""
    anchors, own = set(), set()
    for path in sorted((root / "model/kernels").glob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        own.update(a for d in DECLARATION.finditer(text) for a in ANCHOR.findall(d.group(1)))
        anchors.update(re.findall(r'"(dom-mlgraphbuilder-[a-z0-9]+)"', text))
    return sorted(anchors - own)


def all_citations(root: Path):
    operators = operator_anchors(root)
    found = []
    for room in ("algorithms", "kernels", "objects", "systems"):
        for path in sorted((root / "model" / room).rglob("*.?pp")):
            found += citations(path, operators)
    return found
