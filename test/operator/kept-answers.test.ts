import { expect, it } from 'vitest'
import { createKeptAnswers, type KeptAnswers } from '../../src/operator/kept-answers.js'
import type { ActionAnswer } from '../../src/operator/schemas-action.js'

/** Sends an action with a key, and tells whether it was carried out. */
async function isDone(answers: KeptAnswers, key: string, action = 'pause'): Promise<boolean> {
  let done = false
  const answer = { is: 'done', text: 'paused', open: null } as unknown as ActionAnswer
  await answers.of(key, action, async () => {
    done = true
    return answer
  })
  return done
}

it('carries an action out once for each key, and remembers a thousand keys', async () => {
  const answers = createKeptAnswers()
  expect(await isDone(answers, 'first')).toBe(true)
  for (let n = 1; n < 1_000; n++) await isDone(answers, `key ${n}`)
  expect(await isDone(answers, 'first')).toBe(false)
  await isDone(answers, 'one more')
  // The oldest answer was dropped; the journal still knows its key.
  expect(await isDone(answers, 'first')).toBe(true)
  expect(await isDone(answers, 'one more')).toBe(false)
})
