#!/usr/bin/env python3
"""A preprocessor of mdBook: the files of docs/ become chapters behind those of the book.

Chapters link to them by their place in the repository (`../../NAME.md`), which works where the
text is read there; here such links are turned to the new chapters, and what is no chapter is linked
in the repository. Called by `mdbook build`.
"""

import json
import pathlib
import re
import sys

BOOK = pathlib.Path(__file__).resolve().parent
DOCS = BOOK.parent
ROOT = DOCS.parent
LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=\))")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)


def linked(text, folder, chapter, repository):
    """The text of a file of `folder` with links from the place of `chapter` in the book."""

    def turned(match):
        path, hash_sign, anchor = match.group(1).partition("#")
        if not path or "://" in path:
            return match.group(1)
        target = (folder / path).resolve()
        if target.parent == DOCS and target.suffix == ".md":
            return ("" if chapter else "docs/") + target.name + hash_sign + anchor
        if target.is_relative_to(BOOK / "src"):
            return match.group(1)
        return f"{repository}/blob/main/{target.relative_to(ROOT)}{hash_sign}{anchor}"

    parts = CODE.split(text)
    return "".join(part if part.startswith("`") else LINK.sub(turned, part) for part in parts)


def chapter_of(path, repository):
    text = path.read_text(encoding="utf-8")
    title = next(line[2:] for line in text.splitlines() if line.startswith("# "))
    return {
        "Chapter": {
            "name": title.replace("`", ""),
            "content": linked(text, DOCS, True, repository),
            "number": None,
            "sub_items": [],
            "path": f"docs/{path.name}",
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
    source = BOOK / "src"
    for item in items:
        if "Chapter" in item:
            chapter = item["Chapter"]
            chapter["content"] = linked(chapter["content"], source, False, repository)
    items.append({"PartTitle": "Reference"})
    items.extend(chapter_of(path, repository) for path in sorted(DOCS.glob("*.md")))
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
