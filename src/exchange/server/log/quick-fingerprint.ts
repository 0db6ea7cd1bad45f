import type { Core } from '../../core/core.js'

/** What tells two cores apart at a glance: a look at every market, which is enough to see that one was not made of the same history. */
export const quickFingerprint = (core: Core): string => {
  const markets = Array.from(
    core.markets(),
    ({ spec, version, restingOrders, locked }) => `${spec.id} ${version} ${restingOrders} ${locked}`,
  )
  return `${core.now} ${core.supply} ${core.matches().length}\n${markets.join('\n')}`
}
