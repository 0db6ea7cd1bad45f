import { encodeChainWrite } from '../../protocol/chain-writes.js'
import { exchangeAddress } from '../../protocol/contracts.js'
import type { Voiding } from '../voiding.js'
import { chainError } from './chain-error.js'
import { readNonce, wrongChain } from './chain-reads.js'
import { lookAfter, type SendOptions, sendCall } from './chain-sends.js'
import { kindText, MARKET_KINDS } from './market-kinds.js'

/** Creates the voiding of a wallet's orders, by transactions of its key. The wallet may have signed orders of every kind of market. */
export function createVoiding(options: SendOptions): Voiding {
  const { rpc, signer } = options
  const chain = { rpc, chainId: signer.chainId, owner: signer.address }
  return {
    list: async () => {
      const wrong = await wrongChain(chain)
      if (wrong !== null) throw chainError(wrong)
      return Promise.all(
        MARKET_KINDS.map(async flags => {
          const contract = exchangeAddress(signer.chainId, flags)
          return { name: `the exchange of ${kindText(flags)}`, contract, nonce: await readNonce(chain, contract) }
        }),
      )
    },
    raise: async ({ name, contract, nonce }) => {
      const hash = await sendCall(options, { to: contract, data: encodeChainWrite({ kind: 'raise-nonce' }) })
      const found = await lookAfter(options, hash, {
        read: () => readNonce(chain, contract),
        isExpected: now => now > nonce,
      })
      if (found <= nonce) throw chainError(`transaction ${hash} was carried out, but the nonce at ${name} is still ${found}`)
      return hash
    },
  }
}
