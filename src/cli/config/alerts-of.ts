import type { AlertsTask } from '../../operator/alerts/alerts-task.js'
import type { QuietHours } from '../../operator/alerts/quiet-hours.js'
import type { SinkOptions } from '../../operator/alerts/sink-options.js'
import { complaint, type LoadedConfig, resolveSecret } from './config.js'
import type { Config } from './config-schema.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The alerts of a config, with their secrets; null: the config has no alerts. Throws an `ExitError` of code 2 whose message contains no address. */
export function alertsOf(loaded: LoadedConfig, environment: Environment): AlertsTask | null {
  const { config, source } = loaded
  const { alerts, alertWhen: when, heartbeatUrl, heartbeatEverySeconds } = config
  if (alerts.length === 0 && heartbeatUrl === undefined) return null
  if (config.door === false)
    throw complaint(source, ['door'], 'alerts are sent by the thread of the door; expected no "door: false"')
  const sinks = alerts.map((_, place) => sinkOf(loaded, place, environment))
  const heartbeat =
    heartbeatUrl === undefined
      ? null
      : {
          url: addressOf(loaded, ['heartbeatUrl'], { secret: heartbeatUrl, environment }),
          everyMs: heartbeatEverySeconds * 1_000,
        }
  return { sinks, when, heartbeat }
}

function sinkOf(loaded: LoadedConfig, place: number, environment: Environment): SinkOptions {
  const { url: secret, template, chatId, severityMin, quietHours } = loaded.config.alerts[place]!
  return {
    name: `alerts.${place} (${template})`,
    url: addressOf(loaded, ['alerts', place, 'url'], { secret, environment }),
    template,
    chatId: chatId === undefined ? null : String(chatId),
    severityMin,
    quietHours: quietHours === undefined ? null : hoursOf(quietHours),
  }
}

interface Written {
  readonly secret: Config['alerts'][number]['url']
  readonly environment: Environment
}

/** An address is a secret, so the message does not contain it. */
function addressOf({ source }: LoadedConfig, path: readonly PropertyKey[], { secret, environment }: Written): string {
  const url = resolveSecret(source, path, secret, environment).trim()
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw complaint(source, path, 'expected an address that begins with https:// or http://')
  const { username, password } = new URL(url)
  // `fetch` refuses it with an error that names the address, so it would only be said that the receiver could not be reached.
  if (username + password !== '')
    throw complaint(source, path, 'expected an address without a user and a password before its host')
  return url
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const hoursOf = ({ from, to, timeZone }: NonNullable<Config['alerts'][number]['quietHours']>): QuietHours => ({
  fromMinute: minuteOf(from),
  toMinute: minuteOf(to),
  timeZone,
})
