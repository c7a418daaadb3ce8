import pytest
import yaml


@pytest.mark.real_model
def test_using_a_model_gets_it_ready_and_writes_it_into_the_settings(twofold, home):
    (home / "models").unlink()  # the shared folder stays as it is
    printed = twofold("model", "use", "all-minilm-l6-v2")
    assert printed.code == 0
    assert (home / "models" / "all-minilm-l6-v2.gguf").is_file()
    settings = yaml.safe_load((home / "settings.yaml").read_text())
    assert settings["embedding"]["model"] == "all-minilm-l6-v2"
    assert "twofold index" in printed.out
    assert "* all-minilm-l6-v2         ready" in twofold("model", "list").out
