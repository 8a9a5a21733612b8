// Compiles the modules in a folder for the Python of npm's `pyodide`: node compile.mjs FOLDER
// The .pyc files stand beside their sources and are never compared with them.

import { loadPyodide } from "pyodide";

const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // tracebacks have lines, but no columns
python.FS.mkdir("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[2] }, "/folder");
const isCompiled = python.runPython(`
from compileall import compile_dir
from py_compile import PycInvalidationMode

compile_dir("/folder", quiet=1, force=True, legacy=True, optimize=2, stripdir="/folder",
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
`);
process.exit(isCompiled ? 0 : 1);
