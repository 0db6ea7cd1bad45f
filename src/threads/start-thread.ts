import { Worker } from 'node:worker_threads'

/**
 * Starts a file of this package as a thread, by its path below `src` without the ending. A thread cannot load TypeScript, so code that runs from its
 * source starts what was built of the file.
 */
export const startThread = (path: string, workerData?: unknown): Worker =>
  new Worker(new URL(`${path}.js`, SOURCES), { workerData, ...INHERITED })

const SOURCES = new URL(import.meta.url.endsWith('.ts') ? '../../dist/src/' : '../', import.meta.url)

/** A thread inherits the options of Node, and one whose program is text (`--input-type`, for `node -e`) could not start from a file. */
const INHERITED = process.execArgv.some(option => option.startsWith('--input-type')) ? { execArgv: [] } : {}
