import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAcceptance } from '../is-acceptance.js'
import { OwnProject } from './config/own-project.js'

const ROOT = resolve(import.meta.dirname, '../..')
/** As a user does it: the package from a tarball, and `npm install`, which compiles. It takes minutes. */

/** What the page has a reader do, in its order. */
type Step =
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm

const stepsOf = (page: string): readonly Step[] =>
  [...page.matchAll(BLOCK)].flatMap(([, language, path, text = '']): readonly Step[] => {
    if (language === 'sh')
      return text
        .trim()
        .split('\n')
        .map(line => ({ kind: 'command', line }))
    return path === undefined ? [] : [{ kind: 'file', path, text }]
  })

const own = new OwnProject()
let folder = '.'
beforeAll(() => {
  if (isAcceptance) expect(own.shell(`npm pack ${ROOT} --ignore-scripts`, '.').status).toBe(0)
})
afterAll(() => own.remove())

/** `npx` of an empty folder brings the package from where it is published; here that is a tarball, or this repository. */
function init(line: string): ReturnType<OwnProject['shell']> {
  const args = line.split(' ').slice(2)
  if (!isAcceptance) return own.oddsmith(args)
  const tarball = readdirSync(own.home).find(name => name.endsWith('.tgz')) ?? ''
  return own.shell(`npm exec --yes --package ./${tarball} -- oddsmith ${args.join(' ')}`, folder)
}

function follow(step: Step): void {
  if (step.kind === 'file') {
    const path = join(own.home, folder, step.path)
    mkdirSync(dirname(path), { recursive: true })
    return writeFileSync(path, step.text)
  }
  const { line } = step
  if (line.startsWith('cd ')) folder = join(folder, line.slice('cd '.length))
  else if (line === 'npm install' && !isAcceptance) own.link(folder)
  else {
    const { status, stdout, stderr } = line.startsWith('npx oddsmith init') ? init(line) : own.shell(line, folder)
    expect(status, `${line}\n${stdout}\n${stderr}`).toBe(0)
  }
}

/** Where packages are linked, the tests of the project run once, with all of its files, and so do a run on paper and a backtest. */
function isTried(step: Step, at: number, steps: readonly Step[]): boolean {
  if (isAcceptance || step.kind === 'file') return true
  const isAlike = (other: Step): boolean => other.kind === 'command' && other.line.slice(0, 16) === step.line.slice(0, 16)
  if (step.line.startsWith('npx oddsmith run')) return steps.findIndex(isAlike) === at
  return !/^npm test$|^npx oddsmith backtest/.test(step.line) || steps.findLastIndex(isAlike) === at
}

test(
  'every command and every file of the guide to writing a strategy works as it stands there',
  () => {
    const steps = stepsOf(readFileSync(join(ROOT, 'docs/writing-a-strategy.md'), 'utf8'))
    expect(steps.filter(({ kind }) => kind === 'command').length).toBeGreaterThan(10)
    for (const step of steps.filter(isTried)) follow(step)
    const made = (path: string): boolean => existsSync(join(own.home, 'my-bot', path))
    expect(['backtests/wide/report.html', 'test/patient-maker.test.ts', 'runs'].filter(path => !made(path))).toEqual([])
  },
  isAcceptance ? 1_800_000 : 180_000,
)
