"""A player who uses only the keyboard: the keys on the buttons, and those of the list."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.web.player import OVER, STATE, Player


class KeyboardPlayer(Player):
    """Plays as a player does who has no mouse and no finger."""

    @classmethod
    def instead_of(cls, player: Player) -> KeyboardPlayer:
        """Return a keyboard player in the place of another at the same station, between two
        rounds."""
        seed = player.rng.randrange(1000)
        return cls(player.page, player.room, player.table, player.name, seed)

    def press(self, *keys: str) -> None:
        """Keys, one after the other, wherever the focus is."""
        for key in keys:
            self.page.keyboard.press(key)

    def keys_of(self, choice: str) -> list[str]:
        """The letters in the corners of the buttons that match."""
        return [key.strip().lower() for key in self.bar.locator(f"{choice} kbd").all_inner_texts()]

    def sit(self) -> None:
        """Down on a chair, with the least that is asked for."""
        self.main.get_by_text("Sit down").wait_for()
        self.press(*self.keys_of(".decision.primary"))
        expect(self.main.get_by_text("Sit down")).to_have_count(0)
        self.before = self.chips()

    def next_round(self) -> None:
        """Ready for it; who has lost all tops up first."""
        if "Top up" in self.main.inner_text():
            self.press(*self.keys_of(".decision.primary"))
            expect(self.main).to_contain_text("Next round")
        self.before = self.chips()
        self.press("Enter")
        self.page.wait_for_function(f"() => !/{OVER.pattern}/.test(({STATE})().main)")

    def choose(self) -> None:
        """Some answer, by the shape of the question."""
        if self.page.locator("hw-arrange .tray").count():
            self.press(*self._way(), "Enter")
        elif self.bar.locator(".rack").count():
            self.press("1", "+", "Enter")
        elif self.page.locator(".slot-pick").count():
            self.press("1", "Enter")
        else:
            self._decide_by_key()

    def _way(self) -> list[str]:
        """The digit of a way that is not foul."""
        ways = self.page.locator("hw-arrange .way").all()[:9]
        kinds = [(way.get_attribute("class") or "").split() for way in ways]
        fair = [n for n, kind in enumerate(kinds, 1) if not {"foul", "loses"} & set(kind)]
        return [str(self.rng.choice(fair))] if fair else []

    def _decide_by_key(self) -> None:
        keys = self.keys_of(".decisions .decision:not([aria-disabled])")
        if self.main.count() and (self.raised < 1 or not keys):
            self.raised += 1
            self.press(*self.keys_of(".decision.primary"))
        else:
            self.press(self.rng.choice(keys))
