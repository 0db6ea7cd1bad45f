import { type Context, Hono } from 'hono'
import { answerRefusal, unknownPath } from './answer-refusal.js'
import { asked, routeOf } from './asked-operation.js'
import type { DoorParts } from './door-parts.js'
import { READS } from './door-reads.js'
import { BEATS, STANDING, Standing } from './door-task.js'
import { type DoorEnvironment, guardHost, guardToken } from './guard-requests.js'
import { limitBodies } from './limit-bodies.js'
import { routeMetrics } from './metrics/route-metrics.js'
import type { DoorOperation } from './operations.js'
import { DOOR_OPERATIONS } from './operations.js'
import { routeActions } from './route-actions.js'
import { routePage } from './route-page.js'

/** Answers all `DOOR_OPERATIONS`. Each request is checked in this order: host and origin, token, then everything else. */
export function createDoorApp(parts: DoorParts): Hono<DoorEnvironment> {
  const app = new Hono<DoorEnvironment>()
  app.onError((error, context) => answerRefusal(context, error))
  app.notFound(context => answerRefusal(context, unknownPath(context.req.path, '/api/openapi.json lists all paths')))
  app.use(guardHost(parts.port))
  const guarded = guardToken(parts.tokens)
  for (const { path, method, isOpen } of Object.values<DoorOperation>(DOOR_OPERATIONS))
    if (!isOpen) app.on(method, routeOf(path), guarded)
  app.use(limitBodies())
  for (const [name, read] of Object.entries(READS)) {
    const operation = DOOR_OPERATIONS[name as keyof typeof READS]
    app.get(routeOf(operation.path), async context => context.json(await read(parts, asked(context, operation))))
  }
  app.get(routeOf(DOOR_OPERATIONS.stream.path), context =>
    parts.streams.open(context, asked(context, DOOR_OPERATIONS.stream).query),
  )
  routeActions(app, parts)
  routePage(app, parts)
  routeMetrics(app, parts)
  app.get('/health', context => standing(context, parts, () => true))
  app.get('/ready', context => standing(context, parts, standing => standing === Standing.READY))
  return app
}

/** The trading thread works if its timer counts up. */
function standing(context: Context, { task }: DoorParts, isGood: (standing: number) => boolean): Response | Promise<Response> {
  const before = Atomics.load(task.beats, BEATS)
  const answer = (isWell: boolean): Response => context.json({ is: isWell ? 'well' : 'not well' }, isWell ? 200 : 503)
  if (!isGood(Atomics.load(task.beats, STANDING))) return answer(false)
  return new Promise(resolve => {
    const startedAt = performance.now()
    const look = setInterval(() => {
      const turns = Atomics.load(task.beats, BEATS) !== before
      if (!turns && performance.now() - startedAt < WELL_WITHIN_MS) return
      clearInterval(look)
      resolve(answer(turns))
    }, LOOK_MS)
  })
}

const WELL_WITHIN_MS = 1_500
const LOOK_MS = 50
