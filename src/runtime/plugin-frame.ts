interface Frame {
  readonly path: string
  readonly line: string
  /** Whether this is the engine's call of a strategy. */
  readonly isAsking: boolean
}

const FRAME = /(?:\(|at (?:async )?)((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):(\d+):\d+\)?$/

const pathOf = (url: string): string => (url.startsWith('file://') ? decodeURI(url.slice('file://'.length)) : url)
const HERE = pathOf(import.meta.url)
/** The engine method that calls a strategy. Its file name says nothing: a bundle is named after one of its modules, or after none. */
const ASKING = '#askStrategy ('
/** Root of this package's own code; strategies are elsewhere, the built-in ones too. */
const OURS = HERE.slice(0, HERE.lastIndexOf('/runtime/') + 1)

/**
 * `file:line` of the innermost frame in a plugin's own code: above the engine's call, not ours, and not a library's unless the plugin is itself a
 * package. null: the stack has none.
 */
export function pluginFrame(stack: string): string | null {
  const frames = stack.split('\n').flatMap(readFrame)
  const called = frames.findIndex(({ path, isAsking }) => isAsking && path.startsWith(OURS))
  const foreign = frames.slice(0, called === -1 ? frames.length : called).filter(({ path }) => !path.startsWith(OURS))
  const frame = foreign.find(({ path }) => !path.includes('/node_modules/')) ?? foreign.at(-1)
  return frame === undefined ? null : `${frame.path}:${frame.line}`
}

/** The files of a stack, innermost first. */
export const pathsOf = (stack: string): readonly string[] =>
  stack
    .split('\n')
    .flatMap(readFrame)
    .map(({ path }) => path)

const readFrame = (text: string): readonly Frame[] => {
  const [, path, line] = FRAME.exec(text) ?? []
  return path === undefined || line === undefined ? [] : [{ path: pathOf(path), line, isAsking: text.includes(ASKING) }]
}
