import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { answerMeter } from './meter.js'
import { stepOnCredit } from './paced.js'

/** The minimal fan-out with the same library: one Buffer, sent to each client in a loop. */
const frame = Buffer.from(`{"type":"M","topic":"predictOrderbook/1","data":"${'x'.repeat(974)}"}`)
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.once('listening', () => process.send?.({ port: (server.address() as AddressInfo).port, frameBytes: frame.length }))
stepOnCredit(() => {
  for (const client of server.clients) client.send(frame, { binary: false })
})
answerMeter()
process.once('disconnect', () => process.exit())
