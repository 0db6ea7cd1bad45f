import { ExitCode, ExitError } from '../config/exit.js'
import { askConsent } from '../screen/ask-consent.js'
import { printText } from '../screen/print-text.js'
import { addressInKeystore, isEncrypted, openKeystore } from './keystore.js'
import { addressOfKey, askingOf, type KeyFlags } from './make-key.js'
import { readPassphrase } from './passphrase.js'

export interface AddressFlags extends KeyFlags {
  /** Opens the keystore and compares its address with its key. */
  readonly check?: boolean
}

export interface ExportFlags extends KeyFlags {
  readonly yes?: boolean
}

/** Prints the address of a keystore: the one written in it, or else that of its key. Rejects with an `ExitError`. */
export async function showAddress(file: string, flags: AddressFlags): Promise<ExitCode> {
  const told = addressInKeystore(file)
  const address = told !== null && flags.check !== true ? told : addressOfKey(await open(file, flags))
  if (told !== null && told !== address)
    throw new ExitError(ExitCode.FAILED, `${file} names the address ${told}, but its key has the address ${address}`)
  printText(`${flags.json === true ? JSON.stringify({ file, address, isChecked: flags.check === true }) : address}\n`)
  return ExitCode.DONE
}

/** Prints the private key of a keystore after a person agreed. Rejects with an `ExitError`. */
export async function exportKey(file: string, flags: ExportFlags): Promise<ExitCode> {
  await askConsent(
    `This prints the private key in ${file}: anyone who sees it can take everything at its address, and it may stay in the terminal's history.`,
    { isGiven: flags.yes === true },
  )
  const privateKey = await open(file, flags)
  const text = flags.json === true ? JSON.stringify({ file, address: addressOfKey(privateKey), privateKey }) : privateKey
  printText(`${text}\n`)
  return ExitCode.DONE
}

async function open(file: string, flags: KeyFlags): Promise<string> {
  const passphrase = isEncrypted(file) ? await readPassphrase({ ...askingOf(flags), keystore: file, isNew: false }) : null
  return openKeystore(file, passphrase)
}
