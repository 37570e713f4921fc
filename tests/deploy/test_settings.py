"""Every setting can be made in deploy/.env, and reaches its service."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from divan.service_settings import SERVICES, settings

DEPLOY = Path(__file__).parents[2] / "deploy"
EXAMPLE = (DEPLOY / ".env.example").read_text()
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()


def services(file: str = "compose.yaml") -> dict[str, Any]:
    class Loader(yaml.SafeLoader):  # type: ignore[misc]  # the library has no types
        """Compose's own tags, !reset and !override, say what becomes of the other file's value."""

    Loader.add_multi_constructor("!", lambda loader, tag, node: None)
    whole: dict[str, Any] = yaml.load((DEPLOY / file).read_text(), Loader)
    found: dict[str, Any] = whole["services"]
    return found


@pytest.mark.parametrize("service", SERVICES)
def test_what_an_operator_may_set_reaches_its_service(service: str) -> None:
    passed_on = services()[service]["environment"]
    assert [each.name for each in settings(service) if not each.is_fixed and each.name not in passed_on] == []


@pytest.mark.parametrize("service", SERVICES)
def test_what_an_operator_may_set_stands_in_the_example(service: str) -> None:
    named = set(re.findall(r"^(?:# )?([A-Z0-9_]+)=", EXAMPLE, re.M))
    assert [each.name for each in settings(service) if not each.is_fixed and each.name not in named] == []


@pytest.mark.parametrize("service", SERVICES)
def test_nothing_is_passed_on_that_the_service_does_not_know(service: str) -> None:
    known = {each.name for each in settings(service)}
    assert set(services()[service]["environment"]) - known == set()


@pytest.mark.parametrize("file", ["compose.yaml", "compose.production.yaml"])
def test_every_variable_of_a_compose_file_stands_in_the_example(file: str) -> None:
    asked = set(re.findall(r"\$\{([A-Z0-9_]+)", (DEPLOY / file).read_text()))
    named = set(re.findall(r"^(?:# )?([A-Z0-9_]+)=", EXAMPLE, re.M))
    assert asked - named == set()


def test_the_images_have_only_settings_that_there_are() -> None:
    known = {each.name for service in SERVICES for each in settings(service)}
    assert set(re.findall(r"\b(DIVAN_[A-Z0-9_]+)=", DOCKERFILE)) - known == set()


def test_no_secret_has_a_default() -> None:
    assert re.findall(r"^(?:DIVAN_MASTER_KEY|NATS_\w+_PASSWORD)=(.+)$", EXAMPLE, re.M) == []
