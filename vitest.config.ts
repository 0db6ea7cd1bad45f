import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { MUTANT_VARIABLE, plant } from './test/mutants/plant.js'

const door = (name: string): string => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url))

/** Strategies import the package by its name; in tests that name means the source, so that coverage and stack traces are ours. */
const alias = [
  { find: /^oddsmith$/, replacement: door('index') },
  {
    find: /^oddsmith\/(predict|exchange|testing|venue|reactive|research)$/,
    replacement: fileURLToPath(new URL('./src/$1.ts', import.meta.url)),
  },
]

/**
 * Files that start processes for half a minute and more, and whose parts other files test as well. Together they took longer than all tests may; `npm run
 * acceptance` runs them.
 */
const LONG = [
  'test/backtest/paper-history.test.ts',
  'test/cli/calibrate-run.test.ts',
  'test/cli/explain-joined.test.ts',
  'test/cli/explain-order.test.ts',
  'test/cli/package-bin.test.ts',
  'test/cli/record.test.ts',
  'test/cli/strategy-guide.test.ts',
  'test/cli/venue-profile.test.ts',
  'test/cli/walk-forward.test.ts',
  'test/end-to-end/exchange-world.test.ts',
  'test/end-to-end/own-strategy.test.ts',
  'test/end-to-end/rounds-by-reference.test.ts',
  'test/end-to-end/unread-log.test.ts',
]

const mutant = process.env[MUTANT_VARIABLE]

export default defineConfig({
  plugins: mutant === undefined ? [] : [plant(mutant)],
  resolve: { alias },
  // Many tests wait for processes and settlements: twice the workers that a small machine has cores keep those busy.
  // The files of a worker share their modules: loading them anew for each file took longer than most files' tests.
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env['ODDSMITH_ACCEPTANCE'] === '1' ? [] : LONG)],
    // Several tests start processes: a busy machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: 4,
  },
})
