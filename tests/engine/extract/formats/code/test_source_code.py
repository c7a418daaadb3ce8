"""Definitions of source code as headings, language by language, and hostile sources."""

import pytest

from engine.extract.formats.code.definitions import INSIDE_STRING, masked
from engine.extract.formats.code.languages import grammar_of
from engine.extract.formats.code.source_code import code_blocks, extract
from engine.indexing.chunker import chunk
from engine.model.document import BlockKind


def paths(file_type, source):
    """Return the first line of each span under one path, with that path."""
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
@cached(
    1)
def area(
    a,
) -> int:
    text = """
def nor_this():
"""
    def inner():
        pass
    return 1


class Shape(Base):
    side = 1

    async def grow(self): return 1

after = 2
''',
    )
    assert found["def not_this():"] == ()
    assert found["import os"] == ()
    assert found["def area("] == found["def nor_this():"] == found["return 1"] == ("area",)
    assert found["pass"] == ("area", "inner")
    assert found["side = 1"] == ("Shape",)
    assert found["async def grow(self): return 1"] == ("Shape", "grow")
    assert found["after = 2"] == ()


def test_a_comment_right_above_belongs_to_its_definition():
    found = paths("py", "x = 1\n# about f\ndef f():\n    pass\n\n# alone\n\ny = 1\n")
    assert found["# about f"] == ("f",)
    assert found["# alone"] == ()


def test_rust_definitions():
    found = paths(
        "rs",
        """use std::fmt;
/// A point.
#[derive(Debug)]
pub struct Point<T> {
    x: T, // '{'
}

pub struct Unit;

impl<T: fmt::Debug + Into<f64>> fmt::Display for Point<T>
where
    T: Copy,
{
    /// Shows.
    fn fmt<'a>(&'a self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = "}}}"; let c = '{';
        if let Point { x } = self { go() }
    }

    pub(crate) async fn other(self) -> impl Iterator<Item = u8> {
        loop {}
    }
}

mod tests {
    #[test]
    fn works() {
        assert!(true);
    }
}
""",
    )
    assert found["use std::fmt;"] == ()
    assert found["/// A point."] == found["x: T, // '{'"] == ("Point",)
    assert found["pub struct Unit;"] == ("Unit",)
    assert found["/// Shows."] == ("Point", "fmt")
    assert found["if let Point { x } = self { go() }"] == ("Point", "fmt")
    assert found["loop {}"] == ("Point", "other")
    assert found["assert!(true);"] == ("tests", "works")


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

struct list { struct list *next; };

static const struct ops my_ops = {
    .open = add,
};

struct list *make(void) {
    return 0;
}
""",
    )
    assert found["#include <stdio.h>"] == ()
    assert found["/* Adds. */"] == found["return '{';"] == ("add",)
    assert found["for (int i = 0; i < 3; i++) { bar(); }"] == ("add",)
    assert found["struct list { struct list *next; };"] == ("list",)
    assert found[".open = add,"] == ()
    assert found["return 0;"] == ("make",)


def test_cpp_members_inside_and_outside_of_their_class():
    found = paths(
        "cpp",
        """namespace net {
template <typename T, class U = std::vector<int>>
class Socket final : public Base<T> {
 public:
  Socket(int a) : fd_(a), x_{1} {
    run();
  }
  bool operator==(const Socket& o) const { return true; }
};

int Socket::read(std::function<void(int)> f) {
  auto l = [&](int x) { return x; };
  while (a < b) { go(); }
}
}  // namespace net
""",
    )
    assert found["run();"] == ("net", "Socket", "Socket")
    assert found["bool operator==(const Socket& o) const { return true; }"][-1] == "operator=="
    assert found["while (a < b) { go(); }"] == ("net", "Socket", "read")


def test_typescript_definitions():
    found = paths(
        "ts",
        """import { a } from 'b'

export interface Options {
  name: string
}

export default class Foo<T> extends Bar {
  private x = 1
  async get(id: number): Promise<T | undefined> {
    if (id > 3) {
      return `{`
    }
    items.forEach((item) => {
      log(item)
    })
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
""",
    )
    assert found["import { a } from 'b'"] == ()
    assert found["name: string"] == ("Options",)
    assert found["private x = 1"] == ("Foo",)
    assert found["log(item)"] == found["return `{`"] == ("Foo", "get")
    assert found["return 2"] == ("Foo", "handler")
    assert found["return 3"] == ("useThing",)
    assert found["return 4"] == ("plain",)
    assert found["return 5"] == ("bar",)


def test_java_definitions():
    found = paths(
        "java",
        """package a.b;

/** Doc { */
@Entity(name = "x")
public final class A<T extends Comparable<T>> extends B implements C {
    private static final Map<String, List<Integer>> M = new HashMap<>();

    @Override
    public <R> R make(@Nullable String a, int... b) throws IOException, X {
        try (var s = open()) {
            go();
        } catch (Exception e) { throw e; }
        Runnable r = () -> { x(); };
        return null;
    }
    abstract void none();
}
""",
    )
    assert found["package a.b;"] == ()
    assert found["/** Doc { */"] == ("A",)
    assert found["go();"] == found["@Override"] == found["return null;"] == ("A", "make")
    assert found["abstract void none();"] == ("A",)


GO = """\
func (s *Server) Run(c Ctx) (err error) {
	go func() { x() }()
	return
}
"""
RUBY = """\
module A
  class B
    def ok?(x)
      go
    end
  end
end
"""
KOTLIN = """\
class Foo(val a: String) : Bar() {
  override fun run(x: Int): List<Int> {
    go()
  }
}
"""
SWIFT = """\
struct V: View {
  init(a: Int) {
    self.a = a
  }
  func run<T>(_ a: T) -> [T] where T: Eq {
    go()
  }
}
"""
SWIFT_2 = """\
struct V: View {
  init(a: Int) {
    self.a = a
  }
}
"""
PHP = """\
<?php
class User extends Model
{
  public function name(): string
  {
    return 1;
  }
}
"""
C_SHARP = """\
namespace A.B {
  public class C {
    public int X { get; set; }
    public async Task<int> Run(int a) {
      Go();
    }
  }
}
"""
SCALA = """\
object A {
  def run(x: Int): Int = {
    go()
  }
}
"""
ELIXIR = """\
defmodule A.B do
  def run(x) do
    go()
  end
end
"""
SQL = """\
CREATE TABLE IF NOT EXISTS users (
  id int
);
SELECT 1;
"""


@pytest.mark.parametrize(
    ("file_type", "source", "line", "path"),
    [
        ("go", GO, "return", ("Server", "Run")),
        ("go", "func Map[T any](xs []T) []T {\n\treturn xs\n}", "return xs", ("Map",)),
        ("go", "type I interface {\n\tDo() error\n}", "Do() error", ("I",)),
        ("rb", RUBY, "go", ("A", "B", "ok?")),
        ("sh", "greet() {\n  echo ${1#x}\n}\nmain", "echo ${1#x}", ("greet",)),
        ("sh", "greet() {\n  echo\n}\nmain", "main", ()),
        ("kt", KOTLIN, "go()", ("Foo", "run")),
        ("swift", SWIFT, "go()", ("V", "run")),
        ("swift", SWIFT_2, "self.a = a", ("V", "init")),
        ("php", PHP, "return 1;", ("User", "name")),
        ("cs", C_SHARP, "Go();", ("A", "B", "C", "Run")),
        ("scala", SCALA, "go()", ("A", "run")),
        ("lua", "local function a.b(x)\n  go()\nend", "go()", ("a", "b")),
        ("hs", "foo :: Int -> Int\nfoo n = n\n  where m = 2\n", "where m = 2", ("foo",)),
        ("ex", ELIXIR, "go()", ("A", "B", "run")),
        ("el", "(defun my-run (x)\n  (go))\n", "(go))", ("my-run",)),
        ("sql", SQL, "id int", ("users",)),
        ("sql", "CREATE TABLE users (\n  id int\n);\nSELECT 1;", "SELECT 1;", ()),
        ("proto", "message A {\n  string name = 1;\n}", "string name = 1;", ("A",)),
        ("jl", "function run(x)\n  go()\nend", "go()", ("run",)),
        ("r", "run <- function(x) {\n  go()\n}\nrun()", "go()", ("run",)),
    ],
)
def test_a_line_stands_under_its_definitions(file_type, source, line, path):
    assert paths(file_type, source)[line] == path


def test_a_lone_closing_line_stays_with_what_it_closes():
    source = "class A {\n  void f() {\n    go();\n  }\n\n}\n"
    assert [b.heading_path for b in code_blocks(source, grammar_of("java"))][-1] == ("A", "f")


def test_long_functions_keep_their_name_in_every_passage():
    body = "".join(f"        value_{n} = compute(value_{n - 1}, {n})\n" for n in range(1, 120))
    source = f"import os\n\n\nclass Engine:\n    x = 1\n\n    def run(self):\n{body}"
    passages = chunk(extract(source.encode(), "py"))
    assert len(passages) > 3
    assert all(passage.symbol == "run" for passage in passages[1:])
    assert passages[-1].heading_path == ("Engine", "run")


def test_a_language_without_grammar_is_read_as_code():
    blocks = list(code_blocks("a {\n b\n}\n\nc\n", grammar_of("css")))
    assert [(b.kind, b.heading_path) for b in blocks] == [(BlockKind.CODE, ())] * 2


@pytest.mark.parametrize("file_type", ["py", "rs", "c", "ts"])
@pytest.mark.parametrize(
    "source",
    [
        "{" * 50_000,
        "a(" * 50_000,
        '"\\' + "\\" * 50_000,
        "f() {" * 10_000,
        "class a {\n" * 3_000,
        "def a\n def b\n  " * 2_000,
        "a<b " * 30_000 + "{",
        "}" * 50_000,
        "/*" * 50_000,
        "a b c " * 20_000 + "{",
        "x(" + "function(){a}," * 5_000,
    ],
    ids=range(11),
)
def test_hostile_sources_are_read_in_linear_time(file_type, source):
    blocks = list(code_blocks(source, grammar_of(file_type)))
    assert sum(block.end - block.start for block in blocks) > len(source) * 0.4


def test_strings_and_comments_are_blank_and_every_offset_stays():
    source = 'a = "x // {" // { \nb /* } \n */ c'
    found = masked(source, ("//", "/*", '"'))
    assert found == "a =             \nb      \n    c".replace(
        "a =             ", "a = " + " " * 14
    )
    assert len(found) == len(source)


def test_lifetimes_are_no_characters():
    assert masked("<'a>('{')", ("'c'",)) == "<'a>(   )"


def test_strings_of_many_lines_are_told_from_comments():
    found = masked('x = """\n# no\n"""', ('"""', "#"))
    assert found == f"x = {INSIDE_STRING * 3}\n{INSIDE_STRING * 4}\n{INSIDE_STRING * 3}"


def test_what_never_closes_reaches_to_the_end_of_its_line_or_of_the_file():
    assert masked('"a\nb', ('"',)) == "  \nb"
    assert masked("/*a\nb", ("/*",)) == "   \n "
