import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createOpenSignatures, type OpenSignatures } from '../../../src/exchange/server/signatures/open-signatures.js'
import { SignatureSlots, SLOTS, slotMemory } from '../../../src/exchange/server/signatures/signature-slots.js'
import { type SignatureThread, startSignatureThread } from '../../../src/exchange/server/signatures/signature-thread.js'
import { exchangeAddress } from '../../../src/protocol/contracts.js'
import { bytesOf } from '../../../src/protocol/hex.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { holds, type SignatureClaim } from '../../../src/protocol/verify.js'

const CHAIN = 97

const claimOf = (salt: number): SignatureClaim => {
  const signer = createSigner({ privateKey: `0x${String((salt % 3) + 1).repeat(64)}`, chainId: CHAIN })
  const order = {
    salt: BigInt(salt),
    maker: signer.address,
    signer: signer.address,
    taker: `0x${'0'.repeat(40)}`,
    tokenId: 5n,
    makerAmount: 4n,
    takerAmount: 9n,
    expiration: 3n,
    nonce: 0n,
    feeRateBps: 200n,
    side: 0 as const,
    signatureType: 0,
  }
  const { hash, signature } = signer.signOrder(order, exchangeAddress(CHAIN, { isNegRisk: false, isYieldBearing: false }))
  return {
    digest: bytesOf(hash, { what: 'a hash', length: 32 }),
    signature: bytesOf(signature, { what: 'a signature', length: 65 }),
    signer: signer.address.toLowerCase(),
  }
}

const CLAIMS = Array.from({ length: 24 }, (_, salt) => claimOf(salt))

const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const changed = Uint8Array.from(bytes)
  const at = (bit >> 3) % bytes.length
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7))
  return changed
}

/** With one bit changed somewhere. */
const spoilt = ({ digest, signature, signer }: SignatureClaim, part: number, bit: number): SignatureClaim => {
  if (part === 0) return { digest: flipped(digest, bit), signature, signer }
  if (part === 1) return { digest, signature: flipped(signature, bit), signer }
  const address = flipped(bytesOf(signer, { what: 'an address', length: 20 }), bit)
  return { digest, signature, signer: `0x${Buffer.from(address).toString('hex')}` }
}

/** A list of claims, good and bad, with the sizes of the turns in which they come. */
const turns = fc.array(
  fc.array(
    fc
      .record({ claim: fc.nat(CLAIMS.length - 1), isSpoilt: fc.boolean(), part: fc.nat(2), bit: fc.nat(65 * 8 - 1) })
      .map(({ claim, isSpoilt, part, bit }) => {
        const good = CLAIMS[claim] as SignatureClaim
        return isSpoilt ? spoilt(good, part, bit) : good
      }),
    { maxLength: 20 },
  ),
  { maxLength: 8 },
)

const verdicts = (signatures: OpenSignatures, claims: readonly SignatureClaim[]): readonly boolean[] => {
  const places = claims.map(claim => signatures.add(claim))
  const found = places.map(place => signatures.holds(place))
  signatures.clear()
  return found
}

const open: OpenSignatures[] = []
const logged: string[] = []
const create = (startThread: (memory: SharedArrayBuffer) => SignatureThread | null): OpenSignatures => {
  const signatures = createOpenSignatures({ log: text => logged.push(text), startThread, startsAfter: 1 })
  open.push(signatures)
  return signatures
}

/** With the real thread, which serves already. */
const served = async (): Promise<{ signatures: OpenSignatures; thread: SignatureThread }> => {
  let [memory, thread]: [SharedArrayBuffer | null, SignatureThread | null] = [null, null]
  const signatures = create(shared => {
    memory = shared
    thread = startSignatureThread(shared, 2)
    return thread
  })
  verdicts(signatures, CLAIMS)
  const slots = new SignatureSlots(memory!)
  while (!slots.isServed) await pause(5)
  return { signatures, thread: thread! }
}

/** With a thread that is the test's own: it takes one claim whenever it is let, and then `does` what the test says. */
const staged = (): { signatures: OpenSignatures; step: (does: () => boolean) => void } => {
  let slots: SignatureSlots | null = null
  const step = (does: () => boolean): void => {
    let isOver = false
    expect(() =>
      slots!.serve(() => {
        if (isOver) throw new Error('stopped')
        isOver = true
        return does()
      }),
    ).toThrow('stopped')
  }
  const signatures = create(memory => {
    slots = new SignatureSlots(memory)
    slots.put(0, CLAIMS[0] as SignatureClaim)
    step(stop)
    return { ended: new Promise(() => undefined), end: async () => undefined }
  })
  verdicts(signatures, CLAIMS)
  return { signatures, step }
}

const stop = (): never => {
  throw new Error('stopped')
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(signatures => signatures.close()))
  logged.splice(0)
})

describe('the open signatures of a turn', () => {
  it('get the verdicts that each of them gets alone, with the thread and without, however many come at once', async () => {
    const alone = create(() => null)
    const { signatures } = await served()
    fc.assert(
      fc.property(turns, batches => {
        for (const claims of batches) {
          const expected = claims.map(holds)
          expect(verdicts(signatures, claims)).toEqual(expected)
          expect(verdicts(alone, claims)).toEqual(expected)
        }
      }),
      { numRuns: 60, seed: 4 },
    )
    expect(logged).toEqual([])
  })

  it('are looked at by the thread too', async () => {
    const memory = slotMemory()
    const thread = startSignatureThread(memory, 2)
    const slots = new SignatureSlots(memory)
    const claims = CLAIMS.map((claim, index) => (index % 3 === 0 ? spoilt(claim, 1, index) : claim))
    for (let round = 0; round < 3; round++) {
      for (const [slot, claim] of claims.entries()) slots.put(slot, claim)
      slots.ring()
      while (claims.some((_, slot) => slots.verdict(slot) === null)) await pause(1)
      expect(claims.map((_, slot) => slots.verdict(slot))).toEqual(claims.map(holds))
      slots.clear()
    }
    await thread?.end()
  })

  it('get no wrong verdict and are not waited for where the thread ends with claims in hand', () => {
    const { signatures, step } = staged()
    for (const deaths of [1, 2, CLAIMS.length]) {
      const claims = CLAIMS.map((claim, index) => (index % 2 === 0 ? spoilt(claim, 0, index) : claim))
      const places = claims.map(claim => signatures.add(claim))
      for (let death = 0; death < deaths; death++) step(stop)
      expect(places.map(place => signatures.holds(place))).toEqual(claims.map(holds))
      signatures.clear()
    }
  })

  it('hear nothing of a thread that was stopped over a claim of an earlier turn', () => {
    const { signatures, step } = staged()
    const bad = CLAIMS.map((claim, index) => spoilt(claim, 1, index))
    const places = CLAIMS.map(claim => signatures.add(claim))
    step(() => {
      expect(places.map(place => signatures.holds(place))).toEqual(CLAIMS.map(() => true))
      signatures.clear()
      for (const claim of bad) signatures.add(claim)
      return true
    })
    expect(places.map(place => signatures.holds(place))).toEqual(bad.map(() => false))
  })

  it('go on where the thread is killed in the middle of a turn, and say so once', async () => {
    const { signatures, thread } = await served()
    for (let turn = 0; turn < 40; turn++) {
      const claims = CLAIMS.map((claim, index) => (index % 5 === turn % 5 ? spoilt(claim, turn % 3, turn + index) : claim))
      const places = claims.map(claim => signatures.add(claim))
      if (turn === 3) void thread.end()
      if (turn > 3) await pause(1)
      expect(places.map(place => signatures.holds(place))).toEqual(claims.map(holds))
      signatures.clear()
    }
    await thread.ended
    expect(logged).toEqual(['the signature thread has ended; signatures are checked on one core'])
  })

  it('are looked at here where a thread cannot start', () => {
    const signatures = create(() => {
      throw new Error('no thread left')
    })
    for (let turn = 0; turn < 3; turn++) expect(verdicts(signatures, CLAIMS)).toEqual(CLAIMS.map(() => true))
    expect(logged).toEqual(['the signature thread has ended; signatures are checked on one core'])
    expect(startSignatureThread(slotMemory(), 1)).toBeNull()
  })

  it('start no thread where turns are small, and none after they were closed', async () => {
    let starts = 0
    const signatures = create(() => {
      starts += 1
      return null
    })
    for (const size of [1, 2, 3]) verdicts(signatures, CLAIMS.slice(0, size))
    expect(starts).toBe(0)
    verdicts(signatures, CLAIMS)
    verdicts(signatures, CLAIMS)
    expect(starts).toBe(1)
    const closed = create(() => {
      starts += 1
      return null
    })
    await closed.close()
    expect(verdicts(closed, CLAIMS)).toEqual(CLAIMS.map(() => true))
    expect(starts).toBe(1)
  })

  it('start no thread before busy turns had a thousand, which one core checks sooner than a thread starts', () => {
    let starts = 0
    const startThread = (): null => {
      starts += 1
      return null
    }
    const signatures = createOpenSignatures({ log: () => undefined, startThread })
    const turn = (size: number): void => {
      for (let n = 0; n < size; n++) signatures.add(CLAIMS[n] as SignatureClaim)
      signatures.clear()
    }
    for (let n = 0; n < 400; n++) turn(3)
    for (let n = 0; n < 41; n++) turn(24)
    expect(starts).toBe(0)
    turn(16)
    expect(starts).toBe(1)
  })

  it('are as many as came, also where no more fit for the thread', async () => {
    const { signatures } = await served()
    const many = Array.from({ length: SLOTS + 20 }, (_, index) => {
      const claim = CLAIMS[index % CLAIMS.length] as SignatureClaim
      return index % 7 === 0 ? spoilt(claim, 2, index) : claim
    })
    expect(signatures.isFull).toBe(false)
    const places = many.map(claim => signatures.add(claim))
    expect(signatures.isFull).toBe(true)
    expect(places.map(place => signatures.holds(place))).toEqual(many.map(holds))
  })
})
