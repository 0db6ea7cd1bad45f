import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder, oddsmith } from './daemon.js'

/** Counts from 101, and from 201 when it is opened again. Does harm at its third message. */
const failing = (name: string, harm: string): string => `import { z } from 'oddsmith'
let opened = 0
export const feed = {
  name: '${name}', version: 1, config: z.strictObject({}),
  open: async function* () {
    opened++
    for (let at = 1; ; at++) {
      await new Promise(resolve => setTimeout(resolve, 50))
      if (opened === 1 && at === 3) { ${harm} }
      yield String(100 * opened + at)
    }
  },
  reader: () => text => ({ value: Number(text) }),
}
`
const HARMS = {
  late: "setTimeout(() => { throw new Error('a timer threw') })",
  vow: "void Promise.reject(new Error('a promise was rejected'))",
  bytes: "yield Buffer.from('3')",
}

test(
  'feeds that fail in a timer, in a promise or by what they emit are lost and opened again, the run goes on, and a replay does the same',
  () =>
    inFolder(async home => {
      for (const [name, harm] of Object.entries(HARMS)) writeFileSync(join(home, `${name}.ts`), failing(name, harm))
      const feeds = Object.keys(HARMS).map(name => `  ${name}: { source: ./${name}.ts }\n`)
      const venue = '{ name: predict, embedded: { seed: 1, crowd: { kind: synthetic } } }'
      writeFileSync(
        join(home, 'mine.yaml'),
        `venue: ${venue}\nstrategies: [{ strategy: two-sided, markets: [1003] }]\nfeeds:\n${feeds.join('')}`,
      )
      const going = oddsmith(['run', join(home, 'mine.yaml'), '--home', home, '--json', '--for', '60s'])
      const whys = {
        late: 'a timer threw',
        vow: 'a promise was rejected',
        bytes: 'expected .*open.* to emit texts, found bytes',
      }
      for (const [name, why] of Object.entries(whys)) await going.says(new RegExp(`the reference ${name} is lost: ${why}`))
      for (const name of Object.keys(whys)) await going.says(new RegExp(`the reference ${name} is live at 20`))
      going.child.kill('SIGTERM')
      const { code, stdout, stderr } = await going.ended
      expect(code, stderr).toBe(0)
      expect(stderr).toMatch(
        /the feed late did not catch an error, and its link is opened again: a timer threw \(.*late\.ts:9\)/,
      )
      expect(stderr).toMatch(
        /the feed vow did not catch an error, and its link is opened again: a promise was rejected \(.*vow\.ts:9\)/,
      )
      const replayed = await oddsmith(['replay', join(home, 'runs', JSON.parse(stdout).run)]).ended
      expect(replayed.code, replayed.stdout + replayed.stderr).toBe(0)
    }),
  120_000,
)
