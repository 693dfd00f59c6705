"""The board as a picture, as players know it, seen by the player on roll; nothing is computed here.

Blue is on roll: its checkers come home at the bottom right and are borne off into the tray beside, the other's at the
top. More than five checkers on a point show as a number. The cube lies with its owner, at the left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.report import PALETTE, new_axes

from .board import BAR, State, check_state
from .positions import CHECKERS, HOME, POINTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE = PALETTE[:2]
FIELD, FRAME, DARK, LIGHT = "#f7f3ee", "0.45", "#c9bcae", "#e9e0d5"
WIDE = 2 * HOME + 1  # points, with the bar in the middle
HIGH = 11.0
TALL = 4.9  # of a point
STACK = 5  # checkers on a point that are drawn
RADIUS = 0.46
TRAY = WIDE + 0.35  # where the trays begin
CUBE_AT = {"centre": HIGH / 2, "mine": 0.55, "theirs": HIGH - 0.55}
PIPS = {  # where a die has its spots, in thirds of its side from the middle
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def plot_board(state: State, ax: Axes | None = None) -> Axes:
    """The board of a state: points, bar, checkers borne off, cube, dice, pip counts and, in a match, the score.

    Raises ValueError for a state that cannot be.

    >>> ax = plot_board(State.parse("0,0,0,3,5,7 / 15"))
    >>> [text.get_text() for text in ax.texts if "pips" in text.get_text()]
    ['on roll: 79 pips, 0 off', '15 pips, 0 off']
    """
    check_state(state)
    ax = new_axes(ax, height=5.6)
    _field(ax)
    for top, counts in ((False, state.mine), (True, state.theirs)):
        for point, checkers in enumerate(counts[:POINTS], 1):
            own = BAR - point if top else point  # as the player on roll counts
            _stack(ax, _column(own), own > POINTS // 2, checkers, top)
        _on_bar(ax, counts[BAR - 1], top)
        _borne_off(ax, CHECKERS - sum(counts), top)
    _cube(ax, state)
    for which, face in enumerate(state.dice or ()):
        _die(ax, HOME + 3.2 + 1.4 * which, face)
    _words(ax, state)
    ax.set(xlim=(-1.35, TRAY + 1.3), ylim=(-1.75, HIGH + 1.75), xticks=[], yticks=[])
    ax.set_aspect("equal")
    ax.spines[:].set_visible(False)
    return ax


def _column(point: int) -> float:
    """The middle of a point of the player on roll, from the left; the bar is between the halves."""
    across = point - HOME * 2 - 1 if point > HOME * 2 else HOME * 2 - point
    return across + 0.5 + (across >= HOME)


def _field(ax: Axes) -> None:
    from matplotlib.patches import Polygon, Rectangle

    ax.add_patch(Rectangle((0, 0), WIDE, HIGH, facecolor=FIELD, edgecolor=FRAME, linewidth=1.5))
    ax.add_patch(Rectangle((HOME, 0), 1, HIGH, facecolor="0.85", edgecolor=FRAME, linewidth=1))
    for y in (0.0, HIGH - TALL):
        ax.add_patch(Rectangle((TRAY, y), 0.95, TALL, facecolor=FIELD, edgecolor=FRAME, linewidth=1))
    for point in range(1, POINTS + 1):
        x, top = _column(point), point > POINTS // 2
        base, tip = (HIGH, HIGH - TALL) if top else (0, TALL)
        corners = [(x - 0.5, base), (x + 0.5, base), (x, tip)]
        ax.add_patch(Polygon(corners, facecolor=DARK if point % 2 else LIGHT, edgecolor="none"))
        y = HIGH + 0.4 if top else -0.4
        ax.text(x, y, str(point), ha="center", va="center", fontsize=8, color="0.3")


def _stack(ax: Axes, x: float, above: bool, checkers: int, top: bool) -> None:
    """The checkers of one side on a point, in the upper or lower half."""
    for level in range(min(checkers, STACK)):
        y = (0.5 + level) * 2 * RADIUS + 0.04
        _checker(ax, x, HIGH - y if above else y, top, checkers if level == STACK - 1 and checkers > STACK else 0)


def _on_bar(ax: Axes, checkers: int, top: bool) -> None:
    """Checkers on the bar, each in its own half, as in the text board."""
    for level in range(min(checkers, 3)):
        y = HIGH / 2 + (1 if top else -1) * (1.0 + level * 2 * RADIUS)
        _checker(ax, HOME + 0.5, y, top, checkers if level == 2 and checkers > 3 else 0)


def _checker(ax: Axes, x: float, y: float, top: bool, number: int) -> None:
    from matplotlib.patches import Circle

    ax.add_patch(Circle((x, y), RADIUS, facecolor=ORANGE if top else BLUE, edgecolor="white", linewidth=0.9))
    if number:
        ax.text(x, y, str(number), ha="center", va="center", color="white", fontsize=9, fontweight="bold")


def _borne_off(ax: Axes, checkers: int, top: bool) -> None:
    from matplotlib.patches import Rectangle

    thick = TALL / CHECKERS
    for level in range(checkers):
        y = HIGH - (level + 1) * thick if top else level * thick
        look: dict[str, Any] = {"facecolor": ORANGE if top else BLUE, "edgecolor": "white", "linewidth": 0.8}
        ax.add_patch(Rectangle((TRAY + 0.05, y), 0.85, thick, **look))


def _cube(ax: Axes, state: State) -> None:
    """The cube with its owner; one that is offered lies on the board, at the value it would have."""
    from matplotlib.patches import FancyBboxPatch

    x, y, value = (HOME / 2, HIGH / 2, 2 * state.cube) if state.doubled else (-0.75, CUBE_AT[state.owner], state.cube)
    style = "round,pad=0,rounding_size=0.12"
    ax.add_patch(FancyBboxPatch((x - 0.45, y - 0.45), 0.9, 0.9, boxstyle=style, facecolor="white", edgecolor="0.2"))
    ax.text(x, y, str(value), ha="center", va="center", fontsize=9 if value < 1000 else 6, fontweight="bold")


def _die(ax: Axes, x: float, face: int) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch

    y, style = HIGH / 2, "round,pad=0,rounding_size=0.15"
    ax.add_patch(FancyBboxPatch((x - 0.45, y - 0.45), 0.9, 0.9, boxstyle=style, facecolor=BLUE, edgecolor="white"))
    for across, up in PIPS[face]:
        ax.add_patch(Circle((x + 0.25 * across, y + 0.25 * up), 0.085, facecolor="white"))


def _words(ax: Axes, state: State) -> None:
    (pips, their_pips), (off, their_off) = state.pips, state.off
    mine, theirs = f"on roll: {pips} pips, {off} off", f"{their_pips} pips, {their_off} off"
    if state.match:
        mine += f", {state.match.mine} of {state.match.length} points"
        theirs += f", {state.match.theirs} of {state.match.length} points"
        if state.match.crawford:
            ax.text(0, HIGH + 1.2, "Crawford game", ha="left", va="center", fontsize=9)
    if state.doubled:
        mine = mine.replace("on roll", "doubles")
    for y, text, colour in ((-1.2, mine, BLUE), (HIGH + 1.2, theirs, ORANGE)):
        ax.text(WIDE, y, text, ha="right", va="center", color=colour, fontsize=10, fontweight="bold")
