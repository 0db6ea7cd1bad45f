import { counted, plural } from '../../../model/counted.js'
import { reasonOf } from '../../../model/reason-of.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { requestOf } from '../../../protocol/api/request-of.js'
import { Finding } from '../../finding.js'
import { remedyOf } from '../../remedy-of.js'
import { readOpenRows } from '../read-account.js'
import { isRefusedToken } from '../wallet-login.js'
import type { Checkup } from './checkup.js'

/** Logs in, reads the wallet's orders, and checks how many calls are left. */
export async function checkAccount({ session, signer, rate }: Checkup): Promise<readonly Finding[]> {
  try {
    await session.token()
  } catch (error) {
    return [Finding.fail('login', `the login of ${signer.address} failed: ${reasonOf(error)}`, remedyOf(error))]
  }
  const login = Finding.ok('login', `logged in as ${signer.address}`)
  try {
    const open = (await readOpenRows({ session })).length
    return [login, ordersFinding(open), callsFinding(rate())]
  } catch (error) {
    return [login, Finding.fail('orders', `the wallet's orders could not be read: ${reasonOf(error)}`, remedyOf(error))]
  }
}

const ordersFinding = (open: number): Finding =>
  open === 0
    ? Finding.ok('orders', 'no order of this wallet is open')
    : Finding.warn(
        'orders',
        `${counted(open, 'order')} of this wallet ${plural(open, 'is', 'are')} open`,
        'a run refuses to start beside orders that are not its own; where no run is at work, "oddsmith cancel-all" removes them',
      )

/** Less than this share of a window left is too little to start with. */
const LITTLE = 0.5

function callsFinding(rate: ReturnType<Checkup['rate']>): Finding {
  if (rate === null) return Finding.ok('calls', 'the venue publishes no limit of calls')
  const words = `${rate.remaining} of ${rate.limit} calls of the trading routes are left, for ${rate.resetSeconds} s`
  return rate.remaining >= rate.limit * LITTLE
    ? Finding.ok('calls', words)
    : Finding.warn('calls', words, 'another program uses the same key: stop it, or reserve its share with budget.windows')
}

/** Whether the login from the beginning is still valid. */
export async function checkLoginLasts({ session }: Checkup): Promise<readonly Finding[]> {
  const answer = await session.once(requestOf(OPERATIONS.getOrders, { first: '1' })).catch(() => null)
  if (answer === null || !isRefusedToken(answer)) return []
  return [
    Finding.warn(
      'login',
      'the venue revoked the login while doctor was running',
      'a run logs in again by itself; where this happens often, another program may log in with this key, or the venue restarts: ask it',
    ),
  ]
}
