import { type ExchangeOptions, type RunningExchange, startExchange } from '../exchange.js'
import type { ExchangeFlags } from './exchange.js'
import { ExitCode, ExitError } from './exit.js'
import { createLog } from './log.js'

/** Serves until it is asked to stop. On ready it says on stdout where it is and how to get in. */
export async function serveExchange(flags: ExchangeFlags): Promise<ExitCode> {
  const log = await createLog()
  const exchange = await startExchange({
    ...optionsOf(flags),
    log: (text, fields) => log.info(fields ?? {}, text),
  })
  const { baseUrl, wsUrl, rpcUrl, apiKey, chainId, accounts, markets } = exchange
  const ready = { baseUrl, wsUrl, rpcUrl, apiKey, chainId, accounts, markets }
  process.stdout.write(flags.json === true ? `${JSON.stringify(ready)}\n` : readyText(exchange))
  const signal = await new Promise<string>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  log.info(`stopping: ${signal}`)
  await exchange.close()
  return ExitCode.DONE
}

function optionsOf({ port, host, data, seed, crowd }: ExchangeFlags): ExchangeOptions {
  if (crowd !== 'synthetic' && crowd !== 'none') {
    throw new ExitError(ExitCode.USAGE, `--crowd: expected synthetic or none, found "${crowd}"`)
  }
  const whole = (name: string, text: string, max: number): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text)
    throw new ExitError(ExitCode.USAGE, `--${name}: expected a whole number up to ${max}, found "${text}"`)
  }
  return {
    host,
    port: whole('port', port, 65_535),
    data,
    crowd: { kind: crowd },
    ...(seed !== undefined && { seed: whole('seed', seed, 999_999_999) }),
  }
}

function readyText({ baseUrl, wsUrl, rpcUrl, apiKey, chainId, accounts, markets }: RunningExchange): string {
  return [
    `REST       ${baseUrl}`,
    `WebSocket  ${wsUrl}`,
    `JSON-RPC   ${rpcUrl} (chain ${chainId})`,
    `API key    ${apiKey}`,
    ...accounts.map(({ address, privateKey, usdt }) => `account    ${address} key ${privateKey} with ${usdt} USDT`),
    ...markets.map(({ id, question }) => `market     ${id} ${question}`),
    '',
  ].join('\n')
}
