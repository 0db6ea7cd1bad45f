import type { Document, LineCounter, YAMLParseError } from 'yaml'

/** The result of parsing a text that is not valid YAML. */
interface BrokenText {
  readonly file: string
  readonly text: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
}

/** UTF-16 has a zero byte in each Latin letter. */
const BEGINNING = 100

type Code = YAMLParseError['code']

/**
 * The mistakes of a text that is not valid YAML, one line each: `file:line: what`. Only the first error of the parser is shown, because later ones
 * mostly follow from it; duplicate keys are shown individually. Empty: the text is valid.
 */
export function yamlMistakes({ file, text, document, lines }: BrokenText): readonly string[] {
  if (text.slice(0, BEGINNING).includes('\0'))
    return [`${file}: expected text in UTF-8, found UTF-16 or a binary file; save it as UTF-8`]
  const { errors } = document
  const isDouble = ({ code }: YAMLParseError): boolean => code === 'DUPLICATE_KEY'
  const told = errors.every(isDouble)
    ? firstOfEach(errors, error => keyAt(text, error))
    : errors.filter(not(isDouble)).slice(0, 1)
  return told.map(error => {
    const line = lineOf(error, { text, lines })
    return `${file}:${line}: ${words(error, { text, row: text.split('\n')[line - 1] ?? '' })}`
  })
}

const not =
  <T>(is: (value: T) => boolean) =>
  (value: T): boolean =>
    !is(value)

function firstOfEach<T>(values: readonly T[], name: (value: T) => string): readonly T[] {
  const known = new Map<string, T>()
  for (const value of values) if (!known.has(name(value))) known.set(name(value), value)
  return [...known.values()]
}

/** A missing end is detected at the end of the text; the line to show is the last one that is not empty. */
function lineOf({ pos: [at] }: YAMLParseError, { text, lines }: Pick<BrokenText, 'text' | 'lines'>): number {
  const last = text.trimEnd().length
  return lines.linePos(Math.min(at, Math.max(0, last - 1))).line
}

const keyAt = (text: string, { pos: [at] }: YAMLParseError): string => /^[^\s:]*/.exec(text.slice(at))?.[0] ?? ''

interface Read {
  readonly text: string
  /** The line of the mistake. */
  readonly row: string
}

type Words = (error: YAMLParseError, read: Read) => string

const WORDS: Partial<Readonly<Record<Code, Words>>> = {
  TAB_AS_INDENT: () => 'this line is indented with a tab; expected spaces',
  DUPLICATE_KEY: (error, { text }) => `${keyAt(text, error)}: appears twice in one place; keep only one`,
  BLOCK_AS_IMPLICIT_KEY: (_, { row }) =>
    /:\s.*:(\s|$)/.test(row)
      ? 'a value with a colon and a space in it; expected quotes around it'
      : 'the line below is indented deeper, as if it belonged to this one, which has a value already; expected both at one column',
  BAD_INDENT: ({ message }) =>
    message.startsWith('Flow') ? 'a { or [ that was opened is not closed; expected } or ]' : OTHER_COLUMN,
  MISSING_CHAR: ({ message }) => {
    if (message.startsWith('Sequence item')) return OTHER_COLUMN
    if (message.startsWith('Missing closing')) return 'a quote that was opened is not closed; expected a second one'
    return message.startsWith('Implicit map keys') ? NO_VALUE : 'a { or [ that was opened is not closed; expected } or ]'
  },
  MULTILINE_IMPLICIT_KEY: () => NO_VALUE,
  BAD_SCALAR_START: (error, { text }) => `a value that begins with ${text[error.pos[0]]}; expected quotes around it`,
  MULTIPLE_DOCS: () => 'a second document begins here; expected one in a file',
  UNEXPECTED_TOKEN: () => 'this text does not belong to what is before it; expected a new line, a comma or quotes',
}

const OTHER_COLUMN = 'this line begins at another column than the fields beside it; expected one column for all of them'
const NO_VALUE = 'a name without a value; expected a colon and a space behind it'

const words: Words = (error, read) => WORDS[error.code]?.(error, read) ?? error.message
