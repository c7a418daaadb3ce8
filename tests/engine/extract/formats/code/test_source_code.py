"""Headings from definitions in source code, by language, and hostile sources."""

import pytest

from twofold.engine.extract.formats.code.definitions import masked
from twofold.engine.extract.formats.code.languages import grammar_of
from twofold.engine.extract.formats.code.source_code import code_blocks, extract
from twofold.engine.indexing.chunker import chunk


def paths(file_type, source):
    """Return a mapping from each stripped source line to its heading path."""
    found = {}
    for block in code_blocks(source, grammar_of(file_type)):
        for line in source[block.start : block.end].split("\n"):
            found[line.strip()] = block.heading_path
    return found


def test_python_definitions_with_decorators_comments_and_strings():
    found = paths(
        "py",
        '''"""Doc.

def not_this():
"""
import os

# About area.
@cached(1)
def area(
    a) -> int:
    text = """
def nor_this():
"""
    def inner():
        pass
    return 1


class Shape(Base):
    side = 1

    async def grow(self): return 1

# alone

after = 2
''',
    )
    assert found["def not_this():"] == ()
    assert found["# About area."] == ("area",)
    assert found["# alone"] == ()
    assert found["def area("] == found["def nor_this():"] == found["return 1"] == ("area",)
    assert found["pass"] == ("area", "inner")
    assert found["side = 1"] == ("Shape",)
    assert found["async def grow(self): return 1"] == ("Shape", "grow")
    assert found["after = 2"] == ()


def test_c_definitions_survive_conditional_braces():
    found = paths(
        "c",
        """#include <stdio.h>
/* Adds. */
static int
add(int a, char *b)
{
#ifdef A
    if (a) {
#else
    if (b) {
#endif
        return '{';
    }
    for (int i = 0; i < 3; i++) { bar(); }
}

static const struct ops my_ops = {
    .open = add,
};

struct list *make(void) {
    return 0;
}
""",
    )
    assert found["/* Adds. */"] == found["return '{';"] == ("add",)
    assert found["for (int i = 0; i < 3; i++) { bar(); }"] == ("add",)
    assert found[".open = add,"] == ()
    assert found["return 0;"] == ("make",)


RUST = """/// A point.
#[derive(Debug)]
pub struct Point<T> {
    x: T, // '{'
}

impl<T: fmt::Debug + Into<f64>> fmt::Display for Point<T>
where
    T: Copy,
{
    /// Shows.
    fn fmt<'a>(&'a self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = "}}}"; let c = '{';
        if let Point { x } = self { go() }
    }
}
"""
TYPESCRIPT = """export default class Foo<T> extends Bar {
  private x = 1
  async get(id: number): Promise<T | undefined> {
    if (id > 3) {
      return `{`
    }
    items.forEach((item) => { log(item) })
  }
  handler = async (e: Event) => {
    return 2
  }
}
export const useThing = ({ a, b }: Props) => {
  return 3
}
function plain({ a }: { a: string }, cb = () => {}) {
  return 4
}
module.exports = {
  bar: function (x) {
    return 5
  },
}
"""
CPP = (
    "namespace net {\ntemplate <typename T, class U = std::vector<int>>\nclass Socket final : "
    "public Base<T> {\n  Socket(int a) : fd_(a), x_{1} {\n    run();\n  }\n};\n\nint Socket::read("
    "std::function<void(int)> f) {\n  auto l = [&](int x) { return x; };\n  go();\n}\n}"
)
RUBY = "module A\n  class B\n    def ok?(x)\n      go\n    end\n  end\nend\n"
JAVA = (
    "@E(n = 1)\nclass A<T> {\n  @Override\n  public <R> R f(@N S a, int... b) throws X {\n    go();"
)
SWIFT = "struct V: View {\n  init(a: Int) {\n    a\n  }\n  func run<T>(_ a: T) -> [T] {\n    go()"
C_SHARP = (
    "namespace A.B {\n  public class C {\n    public async Task<int> Run(int a) {\n      Go();"
)


@pytest.mark.parametrize(
    ("file_type", "source", "line", "path"),
    [
        ("rs", RUST, "/// A point.", ("Point",)),
        ("rs", RUST, "x: T, // '{'", ("Point",)),
        ("rs", RUST, "/// Shows.", ("Point", "fmt")),
        ("rs", RUST, "if let Point { x } = self { go() }", ("Point", "fmt")),
        ("ts", TYPESCRIPT, "private x = 1", ("Foo",)),
        ("ts", TYPESCRIPT, "items.forEach((item) => { log(item) })", ("Foo", "get")),
        ("ts", TYPESCRIPT, "return 2", ("Foo", "handler")),
        ("ts", TYPESCRIPT, "return 3", ("useThing",)),
        ("ts", TYPESCRIPT, "return 4", ("plain",)),
        ("ts", TYPESCRIPT, "return 5", ("bar",)),
        ("go", "func (s *Server) Run(c Ctx) error {\n\treturn\n}", "return", ("Server", "Run")),
        ("cpp", CPP, "run();", ("net", "Socket", "Socket")),
        ("cpp", CPP, "go();", ("net", "Socket", "read")),
        ("go", "func Map[T any](xs []T) []T {\n\treturn xs\n}", "return xs", ("Map",)),
        ("rb", RUBY, "go", ("A", "B", "ok?")),
        ("sh", "greet() {\n  echo ${1#x}\n}\nmain", "echo ${1#x}", ("greet",)),
        ("sh", "greet() {\n  echo\n}\nmain", "main", ()),
        ("java", JAVA, "go();", ("A", "f")),
        ("kt", "class F(val a: S) : B() {\n  override fun f(x: S) {\n   go()", "go()", ("F", "f")),
        ("swift", SWIFT, "a", ("V", "init")),
        ("swift", SWIFT, "go()", ("V", "run")),
        ("php", "class U {\n  public function f(): S\n  {\n    go();", "go();", ("U", "f")),
        ("cs", C_SHARP, "Go();", ("A", "B", "C", "Run")),
        ("scala", "object A {\n  def run(x: Int) = {\n    go()\n  }\n}", "go()", ("A", "run")),
        ("lua", "local function a.b(x)\n  go()\nend", "go()", ("a", "b")),
        ("hs", "foo :: Int -> Int\nfoo n = n\n  where m = 2\n", "where m = 2", ("foo",)),
        ("ex", "defmodule A.B do\n  def f(x) do\n    go()\n  end\nend", "go()", ("A", "B", "f")),
        ("el", "(defun my-run (x)\n  (go))\n", "(go))", ("my-run",)),
        ("sql", "CREATE TABLE IF NOT EXISTS users (\n  id int\n);", "id int", ("users",)),
        ("proto", "message A {\n  string name = 1;\n}", "string name = 1;", ("A",)),
        ("jl", "function run(x)\n  go()\nend", "go()", ("run",)),
        ("r", "run <- function(x) {\n  go()\n}\nrun()", "go()", ("run",)),
    ],
)  # fmt: skip
def test_line_is_under_its_definitions(file_type, source, line, path):
    assert paths(file_type, source)[line] == path


def test_lone_closing_line_stays_with_the_block_it_closes():
    source = "class A {\n  void f() {\n    go();\n  }\n\n}\n"
    assert [b.heading_path for b in code_blocks(source, grammar_of("java"))][-1] == ("A", "f")


def test_long_functions_keep_their_name_in_every_passage():
    body = "".join(f"        value_{n} = compute(value_{n - 1}, {n})\n" for n in range(1, 120))
    source = f"import os\n\n\nclass Engine:\n    x = 1\n\n    def run(self):\n{body}"
    passages = chunk(extract(source.encode(), "py"))
    assert len(passages) > 3
    assert all(passage.symbol == "run" for passage in passages[1:])
    assert passages[-1].heading_path == ("Engine", "run")


@pytest.mark.parametrize("file_type", ["py", "rs", "c", "ts"])
@pytest.mark.parametrize(
    "source",
    [
        "{" * 50_000, "a(" * 50_000,
        '"\\' + "\\" * 50_000, "f() {" * 10_000, "class a {\n" * 3_000,
        "def a\n def b\n  " * 2_000, "a<b " * 30_000 + "{", "}" * 50_000, "/*" * 50_000,
        "a b c " * 20_000 + "{", "x(" + "function(){a}," * 5_000,
    ],
    ids=range(11),
)  # fmt: skip
def test_hostile_sources_are_read_in_linear_time(file_type, source):
    blocks = list(code_blocks(source, grammar_of(file_type)))
    assert sum(block.end - block.start for block in blocks) > len(source) * 0.4


def test_unclosed_literal_extends_to_the_end_of_its_line_or_file():
    assert masked('"a\nb', ('"',)) == "  \nb"
    assert masked("/*a\nb", ("/*",)) == "   \n "
