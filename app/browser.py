"""Which browser somebody uses, in a word or two that its owner recognises."""

FAMILIES = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "Chromium/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
"""By a part of the User-Agent; the first that fits, since most claim to be others as well."""

SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}

UNKNOWN = "Another program"


def browser_family(user_agent: str) -> str:
    """Browser and system, like "Firefox on Linux"; nothing that tells one machine from another."""
    family = _first(FAMILIES, user_agent)
    system = _first(SYSTEMS, user_agent)
    if family is None:
        return UNKNOWN
    return f"{family} on {system}" if system else family


def _first(words: dict[str, str], text: str) -> str | None:
    return next((word for sign, word in words.items() if sign in text), None)
