interface Frame {
  readonly path: string
  readonly line: string
  /** Whether the engine asks a strategy here. */
  readonly isAsking: boolean
}

const FRAME = /(?:\(|at (?:async )?)((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):(\d+):\d+\)?$/

const pathOf = (url: string): string => (url.startsWith('file://') ? decodeURI(url.slice('file://'.length)) : url)
const HERE = pathOf(import.meta.url)
/** The method of the engine that calls a strategy. Its file tells nothing: a bundle has the name of one of its modules, or of none. */
const ASKING = '#askStrategy ('
/** Where this package's own code lies; strategies lie elsewhere, the built-in ones too. */
const OURS = HERE.slice(0, HERE.lastIndexOf('/runtime/') + 1)

/**
 * `file:line` of the innermost frame that is a plugin's own code: above the engine's call, neither ours nor a library's, unless the plugin
 * is itself a package. null: the stack shows none.
 */
export function pluginFrame(stack: string): string | null {
  const frames = stack.split('\n').flatMap(readFrame)
  const called = frames.findIndex(({ path, isAsking }) => isAsking && path.startsWith(OURS))
  const foreign = frames.slice(0, called === -1 ? frames.length : called).filter(({ path }) => !path.startsWith(OURS))
  const frame = foreign.find(({ path }) => !path.includes('/node_modules/')) ?? foreign.at(-1)
  return frame === undefined ? null : `${frame.path}:${frame.line}`
}

/** The files of a stack, the innermost first. */
export const pathsOf = (stack: string): readonly string[] =>
  stack
    .split('\n')
    .flatMap(readFrame)
    .map(({ path }) => path)

const readFrame = (text: string): readonly Frame[] => {
  const [, path, line] = FRAME.exec(text) ?? []
  return path === undefined || line === undefined ? [] : [{ path: pathOf(path), line, isAsking: text.includes(ASKING) }]
}
