// What a build has besides: scripts that build.py writes, and npm's pyodide.

declare module "*/wheels.js";
declare module "*/pyodide.mjs" {
  export function loadPyodide(options?: PyodideOptions): Promise<Pyodide>;
}
declare module "pyodide" {
  export function loadPyodide(options: { env: Record<string, string> }): Promise<Pyodide>;
}

declare var build: { hash: string; files: Record<string, string> };
declare var wheels: string[];

interface Pyodide {
  FS: PyodideFiles;
  pyimport(module: "ninetka.server"): { Server(): { answer(line: string): string | undefined } };
  runPython(code: string): unknown;
}

interface PyodideFiles {
  filesystems: { NODEFS: object };
  mkdir(path: string): void;
  mount(type: object, options: { root: string }, path: string): void;
  writeFile(path: string, content: Uint8Array): void;
}

interface PyodideOptions {
  env: Record<string, string>;
  fsInit: (files: PyodideFiles) => Promise<void>;
  stdout: () => void;
  stderr: () => void;
}
