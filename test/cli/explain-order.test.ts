import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder, oddsmith } from '../end-to-end/daemon.js'

/** The paper config with a limit that its quotes run into. */
function tightConfig(home: string): string {
  const file = join(home, 'tight.yaml')
  const text = readFileSync('config/paper.yaml', 'utf8').replace('openNotionalMaxUsdt: 400', 'openNotionalMaxUsdt: 30')
  expect(text).toContain('openNotionalMaxUsdt: 30')
  writeFileSync(file, text)
  return file
}

test(
  'journal explain tells of an order and of a refusal what was seen, wanted, limited and done; without the input log it says what it cannot tell',
  () =>
    inFolder(async home => {
      const run = await oddsmith(['run', tightConfig(home), '--for', '12s', '--home', home]).ended
      expect(run.code, run.stderr).toBe(0)
      const ask = async (...args: string[]) => {
        const { code, stdout, stderr } = await oddsmith(['journal', ...args, '--home', home]).ended
        expect(code, stderr).toBe(0)
        return stdout
      }
      const { orders } = JSON.parse(await ask('orders', '--json')) as { orders: { id: string; hash: string; price: string }[] }
      const { id, hash } = orders.at(-1)!
      const explained = JSON.parse(await ask('explain', id, '--json'))
      expect(explained).toMatchObject({
        order: { id, hash },
        untold: null,
        decided: { answer: { kind: 'quotes' }, terms: { load: expect.any(String) } },
        asked: { price: explained.order.price, size: explained.order.size },
        verdict: { kind: 'place' },
      })
      expect(explained.rules.find(({ rule }: { rule: string }) => rule === 'openNotionalMaxUsdt')).toMatchObject({ limit: 30 })
      expect(explained.story.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['submit', 'accepted'])
      expect(await ask('explain', hash)).toMatch(/the strategy saw[\s\S]+risk: approved[\s\S]+what became of it/)

      const { refusals } = JSON.parse(await ask('refusals', '--json')) as { refusals: { entry: string; found: string }[] }
      const refused = JSON.parse(await ask('explain', refusals[0]!.entry, '--json'))
      expect(refused.verdict).toMatchObject({ rule: 'openNotionalMaxUsdt', limit: 30, found: Number(refusals[0]!.found) })
      expect(await ask('explain', refusals[0]!.entry)).toMatch(/refused by openNotionalMaxUsdt: limit 30, found/)

      const runs = join(home, 'runs')
      renameSync(join(runs, readdirSync(runs)[0]!, 'input.ndjson.gz'), join(home, 'away'))
      const alone = JSON.parse(await ask('explain', id, '--json'))
      expect(alone).toMatchObject({
        order: { id },
        turn: null,
        untold: expect.stringContaining('has an input log of that time'),
      })
      expect(alone.story).toEqual(explained.story)
      const unknown = await oddsmith(['journal', 'explain', '7-1', '--home', home]).ended
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('the journal has no order 7-1')])
    }),
  90_000,
)
