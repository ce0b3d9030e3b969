"""Gathers the pages where they stand. Files and folders that they link become pages too."""

import posixpath
import re
import subprocess
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<=\]\()([^):#\s]+)")
# MkDocs nests a list by four spaces, GitHub by two.
NESTED = re.compile(r"^  (?=\* )", re.MULTILINE)

sources = set()


def listed(*patterns):
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()


def target(link, page):
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), link))


def source_page(path):
    if (ROOT / path).is_dir():
        name = posixpath.basename(path)
        text = "\n".join(f"* [{file}]({name}{file.removeprefix(path)})" for file in listed(path))
    else:
        text = (ROOT / path).read_text()
        text = f"~~~~~~{posixpath.splitext(path)[1][1:] or 'text'}\n{text}\n~~~~~~"
    return f"---\nsearch: {{exclude: true}}\n---\n# {path}\n\n{text}\n"


def on_files(files, config):
    pages = {path for path in listed("*.md", "*.svg") if not path.startswith(".")}
    for path in pages:
        files.append(File(path, str(ROOT), config.site_dir, config.use_directory_urls))
    waiting = [(path, (ROOT / path).read_text()) for path in pages]
    while waiting:
        page, text = waiting.pop()
        for path in {target(link, page) for link in LINK.findall(text)} - sources - pages:
            if not (ROOT / path).exists():
                continue  # MkDocs reports it.
            sources.add(path)
            text = source_page(path)
            files.append(File.generated(config, f"{path}.md", content=text, inclusion=InclusionLevel.NOT_IN_NAV))
            if (ROOT / path).is_dir():
                waiting.append((path, text))
    return files


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    if (ROOT / uri.removesuffix(".md")).is_file():
        return markdown
    rewritten = LINK.sub(lambda link: link[0] + ".md" * (target(link[0], uri) in sources), markdown)
    return NESTED.sub("    ", rewritten)
