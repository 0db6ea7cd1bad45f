import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { ACCEPTANCE, LONG } from './test/acceptance.js'
import { isAcceptance } from './test/is-acceptance.js'
import { MUTANT_VARIABLE, plant } from './test/mutants/plant.js'

const door = (name: string): string => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url))

/** Strategies import the package by its name; in tests that name means the source, so that coverage and stack traces are ours. */
const alias = [
  { find: /^oddsmith$/, replacement: door('index') },
  {
    find: /^oddsmith\/(predict|exchange|testing|venue|reactive|research|engine|operator)$/,
    replacement: fileURLToPath(new URL('./src/$1.ts', import.meta.url)),
  },
  { find: /^typescript$/, replacement: fileURLToPath(new URL('./test/typescript.ts', import.meta.url)) },
]

const mutant = process.env[MUTANT_VARIABLE]
/** Later versions compile in more steps, and have no such flag. */
const isNode20 = process.versions.node.startsWith('20.')

export default defineConfig({
  plugins: mutant === undefined ? [] : [plant(mutant)],
  resolve: { alias },
  // Many tests wait for processes and settlements: on two cores, five workers end a fifth sooner than four.
  // The files of a worker share their modules: loading them again for each file took longer than most files' tests.
  test: {
    include: isAcceptance ? [...ACCEPTANCE] : ['test/**/*.test.ts'],
    exclude: isAcceptance ? configDefaults.exclude : [...configDefaults.exclude, ...LONG],
    // Several tests start processes: a busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    isolate: false,
    maxWorkers: 5,
    // Most of what tests make is gone at once: with room for it the collector runs less often, and one thread of it is enough beside other workers.
    // Few tests call a function often enough to earn the time that compiling it takes: Node 20 waits longer before it does. Both together save a sixth
    // of the workers' processor time.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc', ...(isNode20 ? ['--interrupt-budget=1000000'] : [])],
  },
})
