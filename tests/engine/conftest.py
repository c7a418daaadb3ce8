import pytest

from tests.engine.sharing.milvus import running_server


@pytest.fixture(scope="session")
def lite_server(tmp_path_factory):
    with running_server(tmp_path_factory.mktemp("milvus")) as server:
        yield server
