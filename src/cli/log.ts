import { type Logger, pino } from 'pino'

export type { Logger }

/** Fields that never reach a log, wherever they stand in what is logged. */
const SECRETS = ['privateKey', 'apiKey', 'token', 'signature', 'jwt', 'authorization', 'body']
const PATHS = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])

/** Logs to stderr: for eyes where that is a terminal, a JSON line each where it is not. stdout belongs to results. */
export async function createLog(level = 'info'): Promise<Logger> {
  const options = { level, base: null, redact: { paths: PATHS, censor: '[secret]' } }
  if (!process.stderr.isTTY) return pino(options, pino.destination({ dest: 2, sync: true }))
  const { PinoPretty } = await import('pino-pretty')
  return pino(options, PinoPretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }))
}
