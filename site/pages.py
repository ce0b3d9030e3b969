"""Gathers the pages where they stand. Files and folders that they link become pages too."""

import os.path
import re
import subprocess
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<=\]\()[^):#\s]+")
# MkDocs nests a list by four spaces, GitHub by two.
NESTED = re.compile(r"^  (?=\* )", re.MULTILINE)
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


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    if not (ROOT / uri.removesuffix(".md")).is_file():
        markdown = LINK.sub(lambda link: link[0] + ".md" * (target(link[0], uri) in sources), markdown)
        return NESTED.sub("    ", markdown)
