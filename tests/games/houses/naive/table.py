"""Section 2, copied by hand: roles, activities, hirelings."""

ROLES = ["prince", "vizier", "commander", "treasurer"]
ROLES_KING_FIRST = ["king", *ROLES]

# activity: (role, prestige needed, kind, step, target), in the order of the table.
# Targets: "house" and "noble" are of another house, "anybody" is himself too, "nobody_self" all but himself,
# "hireling" follows the hireling, "" none.
ACTIVITIES: dict[str, tuple[str, int, str, int, str]] = {
    "favour": ("king", 0, "trait", 1, "house"),
    "command": ("king", 3, "unlimited", 1, "noble"),
    "royal_guard": ("king", 5, "limited", 1, ""),
    "appoint_attendant": ("king", 7, "trait", 1, "hireling"),
    "feast": ("king", 10, "limited", 1, ""),
    "execute": ("king", 20, "special", 1, "noble"),
    "party": ("prince", 0, "unlimited", 6, "not_self"),
    "marriage": ("prince", 3, "limited", 6, "house"),
    "appoint_servant": ("prince", 7, "limited", 6, "hireling"),
    "claim": ("prince", 15, "special", 2, ""),
    "praise": ("vizier", 0, "unlimited", 9, "not_self"),
    "sabotage": ("vizier", 3, "limited", 9, "noble"),
    "embargo": ("vizier", 7, "limited", 5, "noble"),
    "dismiss": ("vizier", 15, "special", 2, ""),
    "defend": ("commander", 0, "unlimited", 10, "anybody"),
    "attack": ("commander", 3, "limited", 10, "noble"),
    "siege": ("commander", 7, "limited", 7, "house"),
    "coup": ("commander", 15, "special", 2, ""),
    "hire": ("treasurer", 0, "unlimited", 8, "hireling"),
    "trade": ("treasurer", 3, "limited", 8, "house"),
    "bribe": ("treasurer", 7, "limited", 8, "noble"),
    "mint": ("treasurer", 15, "special", 2, "anybody"),
}
ORDER_OF_THE_TABLE = list(ACTIVITIES)
SPECIALS = ["execute", "claim", "dismiss", "coup", "mint"]

# hireling: (step, target)
HIRELINGS: dict[str, tuple[int, str]] = {
    "sorcerer": (3, "anybody"),
    "ambassador": (4, "house"),
    "guard": (11, "anybody"),
    "minstrel": (12, "anybody"),
    "assassin": (13, "noble"),
    "physician": (14, "anybody"),
    "informant": (15, "noble"),
}


def role_of(activity: str) -> str:
    return ACTIVITIES[activity][0]


def needed(activity: str) -> int:
    return ACTIVITIES[activity][1]


def kind_of(activity: str) -> str:
    return ACTIVITIES[activity][2]


def step_of(activity: str) -> int:
    return ACTIVITIES[activity][3]


def ordinary(role: str) -> list[str]:
    """H11: the unlimited and limited activities of a role."""
    return [name for name, row in ACTIVITIES.items() if row[0] == role and row[2] in ("unlimited", "limited")]
