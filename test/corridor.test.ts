import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { FIELDS_MAX, LINES_MAX, ROOT, tooLong, tooWide, unclear, writtenTwice } from './corridor-rules.js'

const FOLDERS = ['src/engine', 'src/strategy']
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
}

interface Sources {
  readonly program: ts.Program
  readonly sources: readonly ts.SourceFile[]
}

const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted()

function compile(files: readonly string[], options: ts.CompilerOptions, host: ts.CompilerHost): Sources {
  const program = ts.createProgram({ rootNames: files, options, host })
  return { program, sources: files.map(file => program.getSourceFile(file)!) }
}

/** Compiles small sources by their names, without a library of types. */
function small(texts: Readonly<Record<string, string>>): Sources {
  const options = { ...OPTIONS, noLib: true }
  const host = ts.createCompilerHost(options)
  const textOf = (file: string): string | undefined => texts[relative(ROOT, resolve(ROOT, file))]
  const inMemory: ts.CompilerHost = {
    ...host,
    getCurrentDirectory: () => ROOT,
    fileExists: file => textOf(file) !== undefined,
    readFile: textOf,
    getSourceFile: (file, target) => {
      const text = textOf(file)
      return text === undefined ? undefined : ts.createSourceFile(file, text, target, true)
    },
  }
  return compile(Object.keys(texts), options, inMemory)
}

describe('the corridor is readable', () => {
  const corridor = compile(FOLDERS.flatMap(filesUnder), OPTIONS, {
    ...ts.createCompilerHost(OPTIONS, true),
    getCurrentDirectory: () => ROOT,
  })

  test('its files are found, and their types are known', () => {
    expect(corridor.sources.length).toBeGreaterThan(50)
    const turn = corridor.sources.find(({ fileName }) => fileName.endsWith('/turn.ts'))!
    expect(corridor.program.getSemanticDiagnostics(turn)).toEqual([])
  })

  test(`a file has at most ${LINES_MAX} lines`, () => {
    expect(tooLong(corridor.sources)).toEqual([])
  })

  test(`a class has at most ${FIELDS_MAX} mutable fields`, () => {
    expect(tooWide(corridor.sources)).toEqual([])
  })

  test('a field of a class is written in one file', () => {
    expect(writtenTwice(corridor.program, corridor.sources)).toEqual([])
  })
})

describe('the rule of words', () => {
  test('finds a word that must be read twice, in comments and names, and says what stands for it', () => {
    const { sources } = small({
      'riddle.ts': '/** Nobody counts. */\nexport const hastenAll = 1',
      'plain.ts': '// `null` disables it.',
    })
    expect(unclear(sources)).toEqual([
      'riddle.ts:1 says "Nobody"; name what is meant',
      'riddle.ts:2 says "hasten"; name what is meant',
    ])
  })
})

describe('the rule of lines', () => {
  const lines = (count: number): string => 'export {}\n'.repeat(count)

  test(`finds a file of ${LINES_MAX + 1} lines and lets one of ${LINES_MAX} pass`, () => {
    const { sources } = small({ 'long.ts': lines(LINES_MAX + 1), 'full.ts': lines(LINES_MAX) })
    expect(tooLong(sources)).toEqual([`long.ts has ${LINES_MAX + 1} lines; a file of the corridor may have ${LINES_MAX}`])
  })
})

describe('the rule of fields', () => {
  const wide = (members: readonly string[]): string[] =>
    tooWide(small({ 'wide.ts': `class Wide { ${members.join('; ')} }` }).sources)
  const fields = (count: number, prefix = ''): string[] => Array.from({ length: count }, (_, index) => `${prefix}f${index} = 0`)

  test(`finds a class of ${FIELDS_MAX + 1} fields and names them`, () => {
    expect(wide(fields(FIELDS_MAX))).toEqual([])
    expect(wide(fields(FIELDS_MAX + 1))).toEqual([
      'wide.ts: class Wide has 13 mutable fields (f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12); it may have 12',
    ])
  })

  test('counts private and static fields', () => {
    expect(wide([...fields(FIELDS_MAX), '#hidden = 0'])).toHaveLength(1)
    expect(wide([...fields(FIELDS_MAX), 'static shared = 0'])).toHaveLength(1)
  })

  test('counts a column that is readonly, and no other readonly field', () => {
    expect(wide([...fields(FIELDS_MAX), 'readonly #prices = new Float64Array(8)'])).toHaveLength(1)
    expect(wide([...fields(FIELDS_MAX), 'readonly sizes: Int32Array'])).toHaveLength(1)
    expect(wide([...fields(FIELDS_MAX), ...fields(FIELDS_MAX, 'readonly ')])).toEqual([])
  })
})

describe('the rule of writers', () => {
  const OWNER = 'export class Owner { count = 0; readonly cells = new Float64Array(1); bump() { this.count++ } }'
  /** What the rule says of two files beside a class whose own file writes `count`. */
  const found = (a: string, b = ''): string[] => {
    const head = `import { Owner } from './owner.js'\ndeclare const owner: Owner\n`
    const { program, sources } = small({ 'owner.ts': OWNER, 'a.ts': head + a, 'b.ts': head + b })
    return writtenTwice(program, sources)
  }
  const ofCount = ['owner.ts: field Owner.count is written in a.ts and owner.ts; one file may write it']

  test.each([
    'owner.count = 1',
    'owner.count += 1',
    'owner.count ??= 1',
    '++owner.count',
    'owner.count--',
    'delete owner.count',
    '[owner.count] = [1]',
    '({ one: owner.count } = { one: 1 })',
    '({ one: owner.count = 2 } = { one: 1 })',
    '[...[owner.count]] = [1]',
    '({ two: [owner.count] } = { two: [1] })',
    'for (owner.count of [1]);',
    "owner['count'] = 1",
    '(owner.count as number) = 1',
    'owner!.count = 1',
  ])('finds a second writer in "%s"', text => {
    expect(found(text)).toEqual(ofCount)
  })

  test('knows the field through a name for part of its class', () => {
    const part =
      'type Part<T, K extends keyof T> = { [P in K]: T[P] }\nexport const f = (some: Part<Owner, "count">) => { some.count = 1 }'
    expect(found(part)).toEqual(ofCount)
  })

  test('finds elements of a column that two files write', () => {
    expect(found('owner.cells[0] = 1')).toEqual([])
    expect(found('owner.cells[0] = 1', 'owner.cells[1]! += 1')).toEqual([
      'owner.ts: field Owner.cells is written in a.ts and b.ts; one file may write it',
    ])
  })

  test('lets reads pass, a writer outside that is the only one, and another class with a field of that name', () => {
    expect(found('export const read = owner.count + 1\nconst { count } = owner')).toEqual([])
    expect(found('class Other { count = 0 }\nconst other = new Other()\nother.count = 1')).toEqual([])
    expect(found('class Mine { value: number; constructor() { this.value = 1 } }')).toEqual([])
  })

  test('a constructor of the class is no second writer', () => {
    const made = 'export class Made { value: number; constructor() { this.value = 1 } }'
    const write = `import { Made } from './made.js'\ndeclare const made: Made\nmade.value = 2`
    const once = small({ 'made.ts': made, 'a.ts': write })
    expect(writtenTwice(once.program, once.sources)).toEqual([])
    const twice = small({ 'made.ts': made, 'a.ts': write, 'b.ts': write })
    expect(writtenTwice(twice.program, twice.sources)).toEqual([
      'made.ts: field Made.value is written in a.ts and b.ts; one file may write it',
    ])
  })
})
