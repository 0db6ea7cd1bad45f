import { Console } from 'node:console'

/** What a plugin prints in this thread goes to stderr, so that stdout has only the document of `--json`. */
export function printAside(): void {
  globalThis.console = new Console(process.stderr)
}
