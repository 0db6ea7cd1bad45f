import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import { askedToStop } from '../screen/asked-to-stop.js'
import type { ExchangeFlags } from '../trade/exchange.js'

/** `oddsmith exchange`: only the exchange, as a local venue to develop against. */
export const exchangeCommand = (done: (code: ExitCode) => void): Command =>
  new Command('exchange')
    .description(
      'run the exchange alone; when ready it prints its addresses, its API key, its admin token and funded test accounts',
    )
    .option('--world <file>', 'a world file that describes it; other flags take precedence (default: config/world.yaml)')
    .option('--port <number>', 'port to listen on; 0: any free one (default: 0)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--data <folder>', 'folder for its accounts and orders, or :memory: (default: state/exchange)')
    .option('--seed <number>', 'seed of its crowd; used at its first start')
    .option('--crowd <kind>', 'synthetic or none (default: synthetic)')
    .option('--recording <file>', 'play this recording as the crowd: a run, its input log, or raw messages of Kalshi')
    .option('--speed <number>', 'recorded seconds per second (default: 1)')
    .option('--loop', 'restart the recording at its end')
    .option('--searches <number>', "searches that a key may make in a minute; the venue's newer number is 120 (default: 50)")
    .option('--cors <origin>', 'let pages of this origin, or of all with *, read answers in a browser; repeatable', more, [])
    .option('--rounds <list>', 'open rounds on whether a price goes up: feed and minutes, such as btc:5,eth:15')
    .option('--faults <file>', 'a file with a list of faults, in YAML or JSON')
    .option('--json', 'print one JSON line when ready')
    .addHelpText('after', '\nExample:\n  $ oddsmith exchange --port 8080 --data :memory: --json')
    .action(async (flags: ExchangeFlags) => {
      // Before anything is loaded, so that a signal during the start also ends the exchange in order.
      const stop = askedToStop()
      const { serveExchange } = await import('../trade/exchange.js')
      done(await serveExchange(flags, stop))
    })

const more = (one: string, before: readonly string[]): readonly string[] => [...before, one]
