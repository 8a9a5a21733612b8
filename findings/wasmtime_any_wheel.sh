#!/usr/bin/env bash
# wasmtime: where it has no wheel of its own, pip installs the library for Windows on any system.
#
# Guessed: on a platform for which PyPI has no wheel, such as Linux on 32-bit ARM, `pip install wasmtime` says that there is
# no matching distribution, or installs the sdist, whose import says that the platform is not supported.
#
# Happens (50.0.1): the wheel `py3-none-any` fits every platform, so pip takes it for ARM, POWER, RISC-V and FreeBSD, says
# nothing, and the package counts as installed. What is in it besides Python is `win32-x86_64/_wasmtime.dll`. Import
# raises OSError, as the shared library is missing, or RuntimeError where the processor is not known; so a program that
# takes ModuleNotFoundError for "is it there?" fails. Version 30.0.0 has no such wheel: there pip refuses. (Issue 239 of
# wasmtime-py told the same of Alpine Linux in 2024, which has wheels of its own since.)
#
# Needs Python 3.9 or later with venv and pip, on Linux with x86-64 or 64-bit ARM.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
pip() { env/bin/python -m pip --quiet --disable-pip-version-check "$@"; }

{
  for platform in linux_armv7l manylinux2014_ppc64le manylinux_2_31_riscv64 freebsd_14_0_release_amd64; do
    pip download --no-deps --only-binary=:all: --platform "$platform" --dest "$platform" wasmtime==50.0.1
    echo "$platform $(ls "$platform")"
  done
  env/bin/python -m zipfile -l linux_armv7l/*.whl | grep -oE 'wasmtime/[^ ]*\.(dll|so|dylib)\b'
  pip install --no-deps linux_armv7l/*.whl
  env/bin/python -c '
from importlib.metadata import version
print("installed:", version("wasmtime"))
try:
    import wasmtime
except Exception as error:
    print("import:", type(error).__name__)
'
  pip download --no-deps --only-binary=:all: --platform linux_armv7l --dest old wasmtime==30.0.0 2>/dev/null ||
    echo "30.0.0: refused"
} | tee seen
diff seen - <<'END'
linux_armv7l wasmtime-50.0.1-py3-none-any.whl
manylinux2014_ppc64le wasmtime-50.0.1-py3-none-any.whl
manylinux_2_31_riscv64 wasmtime-50.0.1-py3-none-any.whl
freebsd_14_0_release_amd64 wasmtime-50.0.1-py3-none-any.whl
wasmtime/win32-x86_64/_wasmtime.dll
installed: 50.0.1
import: OSError
30.0.0: refused
END
