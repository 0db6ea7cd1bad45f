import { Timestamp } from '../../../model/time.js'
import { type ConnectionUse, connectionDigest, connectionText, disconnectionText } from '../../../protocol/connection.js'
import { unauthorized } from '../http/refusal.js'
import type { Grant } from '../log/note.js'
import { REQUEST_AGE_MS } from '../read-models/grants.js'
import type { Writes } from '../writes/writes.js'
import type { Auth } from './auth.js'

/** A third party's request for an account, with its signature. `data` is the body's `data` as it was sent. */
export interface GrantProof {
  readonly account: string
  readonly signer: string
  readonly signature: string
  readonly data: { readonly timestamp: number }
}

/** What checks connections and writes them to the log. */
export interface GrantDesk {
  readonly auth: Pick<Auth, 'grants' | 'smartAccounts'>
  readonly writes: Writes
}

/** A connection lasts this long, unless its account ends it before. */
const LIFE_US = 30 * 86_400_000_000

/** Begins, renews or ends a connection that its account signed. Rejects with an `unauthorized` refusal. */
export const finalizeGrant = async (
  desk: GrantDesk,
  { data, ...proof }: GrantProof & { readonly data: { readonly disconnect?: boolean | undefined } },
): Promise<Grant> => {
  const { auth, writes } = desk
  const { chainId } = writes.reads
  const { account, signer } = lower(proof)
  const now = checkAge(desk, data.timestamp)
  const write = data.disconnect === true ? disconnectionText : connectionText
  const message = write({ account, signer, chainId, timestamp: data.timestamp })
  if (!auth.smartAccounts.signedMessage({ signer: account, message, signature: proof.signature }))
    throw unauthorized('the signature is not the account’s, or is not of the text of this connection')
  const request = `${account}:${message}`
  const known = auth.grants.find(account, signer, now)
  if (data.disconnect === true && known === null) throw noGrant()
  const grant = known ?? { account, signer, createdAt: now, expiresAt: Timestamp.add(now, LIFE_US) }
  const renewed = { ...grant, expiresAt: Timestamp.add(now, LIFE_US) }
  await useOnce(desk, request, now)
  await writes.sequencer.note(
    data.disconnect === true ? { kind: 'grant-end', at: now, account, signer } : { kind: 'grant', at: now, grant: renewed },
  )
  return data.disconnect === true ? { ...grant, expiresAt: now } : renewed
}

/** Checks that a request comes from a connected party, is fresh and was not made before. Rejects with an `unauthorized` refusal. */
export const proveGrant = async (desk: GrantDesk, purpose: ConnectionUse, proof: GrantProof): Promise<Grant> => {
  const { auth, writes } = desk
  const { account, signer } = lower(proof)
  const now = checkAge(desk, proof.data.timestamp)
  const grant = auth.grants.find(account, signer, now)
  if (grant === null) throw noGrant()
  const digest = connectionDigest({ use: purpose, account, chainId: writes.reads.chainId, data: proof.data })
  if (!auth.smartAccounts.signedMessage({ signer, message: digest, signature: proof.signature }))
    throw unauthorized('the signature is not the signer’s, or is not of this request')
  await useOnce(desk, `${signer}:${Buffer.from(digest).toString('hex')}`, now)
  return grant
}

/** Identified by the request and not by its signature: anyone can make a second valid signature from the first without the key. */
const useOnce = async ({ auth, writes }: GrantDesk, request: string, at: Timestamp): Promise<void> => {
  if (auth.grants.isUsed(request)) throw unauthorized('this request was made before: sign it again with another timestamp')
  await writes.sequencer.note({ kind: 'grant-use', at, request })
}

const checkAge = ({ writes }: GrantDesk, timestamp: number): Timestamp => {
  const now = writes.reads.now()
  if (Math.abs(now / 1_000 - timestamp) > REQUEST_AGE_MS)
    throw unauthorized('the timestamp must be Unix milliseconds within five minutes of now')
  return now
}

const noGrant = (): Error => unauthorized('there is no live connection between this account and this signer')

const lower = ({ account, signer }: { account: string; signer: string }): { account: string; signer: string } => ({
  account: account.toLowerCase(),
  signer: signer.toLowerCase(),
})
