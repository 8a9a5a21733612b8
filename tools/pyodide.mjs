// Runs pytest on npm's `pyodide`: node tools/pyodide.mjs PYODIDE SITE ARGUMENT ...
// PYODIDE is the folder of the package, SITE one with pytest and what else the tests import.

import { pathToFileURL } from "node:url";

const [pyodide, site, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide();
for (const [place, root] of [["/project", process.cwd()], ["/site", site]]) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("args", python.toPy(args));
process.exitCode = await python.runPythonAsync(`
import errno, os, sys
sys.path[:0] = ["/project/src", "/site"]
os.chdir("/project")
import pytest

class SkipProcesses:
    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self):
        try:
            return (yield)
        except (OSError, RuntimeError) as error:
            if getattr(error, "errno", 0) == errno.ENOTSUP or "new thread" in str(error):
                pytest.skip("there are neither processes nor threads here")
            raise

int(pytest.main([*args], [SkipProcesses()]))
`);
