import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DoctorFlags } from '../trade/doctor.js'

/** `oddsmith doctor`: checks everything that a run needs, before money is at risk. */
export const doctorCommand = (done: (code: ExitCode) => void): Command =>
  new Command('doctor')
    .description('look at all that a run of a config needs, and say what to do; code 1 where anything fails')
    .argument('<config>', 'a YAML file')
    .option(
      '--spend',
      'send orders too: a far one that is removed, then a round trip of cents; says what is at risk and asks first',
    )
    .option('--yes', 'agree to --spend; for programs')
    .option('--listen <duration>', 'how long streams are listened to', '5s')
    .option('--home <folder>', 'where state/ and runs/ lie', '.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith doctor config/paper.yaml')
    .action(async (file: string, flags: DoctorFlags) => {
      const { runDoctor } = await import('../trade/doctor.js')
      done(await runDoctor(file, flags))
    })
