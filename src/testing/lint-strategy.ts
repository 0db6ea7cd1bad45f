import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

interface Banned {
  readonly pattern: RegExp
  readonly instead: string
}

const CLOCK = 'use view.now (or scheduler.now() of a stream): a replay has no other clock'
const TIMER = 'answer by view.now when you are asked, or use the scheduler of a stream: a replay runs no timers'

/** Calls that read something from outside a turn. */
const BANNED: readonly Banned[] = [
  { pattern: /\bDate\.now\b/g, instead: CLOCK },
  { pattern: /\bnew Date(?:\(\s*\)|(?!\s*\()\b)/g, instead: CLOCK },
  { pattern: /(?<![\w.]|new )Date\(\s*\)/g, instead: CLOCK },
  { pattern: /\bperformance\.now\b/g, instead: CLOCK },
  { pattern: /\bprocess\.(?:hrtime|uptime)\b/g, instead: CLOCK },
  { pattern: /\b(?:setTimeout|setInterval|setImmediate)\b/g, instead: TIMER },
  { pattern: /\b(?:asyncScheduler|asapScheduler|animationFrameScheduler)\b/g, instead: TIMER },
  {
    pattern: /(?<![\w.])timestamp\(\s*\)/g,
    instead: 'hand timestamp the scheduler of the stream: it reads the clock without one',
  },
  {
    pattern: /\bMath\.random\b|\bcrypto\.(?:randomUUID|getRandomValues|randomBytes|randomInt)\b/g,
    instead: 'use a generator of your own with a seed from the parameters: a replay must draw the same numbers',
  },
  { pattern: /(?<![\w.])fetch\(/g, instead: 'read prices from outside by a reference feed: a replay has no network' },
]

/**
 * Finds forbidden calls in a strategy's file and in the files it imports by path: reading a clock, setting a timer, using randomness. One line each,
 * `file:line: what; what to do instead`; empty: clean. Comments and strings are ignored. Only source files are read, so packages are not checked.
 * Throws if the file cannot be read.
 */
export function lintStrategy(file: string): readonly string[] {
  const entry = resolve(file)
  const files = new Set([entry])
  const found: string[] = []
  for (const each of files) {
    const source = readFileSync(each, 'utf8')
    found.push(...offences(each, blanked(source)))
    for (const next of importsOf(each, source)) files.add(next)
  }
  return found
}

const offences = (file: string, source: string): readonly string[] =>
  BANNED.flatMap(({ pattern, instead }) =>
    [...source.matchAll(pattern)].map(({ 0: what, index }) => ({
      what: what.replace(/\s*\($/, ''),
      line: lineAt(source, index),
      instead,
    })),
  )
    .toSorted((a, b) => a.line - b.line)
    .map(({ what, line, instead }) => `${relative('.', file)}:${line}: ${what}; ${instead}`)

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length

const TEXTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g

/** The source with comments and strings blanked out; expressions inside templates are kept. */
const blanked = (source: string): string =>
  source.replaceAll(TEXTS, text => (text.startsWith('`') ? blankedTemplate(text) : blank(text)))

const blankedTemplate = (text: string): string => {
  let end = 0
  let result = ''
  for (const { 0: computed, index } of text.matchAll(/\$\{[^}]*\}/g)) {
    result += blank(text.slice(end, index)) + computed
    end = index + computed.length
  }
  return result + blank(text.slice(end))
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const BY_PATH = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

function importsOf(file: string, source: string): readonly string[] {
  return [...source.matchAll(BY_PATH)].flatMap(([, path = '']) => {
    const bare = resolve(dirname(file), path).replace(/\.([cm]?)js$/, '')
    return [bare, ...['.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js'].map(ending => bare + ending)]
      .filter(place => /\.[cm]?[jt]s$/.test(place) && existsSync(place))
      .slice(0, 1)
  })
}
