import { counted, plural } from '../../model/counted.js'
import { reasonOf } from '../../model/reason-of.js'
import type { OpenVenue, VenueAccount } from '../../venues/venue-definition.js'
import type { NoncePlace } from '../../venues/voiding.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { warnText } from '../screen/print-text.js'
import { atVenue, type SendFlags, sendEach } from './send-each.js'
import { openOrdersOf, whileIdle } from './while-idle.js'

/** Options beside the config. */
export interface VoidFlags extends SendFlags {
  readonly home: string
}

/**
 * Lists the contracts for which the wallet can sign orders, and raises its nonce at each of them. Not beside a daemon, which signs with the nonce that
 * it has read.
 */
export const voidOrders = (file: string, flags: VoidFlags): Promise<ExitCode> =>
  atVenue(file, 'no order to void', async (venue, loaded) => {
    if (venue.voiding === undefined) {
      const { name } = loaded.config.venue
      throw new ExitError(ExitCode.REFUSED, `at the venue ${name} a removed order is invalid: nothing is left to void`)
    }
    const wallet = await venue.wallet()
    const voiding = await venue.voiding(wallet)
    const work = async (): Promise<ExitCode> => {
      const open = await countOpen(venue, wallet)
      const found = await voiding.list()
      const send = (one: NoncePlace): Promise<string> => voiding.raise(one)
      return sendEach({ found, send, lineOf, documentOf, field: 'contracts', words: wordsFor(open) }, flags)
    }
    return flags.dryRun === true ? work() : whileIdle({ ...flags, loaded, wallet }, work)
  })

/** Nonces are raised on the chain, so a venue that does not answer must not keep them from it. */
const countOpen = (venue: OpenVenue, wallet: VenueAccount): Promise<number> =>
  openOrdersOf(venue, wallet).then(
    open => open.length,
    (error: unknown) => {
      warnText(`oddsmith: the open orders could not be counted, and become invalid too: ${reasonOf(error)}\n`)
      return 0
    },
  )

const wordsFor = (open: number) => ({
  nothing: 'no contract takes orders of this wallet',
  listed: 'to be raised',
  question: `Raise them? Every order that this wallet signed so far becomes invalid${open === 0 ? '' : `, also the ${counted(open, 'order')} that ${plural(open, 'is', 'are')} open`}.`,
  done: 'raised',
  failed: 'NOT raised',
})

const lineOf = ({ name, contract, nonce }: NoncePlace): string =>
  `the nonce at ${name} (${contract}) from ${nonce} to ${nonce + 1n}`

const documentOf = ({ name, contract, nonce }: NoncePlace): object => ({
  name,
  contract,
  nonce: String(nonce),
  raisedTo: String(nonce + 1n),
})
