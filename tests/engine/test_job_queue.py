import threading

from engine.job_queue import Job, JobQueue, SearchPriority


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
    priority.step_aside(timeout=0.001)
    assert priority.is_wanted
