import { expect, test } from 'vitest'
import { progressLine } from '../../../src/cli/screen/progress-line.js'

const terminal = (isTTY: boolean): { readonly said: string[]; readonly line: ReturnType<typeof progressLine> } => {
  const said: string[] = []
  const write = (text: string | Uint8Array): boolean => said.push(String(text)) > 0
  return { said, line: progressLine({ isTTY, columns: 40, write }) }
}

test('a line of progress is cut to the width of the terminal, which could not overwrite a longer one', () => {
  const { said, line } = terminal(true)
  line.say(`${'recording 日本語 '.repeat(5)}: 12 of 100 trials`)
  line.clear()
  expect(said).toEqual(['\r\u001b[Krecording 日本語 recording 日本語 reco…', '\r\u001b[K'])
})

test('no progress is printed where standard error is no terminal', () => {
  const { said, line } = terminal(false)
  line.say('half')
  line.clear()
  expect(said).toEqual([])
})
