from collections.abc import Callable, Iterable

CLOSED: int
CORPSE: int
COSTLY: int
DEAR: int
INTERFACE: int
MOST_REGIONS: int
MOST_THREATS: int
NO_STOP: int
ONE_WAY: int
SHARED: int

class Table:
    def __new__(cls, width: int, height: int, low: int, high: int, copies: int, lifts: bytes | None, /) -> Table: ...
    def add(self, overlay: int, arcs: Iterable[tuple[int, bytes, int, int]], /) -> None: ...
    def cell(self, cube: tuple[int, int, int], /) -> int: ...

class Search:
    @property
    def done(self) -> bool: ...
    def settle(self) -> int: ...
    def level(self, cell: int, /) -> int | None: ...
    def batch(self, position: int, /) -> tuple[int, list[tuple[int, int]]]: ...
    def stops_among(self, cubes: bytes, level: int, /) -> list[tuple[int, int]]: ...
    def before(self, cell: int, level: int, /) -> list[tuple[int, int]]: ...
    def stops_at(self, cell: int, /) -> bool: ...
    def shared_at(self, cell: int, /) -> bool: ...
    def leads_on(self) -> bool: ...
    def resting_places(self) -> list[tuple[int, int, int]]: ...
    def way(
        self, cell: int, threats: tuple[bytes, ...], entries: tuple[bytes, ...], parting: bool, harm: bytes | None, /
    ) -> tuple[list[tuple[int, int, int]], int]: ...
    def some_way(self, cell: int, /) -> list[tuple[int, int, int]]: ...

def search(
    table: Table,
    first: int,
    level: int,
    limit: int,
    side: int,
    held: bytes,
    planes: Iterable[tuple[int, bytes]],
    regions: Iterable[bytes],
    spaces: Iterable[tuple[int, int, int, int, int, int]],
    /,
) -> Search: ...
def search_among(
    table: Table,
    first: int,
    level: int,
    limit: int,
    side: int,
    held: bytes,
    rows: tuple[tuple[object, int, int], ...],
    mover: tuple[int, int, int, int, int, int],
    meeting: Callable[[int], int] | None,
    /,
) -> Search | None: ...
def search_like(search: Search, table: Table, first: int, level: int, limit: int, held: bytes, /) -> Search | None: ...
