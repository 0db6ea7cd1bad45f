import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'

/** `oddsmith alerts`: tests the receivers of a config's alerts. */
export const alertsCommand = (done: (code: ExitCode) => void): Command => {
  const command = new Command('alerts').description('work with the receivers of a config’s alerts')
  command
    .command('test')
    .description('send one alert to each receiver, and print each answer')
    .argument('<config>', 'a YAML file')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith alerts test config/live.yaml')
    .action(async (file: string, flags: { readonly json?: boolean }) => {
      const { testAlerts } = await import('../trade/alerts.js')
      done(await testAlerts(file, flags))
    })
  return command
}
