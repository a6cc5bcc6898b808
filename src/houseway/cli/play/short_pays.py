"""What a wager pays, in the few words that have room beside it."""

from __future__ import annotations

from houseway.families.blackjack.game import Blackjack
from houseway.game.base import Game
from houseway.game.pay_tables import Payout
from houseway.game.wagers import Wager

FEW = 4
"""So many different pays are said one by one; of more, the highest."""


def pays_of(game: Game, wager: Wager) -> str:
    """``8 to 1``; ``50/20/8 to 1``; ``up to 1,000 to 1``; ``meter, up to 50 for 1``."""
    table = game.pay.get(wager.paid_by)
    if table is None:
        if isinstance(game, Blackjack):
            return f"1 to 1, {game.count.natural_word} {getattr(game, game.natural_price)}"
        return ""
    return pays_in_words(table)


def pays_in_words(table: tuple[Payout, ...]) -> str:
    """The pays of a column from the highest down, if there are few of them."""
    winning = [pay.by_amount[-1][1] if pay.by_amount else pay for pay in table]
    winning = [pay for pay in winning if pay.meter_percent or pay.net() > 0]
    fixed = sorted({pay.net(): pay for pay in winning if not pay.meter_percent}.items())
    texts = [_odds(pay) for _, pay in reversed(fixed)]
    words = ""
    if len(texts) > FEW:
        words = f"up to {texts[0]}"
    elif texts:
        same = {text.partition(" ")[2] for text in texts}
        heads = [text.partition(" ")[0] for text in texts]
        words = f"{'/'.join(heads)} {same.pop()}" if len(same) == 1 else _either(texts)
    if any(pay.meter_percent for pay in winning):
        return f"meter, {words}" if words else "the meter"
    return words


def _odds(pay: Payout) -> str:
    """The odds alone: a colon is read ``to``, an envy is another matter."""
    return pay.text.partition(",  ")[0].split(", envy")[0].replace(":", " to ")


def _either(texts: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))
