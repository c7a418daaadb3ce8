"""Background similarity of passages: a passage close to every query is not relevant to any."""

import numpy as np
import pytest

from twofold.engine.model.hit import Background
from twofold.engine.ranking.chance import Chance
from twofold.engine.ranking.probes import PROBES
from twofold.engine.ranking.relevance import CLOSE, NEAR, RelevanceThreshold, relevance_floor

DIMENSION = 64


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def directions(count, seed):
    return np.random.default_rng(seed).standard_normal((count, DIMENSION))


@pytest.fixture(scope="module")
def asked():
    """Random queries around one direction, similar to how models embed short texts."""
    everyone = directions(1, seed=1)
    return unit(3 * everyone + directions(len(PROBES) + 1, seed=2)), everyone


def test_generic_passage_is_not_near_to_a_random_query(asked):
    (*probes, nonsense), everyone = asked
    hub = unit(everyone)
    passages = np.concatenate([unit(directions(200, seed=3)), hub])
    chance = Chance(np.array(probes), passages)
    assert (passages @ nonsense).argmax() == len(passages) - 1
    deviations = chance.deviations(nonsense, passages)
    assert deviations[-1] < CLOSE
    assert deviations.max() < NEAR


def test_relevant_passage_is_near_in_a_library_of_any_size(asked):
    (*probes, nonsense), _ = asked
    about = unit(directions(1, seed=9))
    query = unit(nonsense[None, :] + about)[0]
    passages = np.concatenate([unit(directions(25, seed=3)), about])
    deviations = Chance(np.array(probes), passages).deviations(query, passages)
    assert deviations.argmax() == len(passages) - 1
    assert deviations[-1] >= NEAR


def test_query_on_the_only_subject_of_a_library_is_nearer_to_all_passages(asked):
    (*probes, query), _ = asked
    subject = directions(1, seed=5)
    passages = unit(4 * subject + directions(60, seed=6))
    chance = Chance(np.array(probes), passages)
    on_subject = unit(query[None, :] + 0.7 * unit(subject))[0]
    added = chance.deviations(on_subject, passages).mean()
    assert added == pytest.approx(2.0, abs=0.2)
    assert chance.deviations(query, passages).mean() == pytest.approx(0.0, abs=1.5)


@pytest.mark.parametrize("least", [CLOSE, NEAR])
def test_passage_excluded_by_the_upper_bound_is_not_near(asked, least):
    (*probes, query), _ = asked
    passages = unit(directions(500, seed=7) + query)
    chance = Chance(np.array(probes), passages)
    products = passages @ chance.direction(query)
    ruled_out = products < chance.least_product(query, least)
    assert ruled_out.any()
    assert (chance.deviations(query, passages)[ruled_out] < least).all()


def test_nearer_passage_needs_fewer_matching_words():
    floor = relevance_floor(Background(0.78, 0.02, 400, chance=0.01), near=0.0)
    deviations = {1: NEAR, 2: NEAR - 0.1, 3: CLOSE, 4: CLOSE - 0.1, 5: -1.0}
    judged = RelevanceThreshold(floor, dict.fromkeys(deviations, 0.9), (), 400, deviations)
    needed = [judged.needed_coverage(number) for number in (1, 2, 3, 4, 5, 6)]
    assert needed == [0.0, 0.25, 0.25, 0.4, 0.4, 0.0], "the last one has no vector"
    assert [judged.closeness(number) for number in (1, 5, 6)] == [floor.floor, 0.77, None]
