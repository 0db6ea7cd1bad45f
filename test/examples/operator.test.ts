import { createDoorClient, DoorCallError } from 'oddsmith/operator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, pauseOnLoss } from '../../examples/operator/pause-on-loss.js'
import { type DrawnDoor, drawnDoor } from '../operator/drawn-door.js'
import { drawnRun } from '../operator/drawn-run.js'

const { money } = drawnRun()
let door: DrawnDoor
beforeAll(async () => {
  door = await drawnDoor({ money: { ...money, total: '-30.5' } })
})
afterAll(() => door.close())

test('a program finds the door by its file, watches, and pauses under its own name', async () => {
  const client = clientOf(door.folder, 'page')
  expect(await pauseOnLoss(client, 30)).toContain('pause done')
  expect(door.acted).toEqual(['page pause'])
  expect(() => clientOf(door.folder, 'stranger')).toThrow('that knows the client stranger')
})

test('it reads what it names, with types, and one market; what is refused is an error with its status', async () => {
  const client = clientOf(door.folder, 'cli')
  const { money } = await client.read('status')
  expect(money.total).toBe('-30.5')
  const { events } = await client.read('events', { count: 5 })
  expect(events).toEqual([])
  expect((await client.market('1001')).market.id).toBe('1001')
  const refused = await client.market('1/../2').catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'DoorCallError', status: 404, word: 'not_found' })
  const stranger = createDoorClient({ url: door.file.url, token: 'none' })
  await expect(stranger.read('run')).rejects.toThrow(DoorCallError)
})
