import { execFile } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { LANGUAGES, partsInUse } from './parts-in-use.js'

// Makes `dist`, which is the package, and `build`, in which the benchmarks find each module in a file of its own.
//
// A process starts faster when it reads few files, so `dist` holds bundles. What is named by its path (the command line, the doors, threads,
// strategies) stands by the path of its source. A module that several of them use stands once, in a file of `dist/src/chunks`, so that all share its
// values. The compiler makes the types of the doors and checks nothing here: `npm run typecheck` does.

const ROOT = import.meta.dirname
const DIST = join(ROOT, 'dist')
const BUILD = join(ROOT, 'build')
const TYPES = join(ROOT, 'node_modules/.cache/types')

/** These stay in `node_modules`: they have binaries, start threads from their own files, or are optional parts of another package. */
const NOT_BUNDLED = /^(?:better-sqlite3|secp256k1|@duckdb\/.*|pino|pino-pretty|piscina|jiti|bufferutil|utf-8-validate)$/

/** The source of each door by the name that a program imports: `src/predict` by `oddsmith/predict`. */
const DOORS = new Map()
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
for (const [name, { default: file }] of Object.entries(exports))
  if (file !== undefined) DOORS.set(posix.join('oddsmith', name), posix.relative('dist', file).replace(/\.js$/, ''))

const fileOf = path => join(ROOT, `${path}.ts`)
const withSlashes = path => path.split(sep).join('/')
const inputOf = paths => Object.fromEntries(paths.map(path => [path, fileOf(path)]))

/** The sources below a folder, without their ending. */
const sourcesUnder = folder =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter(file => file.endsWith('.ts'))
    .map(file => posix.join(folder, withSlashes(file).replace(/\.ts$/, '')))
    .toSorted()

/** Strategies import the package by its name, which means its source here. */
const ownName = {
  name: 'own-name',
  resolveId: { filter: { id: /^oddsmith(?:\/|$)/ }, handler: id => fileOf(DOORS.get(id)) },
}

/**
 * A module finds other files from its own place, `import.meta.url`, which is the path of its source in a bundle too. Which bundle holds a module is
 * known last, so a call marks the spot until then.
 */
const ownPlace = {
  name: 'own-place',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const place = withSlashes(relative(ROOT, id)).replace(/\.ts$/, '.js')
      return { code: code.replaceAll('import.meta.url', `placeOfModule("${place}")`), map: null }
    },
  },
  renderChunk: (code, { fileName }) => {
    const seen = place => posix.relative(posix.dirname(fileName), place)
    const found = code.replaceAll(
      /\bplaceOfModule\("([^"]+)"\)/g,
      (_, place) => `new URL("${seen(place)}", import.meta.url).href`,
    )
    return { code: found, map: null }
  },
}

const PROGRAM = {
  input: inputOf([
    'src/cli/main',
    ...DOORS.values(),
    ...sourcesUnder('src').filter(path => path.endsWith('-worker')),
    ...sourcesUnder('strategies'),
  ]),
  external: NOT_BUNDLED,
  plugins: [ownName, ownPlace, partsInUse],
  output: {
    dir: DIST,
    entryFileNames: '[name].js',
    chunkFileNames: 'src/chunks/[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
  },
}

const MODULES = {
  input: inputOf(['src', 'backtest', 'strategies', 'bench'].flatMap(sourcesUnder)),
  external: id => !/^[./]|^oddsmith(?:\/|$)/.test(id),
  plugins: [ownName],
  treeshake: false,
  output: { dir: BUILD, entryFileNames: '[name].js', preserveModules: true, preserveModulesRoot: ROOT },
}

/**
 * Few processes need these: what signs where secp256k1 has no binary, and what zod says in other languages. They are asked for in the middle of a
 * call, so `require` must find them.
 */
const REQUIRED = {
  'src/protocol/portable-curve': createRequire(fileURLToPath(import.meta.resolve('viem'))).resolve('@noble/curves/secp256k1'),
  'src/languages': LANGUAGES,
}
const asked = ([name, file]) => ({
  input: { [name]: file },
  output: { dir: DIST, entryFileNames: '[name].cjs', format: 'cjs' },
})

/** Writes what options ask for, and answers the files of all modules that went in. */
async function bundle({ output, ...options }) {
  const bundler = await rolldown({ ...options, cwd: ROOT, platform: 'node' })
  const { output: written } = await bundler.write(output)
  await bundler.close()
  return written.flatMap(({ moduleIds }) => moduleIds ?? [])
}

/** The licenses of packages whose code is in the bundles. */
function writeLicenses(files) {
  const packages = new Set(files.flatMap(file => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(withSlashes(file)) ?? []))
  const texts = [...packages]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(folder => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const text = readdirSync(folder).find(file => /^licen[cs]e(?:\.|$)/i.test(file))
      return `${name} ${version}: ${license}\n\n${text === undefined ? '' : readFileSync(join(folder, text), 'utf8').trim()}\n`
    })
  writeFileSync(join(DIST, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`))
}

/** The types that a door's own types name by path, and so on. */
function copyTypes() {
  const files = new Set([...DOORS.values()].map(path => `${path}.d.ts`))
  for (const file of files) {
    const text = readFileSync(join(TYPES, file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)\.js['"]/g))
      files.add(relative(TYPES, resolve(TYPES, dirname(file), `${path}.d.ts`)))
    cpSync(join(TYPES, file), join(DIST, file))
  }
}

const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
const typed = promisify(execFile)(process.execPath, [compiler, '-p', join(ROOT, 'tsconfig.build.json')])
for (const folder of [DIST, BUILD]) rmSync(folder, { recursive: true, force: true })
const files = await bundle(PROGRAM)
for (const entry of Object.entries(REQUIRED)) files.push(...(await bundle(asked(entry))))
await bundle(MODULES)
writeLicenses(files)
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE'])
  cpSync(join(ROOT, 'node_modules/swagger-ui-dist', file), join(DIST, 'swagger-ui', file))
for (const page of ['backtest/report/page', 'src/operator/page'])
  for (const folder of [DIST, BUILD]) cpSync(join(ROOT, page), join(folder, page), { recursive: true })
chmodSync(join(DIST, 'src/cli/main.js'), 0o755)
await typed
copyTypes()
