import { alertBody } from '../../operator/alerts/alert-body.js'
import { type PostAnswer, ping, postJson } from '../../operator/alerts/post-json.js'
import { alertsOf } from '../config/alerts-of.js'
import { complaint, loadConfig } from '../config/config.js'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'

/** The answer of one receiver to the test. */
interface Tested {
  readonly name: string
  readonly isTaken: boolean
  readonly answer: string
}

/**
 * Sends one alert to each receiver of a config, whatever its severity and hours, and one heartbeat. Rejects with an `ExitError` of code 2 if the
 * config has none.
 */
export async function testAlerts(file: string, { json = false }: { readonly json?: boolean }): Promise<ExitCode> {
  const loaded = await loadConfig(file)
  const task = alertsOf(loaded, process.env)
  if (task === null) throw complaint(loaded.source, ['alerts'], 'expected alerts or heartbeatUrl: there is no one to tell')
  const origin = { venue: loaded.definition.name, wallet: null, run: null, config: file }
  const text = 'this is a test: alerts of this config arrive here'
  const alert = { id: 'test', kind: 'test', severity: 'info', text, market: null, sinceMs: Date.now(), endedMs: null } as const
  const { heartbeat } = task
  const tested = await Promise.all([
    ...task.sinks.map(async ({ name, url, template, chatId }) =>
      testedOf(name, await postJson(url, alertBody(template, { alerts: [alert], origin }, chatId))),
    ),
    ...(heartbeat === null ? [] : [ping(heartbeat.url).then(answer => testedOf('heartbeatUrl', answer))]),
  ])
  const isWell = tested.every(({ isTaken }) => isTaken)
  const lines = tested.map(({ name, isTaken, answer }) => `${isTaken ? 'ok    ' : 'FAILED'}  ${name}: ${answer}`)
  printText(json ? `${JSON.stringify({ receivers: tested })}\n` : `${lines.join('\n')}\n`)
  return isWell ? ExitCode.DONE : ExitCode.FAILED
}

const testedOf = (name: string, answer: PostAnswer): Tested => ({
  name,
  isTaken: answer.is === 'taken',
  answer: answer.is === 'taken' ? `it answered ${answer.status}` : answer.why,
})
