"""Every store keeps to the laws of ``store_suite``; a further store is one more parameter here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.interface import Batch, Store, StoreError
from houseway.room.store.postgres.writer import PostgresStore
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.postgres_server import shared_server
from tests.support.store_suite import Desk, StoreSuite
from tests.support.store_suite_more import BesideTheLog


def grouped(store: Store) -> Callable[[Iterable[Batch]], list[StoreError | None]]:
    """Each batch sent by a task of its own, through the writer's thread."""

    async def all_at_once(batches: Iterable[Batch]) -> list[StoreError | None]:
        writer = GroupWriter(store)

        async def one(batch: Batch) -> StoreError | None:
            try:
                await writer.append(batch)
            except StoreError as error:
                return error
            return None

        said = await asyncio.gather(*map(one, batches))
        await writer.close()
        return said

    return lambda batches: asyncio.run(all_at_once(batches))


def sqlite(path: Path, through_writer: bool) -> Desk:
    store = SqliteStore(path, durable=False)

    def again() -> Desk:
        store.close()
        return sqlite(path, through_writer)

    return Desk(store, grouped(store) if through_writer else store.append, again)


def postgres(dsn: str, through_writer: bool) -> Desk:
    store = PostgresStore(dsn, durable=False)

    def again() -> Desk:
        store.close()
        return postgres(dsn, through_writer)

    return Desk(store, grouped(store) if through_writer else store.append, again)


STORES: dict[str, Callable[[Path], Desk]] = {
    "sqlite": lambda folder: sqlite(folder / "books.db", through_writer=False),
    "sqlite through the writer": lambda folder: sqlite(folder / "books.db", through_writer=True),
    "postgres": lambda _: postgres(shared_server().new_schema(), through_writer=False),
    "postgres through the writer": lambda _: postgres(
        shared_server().new_schema(), through_writer=True
    ),
}


@pytest.fixture(
    params=[
        pytest.param(name, marks=[pytest.mark.process] if "postgres" in name else [])
        for name in STORES
    ]
)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    found = STORES[request.param](tmp_path)
    yield found
    found.store.close()


class TestStore(StoreSuite):
    """Rows and money."""


class TestBesideTheLog(BesideTheLog):
    """Keys, people, rounds, shoes."""
