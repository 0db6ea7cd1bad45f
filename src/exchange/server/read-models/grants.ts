import { Timestamp } from '../../../model/time.js'
import { type ConnectionUse, connectionDigest, connectionText, disconnectionText } from '../../../protocol/connection.js'
import { unauthorized } from '../http/refusal.js'
import type { Grant } from '../log/grant.js'
import type { Note } from '../log/note.js'
import type { Sequencer } from '../log/sequencer.js'
import type { Watcher } from '../log/watcher.js'
import type { SmartAccounts } from './smart-accounts.js'

/** Who asks for what on whose behalf, with the proof. `data` is the body's, as it came. */
export interface GrantProof {
  readonly account: string
  readonly signer: string
  readonly signature: string
  readonly data: { readonly timestamp: number }
}

/** The connections that live, and which requests were made of them. */
export interface Grants extends Watcher {
  find(account: string, signer: string, now: Timestamp): Grant | null
  isUsed(request: string): boolean
}

/** A connection lives this long, unless its account ends it before. */
const LIFE_US = 30 * 86_400_000_000
/** How far a request's own time may be from the exchange's, either way. */
const AGE_MS = 300_000

/** No connection; it learns from notes. */
export const createGrants = (): Grants => {
  const live = new Map<string, Grant>()
  const used = new Map<string, Timestamp>()
  const forget = (now: Timestamp): void => {
    // Requests are remembered in the order in which they become too old.
    for (const [request, until] of used) {
      if (until > now) return
      used.delete(request)
    }
  }
  return {
    hear: note => {
      if (note.kind === 'grant') live.set(nameOf(note.grant.account, note.grant.signer), note.grant)
      else if (note.kind === 'grant-end') live.delete(nameOf(note.account, note.signer))
      else if (note.kind === 'grant-use') {
        forget(note.at)
        used.set(note.request, Timestamp.add(note.at, 2 * AGE_MS * 1_000))
      }
    },
    find: (account, signer, now) => {
      const found = live.get(nameOf(account, signer))
      return found !== undefined && found.expiresAt > now ? found : null
    },
    isUsed: request => used.has(request),
    memory: {
      name: 'grants',
      save: () => ({ live, used }),
      load: saved => {
        const { live: known, used: seen } = saved as { live: typeof live; used: typeof used }
        for (const [name, connection] of known) live.set(name, connection)
        for (const [request, until] of seen) used.set(request, until)
      },
    },
  }
}

const nameOf = (account: string, signer: string): string => `${account}:${signer}`

/** Where connections are proven. */
export interface GrantDesk {
  readonly floor: Sequencer
  readonly grants: Grants
  readonly smartAccounts: SmartAccounts
  readonly chainId: number
}

/** Begins a connection that its account signed for, or ends it. Throws an `unauthorized` refusal. */
export const finalizeGrant = async (
  desk: GrantDesk,
  { data, ...proof }: GrantProof & { readonly data: { readonly disconnect?: boolean | undefined } },
): Promise<Grant> => {
  const { account, signer } = lower(proof)
  const now = checkAge(desk, data.timestamp)
  const write = data.disconnect === true ? disconnectionText : connectionText
  const message = write({ account, signer, chainId: desk.chainId, timestamp: data.timestamp })
  if (!desk.smartAccounts.signedMessage({ signer: account, message, signature: proof.signature }))
    throw unauthorized('the signature is not the account’s, or is not of the text of this connection')
  const request = `${account}:${message}`
  const known = desk.grants.find(account, signer, now)
  if (data.disconnect === true && known === null) throw noGrant()
  const grant = known ?? { account, signer, createdAt: now, expiresAt: Timestamp.add(now, LIFE_US) }
  const renewed = { ...grant, expiresAt: Timestamp.add(now, LIFE_US) }
  await spend(desk, request, now)
  await desk.floor.note(
    data.disconnect === true ? { kind: 'grant-end', at: now, account, signer } : { kind: 'grant', at: now, grant: renewed },
  )
  return data.disconnect === true ? { ...grant, expiresAt: now } : renewed
}

/** Checks that a request comes from a connected party, is fresh and was not made before. Throws an `unauthorized` refusal. */
export const proveGrant = async (desk: GrantDesk, purpose: ConnectionUse, proof: GrantProof): Promise<Grant> => {
  const { account, signer } = lower(proof)
  const now = checkAge(desk, proof.data.timestamp)
  const grant = desk.grants.find(account, signer, now)
  if (grant === null) throw noGrant()
  const digest = connectionDigest({ use: purpose, account, chainId: desk.chainId, data: proof.data })
  if (!desk.smartAccounts.signedMessage({ signer, message: digest, signature: proof.signature }))
    throw unauthorized('the signature is not the signer’s, or is not of this request')
  await spend(desk, `${signer}:${Buffer.from(digest).toString('hex')}`, now)
  return grant
}

/** By the request and not by its signature: of one signature another one can be made without the key. */
const spend = async ({ floor, grants }: GrantDesk, request: string, at: Timestamp): Promise<void> => {
  if (grants.isUsed(request)) throw unauthorized('this request was made before: sign it anew with another timestamp')
  const note: Note = { kind: 'grant-use', at, request }
  await floor.note(note)
}

const checkAge = ({ floor }: GrantDesk, timestamp: number): Timestamp => {
  const now = floor.now()
  if (Math.abs(now / 1_000 - timestamp) > AGE_MS)
    throw unauthorized('the timestamp must be Unix milliseconds within five minutes of now')
  return now
}

const noGrant = (): Error => unauthorized('there is no live connection between this account and this signer')

const lower = ({ account, signer }: { account: string; signer: string }): { account: string; signer: string } => ({
  account: account.toLowerCase(),
  signer: signer.toLowerCase(),
})
