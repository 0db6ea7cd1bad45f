import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DoctorFlags } from '../trade/doctor.js'

/** `oddsmith doctor`: checks everything that a run needs, before money is at risk. */
export const doctorCommand = (done: (code: ExitCode) => void): Command =>
  new Command('doctor')
    .description('check everything that a run of a config needs, and say what to do; code 1 if a check fails')
    .argument('<config>', 'a YAML file')
    .option('--spend', 'also send orders: a far one that is removed, then a round trip of cents; shows the risk and asks first')
    .option('--yes', 'agree to --spend; for programs')
    .option('--listen <duration>', 'how long to listen to streams', '5s')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith doctor config/paper.yaml')
    .action(async (file: string, flags: DoctorFlags) => {
      const { runDoctor } = await import('../trade/doctor.js')
      done(await runDoctor(file, flags))
    })
