"""Gathers the pages where they stand. Files and folders that they link become pages too, and timing
diagrams are drawn."""

import json
import os.path
import re
import subprocess
from pathlib import Path

import wavedrom
from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<=\]\()[^):#\s]+")
# MkDocs nests a list by four spaces, GitHub by two.
NESTED = re.compile(r"^  (?=\* )", re.MULTILINE)
# A timing diagram in letters: the row of cycles, then one row a signal.
DIAGRAM = re.compile(r"^```text\n(cycle .*?)^```$", re.MULTILINE | re.DOTALL)
# Files and folders that pages link.
sources = set()


def listed(*patterns):
    # In a container of CI the checkout is another user's.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", *patterns]
    return subprocess.check_output(command, cwd=ROOT, text=True).split()


def target(link, page):
    """Path in the repository of a link on a page."""
    return os.path.normpath(Path(page).parent / link)


def source_page(path):
    if (ROOT / path).is_dir():
        text = "\n".join(f"* [{file}]({os.path.relpath(file, Path(path).parent)})" for file in listed(path))
    else:
        text = f"~~~~~~{Path(path).suffix[1:] or 'text'}\n{(ROOT / path).read_text()}\n~~~~~~"
    return f"---\nsearch: {{exclude: true}}\nhide: [navigation, toc]\n---\n# {path}\n\n{text}\n"


def on_files(files, config):
    pages = {path for path in listed("*.md", "*.svg") if not path.startswith(".")}
    for path in pages:
        files.append(File(path, str(ROOT), config.site_dir, config.use_directory_urls))
    waiting = [(path, (ROOT / path).read_text()) for path in pages]
    while waiting:
        page, text = waiting.pop()
        for path in {target(link, page) for link in LINK.findall(text)} - sources - pages:
            if (ROOT / path).exists():
                sources.add(path)
                text, hidden = source_page(path), InclusionLevel.NOT_IN_NAV
                files.append(File.generated(config, f"{path}.md", content=text, inclusion=hidden))
                if (ROOT / path).is_dir():
                    waiting.append((path, text))


def signal(row, cycles):
    """A signal of WaveDrom from its row and the columns of the cycles."""
    first, cycle = cycles[0], cycles[1] - cycles[0]
    name, row = row[:first].strip(), row[first:].ljust(cycle * len(cycles))
    cells = [row[at - first:at - first + cycle] for at in cycles]
    if all("\\" in cell[1:] for cell in cells):
        return {"name": name, "wave": "p" + "." * (len(cells) - 1)}
    if row[0] != "|":
        # WaveDrom draws a glitch between two equal levels, but none where the second is a dot.
        levels = "".join({"/": "1", "-": "1", "\\": "0", "_": "0", ".": "x"}[cell[0]] for cell in cells)
        return {"name": name, "wave": re.sub(r"(.)\1+", lambda same: same[1].ljust(len(same[0]), "."), levels)}
    data = [value.strip() for value in row.split("|")[1:]]
    values = iter(data)
    wave = "".join(("." if cell[0] != "|" else "=" if next(values).strip(".") else "x") for cell in cells)
    return {"name": name, "wave": wave, "data": [value for value in data if value.strip(".")]}


def drawn(diagram):
    """The diagram as SVG."""
    numbers, *rows = diagram.rstrip().split("\n")
    cycles = [number.start() for number in re.finditer(r"\d+", numbers)]
    signals = [signal(row, cycles) for row in rows]
    # A cycle has 40 pixels, a letter 7.
    scale = {"hscale": -(-7 * (cycles[1] - cycles[0]) // 40)}
    return wavedrom.render(json.dumps({"signal": signals, "head": {"tick": 0}, "config": scale})).tostring()


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri

    def picture(found):
        path = f"{uri.removesuffix('.md')}-{markdown[:found.start()].count(chr(10))}.svg"
        files.append(File.generated(config, path, content=drawn(found[1])))
        names = ", ".join(row.split()[0] for row in found[1].splitlines()[1:])
        return f"![Waves of {names}]({os.path.basename(path)}){{.wave}}"

    if not (ROOT / uri.removesuffix(".md")).is_file():
        markdown = DIAGRAM.sub(picture, markdown)
        markdown = LINK.sub(lambda link: link[0] + ".md" * (target(link[0], uri) in sources), markdown)
        return NESTED.sub("    ", markdown)
