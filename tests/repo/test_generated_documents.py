"""Documents made from the code: complete and current."""

import pytest

from divan.catalogue import unlisted
from divan.documents import DOCS, DOCUMENTS


def test_every_declared_message_stands_in_the_catalogue() -> None:
    assert unlisted() == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_document_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == DOCUMENTS[name](), "make docs"
