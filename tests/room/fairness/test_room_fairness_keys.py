"""The keys of a room: a file of their own, sealed seeds, signed heads."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import pytest

from houseway.errors import BadFile, HousewayError
from houseway.room.api.audit_types import LogHead, SignedHead
from houseway.room.keys import Keys, about_shoe, keys_at, make_keys, read_keys, wrong_with


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "room.keys"


def test_a_key_file_is_made_once_and_is_for_its_owner_alone(path: Path) -> None:
    made = keys_at(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(path.parent) == ["room.keys"]
    again = keys_at(path)
    assert (again.pepper, again.public) == (made.pepper, made.public)
    before = path.read_bytes()
    with pytest.raises(HousewayError, match="kept"):
        make_keys(path)
    assert path.read_bytes() == before
    assert make_keys(path.with_name("other")).pepper != made.pepper


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("format = 1", "format = 2", "format 1"),
        ("pepper", "paper", "paper: a key file has format, pepper, sealing and signing only"),
        ('sealing = "', 'sealing = "zz', "sealing: a key is written as 64 hexadecimal digits"),
        ('signing = "', 'signing = "00', "signing: a key is written as 64"),
        ("format = 1", "format = 1 1", "not TOML"),
    ],
)
def test_a_key_file_that_is_wrong_is_refused_without_telling_of_it(
    path: Path, old: str, new: str, why: str
) -> None:
    make_keys(path)
    text = path.read_text()
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(BadFile, match=re.escape(why)) as refused:
        read_keys(path)
    for secret in re.findall("[0-9a-f]{64}", text):
        assert secret[:16] not in str(refused.value)


def test_keys_that_are_missing_empty_or_open_to_others_are_refused(path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_keys(path)
    make_keys(path)
    text = path.read_text()
    path.write_text(re.sub("signing = .*\n", "", text))
    with pytest.raises(BadFile, match="signing: this key is missing"):
        read_keys(path)
    path.write_text(re.sub('pepper = ".*"', f'pepper = "{"00" * 32}"', text))
    with pytest.raises(BadFile, match="pepper: this is no key"):
        read_keys(path)
    path.write_text(text)
    path.chmod(0o640)
    with pytest.raises(BadFile, match=r"others may read this key file \(mode 640\)"):
        read_keys(path)


def test_a_sealed_seed_opens_for_its_shoe_only(path: Path) -> None:
    keys, seed = make_keys(path), bytes(range(32))
    about = about_shoe("t1", 7)
    sealed = keys.seal(seed, about)
    assert keys.unseal(sealed, about) == seed
    assert keys.seal(seed, about) != sealed
    assert seed not in sealed
    for other in (about_shoe("t1", 8), about_shoe("t2", 7)):
        with pytest.raises(HousewayError, match=f"sealed secret of {other}"):
            keys.unseal(sealed, other)
    with pytest.raises(HousewayError, match="keys of another room"):
        make_keys(path.with_name("other")).unseal(sealed, about)
    for at in range(len(sealed)):
        changed = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises(HousewayError, match="cannot be opened"):
            keys.unseal(changed, about)
    for short in (b"", sealed[:11], sealed[:13]):
        with pytest.raises(HousewayError, match="cannot be opened"):
            keys.unseal(short, about)


def test_a_signed_head_is_checked_by_anybody(path: Path) -> None:
    keys = make_keys(path)
    signed = keys.sign(LogHead("table:3", 417, "ab" * 32, 1_700_000_000_000))
    kept = msgspec.json.decode(msgspec.json.encode(signed), type=SignedHead)
    assert wrong_with(kept, keys.public) == wrong_with(kept) == ""
    for change in ({"seq": 418}, {"hash": "ac" * 32}, {"stream": "table:4"}, {"at_ms": 1}):
        head = msgspec.structs.replace(kept.head, **change)
        forged = msgspec.structs.replace(kept, head=head)
        assert "was not signed so" in wrong_with(forged, keys.public)
    other = make_keys(path.with_name("other"))
    assert "another key" in wrong_with(other.sign(kept.head), keys.public)
    assert "was not signed so" in wrong_with(msgspec.structs.replace(kept, signature="zz"))


def test_keys_do_not_show_themselves(path: Path) -> None:
    keys = make_keys(path)
    assert keys.pepper.hex() not in repr(keys)
    assert not hasattr(keys, "__dict__")
    with pytest.raises(HousewayError, match="the pepper key has 3 bytes"):
        Keys(b"abc", bytes(32), bytes(32))
