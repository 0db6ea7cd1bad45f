import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { ACCEPTANCE } from './acceptance.js'
import { UNPLAIN_ROOMS, unclearIn } from './corridor-rules.js'
import { CONTEXT_MEMBERS_MAX, SERVER_CONTEXTS, SERVER_FLOORS } from './server-floors.js'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Who may import whom: the longest matching room decides. A room may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/model': [],
  'src/strategy': ['src/model'],
  'src/protocol': ['src/model'],
  'src/sqlite': [],
  'src/threads': [],
  'src/journal': ['src/model', 'src/sqlite'],
  'src/engine': ['src/model', 'src/strategy'],
  'src/venues': ['src/model', 'src/protocol'],
  'src/recording': ['src/threads', 'src/model', 'src/protocol'],
  'src/exchange/core': ['src/model'],
  'src/exchange/crowd': ['src/model', 'src/exchange/core', 'src/recording'],
  'src/exchange/server': ['src/sqlite', 'src/threads', 'src/model', 'src/protocol', 'src/exchange/core'],
  'src/keeper': ['src/model', 'src/protocol', 'src/venues'],
  'src/runtime': [
    'src/model',
    'src/strategy',
    'src/engine',
    'src/venues',
    'src/journal',
    'src/recording',
    'src/keeper',
    'src/threads',
    'src/protocol/exact-digits',
  ],
  'src/feeds': ['src/model', 'src/protocol', 'src/venues/wires'],
  'src/operator': [
    'src/threads',
    'src/model',
    'src/journal',
    'src/recording',
    'src/protocol/api/json-schema',
    'src/protocol/exact-digits',
  ],
  'src/testing': ['src/model', 'src/strategy', 'src/engine', 'src/venues', 'src/journal', 'src/feeds'],
  'src/cli': ['src', 'backtest'],
  'src/research': [
    'src/cli/config',
    'src/cli/search',
    'src/recording',
    'src/model',
    'src/strategy',
    'src/engine/quoting-time',
    'src/engine/side-time',
    'backtest',
  ],
  // The doors beside the rooms of their names.
  'src/engine.ts': ['src'],
  'src/operator.ts': ['src/operator'],
  src: ['src'],
  backtest: [
    'src/model',
    'src/strategy',
    'src/engine',
    'src/exchange/core',
    'src/exchange/crowd',
    'src/recording',
    'src/journal',
    'src/protocol/exact-digits',
    'src/runtime/dark-text',
    'src/runtime/plugin-frame',
  ],
  strategies: ['oddsmith'],
}

/**
 * The folders inside a room, the lowest first: a folder may import those before it. What stands in the room beside its folders is the floor '.'. No arrow
 * runs up, so no two folders import each other.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'src/recording': ['columns', 'text', 'log', 'formats', '.'],
  'src/cli': ['config', 'screen', 'wallet', 'search', 'trade', 'commands', '.'],
  'src/cli/trade': ['door', '.'],
}

/** An exchange that shares the bot's arithmetic shares its mistakes and proves nothing. */
const MUST_NOT_IMPORT: readonly (readonly [importer: string, imported: string])[] = [
  ['src/exchange/server', 'src/protocol/amounts'],
  ['src/exchange/server', 'src/protocol/sign'],
]

/** A package, and the only places that may import it. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  rxjs: [
    'src/venues',
    'src/feeds',
    'src/runtime',
    'src/operator',
    'src/testing',
    'src/strategy/reactive.ts',
    'src/reactive.ts',
    'src/predict.ts',
  ],
  viem: ['src/protocol', 'src/exchange/server', 'src/cli/wallet'],
  // Asked for by `require`, so that a machine without its binary goes on: nothing imports it.
  'better-sqlite3': [],
  'decimal.js': ['src/cli', 'src/operator'],
  secp256k1: ['src/protocol'],
  'hash-wasm': ['src/protocol'],
  '@duckdb/node-api': ['src/recording'],
  piscina: ['src/cli'],
  'prom-client': ['src/operator/metrics'],
  hono: ['src/exchange/server', 'src/operator'],
  '@hono/node-server': ['src/exchange/server', 'src/operator'],
  'simple-statistics': ['backtest'],
}

/** Rooms that cannot look out of the window. */
const WINDOWLESS = ['src/model', 'src/strategy', 'src/engine', 'src/exchange/core', 'strategies', 'backtest/run.ts']
const AMBIENT =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bprocess\.(?!exitCode)|\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b|from 'node:|\bfetch\(|from 'rxjs/
/** A venue reaches the world through the wires that it is handed, so that a simulation can hand it others. */
const WIRES_ONLY =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b|from 'node:|from 'undici'|from 'ws'|\bfetch\(|\b(timer|interval)\([\w.]+\)/
const SYSTEM_WIRES = /^src\/venues\/wires\/(system-\w+|round-trip)\.ts$/
const WINDOWLESS_EXCEPT = new Set(['src/strategy/reactive.ts'])

/** Where a brand may be cast: its constructors, risk for what it approves, the journal for what it wrote. */
const MAY_CAST = ['src/model/', 'src/engine/risk.ts', 'src/journal/append.ts']
const BRANDS = 'Price|Size|Wei|Timestamp|MarketId|MarketIndex|OrderId|OrderHash|FillKey|Approved|Journaled|Quotes|Take'

const BANNED_NAMES = /(^|[-/.])(utils?|helpers?|common|misc|manager|handler|service|base|impl)([-/.]|$)/i
const LINES_MAX = 300
const FUNCTION_LINES_MAX = 50
/** Files of data: tables and wire schemas, long because the wire is. */
const LENGTH_EXEMPT = /\/(wire|schemas?|openapi|operations)[^/]*\.ts$|\/slugs\.ts$/

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly tree: ts.SourceFile
}

const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted()

const read = (path: string): Source => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  let tree: ts.SourceFile | null = null
  return {
    path,
    text,
    lines: text.split('\n'),
    // Most rules ask for the text of the tests only, and parsing them takes longer than all rules.
    get tree() {
      tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
      return tree
    },
  }
}

const code = ['src', 'strategies', 'backtest'].flatMap(filesUnder).map(read)
const examples = filesUnder('examples').map(read)
/** What a new project begins with: its own files, its test runner, and the public doors. */
const templates = filesUnder('templates').map(read)
const tests = ['test', 'bench'].flatMap(filesUnder).map(read)
const everything = [...code, ...examples, ...templates, ...tests]

const inRoom = (path: string, room: string): boolean => path === room || path === `${room}.ts` || path.startsWith(`${room}/`)

const roomOf = (path: string): string | undefined =>
  Object.keys(MAY_IMPORT)
    .filter(room => inRoom(path, room))
    .toSorted((a, b) => b.length - a.length)[0]

/** By source: most rules ask for the imports of every file, and a walk through all trees takes half a second. */
const importsFound = new WeakMap<Source, readonly string[]>()

const importsOf = (source: Source): readonly string[] => {
  const found = importsFound.get(source) ?? importsIn(source)
  importsFound.set(source, found)
  return found
}

const importsIn = (source: Source): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isImport(node) && node.moduleSpecifier !== undefined) found.push((node.moduleSpecifier as ts.StringLiteral).text)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments
      if (target !== undefined && ts.isStringLiteral(target)) found.push(target.text)
    }
    ts.forEachChild(node, visit)
  }
  // Only an import that is awaited stands deeper than the statements of its file.
  if (/\bimport\s*\(/.test(source.text)) visit(source.tree)
  else
    for (const { moduleSpecifier } of source.tree.statements.filter(isImport))
      if (moduleSpecifier !== undefined) found.push((moduleSpecifier as ts.StringLiteral).text)
  return found
}

const isImport = (node: ts.Node): node is ts.ImportDeclaration | ts.ExportDeclaration =>
  ts.isImportDeclaration(node) || ts.isExportDeclaration(node)

/** Own modules that a file imports when they are needed, and not before. */
const lazyImports = (source: Source): string[] => {
  const specifiers = [...source.text.matchAll(/await import\('([^']+)'\)/g)].map(([, specifier]) => specifier ?? '')
  return [...new Set(specifiers.flatMap(specifier => resolveImport(source, specifier) ?? []))]
}

const resolveImport = (source: Source, specifier: string): string | null =>
  specifier.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(source.path), specifier)).replace(/\.js$/, '') : null

const isAllowed = (source: Source, target: string): boolean => {
  const room = roomOf(source.path)
  if (room === undefined) return false
  if (room !== 'src' && inRoom(target, room)) return true
  return (MAY_IMPORT[room] ?? []).some(allowed => inRoom(target, allowed))
}

/** The folder of a room in which a file stands: '.' beside all folders, null outside the room. */
const floorOf = (path: string, room: string): string | null => {
  if (!path.startsWith(`${room}/`)) return null
  const [folder = '.', ...rest] = path.slice(room.length + 1).split('/')
  return rest.length === 0 ? '.' : folder
}

const offences = (rule: (source: Source) => readonly string[], sources = code): string[] =>
  sources.flatMap(source => rule(source).map(offence => `${source.path}: ${offence}`))

const linesMatching = (source: Pick<Source, 'lines'>, pattern: RegExp): string[] =>
  source.lines.flatMap((line, index) => (pattern.test(line) ? [`${index + 1} ${line.trim()}`] : []))

const bare = new WeakMap<Source, Pick<Source, 'lines'>>()

const withoutComments = (source: Source): Pick<Source, 'lines'> => {
  const found = bare.get(source) ?? { lines: bareText(source).split('\n') }
  bare.set(source, found)
  return found
}

const bareText = ({ text }: Source): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, comment => comment.replaceAll(/[^\n]/g, ' '))

/** Lines of each function without the functions inside it: a factory over closures is a room, and its functions are counted by themselves. */
const functionsOf = (source: Source): { name: string; lines: number }[] => {
  const found: { name: string; lines: number }[] = []
  const spanOf = (node: ts.Node): number =>
    source.tree.getLineAndCharacterOfPosition(node.end).line -
    source.tree.getLineAndCharacterOfPosition(node.getStart()).line +
    1
  const visit = (node: ts.Node): number => {
    let nested = 0
    ts.forEachChild(node, child => {
      nested += visit(child)
    })
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return nested
    const span = spanOf(node)
    const from = source.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push({ name: `${node.name?.getText() ?? 'a function'} at line ${from}`, lines: span - nested })
    return span > 1 ? span - 1 : 0
  }
  visit(source.tree)
  return found
}

describe('walls between rooms', () => {
  test('every import goes through a door of the table', () => {
    const rule = (source: Source): string[] =>
      importsOf(source).flatMap(specifier => {
        const target = resolveImport(source, specifier)
        if (target !== null) return isAllowed(source, target) ? [] : [`imports ${target}`]
        return source.path.startsWith('strategies/') && specifier !== 'oddsmith' ? [`imports ${specifier}`] : []
      })
    expect(offences(rule)).toEqual([])
  })

  test('folders of a room import those below them', () => {
    const rule = (source: Source): string[] =>
      Object.entries(FLOORS).flatMap(([room, floors]) => {
        const floor = floorOf(source.path, room)
        if (floor === null) return []
        const level = floors.indexOf(floor)
        if (level === -1) return [`${room} has no floor ${floor}`]
        const below = new Set([floor, ...floors.slice(0, level)])
        return importsOf(source).flatMap(specifier => {
          const target = floorOf(resolveImport(source, specifier) ?? '', room)
          return target === null || below.has(target) ? [] : [`imports ${specifier} from above`]
        })
      })
    expect(offences(rule)).toEqual([])
  })

  test('every folder of a room with floors is there', () => {
    const missing = Object.entries(FLOORS).flatMap(([room, floors]) =>
      floors.filter(floor => !code.some(({ path }) => floorOf(path, room) === floor)).map(floor => `${room}/${floor}`),
    )
    expect(missing).toEqual([])
  })

  test('a command and what it does bear one name, where a command does one thing and nothing else does the same', () => {
    const commands = code.filter(({ path }) => path.startsWith('src/cli/commands/'))
    const bodies = new Map(commands.map(source => [source.path, lazyImports(source)]))
    const users = (body: string): number => [...bodies.values()].filter(each => each.includes(body)).length
    const nameOf = (path: string): string => basename(path, '.ts')
    const misnamed = [...bodies].flatMap(([path, [body, ...others]]) =>
      body === undefined || others.length > 0 || users(body) > 1 || nameOf(body) === nameOf(path)
        ? []
        : [`${path} does ${body}`],
    )
    expect(bodies.size).toBeGreaterThan(20)
    expect(misnamed).toEqual([])
  })

  test('the folders of the command line do not import `research`, which is made from them', () => {
    const rule = (source: Source): string[] => {
      const isInFolder = !['.', null].includes(floorOf(source.path, 'src/cli'))
      const targets = isInFolder ? importsOf(source).map(specifier => resolveImport(source, specifier) ?? '') : []
      return targets.filter(target => inRoom(target, 'src/research')).map(target => `imports ${target} from above`)
    }
    expect(offences(rule)).toEqual([])
  })

  test('the exchange shares neither the order amounts nor the signer of the bot', () => {
    const rule = (source: Source): string[] =>
      importsOf(source).flatMap(specifier => {
        const target = resolveImport(source, specifier) ?? ''
        return MUST_NOT_IMPORT.some(([from, to]) => inRoom(source.path, from) && inRoom(target, to))
          ? [`imports ${target}`]
          : []
      })
    expect(offences(rule)).toEqual([])
  })

  test('examples are written with the public doors alone', () => {
    const others = /^(oddsmith(\/(venue|predict|exchange|testing|reactive|research|engine|operator))?|node:.*|rxjs|ws)$/
    const rule = (source: Source): string[] =>
      importsOf(source).filter(specifier => {
        const target = resolveImport(source, specifier)
        return target === null ? !others.test(specifier) : target.split('/')[1] !== source.path.split('/')[1]
      })
    expect(examples.length).toBeGreaterThan(0)
    expect(offences(rule, examples)).toEqual([])
  })

  test('what a new project begins with needs the public doors and a test runner alone', () => {
    const others = /^(oddsmith(\/(testing|reactive))?|vitest)$/
    const rule = (source: Source): string[] =>
      importsOf(source).filter(specifier => {
        const target = resolveImport(source, specifier)
        return target === null ? !others.test(specifier) : !target.startsWith('templates/')
      })
    expect(templates.length).toBeGreaterThan(3)
    expect(offences(rule, templates)).toEqual([])
  })

  test('one venue is known to itself, to its door and to the table of built-in venues alone', () => {
    const knows = ['src/venues/predict', 'src/predict.ts', 'src/cli/config/load-venue.ts']
    const rule = (source: Source): string[] =>
      importsOf(source).flatMap(specifier => {
        const target = resolveImport(source, specifier) ?? ''
        const isKnown = !inRoom(target, 'src/venues/predict') || knows.some(place => inRoom(source.path, place))
        return isKnown ? [] : [`imports ${target}`]
      })
    expect(offences(rule)).toEqual([])
  })

  test('what the door for research runs writes to no terminal and ends no process', () => {
    const speaks = /\bprocess\.(?:(?:exit|stdout|stderr|kill|argv)\b|(?:on|once)\((?!'exit'))|\bconsole\.|from 'commander'/
    const reached = new Set(['src/research.ts'])
    for (const path of reached)
      for (const target of code.filter(source => source.path === path).flatMap(runImports)) reached.add(`${target}.ts`)
    expect(reached.size).toBeGreaterThan(100)
    const rule = (source: Source): string[] => (reached.has(source.path) ? linesMatching(withoutComments(source), speaks) : [])
    expect(offences(rule)).toEqual([])
    const forPeople = ['src/cli/commands', 'src/cli/screen']
    expect([...reached].filter(path => forPeople.some(room => inRoom(path, room)))).toEqual([])
  })

  test('no file imports a program for a value, because the program would run there too', () => {
    const sources = [...code, ...tests.filter(({ path }) => path.startsWith('bench/'))]
    const programs = new Set(sources.filter(({ text }) => /^await /m.test(text)).map(({ path }) => path))
    expect(programs.size).toBeGreaterThan(5)
    const found = sources.flatMap(source =>
      runImports(source)
        .filter(target => programs.has(`${target}.ts`))
        .map(target => `${source.path} imports ${target}`),
    )
    expect(found).toEqual([])
  })

  test('no file imports itself through others, not even for a type', () => {
    const targets = new Map(
      code.map(source => [
        source.path,
        importsOf(source).flatMap(specifier => {
          const target = resolveImport(source, specifier)
          return target === null ? [] : [`${target}.ts`]
        }),
      ]),
    )
    const isOver = new Set<string>()
    const circles: string[] = []
    const visit = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
      if (isOver.has(path) || way.includes(path)) return
      for (const target of targets.get(path) ?? []) visit(target, [...way, path])
      isOver.add(path)
    }
    for (const path of targets.keys()) visit(path, [])
    expect(circles).toEqual([])
  })

  test('a package with a home is imported at home only', () => {
    const rule = (source: Source): string[] =>
      importsOf(source).flatMap(specifier => {
        const name = Object.keys(PACKAGES).find(name => specifier === name || specifier.startsWith(`${name}/`))
        if (name === undefined) return []
        return (PACKAGES[name] ?? []).some(home => inRoom(source.path, home)) || isTypeOnly(source, specifier)
          ? []
          : [`imports ${specifier}`]
      })
    expect(offences(rule)).toEqual([])
  })
})

describe('floors of the exchange’s server', () => {
  const SERVER = 'src/exchange/server/'
  const floors = Object.keys(SERVER_FLOORS)
  /** The folder of a path inside the server, or its file's name; `null`: it lies outside. */
  const floorOf = (path: string): string | null =>
    path.startsWith(SERVER) ? (path.slice(SERVER.length).split('/')[0] ?? '').replace(/\.ts$/, '') : null
  const server = code.filter(({ path }) => path.startsWith(SERVER))
  const arrowsOf = (source: Source): { from: string; to: string; target: string }[] =>
    importsOf(source).flatMap(specifier => {
      const target = resolveImport(source, specifier) ?? ''
      const [from, to] = [floorOf(source.path), floorOf(target)]
      return from === null || to === null || from === to ? [] : [{ from, to, target }]
    })

  test('a folder imports only lower ones, and only those that the table names', () => {
    const rule = (source: Source): string[] =>
      arrowsOf(source)
        .filter(({ from, to }) => SERVER_FLOORS[from]?.includes(to) !== true && floors.includes(from))
        .map(({ target }) => `imports ${target}`)
    expect(offences(rule, server)).toEqual([])
  })

  test('the table names lower folders only, and none that is not imported', () => {
    const used = new Set(server.flatMap(arrowsOf).map(({ from, to }) => `${from} -> ${to}`))
    const wrong = floors.flatMap((floor, height) =>
      (SERVER_FLOORS[floor] ?? []).flatMap(to => {
        const at = floors.indexOf(to)
        return at >= 0 && at < height && used.has(`${floor} -> ${to}`) ? [] : [`${floor} -> ${to}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('every folder is in the table', () => {
    const folders = new Set(
      server.filter(({ path }) => path.slice(SERVER.length).includes('/')).map(({ path }) => floorOf(path)),
    )
    expect([...folders].filter(folder => folder !== null && !floors.includes(folder))).toEqual([])
  })

  test(`what hands out parts of an exchange has at most ${CONTEXT_MEMBERS_MAX} members`, () => {
    const found = new Map<string, number>()
    for (const { tree } of server)
      for (const statement of tree.statements)
        if (ts.isInterfaceDeclaration(statement)) found.set(statement.name.text, statement.members.length)
    expect(SERVER_CONTEXTS.filter(name => !found.has(name))).toEqual([])
    expect(SERVER_CONTEXTS.filter(name => (found.get(name) ?? 0) > CONTEXT_MEMBERS_MAX)).toEqual([])
  })
})

describe('plain English', () => {
  test('one exported name means one thing', () => {
    const homes = new Map<string, Set<string>>()
    for (const { path, tree } of code)
      for (const name of tree.statements.flatMap(exportedNames)) homes.set(name, (homes.get(name) ?? new Set()).add(path))
    const twice = [...homes].filter(([name, paths]) => paths.size > 1 && !isSameOnPurpose(name, [...paths]))
    expect(homes.size).toBeGreaterThan(2_000)
    expect(twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
  })

  test('comments, names and texts have no word that must be read twice', () => {
    const plain = everything.filter(({ path }) => !UNPLAIN_ROOMS.some(room => inRoom(path, room)))
    expect(plain.length).toBeGreaterThan(1_000)
    expect(plain.flatMap(({ path, text }) => unclearIn(path, text))).toEqual([])
  })

  test('guides, configs and the changelog since 0.1.0 have none either', () => {
    const folders = ['', 'docs', 'config', 'data', 'examples', 'templates'].flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' }).map(name => join(folder, name)),
    )
    const guides = folders
      .filter(path => path !== 'CHANGELOG.md')
      .filter(path => /\.(md|yaml)$/.test(path))
      .map(path => [path, readFileSync(join(ROOT, path), 'utf8')])
    const [since = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n## 0.1.0')
    expect(guides.length).toBeGreaterThan(20)
    expect([...guides, ['CHANGELOG.md', since]].flatMap(([path, text]) => unclearIn(path!, text!))).toEqual([])
  })
})

/** What every plugin of a room exports by one name. */
const PLUGIN_ROOMS: Readonly<Record<string, string>> = { strategy: 'strategies', feed: 'src/feeds' }
/** Two venues with the same steps: the exchange's own, and the one over columns that a backtest is fast by. A step has one name in both. */
const TWINS = ['src/exchange/core', 'backtest/venue']

const isSameOnPurpose = (name: string, paths: readonly string[]): boolean => {
  const plugins = PLUGIN_ROOMS[name]
  if (plugins !== undefined) return paths.every(path => inRoom(path, plugins))
  return paths.length === TWINS.length && TWINS.every(room => paths.some(path => inRoom(path, room)))
}

/** Names that a statement declares and exports. */
const exportedNames = (statement: ts.Statement): string[] => {
  if (!ts.canHaveModifiers(statement)) return []
  const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  if (!isExported) return []
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as ts.DeclarationStatement
  return name === undefined ? [] : [name.getText()]
}

/** Files that run where this one runs: types draw in no code. */
const runImports = (source: Source): string[] => {
  const typesOnly = new Set(
    source.tree.statements.flatMap(statement =>
      (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(statement) && statement.isTypeOnly)
        ? [(statement.moduleSpecifier as ts.StringLiteral | undefined)?.text]
        : [],
    ),
  )
  return importsOf(source).flatMap(specifier => {
    const target = typesOnly.has(specifier) ? null : resolveImport(source, specifier)
    return target === null ? [] : [target]
  })
}

/** A seam may name another library's type; it draws in no code. */
const isTypeOnly = (source: Source, specifier: string): boolean =>
  source.tree.statements.every(
    statement =>
      !ts.isImportDeclaration(statement) ||
      (statement.moduleSpecifier as ts.StringLiteral).text !== specifier ||
      statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
  )

describe('the core cannot look out of the window', () => {
  test('no clock, randomness, process, timer, file or stream', () => {
    const rule = (source: Source): string[] =>
      WINDOWLESS.some(room => inRoom(source.path, room)) && !WINDOWLESS_EXCEPT.has(source.path)
        ? linesMatching(withoutComments(source), AMBIENT)
        : []
    expect(offences(rule)).toEqual([])
  })

  test('a venue and a feed have no clock, timer, chance or socket but those of their wires', () => {
    const rule = (source: Source): string[] =>
      ['src/venues', 'src/feeds'].some(room => inRoom(source.path, room)) && !SYSTEM_WIRES.test(source.path)
        ? linesMatching(withoutComments(source), WIRES_ONLY)
        : []
    expect(offences(rule)).toEqual([])
  })
})

describe('shape', () => {
  test(`a file has at most ${LINES_MAX} lines`, () => {
    const rule = (source: Source): string[] => {
      const lines = source.text.trimEnd().split('\n').length
      return lines > LINES_MAX && !LENGTH_EXEMPT.test(source.path) ? [`${lines} lines`] : []
    }
    expect(offences(rule, [...code, ...examples])).toEqual([])
  })

  test(`a function has at most ${FUNCTION_LINES_MAX} lines`, () => {
    const rule = (source: Source): string[] =>
      functionsOf(source)
        .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
        .map(({ name, lines }) => `${name} has ${lines} lines`)
    expect(offences(rule, [...code, ...examples])).toEqual([])
  })

  test('no file or class has a name that says nothing', () => {
    const rule = (source: Source): string[] => [
      ...(BANNED_NAMES.test(source.path) ? ['its name says nothing'] : []),
      ...linesMatching(source, /\bclass \w*(Manager|Handler|Service|Base|Impl|Helper|Utils?)\b/),
    ]
    expect(offences(rule, everything)).toEqual([])
  })

  // V8 of Node 20 compiles such a getter as a call into its runtime, four times as slow as a method or a public getter.
  test('no getter is private', () => {
    expect(offences(source => linesMatching(withoutComments(source), /^\s*get #/))).toEqual([])
  })

  test('the word for one or for several comes from one function', () => {
    const plurals = (source: Source): string[] =>
      source.path === 'src/model/counted.ts' ? [] : linesMatching(withoutComments(source), /=== 1 \? '(\w+)' : '\1s'/)
    expect(offences(plurals)).toEqual([])
  })

  test('every thread is started by the path of a file that is there', () => {
    const strays = ({ path, text }: Source): string[] =>
      path === 'src/threads/start-thread.ts'
        ? []
        : [...text.matchAll(/\bstartThread\((?!memory)('[^']*')?/g)].flatMap(([call, file]) =>
            file !== undefined && existsSync(join(ROOT, 'src', `${file.slice(1, -1)}.ts`)) ? [] : [`starts ${call}`],
          )
    expect(offences(strays)).toEqual([])
  })

  test('what is shown of a run counts ages by the clock of the run, which a step of the wall clock does not move', () => {
    const shown = [
      'src/cli/screen/screen.ts',
      'src/cli/screen/status-line.ts',
      'src/cli/screen/feed-text.ts',
      'src/cli/trade/door/',
    ]
    const rule = (source: Source): string[] =>
      shown.some(path => source.path.startsWith(path)) ? linesMatching(withoutComments(source), /\bDate\.now\b/) : []
    expect(offences(rule)).toEqual([])
  })

  test('files are kebab-case', () => {
    expect(everything.map(({ path }) => path).filter(path => !/^([a-z0-9-]+\/)*[a-z0-9.-]+\.ts$/.test(path))).toEqual([])
  })

  test('no enum, namespace or default export; only errors extend', () => {
    const rule = (source: Source): string[] => {
      const bare = withoutComments(source)
      return [
        ...linesMatching(bare, /^\s*(export )?(declare )?(const )?(enum|namespace) \w/),
        ...linesMatching(bare, /^export default /),
        ...linesMatching(bare, /\bclass \w+(<.*>)? extends (?!(\w*Error)\b)/),
      ]
    }
    expect(offences(rule)).toEqual([])
  })

  test('the doors are the only barrels', () => {
    const doors = /^src\/(index|predict|exchange|testing|venue|reactive|research|engine|operator)\.ts$/
    const rule = (source: Source): string[] =>
      doors.test(source.path) ? [] : linesMatching(source, /^export (\*|(type )?\{[^}]*\}) from /)
    expect(offences(rule)).toEqual([])
  })

  test('no leftovers: nothing to do later, nothing commented out', () => {
    // Written apart, so that this line does not find itself.
    const later = new RegExp(['TO', 'FIX'].map((word, index) => word + (index === 0 ? 'DO' : 'ME')).join('|'))
    const commentedOut = /^\s*\/\/\s*(const|let|if|for|return|import|export|await|\}|\w+\(.*\);?$)/
    const rule = (source: Source): string[] => [...linesMatching(source, later), ...linesMatching(source, commentedOut)]
    expect(offences(rule, everything)).toEqual([])
  })

  test('brands are cast by their constructors, by risk and by the journal only', () => {
    const cast = new RegExp(`\\bas (${BRANDS})\\b(?!\\w)`)
    const rule = (source: Source): string[] =>
      MAY_CAST.some(place => source.path.startsWith(place))
        ? []
        : linesMatching(withoutComments(source), cast).filter(line => !/import|export/.test(line))
    expect(offences(rule)).toEqual([])
  })

  test('Approved is cast in risk only and Journaled in append only', () => {
    const rule = (source: Source): string[] => [
      ...(source.path === 'src/engine/risk.ts' ? [] : linesMatching(source, /\bas (unknown as )?Approved</)),
      ...(source.path === 'src/journal/append.ts' ? [] : linesMatching(source, /\bas (unknown as )?Journaled</)),
    ]
    expect(offences(rule)).toEqual([])
  })

  test('a test that does more in the acceptance run is one of those that it runs', () => {
    const asks = /from '[./]+\/(is-acceptance|kalshi-events|kill-rounds|runs-of)\.js'/
    const doesMore = tests.filter(({ path, text }) => path.endsWith('.test.ts') && asks.test(text))
    const isOf = (pattern: string, path: string): boolean => pattern === path || pattern === `${dirname(path)}/*.test.ts`
    expect(doesMore.map(({ path }) => path).filter(path => !ACCEPTANCE.some(pattern => isOf(pattern, path)))).toEqual([])
    expect(ACCEPTANCE.filter(pattern => !tests.some(({ path }) => isOf(pattern, path)))).toEqual([])
  })
})
