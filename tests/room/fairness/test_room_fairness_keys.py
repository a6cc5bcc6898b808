"""The keys of a room: a file of their own, sealed seeds, signed heads."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.errors import BadFile, HousewayError
from houseway.room.api.audit_types import LogHead, SignedHead
from houseway.room.clock import SimulatedClock
from houseway.room.key_file import ADOPT, KINDS
from houseway.room.keys import (
    about_shoe,
    is_signed,
    keys_at,
    make_keys,
    read_keys,
    rotate_key,
    wrong_with,
)


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
        ("format = 2", "format = 3", "format 1 and 2"),
        ("[[pepper]]", "[[paper]]", "paper: here stand format, books, pepper, sealing, seal and"),
        ('key = "', 'key = "zz', "pepper[1].key: a key is written as 64 hexadecimal digits"),
        ('key = "', 'key = "00', "pepper[1].key: a key is written as 64"),
        ('key = "', 'key = 7 # "', "pepper[1].key: a key is written as 64"),
        ("format = 2", "format = 2 2", "not TOML"),
        ("format = 2", "format = 2\nbooks = 1", "books: this is adopt or reseal"),
        ("[[pepper]]", "[pepper]", "pepper: keys are tables: [[pepper]]"),
        ('id = "', 'id = "0', "pepper[1].id: the key that stands here has the id"),
        ("made = ", "made = 2026-03-31 #", "pepper[1].made: a time is written as"),
        ("made = ", "until = 2026-03-31T18:00:00Z\nmade = ", "pepper: the last key is in use"),
        ("[[seal]]", "[[seal]]\nkey = 1\n[[seal]]", "seal[1].made: a time"),
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
    path.write_text(text.split("[[signing]]")[0])
    with pytest.raises(BadFile, match="signing: this key is missing"):
        read_keys(path)
    path.write_text(re.sub('key = ".*"', f'key = "{"00" * 32}"', text, count=1))
    with pytest.raises(BadFile, match="this is no key"):
        read_keys(path)
    path.write_text(text)
    path.chmod(0o640)
    with pytest.raises(BadFile, match=r"others may read this key file \(mode 640\)"):
        read_keys(path)


def test_a_credential_of_the_service_may_show_read_access_of_its_group(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_keys(path)
    path.chmod(0o440)
    with pytest.raises(BadFile, match="others may read"):
        read_keys(path)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(path.parent))
    assert read_keys(path).public
    path.chmod(0o444)
    with pytest.raises(BadFile, match="others may read"):
        read_keys(path)


FORMER = """\
format = 1
pepper = "377555e29043cb5920608f4826b9a5961f7a9dd844df2b34c5f083f74e34f0f8"
sealing = "e983d192c14128edb0eb0d4e2bd360b32cf7bd827b2677b5de45729db651bc4e"
signing = "5fea86f586ac85b3736888cf561bcd6cf00cb7e2edc1eae24bb68b975f69adeb"
"""


def test_a_file_of_format_1_is_read_and_brought_to_format_2(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(FORMER)
    path.chmod(0o600)
    read = read_keys(path)
    assert path.read_text() == FORMER  # reading changes nothing
    assert (read.ring.former, read.ring.books) == (True, "adopt")
    now = keys_at(path)
    text = path.read_text()
    assert "format = 2" in text and 'books = "adopt"' in text
    assert path.stat().st_mode & 0o777 == 0o600
    for secret in re.findall("[0-9a-f]{64}", FORMER):
        assert secret in text
    again = keys_at(path)
    assert (again.pepper, again.publics) == (now.pepper, now.publics)
    assert again.ring.keys == now.ring.keys
    assert now.pepper.hex() in FORMER
    assert again.ring.books == ADOPT and not again.ring.former
    assert path.read_text() == text


def test_a_seed_sealed_before_keys_had_ids_still_opens(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(FORMER)
    path.chmod(0o600)
    old = AESGCM(bytes.fromhex(re.findall("[0-9a-f]{64}", FORMER)[1]))
    sealed = bytes(range(12)) + old.encrypt(bytes(range(12)), b"a seed", b"shoe 1 of table t")
    assert keys_at(path).unseal(sealed, "shoe 1 of table t") == b"a seed"
    assert rotate_key(path, "sealing").unseal(sealed, "shoe 1 of table t") == b"a seed"


@pytest.mark.parametrize("kind", KINDS)
def test_a_rotated_key_is_in_use_and_the_old_one_stays(path: Path, kind: str) -> None:
    old = make_keys(path, SimulatedClock(1_700_000_000_999))
    sealed, message = old.seal(b"a seed", "x"), b"label\0words"
    signed = old.sign_message(message)
    new = rotate_key(path, kind, SimulatedClock(1_700_000_900_000))
    read = keys_at(path)
    assert {k: read.ring.keys[k] for k in KINDS} == {k: new.ring.keys[k] for k in KINDS}
    for each in KINDS:
        assert len(read.ring.keys[each]) == (2 if each == kind else 1)
    before, now = read.ring.keys[kind]
    assert (before.made, before.until, now.made, now.until) == (
        1_700_000_000_000, 1_700_000_900_000, 1_700_000_900_000, None,
    )  # fmt: skip
    assert before.secret == old.ring.keys[kind][0].secret != now.secret
    assert read.unseal(sealed, "x") == b"a seed"
    assert (read.seal(b"a seed", "x")[:4] == sealed[:4]) is (kind != "sealing")
    assert is_signed(message, signed, read.publics[0])
    assert is_signed(message, read.sign_message(message), read.public)
    assert (read.public == old.public) is (kind != "signing")
    assert not is_signed(b"label\0other", signed, read.publics[0])
    with pytest.raises(HousewayError, match="the keys of a room are"):
        rotate_key(path, "house")


def test_each_signing_key_is_signed_by_the_one_before(path: Path) -> None:
    make_keys(path)
    first = keys_at(path).signing_rows("")
    rotate_key(path, "signing")
    keys = rotate_key(path, "signing")
    rows = keys.signing_rows("")
    assert [row.public for row in rows] == list(keys.publics)
    assert rows[0] == first[0]
    assert rows[1:] == keys.signing_rows(keys.publics[0])
    assert keys.signing_rows(keys.public) == []
    before = ""
    for row in rows:
        assert row.explain_fault(before) == ""
        before = row.public
    assert "does not follow" in rows[2].explain_fault(rows[0].public)
    for change in ({"public": rows[0].public}, {"made": 1}, {"signature": rows[2].signature}):
        forged = msgspec.structs.replace(rows[1], **change)
        assert "is not signed by the key before it" in forged.explain_fault(rows[0].public)


def test_a_key_file_that_cannot_be_written_says_where_to_change_it(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(FORMER)
    path.chmod(0o600)
    (path.parent / f".{path.name}.{os.getpid()}.new").mkdir()  # as a folder without write access
    with pytest.raises(HousewayError, match=r"cannot be changed here.*rotate-key"):
        keys_at(path)
    assert path.read_text() == FORMER


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
    assert wrong_with(kept, keys.publics) == wrong_with(kept) == ""
    for change in ({"seq": 418}, {"hash": "ac" * 32}, {"stream": "table:4"}, {"at_ms": 1}):
        head = msgspec.structs.replace(kept.head, **change)
        forged = msgspec.structs.replace(kept, head=head)
        assert "was not signed so" in wrong_with(forged, keys.publics)
    other = make_keys(path.with_name("other"))
    assert "another key" in wrong_with(other.sign(kept.head), keys.publics)
    assert "was not signed so" in wrong_with(msgspec.structs.replace(kept, signature="zz"))


def test_keys_do_not_show_themselves(path: Path) -> None:
    keys = make_keys(path)
    assert keys.pepper.hex() not in repr(keys)
    assert not hasattr(keys, "__dict__")
    for shown in (repr(keys.ring), *(repr(k) for kind in KINDS for k in keys.ring.keys[kind])):
        for secret in re.findall("[0-9a-f]{64}", path.read_text()):
            assert secret[:16] not in shown and str(bytes.fromhex(secret))[2:20] not in shown
