"""Settings come from the environment, and say what is wrong with them in words."""

from pathlib import Path

import pytest

from kingscorners.server.settings import BadSettings, Settings, described


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, _ in described():
        monkeypatch.delenv(name, raising=False)


def test_nothing_need_be_set() -> None:
    settings = Settings.from_environment()
    assert settings.database_url == "sqlite:///kingscorners.db"
    assert settings.site_secret() is None
    assert settings.log_level == "info"


def test_the_environment_sets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGSCORNERS_DATABASE_URL", "postgresql://me:password@host/games")
    monkeypatch.setenv("KINGSCORNERS_SECRET", "a secret of my own")
    monkeypatch.setenv("KINGSCORNERS_LOG_LEVEL", "warning")
    settings = Settings.from_environment()
    assert settings.database_url == "postgresql://me:password@host/games"
    assert settings.site_secret() == b"a secret of my own"
    assert settings.log_level == "warning"


def test_what_is_set_to_nothing_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGSCORNERS_DATABASE_URL", "")
    monkeypatch.setenv("KINGSCORNERS_SECRET", "")
    assert Settings.from_environment() == Settings()
    assert Settings().site_secret() is None


def test_64_hexadecimal_digits_are_the_secrets_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGSCORNERS_SECRET", "0123456789abcDEF" * 4)
    assert Settings.from_environment().site_secret() == bytes.fromhex("0123456789abcdef") * 4


def test_everything_wrong_is_said_at_once_and_no_secret_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGSCORNERS_DATABASE_URL", "mysql://me:password@host/games")
    monkeypatch.setenv("KINGSCORNERS_SECRET", "password")
    monkeypatch.setenv("KINGSCORNERS_LOG_LEVEL", "loud")
    with pytest.raises(BadSettings) as caught:
        Settings.from_environment()
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines] == [name for name, _ in described()]
    assert "sqlite:///kingscorners.db" in lines[0]
    assert "16 characters" in lines[1]
    assert "'warning'" in lines[2]
    assert "password" not in lines[0].replace("user:password@host", "") + lines[1]


def test_nothing_secret_is_shown_with_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGSCORNERS_DATABASE_URL", "postgresql://me:password@host/games")
    monkeypatch.setenv("KINGSCORNERS_SECRET", "password, a long one")
    assert "password" not in repr(Settings.from_environment())


def test_every_setting_is_described_with_its_default() -> None:
    table = dict(described())
    assert set(table) == {f"KINGSCORNERS_{name.upper()}" for name in Settings.model_fields}
    assert table["KINGSCORNERS_DATABASE_URL"].endswith("Default: sqlite:///kingscorners.db.")
    assert table["KINGSCORNERS_SECRET"].endswith("Default: none.")


def test_a_file_in_the_working_folder_sets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("KINGSCORNERS_LOG_LEVEL=error\n")
    monkeypatch.chdir(tmp_path)
    assert Settings.from_environment().log_level == "info"
