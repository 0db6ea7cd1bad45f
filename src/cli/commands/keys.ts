import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ImportKeyFlags, KeyFlags } from '../wallet/make-key.js'
import type { AddressFlags, ExportFlags } from '../wallet/show-key.js'

const PASSPHRASE = `
The passphrase comes from --passphrase-file, else from systemd's credential oddsmith-passphrase ($CREDENTIALS_DIRECTORY), else from the
variable ODDSMITH_PASSPHRASE, with a warning, else you are asked for it and your typing is not shown.`

/** `oddsmith keys`: encrypted files with the key of a wallet. */
export function keysCommand(done: (code: ExitCode) => void): Command {
  const keys = new Command('keys').description('make and open encrypted files with the key of a wallet (keystore of version 3)')
  for (const create of [newCommand, importCommand, addressCommand, exportCommand]) keys.addCommand(create(done))
  return keys
}

const onKeystore = (name: string, example: string): Command =>
  new Command(name)
    .argument('<file>', 'the keystore')
    .option('--passphrase-file <file>', 'a file with the passphrase, which only its owner may read')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${PASSPHRASE}\n\nExample:\n  $ oddsmith keys ${example}`)

const newCommand = (done: (code: ExitCode) => void): Command =>
  onKeystore('new', 'new wallet.json')
    .description('create a random key and write it to a new file')
    .action(async (file: string, flags: KeyFlags) => {
      const { newKey } = await import('../wallet/make-key.js')
      done(await newKey(file, flags))
    })

const importCommand = (done: (code: ExitCode) => void): Command =>
  onKeystore('import', 'import wallet.json --from key.txt')
    .description('write an existing key to a new file; the key is never an argument, which other programs could see')
    .option('--from <file>', 'a file with the bare key; else it is read from stdin, or asked for and not shown')
    .action(async (file: string, flags: ImportKeyFlags) => {
      const { importKey } = await import('../wallet/make-key.js')
      done(await importKey(file, flags))
    })

const addressCommand = (done: (code: ExitCode) => void): Command =>
  onKeystore('address', 'address wallet.json')
    .description('print the address of a keystore')
    .option('--check', 'open it, and compare the address in it with its key')
    .action(async (file: string, flags: AddressFlags) => {
      const { showAddress } = await import('../wallet/show-key.js')
      done(await showAddress(file, flags))
    })

const exportCommand = (done: (code: ExitCode) => void): Command =>
  onKeystore('export', 'export wallet.json')
    .description('print the private key, once you agree')
    .option('--yes', 'agree; for programs')
    .action(async (file: string, flags: ExportFlags) => {
      const { exportKey } = await import('../wallet/show-key.js')
      done(await exportKey(file, flags))
    })
