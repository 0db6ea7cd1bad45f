import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { METRICS } from '../../src/operator/metrics/metrics.js'

const RULES = 'deploy/prometheus-rules.yaml'
const CASES = 'test/deploy/prometheus-rules.tests.yaml'
const DASHBOARD = 'deploy/grafana-dashboard.json'

/** Of Debian's package `prometheus`. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

interface Expression {
  readonly where: string
  readonly text: string
}

const rules = parse(readFileSync(RULES, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
  panels: { title: string; type: string; targets?: { expr: string; legendFormat: string }[] }[]
  templating: { list: { query: unknown }[] }
  annotations: { list: { expr: string }[] }
}
const ofRules = rules.groups.flatMap(group => group.rules).map(({ alert, expr }) => ({ where: alert, text: expr }))
const ofDashboard: readonly Expression[] = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, text: expr }))),
  ...dashboard.annotations.list.map(({ expr }) => ({ where: 'annotations', text: expr })),
  ...dashboard.templating.list.map(({ query }) => ({ where: 'templating', text: JSON.stringify(query) })),
]

/** Every name under which Prometheus keeps a series of ours, with the labels that it has. */
const SERIES = new Map(
  METRICS.flatMap(metric =>
    metric.kind === 'histogram'
      ? ['_bucket', '_sum', '_count'].map(ending => [metric.name + ending, ending === '_bucket' ? ['le'] : []] as const)
      : [[metric.name, metric.labels ?? []] as const],
  ),
)
const OF_PROMETHEUS = ['instance', 'job']

describe('what a dashboard and rules ask for is there', () => {
  test.each([...ofRules, ...ofDashboard])('$where', ({ text }) => {
    const named = [...text.matchAll(/\b(oddsmith_\w+)(?:\{([^}]*)\})?/g)].filter(([name]) => name !== 'oddsmith_')
    for (const [, name = '', selector = ''] of named) {
      const labels = SERIES.get(name)
      expect(labels, `${name} is no metric`).toBeDefined()
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g))
        expect([...(labels ?? []), ...OF_PROMETHEUS], `${name} has no such label`).toContain(label)
    }
  })

  test('each metric is on the dashboard', () => {
    const shown = ofDashboard.map(({ text }) => text).join('\n')
    const missing = METRICS.filter(({ name }) => !shown.includes(name)).map(({ name }) => name)
    expect(missing).toEqual([])
  })
})

describe.skipIf(!hasPromtool)('promtool (Debian: apt install prometheus; without it this is skipped)', () => {
  const promtool = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
    return stdout
  }

  test('takes the rules and the scrape config', () => {
    expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${ofRules.length} rules found`)
    expect(promtool('check', 'config', 'deploy/prometheus.yaml')).toContain('SUCCESS')
  })

  test('finds that the rules ring where they should, and not where they should not', () => {
    expect(promtool('test', 'rules', CASES)).toContain('SUCCESS')
  })

  test('takes every expression of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'oddsmith-promtool-'))
    try {
      const file = join(folder, 'rules.yaml')
      const expressions = ofDashboard.filter(({ where }) => where !== 'templating')
      const recorded = expressions.map(({ text }, place) => ({
        record: `panel:expression:${place}`,
        expr: text.replaceAll('$instance', '.+'),
      }))
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }))
      expect(promtool('check', 'rules', file)).toContain(`SUCCESS: ${recorded.length} rules found`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
