import json

from hypothesis import given
from hypothesis import strategies as st

from engine.model.wire import as_json_text, json_pieces

_PLAIN = st.none() | st.booleans() | st.integers() | st.text()
_VALUES = st.recursive(
    _PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


def streamed(value):
    """Return `value` with iterators in place of its lists, except for those inside of one."""
    if isinstance(value, dict):
        return {name: streamed(member) for name, member in value.items()}
    return iter(value) if isinstance(value, list) else value


@given(_VALUES)
def test_the_pieces_are_the_text_that_is_written_in_one(value):
    assert "".join(json_pieces(streamed(value))) == as_json_text(value)
    assert "".join(json_pieces(value)) == as_json_text(value)


def test_names_that_are_no_text_stay_valid_json():
    text = "".join(json_pieces({"path": "odd\udcff", "hits": iter([{"path": "odd\udcff"}])}))
    text.encode("utf-8")
    assert json.loads(text)["hits"] == [{"path": "odd\udcff"}]


def test_entries_are_made_one_after_the_other():
    made = []
    pieces = json_pieces({"hits": (made.append(number) or number for number in range(3))})
    while "0" not in next(pieces):
        pass
    assert made == [0]
