"""Finds English words in what is shown in German."""

import re

ENGLISH = re.compile(
    r"\b(?:the|of|and|with|from|is|are|than|by|has|not|to|for|this|that|where|its|their|left|found|turn|moves?|goes"
    r"|attacks?|strikes?|rolls?|falls?|damage|enemy|round|seed|squares?|feet)\b"
)
"""Words that stand in English sentences and in no German one."""


def english_in(text: str) -> list[str]:
    """The lines with English words, names of options, files and identifiers left out."""
    text = re.sub(r"(?m)^[a-z_]+(?: \"[^\"]*\")?: ", "", text)
    text = re.sub(r"{\w+}", "", text)
    plain = re.sub(r"`[^`]*`|--?[\w-]+|\[[^\]]*\||\S+[._/:|-]\S+|\"[^\"]*\"|'[^']*'|[│|][^│]*\]", " ", text)
    return [line for line in plain.splitlines() if ENGLISH.search(line)]


WORDS = re.compile(
    r"\b(?:the|of|and|than|are|has|not|that|its|their|which|each|items|characters|more|found|allowed|most)\b"
)
"""Words that stand in English errors and are no names in files."""


def english_in_error(text: str) -> list[str]:
    """The English words of an error, quoted values and lists of keys left out."""
    return WORDS.findall(re.sub(r'"[^"]*"|\S*/\S*|`[^`]*`|\([^)]*\)|\w+(?:, \w+){2,}', "", text))
