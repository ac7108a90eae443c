"""The documents say what is true: their commands exist, their links lead somewhere, their tree is there."""

import importlib.util
import re
import shlex
from itertools import takewhile
from pathlib import Path

import pytest

from kingscorners.__main__ import parser
from kingscorners.server.settings import Settings, variable
from tests.program import ROOT

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
)
OTHERS = ["Makefile", "Dockerfile", "compose.yaml", "compose.postgres.yaml"]
TARGETS = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
SERVICES = re.findall(r"^  (\w+):$", (ROOT / "compose.yaml").read_text(), re.MULTILINE)


def text(document: str) -> str:
    return (ROOT / document).read_text()


def blocks(document: str, language: str) -> list[str]:
    """What stands in its fenced blocks of that language."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text(document), re.MULTILINE | re.DOTALL)
    return [block for name, block in fenced if name == language]


def commands() -> list[tuple[str, str]]:
    """Every line of the blocks that a shell is meant to run, with the document."""
    found = {
        (document, line)
        for document in DOCUMENTS
        for block in blocks(document, "sh")
        for line in block.replace("\\\n", " ").splitlines()
        if line and not line.startswith("#")
    }
    return sorted(found)


def check(words: list[str]) -> None:
    """Fails unless this is a command that can be given."""
    settings = list(takewhile(lambda word: "=" in word, words))
    match words[len(settings) :]:
        case ["make", target, *variables]:
            assert target in TARGETS
            check_known(variables, r"\$\({}\)|^{} \?=", "Makefile")
        case [".venv/bin/python" | "python" | "python3", "-m", module, *rest]:
            check_module(module, rest)
        case ["docker", "compose", *rest]:
            check_compose(rest)
            check_known(settings, r"\$\{{}:", "compose.yaml", "compose.postgres.yaml")
        case ["git" | "export" | "sqlite3", *_]:
            pass
        case _:
            pytest.fail(f"a command that this test does not know: {shlex.join(words)}")


def check_known(settings: list[str], use: str, *files: str) -> None:
    """Fails unless each variable that is set is used in one of the files."""
    everything = "".join(map(text, files))
    for setting in settings:
        name = setting.partition("=")[0]
        assert re.search(use.replace("{}", name), everything, re.MULTILINE), name


def check_module(module: str, rest: list[str]) -> None:
    if module == "kingscorners":
        check_ours(rest)
        return
    assert importlib.util.find_spec(module), module
    for word in rest:
        path = word.rpartition("=")[2]
        assert "/" not in path or (ROOT / path).exists(), path


def check_ours(words: list[str]) -> None:
    try:
        parser(words).parse_args(words)
    except SystemExit as end:  # which is also how the help ends
        if end.code:
            pytest.fail(f"cannot be given: {words}")


def check_compose(rest: list[str]) -> None:
    while rest[0] == "-f":
        assert (ROOT / rest[1]).exists()
        rest = rest[2:]
    match rest:
        case ["up", *options]:
            assert set(options) <= {"--build", "--detach"}
        case ["exec", service, *inside]:
            assert service in SERVICES
            check(inside)
        case ["cp", source, _]:
            assert source.partition(":")[0] in SERVICES
        case _:
            pytest.fail(shlex.join(rest))


@pytest.mark.parametrize(("document", "line"), commands())
def test_a_command_in_a_document_exists(document: str, line: str) -> None:
    check(shlex.split(line, comments=True))


def test_the_readme_has_the_two_commands() -> None:
    lines = [line for _, line in commands()]
    assert {"make play", "make test"} <= set(lines)
    assert len(lines) > 10


@pytest.mark.parametrize("document", [*DOCUMENTS, *OTHERS])
def test_every_command_line_of_ours_that_is_quoted_exists(document: str) -> None:
    quoted = re.findall(r"(?:python|\$\(PY\)) -m kingscorners((?: [\w./:$(){}<>=-]+)+)", text(document))
    for words in quoted:
        check_ours(words.replace("$(PORT)", "8000").split())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_within_the_repository_lead_somewhere(document: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", text(document)):
        if not re.match(r"https?:|mailto:|#", target):
            assert (ROOT / document).parent.joinpath(target.partition("#")[0]).exists(), target


def test_the_tree_names_what_is_there() -> None:
    [tree] = [block for block in blocks("README.md", "") if block.startswith("kingscorners/")]
    folders: list[tuple[int, Path]] = [(-1, ROOT)]
    found = 0
    for line in tree.splitlines():
        depth = len(line) - len(line.lstrip())
        while folders[-1][0] >= depth:
            folders.pop()
        names = []
        for word in line.split():
            if not re.fullmatch(r"[\w.-]+(?:/|\.\w+)(?:[\w/]*)", word):
                break
            names.append(word)
        assert names, line
        for name in names:
            path = folders[-1][1] / name
            assert path.is_dir() if name.endswith("/") else path.is_file(), path
            found += 1
        folders.append((depth, folders[-1][1] / names[0]))
    assert found > 20


def test_the_readme_explains_every_setting() -> None:
    rows = re.findall(r"^\| `(KINGSCORNERS_\w+)` \|", text("README.md"), re.MULTILINE)
    assert rows == [variable(name) for name in Settings.model_fields]


def test_all_forty_checks_are_tried_by_tests_that_exist() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\| (.*) \|$", text("docs/checks.md"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 41))
    for number, tried in rows:
        ids = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", tried)
        assert ids or "by hand: [" in tried or tried == "the same two", number
        assert len(ids) == tried.count("::")
        for file, name in ids:
            assert re.search(rf"^(async )?def {name}\(", text(file), re.MULTILINE), f"{file}::{name}"


def test_sections_that_checks_point_to_exist() -> None:
    headings = re.findall(r"^## (.*)$", text("docs/by-hand.md"), re.MULTILINE)
    there = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    named = re.findall(r"\(by-hand\.md#([\w-]+)\)", text("docs/checks.md"))
    assert named
    assert set(named) <= there
