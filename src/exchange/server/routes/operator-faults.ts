import type { Hono } from 'hono'
import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import { OPERATOR_OPERATIONS as OPERATOR } from '../../../protocol/api/operations-operator.js'
import type { setFault } from '../../../protocol/api/schemas-faults.js'
import type { FaultRule } from '../faults/fault-rules.js'
import { notFound } from '../http/refusal.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** Faults that the operator sets and clears; no fault touches these calls themselves. */
export const faultRoutes = (app: Hono, services: Services): void => {
  const { faults } = services
  serve(app, services, OPERATOR.setFault, async ({ body }) => row(await faults.set(body)))
  serve(app, services, OPERATOR.getFaults, () => faults.list().map(row))
  // Before the one with a number, which would take no other word anyway.
  serve(app, services, OPERATOR.clearFaults, async () => {
    const cleared: FaultRule[] = []
    for (const { id } of faults.list()) {
      const rule = await faults.clear(id)
      if (rule !== null) cleared.push(rule)
    }
    return cleared.map(row)
  })
  serve(app, services, OPERATOR.clearFault, async ({ params }) => {
    const rule = await faults.clear(params.id)
    if (rule === null) throw notFound('fault')
    return row(rule)
  })
}

const row = ({ id, setAt, strikes, fault }: FaultRule): z.input<typeof setFault> => ({
  id,
  setAt: Timestamp.iso(setAt),
  strikes,
  fault,
})
