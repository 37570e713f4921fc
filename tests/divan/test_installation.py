"""What `divan up` tells its services, without starting any."""

import pytest

from divan.installation import ENGINE_PORT, operators_port


@pytest.mark.parametrize(
    ("port", "number", "set_to"),
    [
        pytest.param("8081", 1, {ENGINE_PORT: "8081"}, id="the first has it"),
        pytest.param("8081", 3, {ENGINE_PORT: "8083"}, id="each further the next"),
        pytest.param("0", 2, {}, id="any free one"),
        pytest.param("", 2, {}, id="none"),
    ],
)
def test_engines_of_one_machine_have_ports_for_operators_in_a_row(
    port: str, number: int, set_to: dict[str, str]
) -> None:
    assert operators_port({ENGINE_PORT: port}, number) == set_to
