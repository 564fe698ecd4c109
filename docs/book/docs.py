#!/usr/bin/env python3
"""A preprocessor of mdBook: the pages of docs/ and of its folders become chapters behind those of the book.

Chapters and pages link to each other by their places in the repository (`../../NAME.md`), which works
where the text is read there. Here such links lead to the chapters, and those to other files to the
repository. Called by `mdbook build`.
"""

import json
import os
import pathlib
import re
import sys

BOOK = pathlib.Path(__file__).resolve().parent
SOURCE = BOOK / "src"
DOCS = BOOK.parent
ROOT = DOCS.parent
LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=\))")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)


def pages():
    """The pages of docs/, then those of its folders, each folder with its README first."""
    folders = sorted(path for path in DOCS.iterdir() if path.is_dir() and path != BOOK)
    for folder in [DOCS, *folders]:
        yield from sorted(folder.glob("*.md"), key=lambda path: (path.name != "README.md", path.name))


def place(path):
    """Where a file is in the book, if it is there."""
    if path.is_relative_to(SOURCE):
        return str(path.relative_to(SOURCE))
    if path.suffix == ".md" and path.is_relative_to(DOCS) and not path.is_relative_to(BOOK):
        return "docs/" + re.sub(r"README\.md$", "index.md", str(path.relative_to(DOCS)))
    return None


def linked(text, path, repository):
    """The text of a file with links from its place in the book."""

    def turned(match):
        to, hash_sign, anchor = match.group(1).partition("#")
        if not to or "://" in to:
            return match.group(1)
        target = (path.parent / to).resolve()
        if place(target):
            here = os.path.dirname(place(path))
            return os.path.relpath(place(target), here or ".") + hash_sign + anchor
        return f"{repository}/blob/main/{target.relative_to(ROOT)}{hash_sign}{anchor}"

    parts = CODE.split(text)
    return "".join(part if part.startswith("`") else LINK.sub(turned, part) for part in parts)


def chapter_of(path, repository):
    text = path.read_text(encoding="utf-8")
    title = next(line[2:] for line in text.splitlines() if line.startswith("# "))
    return {
        "Chapter": {
            "name": title.replace("`", ""),
            "content": linked(text, path, repository),
            "number": None,
            "sub_items": [],
            "path": place(path),
            "source_path": None,
            "parent_names": [],
        }
    }


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    repository = context["config"]["output"]["html"]["git-repository-url"]
    # The member was renamed in mdBook 0.5.
    items = book["items"] if "items" in book else book["sections"]
    for item in items:
        if "Chapter" in item:
            chapter = item["Chapter"]
            chapter["content"] = linked(chapter["content"], SOURCE / chapter["path"], repository)
    items.append({"PartTitle": "Reference"})
    items.extend(chapter_of(path, repository) for path in pages())
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
