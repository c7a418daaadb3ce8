import threading

from engine.service.scheduler import Job, JobQueue, SearchPriority


def _job(log, name, kind=""):
    return Job(lambda: log.append(name), kind, lambda: log.append(f"{name} displaced"))


def test_jobs_come_out_in_the_order_they_were_put():
    log, queue = [], JobQueue()
    queue.put(_job(log, "first"))
    queue.put(_job(log, "second"))
    for _ in range(2):
        queue.get(timeout=0).work()
    assert log == ["first", "second"]


def test_a_newer_job_of_the_same_kind_displaces_the_waiting_one():
    log, queue = [], JobQueue()
    queue.put(_job(log, "old search", "search"))
    queue.put(_job(log, "status"))
    queue.put(_job(log, "new search", "search"))
    assert log == ["old search displaced"]
    queue.get(timeout=0).work()
    queue.get(timeout=0).work()
    assert log == ["old search displaced", "status", "new search"]


def test_jobs_without_a_kind_never_displace_each_other():
    log, queue = [], JobQueue()
    queue.put(_job(log, "a"))
    queue.put(_job(log, "b"))
    assert log == []


def test_an_empty_queue_gives_none_after_the_timeout():
    assert JobQueue().get(timeout=0) is None


def test_a_closed_queue_drops_new_jobs_and_wakes_the_waiting_thread():
    log, queue = [], JobQueue()
    taken = []
    waiting = threading.Thread(target=lambda: taken.append(queue.get()))
    waiting.start()
    queue.close()
    waiting.join(timeout=5)
    assert taken == [None]
    queue.put(_job(log, "late"))
    assert log == ["late displaced"]
    assert queue.is_empty


def test_background_work_stands_aside_until_the_search_is_answered():
    priority = SearchPriority()
    priority.announce()
    assert priority.is_wanted
    stepped = threading.Event()
    background = threading.Thread(
        target=lambda: (priority.step_aside(timeout=30), stepped.set()), daemon=True
    )
    background.start()
    assert not stepped.is_set()
    with priority.answering():
        pass
    assert stepped.wait(timeout=5)
    background.join(timeout=5)
    assert not priority.is_wanted


def test_background_work_does_not_starve_behind_endless_searches():
    priority = SearchPriority()
    priority.announce()
    assert not priority.step_aside(timeout=0.001)
    assert priority.is_wanted


def test_background_work_stands_aside_for_a_search_of_another_process_until_the_hold_is_over():
    now = [100.0]
    priority = SearchPriority(monotonic=lambda: now[0])
    assert priority.step_aside(timeout=30)
    priority.hold(1.0)
    assert priority.is_wanted
    now[0] = 101.0
    assert not priority.is_wanted
    assert priority.step_aside(timeout=30)


def test_each_letter_holds_background_work_anew():
    now, letters = [100.0], iter([1.0, 1.0, 1.0])
    priority = SearchPriority(monotonic=lambda: now[0])
    priority.hold(1.0)

    def type_on():
        now[0] += 0.9
        priority.hold(next(letters, 0.0))
        return False

    assert priority.step_aside(30, type_on)
    assert now[0] >= 103.7


def test_background_work_that_stands_aside_gives_its_thread_to_what_is_asked():
    priority = SearchPriority(monotonic=lambda: 100.0)
    priority.hold(1.0)
    asked = iter([False, True])
    assert not priority.step_aside(30, lambda: next(asked))
