#!/usr/bin/env bash
# CPython before 3.11.5: a possessive group that fails after its first character loses that character.
#
# Guessed: `(?:\{[^}]*+\})*+(\{)?` on "{" finds no whole comment and then takes the brace, as
# `(?:\{[^}]*+\})*(\{)?` does, on every Python that has possessive quantifiers (3.11 and later).
#
# Happens: 3.11.3 matches one character, with no group: the pattern goes on where the failed attempt
# had got to, not where it began. 3.12.1 takes the brace. `(?>...)` around an ordinary repetition is right
# on both, and so is a possessive group that can fail at its first character only. CPython calls it
# gh-106052, and mended it in 3.11.5 and 3.12.0. Debian 12 has 3.11.2.
#
# Needs Node.js with npm, whose packages pyodide 0.25.1 and 0.26.4 are CPython 3.11.3 and 3.12.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > match.mjs <<'END'
const { loadPyodide } = await import(`${process.argv[2]}/node_modules/pyodide/pyodide.mjs`);
const python = await loadPyodide();
console.log(python.runPython(String.raw`
import platform, re

def brace(pattern):
    return re.match(pattern, "{")[1]

possessive = brace(r"(?:\{[^}]*+\})*+(\{)?")
ordinary = brace(r"(?:\{[^}]*+\})*(\{)?")
atomic = brace(r"(?>(?:\{[^}]*+\})*)(\{)?")
fails_first = brace(r"(?:[^{}]++\})*+(\{)?")
f"{platform.python_version()} {possessive} {ordinary} {atomic} {fails_first}"
`));
END

for version in 0.25.1 0.26.4; do
  npm install --silent --no-save --prefix "$folder/$version" "pyodide@$version"
  node match.mjs "$folder/$version"
done | tee seen
diff seen - <<'END'
3.11.3 None { { {
3.12.1 { { { {
END
