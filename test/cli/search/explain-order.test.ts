import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openInputLog } from '../../../src/recording/log/input-log.js'
import { partFile } from '../../../src/recording/log/log-parts.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'

/** The paper config in a world of three markets, with a limit that its quotes run into. */
function tightConfig(home: string): string {
  const file = join(home, 'tight.yaml')
  const text = readFileSync('config/paper.yaml', 'utf8')
    .replace('openNotionalMaxUsdt: 400', 'openNotionalMaxUsdt: 30')
    .replace('    seed: 1\n', `    seed: 1\n    worldFile: ${resolve('config/three-markets.yaml')}\n`)
  expect(text).toMatch(/three-markets[\s\S]+openNotionalMaxUsdt: 30/)
  writeFileSync(file, text)
  return file
}

/** Deletes the parts of a run's input log that began before a time, as `logs.inputPartsMax` would have. */
async function removeParts(runs: string, before: number): Promise<void> {
  const first = join(runs, readdirSync(runs)[0]!, 'input.ndjson.gz')
  for (let part = 1; ; part++) {
    const { header } = await openInputLog(partFile(first, part))
    if (header.startedAt > before) return
    rmSync(partFile(first, part))
  }
}

test(
  'journal explain tells of an order and of a refusal what was seen, wanted, limited and done; without the input log it says what it cannot tell',
  () =>
    inFolder(async home => {
      const run = await oddsmith(['run', tightConfig(home), '--for', '7s', '--home', home]).ended
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
      // On a busy machine it is asked to be removed before its acceptance is heard.
      const story: string[] = explained.story.map(({ kind }: { kind: string }) => kind)
      expect([story[0], story.includes('accepted')]).toEqual(['submit', true])
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
  120_000,
)

test(
  'journal explain of a run whose first parts of the log are gone says which, and tells what the journal and the rest still hold',
  () =>
    inFolder(async home => {
      const config = tightConfig(home)
      writeFileSync(config, `${readFileSync(config, 'utf8')}\nlogs: {inputPartMaxMb: 0.004}\n`)
      const run = await oddsmith(['run', config, '--for', '7s', '--home', home]).ended
      expect(run.code, run.stderr).toBe(0)
      const ask = async (...args: string[]) => {
        const { code, stdout, stderr } = await oddsmith(['journal', ...args, '--home', home]).ended
        expect(code, stderr).toBe(0)
        return stdout
      }
      const { orders } = JSON.parse(await ask('orders', '--json')) as { orders: { id: string; at: string }[] }
      const [newest, oldest] = [orders[0]!.id, orders.at(-1)!.id]
      await removeParts(join(home, 'runs'), Date.parse(orders.at(-1)!.at) * 1_000)
      const gone = JSON.parse(await ask('explain', oldest, '--json'))
      expect(gone).toMatchObject({
        order: { id: oldest },
        turn: null,
        part: null,
        story: [{ kind: 'submit' }, ...gone.story.slice(1)],
      })
      expect(gone.untold).toMatch(
        /^the first .*parts? of its run’s input log (is|are) gone \(logs\.inputPartsMax keeps the newest\), and what is left begins at .+Z, after it$/,
      )
      const kept = JSON.parse(await ask('explain', newest, '--json'))
      expect(kept.untold).toMatch(/^the first .+ gone .+; what is left begins at .+Z, and what strategy and risk held/)
      expect(kept.part).toMatchObject({ touch: { bid: expect.any(Number), askSize: expect.any(Number) } })
      expect(kept.part.sent).toBeGreaterThan(0)
      expect(await ask('explain', newest)).toMatch(
        /why it was sent cannot be told: [\s\S]+our orders in it[\s\S]+what became of it/,
      )
      // A replay promises proof, and refuses.
      const replay = await oddsmith(['replay', join(home, 'runs', readdirSync(join(home, 'runs'))[0]!)]).ended
      expect([replay.code, replay.stderr]).toEqual([2, expect.stringContaining('cannot prove anything without its beginning')])
    }),
  120_000,
)
