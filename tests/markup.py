"""Reads a page as a strict browser would, and says what is wrong with its HTML."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "link", "input", "br", "hr", "img"}
TYPED = {"input", "select", "textarea"}
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls")

Attributes = dict[str, str]


@dataclass
class Element:
    """One element with its attributes and all the text in it."""

    tag: str
    attributes: Attributes
    text: str = ""
    inside: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """A page's elements, and `faults`: what is not as it should be."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{element.tag}> is never closed" for element in self._open]
        self._check()

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """The elements of that kind with these attributes; `class_` is one of the classes."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [element for element in self.elements if element.tag == tag and _has(element, wanted)]

    def one(self, tag: str, **attributes: str) -> Element:
        """The only such element."""
        (element,) = self.all(tag, **attributes)
        return element

    @property
    def text(self) -> str:
        """What can be read, with single spaces."""
        return " ".join(self.one("body").text.split())

    @property
    def links(self) -> list[str]:
        """Where the links lead."""
        return [element.attributes["href"] for element in self.all("a")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = Counter(name for name, _ in attrs)
        self.faults += [f"<{tag}> has {name} twice" for name, count in names.items() if count > 1]
        element = Element(tag, {name: value or "" for name, value in attrs})
        element.inside = [outer.tag for outer in self._open]
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1].tag == tag:
            self._open.pop()
        else:
            self.faults.append(f"</{tag}> closes nothing, inside {[element.tag for element in self._open]}")

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def _check(self) -> None:
        ids = Counter(e.attributes["id"] for e in self.elements if "id" in e.attributes)
        self.faults += [f"id {name} is there {count} times" for name, count in ids.items() if count > 1]
        labelled = {element.attributes.get("for") for element in self.all("label")}
        for element in self.elements:
            about, tag = element.attributes, element.tag
            if "style" in about or any(name.startswith("on") for name in about):
                self.faults.append(f"<{tag}> has an inline style or script: {about}")
            if tag in ("script", "style") and element.text.strip():
                self.faults.append(f"<{tag}> has content of its own")
            for name in REFERENCES:
                missing = [one for one in about.get(name, "").split() if one not in ids]
                self.faults += [f"<{tag}> {name}={one} refers to nothing" for one in missing]
            bare = "label" not in element.inside and about.get("id") not in labelled
            bare = bare and not about.get("aria-label")
            if tag in TYPED and bare and about.get("type") != "hidden":
                self.faults.append(f"<{tag}> without a label: {about}")
            if tag in ("a", "button") and not (element.text.strip() or about.get("aria-label")):
                self.faults.append(f"<{tag}> says nothing: {about}")
            if tag in ("a", "button") and {"a", "button"} & set(element.inside):
                self.faults.append(f"<{tag}> inside {element.inside}")
            if tag == "use" and about["href"].removeprefix("#") not in ids:
                self.faults.append(f"the drawing {about['href']} is not on the page")
        for tag in ("title", "h1", "main", "body"):
            if len(self.all(tag)) != 1:
                self.faults.append(f"{len(self.all(tag))} <{tag}>")
        levels = [int(e.tag[1]) for e in self.elements if e.tag in ("h1", "h2", "h3", "h4")]
        self.faults += [f"h{one} is followed by h{two}" for one, two in pairwise(levels) if two > one + 1]


def _has(element: Element, wanted: Attributes) -> bool:
    classes = element.attributes.get("class", "").split()
    return all(
        value in classes if name == "class" else element.attributes.get(name) == value
        for name, value in wanted.items()
    )
