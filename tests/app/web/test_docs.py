"""The example of docs/serve.md, with a server beside it."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "serve.md"


@pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the checkout")
def test_the_example_prints_the_best_sentence_of_works(site, capsys):
    (code,) = re.findall(r'```python title="[^"]*"\n(.*?)```', GUIDE.read_text("utf-8"), re.DOTALL)
    code = code.replace("http://127.0.0.1:8765", site.address)
    exec(compile(code, "<guide>", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["doi:10.5555/f", "doi:10.5555/t", "ott"]
