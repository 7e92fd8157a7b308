"""The pyramid and what lies in it: spaces, gates, cards, dice, names. No rules.

The map of 64 spaces, columns a to i from west to east, rows 1 to 8 from the door inwards (1.2):

    8  A* .  H  H  H* H  H  .  T*     corridor; letters are sarcophagi, a star is an alcove
    7  A  30 31 32 33 34 35 36 T      sand; numbers are where blocks fall
    6  A  26 27 ~  ~  ~  28 29 T      ~ is the pond
    5  A  22 23 ~  ~* ~  24 25 T
    4  A  18 19 ~  ~  ~  20 21 T
    3  A  11 12 13 14*15 16 17 T
    2        6  7  8  9  10           rubble
    1        1  2  3  4  5            the door is below

A space is its index from c1 = 0 along the rows to i8 = 63. OUTSIDE, ESCAPED and DEAD stand beside them.

A card is a small number. A treasure is ten times its owner plus its value: 14 is a 4 of Hededet, 20 a chest
of Sobek, 2 a necklace worth 2; the value 9 stands for one that is not known. Equipment, wounds and idols
follow from 60, 70 and 80. Players count equipment and wounds in slots from 0.
"""

from __future__ import annotations

from functools import lru_cache

COLUMNS = "abcdefghi"

RUBBLE, SAND, POND, CORRIDOR = range(4)  # zones; the first three are also the numbers of their decks
ZONES = ("rubble", "sand", "pond", "corridor")


def _zone(column: str, row: int) -> int | None:
    if row <= 2:
        return RUBBLE if column in "cdefg" else None
    if column in "ai" or row == 8:
        return CORRIDOR
    return POND if column in "def" and row in (4, 5, 6) else SAND


SPACES = tuple(
    f"{column}{row}" for row in range(1, 9) for column in COLUMNS if _zone(column, row) is not None
)
INDEX = {name: space for space, name in enumerate(SPACES)}
ZONE = tuple(_zone(name[0], int(name[1])) or 0 for name in SPACES)
OUTSIDE, ESCAPED, DEAD = 64, 65, 66  # further places of an adventurer
FAR = 99  # the distance of a space to which no path leads, in moves
PLACES = (*SPACES, "outside", "escaped", "dead")

DOORS = tuple(INDEX[f"{column}1"] for column in "cdefg")
GATES = frozenset(
    frozenset((INDEX[a], INDEX[b]))
    for a, b in (
        *(("a3", "b3"), ("a5", "b5"), ("a7", "b7"), ("i3", "h3"), ("i5", "h5"), ("i7", "h7")),
        *(("c8", "c7"), ("e8", "e7"), ("g8", "g7")),
    )
)


def _near(space: int) -> tuple[int, ...]:
    """Neighbours by index, never diagonal; between corridor and sand only through gates (1.3, 8.10)."""
    column, row = COLUMNS.index(SPACES[space][0]), int(SPACES[space][1])
    found = []
    for across, along in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        name = f"{COLUMNS[column + across]}{row + along}" if 0 <= column + across < 9 else ""
        other = INDEX.get(name)
        if other is None:
            continue
        walled = (ZONE[space] == CORRIDOR) != (ZONE[other] == CORRIDOR)
        if not walled or frozenset((space, other)) in GATES:
            found.append(other)
    return tuple(sorted(found))


NEAR = tuple(map(_near, range(64)))
NEAR_MASK = tuple(sum(1 << other for other in near) for near in NEAR)
DOOR_MASK = sum(1 << space for space in DOORS)

# Blocks fall on all rubble and sand, numbered as the map shows (1.2).
BLOCK_SPACES = (
    -1,  # there is no block 0
    *(space for space in range(64) if ZONE[space] in (RUBBLE, SAND)),
)
BLOCKS = len(BLOCK_SPACES) - 1
BLOCK_AT = {space: number for number, space in enumerate(BLOCK_SPACES) if number}

# The corridor, along which the mummies walk (1.6).
WALK = (
    *(INDEX[f"a{row}"] for row in range(3, 9)),
    *(INDEX[f"{column}8"] for column in "bcdefgh"),
    *(INDEX[f"i{row}"] for row in range(8, 2, -1)),
)  # by index of the walk, the space
STEP = tuple(WALK.index(space) if space in WALK else -1 for space in range(64))  # and the other way
MUMMIES = ("sanakht", "initkaes", "imhotep")
MUMMY_STARTS, MUMMY_HEADINGS = (3, 9, 15), (1, 1, -1)


def _marched(at: int, heading: int, steps: int) -> tuple[int, int, int]:
    """Where a mummy comes to, its heading there, and the spaces that it stepped on, as a mask (5.4)."""
    mask = 0
    for _ in range(steps):
        at += heading
        if at in (0, len(WALK) - 1):
            heading = -heading
        mask |= 1 << WALK[at]
    return at, heading, mask


MARCH = {
    (at, heading): tuple(_marched(at, heading, steps) for steps in range(6))
    for at in range(len(WALK))
    for heading in (1, -1)
    if not (at == 0 and heading == -1) and not (at == len(WALK) - 1 and heading == 1)
}

# Gods, in the order of the dice that their idols curse (1.5).
GODS = ("hededet", "sobek", "anubis", "thoth", "horus")
COLOURS = ("yellow", "green", "black", "blue", "red")
HEDEDET, SOBEK, ANUBIS, THOTH, HORUS = range(5)
ALL_GODS = 0b11111  # mask
ALCOVES = tuple(INDEX[name] for name in ("e3", "e5", "a8", "i8", "e8"))  # by god
ALCOVE_AT = {space: god for god, space in enumerate(ALCOVES)}
# The numbers that open an alcove, by god.
NEEDS: tuple[tuple[int, ...], ...] = ((2, 2, 5), (1, 2, 3, 4), (3, 3, 4, 5), (1, 1, 2, 6), (6, 6, 6))
WORTH = (6, 6, 9, 9, 10)  # of the idol, by god, as usual; see state.idol_worth

# Sarcophagi: fourteen, by their index here (1.5).
TOMBS = tuple(
    INDEX[name]
    for name in (
        *(f"a{row}" for row in range(3, 8)),
        *(f"i{row}" for row in range(3, 8)),
        "c8",
        "d8",
        "f8",
        "g8",
    )
)
TOMB_AT = tuple(TOMBS.index(space) if space in TOMBS else -1 for space in range(64))
TOMB_GOD = (ANUBIS,) * 5 + (THOTH,) * 5 + (HORUS,) * 4  # by tomb
CONTENTS = {ANUBIS: (2, 4, 5, 6, 8), THOTH: (2, 4, 5, 6, 8), HORUS: (4, 5, 7, 8)}  # by god, all different
TOMB_GODS = tuple(CONTENTS)
CONTENTS_MASK = tuple(sum(1 << value for value in values) for values in CONTENTS.values())

# Here and next door: sarcophagi as (space, index), and the corridor's indices of neighbours.
TOMBS_BY = tuple(
    tuple((other, TOMB_AT[other]) for other in sorted((space, *NEAR[space])) if TOMB_AT[other] >= 0)
    for space in range(64)
)
STEPS_BY = tuple(frozenset(STEP[other] for other in NEAR[space] if STEP[other] >= 0) for space in range(64))

# Cards.
UNKNOWN = 9  # as the value of a treasure
SECRET = 30  # lower cards have secret values
FIRST_EQUIPMENT, FIRST_WOUND = 60, 70  # lower cards than these are treasures
EQUIPMENT = ("antidote", "medi-kit", "crowbar", "udjat", "bag")
ANTIDOTE_SLOT, MEDIKIT_SLOT, CROWBAR_SLOT, UDJAT_SLOT, BAG_SLOT = range(5)
ANTIDOTE, MEDIKIT, CROWBAR, UDJAT, BAG = range(FIRST_EQUIPMENT, FIRST_EQUIPMENT + 5)
COBRA_SLOT, SCORPION_SLOT, CROCODILE_SLOT, BLOCK_SLOT, MUMMY_SLOT = range(5)
COBRA, SCORPION, CROCODILE, BLOCK, MUMMY = range(FIRST_WOUND, FIRST_WOUND + 5)
CURES = {ANTIDOTE: (COBRA, SCORPION), MEDIKIT: (CROCODILE, BLOCK)}  # by equipment, the wounds (8.7)
WOUNDS = ("cobra", "scorpion", "crocodile", "block", "mummy")
DECK_WOUNDS = WOUNDS[:3]  # by zone; the others are not drawn from decks
IDOL = 80  # plus the god
HEDEDET_CHEST, SOBEK_CHEST = 10, 20
OWNERS = ("necklace", *GODS)  # of treasures, by deck number of the card

DECKS = (  # by zone: the card and how often it is there
    (
        *((ANTIDOTE, 2), (MEDIKIT, 2), (CROWBAR, 2), (UDJAT, 2), (BAG, 2)),
        *((1, 2), (2, 2), (3, 1), (COBRA, 3)),
    ),
    ((HEDEDET_CHEST, 2), (12, 2), (13, 3), (14, 3), (15, 2), (SCORPION, 6)),
    ((SOBEK_CHEST, 2), (22, 2), (23, 2), (24, 3), (25, 2), (26, 1), (CROCODILE, 6)),
)
FULL = tuple(tuple(many for _, many in deck) for deck in DECKS)
SLOT = {card: (zone, slot) for zone, deck in enumerate(DECKS) for slot, (card, _) in enumerate(deck)}
DECK_SIZE = 18  # at the start
DECK_NAMES = ("rubble", "hededet", "sobek")

# Adventurers, with their abilities.
ABDEL, CHANTAL, DAVID, DELROY, EDGAR, JOSE, MAKI, RASPUTIN = range(8)
ADVENTURERS = ("abdel", "chantal", "david", "delroy", "edgar", "jose", "maki", "rasputin")
FULL_NAMES = (
    *("Abdel Wahab", "Chantal Sarti", "David Gore", "Delroy Chartier"),
    *("Edgar Rice", "Jose Ardila", "Maki Watanabe", "Rasputin"),
)
ABILITIES = (
    *("Linguistics", "Dodge", "Shoot", "Stamina"),
    *("Swimming", "Lock picking", "Reflexes", "Clairvoyance"),
)

MOST_LOAD = 12
MOST_WOUNDS = 12
MARCH_PIPS = 4  # a die of the mummies that shows as much makes them walk a space (5.2)
VARIETY = (0, 1, 3, 6, 10, 15)  # points by the number of different gods (7.3)


def god_of(card: int) -> int:
    """The god of a treasure, chest or idol; -1 for a necklace and for what is none of these."""
    return card - IDOL if card >= IDOL else card // 10 - 1 if is_treasure(card) else -1


def equipment_slot(card: int) -> int:
    """The index at which a player counts this equipment."""
    return card - FIRST_EQUIPMENT


def wound_slot(card: int) -> int:
    """The index at which a player counts this wound."""
    return card - FIRST_WOUND


def treasure(owner: int, value: int) -> int:
    """The card of an index of OWNERS and a value: 0 for a chest, or UNKNOWN."""
    return 10 * owner + value


def tomb_treasure(tomb: int, value: int) -> int:
    """The card of a sarcophagus in which this value lies."""
    return treasure(TOMB_GOD[tomb] + 1, value)


def value_of(card: int) -> int:
    """The value of a treasure: 0 for a chest, or UNKNOWN."""
    return card % 10


def is_treasure(card: int) -> bool:
    """Whether the card is a necklace, a treasure of a god or a chest."""
    return card < FIRST_EQUIPMENT


def is_equipment(card: int) -> bool:
    return FIRST_EQUIPMENT <= card <= BAG


def is_wound(card: int) -> bool:
    return FIRST_WOUND <= card <= MUMMY


def is_secret(card: int) -> bool:
    """Whether only its owner knows the value: necklaces, and what comes from sand and pond (4.9)."""
    return card < SECRET


def is_back(card: int) -> bool:
    """Whether the card is a treasure of which only the back is known."""
    return card < SECRET and card % 10 == UNKNOWN


def masked(card: int) -> int:
    """The card as others see it: by its back."""
    return card - card % 10 + UNKNOWN if card < SECRET else card


def card_name(card: int) -> str:
    """The text of a card: `4 hededet`, `chest sobek`, `? necklace`, `idol horus`, `cobra`, `medi-kit`."""
    if card >= IDOL:
        return f"idol {GODS[card - IDOL]}"
    if is_wound(card):
        return WOUNDS[wound_slot(card)]
    if is_equipment(card):
        return EQUIPMENT[equipment_slot(card)]
    owner, value = OWNERS[card // 10], card % 10
    return f"{'chest' if value == 0 else '?' if value == UNKNOWN else value} {owner}"


CARD_NAMES = {
    card_name(card): card
    for card in (
        *(card for deck in DECKS for card, _ in deck),
        *(treasure(god + 1, value) for god, values in CONTENTS.items() for value in values),
        *(IDOL + god for god in range(5)),
        *(BLOCK, MUMMY),
        *(treasure(owner, UNKNOWN) for owner in range(3)),
    )
}


# For floods: the map as a grid of nine columns, in which a step is a shift. Masks say from where one leads.


def _leading(part: int, onward: bool) -> int:
    """Spaces with a neighbour of a higher, or lower, column (part 0) or row (part 1)."""
    mask = 0
    for space, name in enumerate(SPACES):
        others = [SPACES[other][part] for other in NEAR[space] if SPACES[other][part] != name[part]]
        if any((other > name[part]) == onward for other in others):
            mask |= 1 << 9 * (int(name[1]) - 1) + COLUMNS.index(name[0])
    return mask


_EAST, _WEST, _NORTH, _SOUTH = _leading(0, True), _leading(0, False), _leading(1, True), _leading(1, False)


def _grid(mask: int) -> int:
    """A mask of spaces as a mask of the grid. Rows 1 and 2 have five spaces each, in the middle."""
    return (mask & 0x1F) << 2 | (mask & 0x3E0) << 6 | mask >> 10 << 18


@lru_cache(1 << 14)
def reachable(blocked: int) -> int:
    """The spaces with an open path to the door, as a mask; `blocked` is the mask of blocks (6.6)."""
    open_ = _grid(((1 << 64) - 1) & ~blocked)
    before, reached = 0, _grid(DOOR_MASK) & open_
    while reached != before:
        before = reached
        steps = (reached & _EAST) << 1 | (reached & _WEST) >> 1
        reached |= (steps | (reached & _NORTH) << 9 | (reached & _SOUTH) >> 9) & open_
    return reached >> 2 & 0x1F | reached >> 6 & 0x3E0 | reached >> 18 << 10


@lru_cache(1 << 14)
def steps_from(blocked: int, start: int) -> tuple[int, ...]:
    """By space: how many moves lead there from `start`, a space or OUTSIDE; FAR where no path does."""
    steps = [FAR] * OUTSIDE
    far = int(start == OUTSIDE)
    edge = DOOR_MASK if start == OUTSIDE else 1 << start
    free = ~blocked
    edge &= free
    seen = edge
    while edge:
        further = 0
        while edge:
            low = edge & -edge
            space = low.bit_length() - 1
            steps[space] = far
            further |= NEAR_MASK[space]
            edge ^= low
        edge = further & free & ~seen
        seen |= edge
        far += 1
    return tuple(steps)
