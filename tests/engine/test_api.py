import engine.api as door


def _names_at_the_door() -> list[str]:
    """Every public name the module holds, except what it only needs to define them."""
    borrowed = {"annotations", "Callable", "Path", "Protocol"}
    return sorted(name for name in vars(door) if not name.startswith("_") and name not in borrowed)


def test_the_door_lists_every_name_it_offers():
    assert sorted(door.__all__) == _names_at_the_door()


def test_the_list_is_sorted_as_the_linter_sorts_it():
    def order(name):
        kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
        return (kind, name)

    assert door.__all__ == sorted(door.__all__, key=order)
