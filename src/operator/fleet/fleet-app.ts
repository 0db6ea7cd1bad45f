import { Hono } from 'hono'
import { z } from 'zod'
import { answerRefusal, unknownPath } from '../answer-refusal.js'
import { DoorCallError } from '../door-call-error.js'
import { DoorError } from '../door-error.js'
import type { DoorTokens } from '../door-tokens.js'
import { type DoorEnvironment, guardHost, guardToken } from '../guard-requests.js'
import { limitBodies } from '../limit-bodies.js'
import { fleetPageFiles } from '../page-files.js'
import { readBody, readKey } from '../read-body.js'
import { routeFiles } from '../route-page.js'
import { routeToken } from '../route-token.js'
import { actFleet, askFleet, FLEET_ACTIONS, type FleetAction, type FleetDaemon, fleetClient } from './fleet-daemons.js'
import type { FleetRow } from './fleet-row.js'

export interface FleetParts {
  readonly tokens: DoorTokens
  readonly port: () => number
  /** Looked up for each request, because daemons come and go. */
  readonly daemons: () => readonly FleetDaemon[]
}

const name = z.string().min(1).max(300)
const actBody = z.strictObject({
  do: z.enum(Object.keys(FLEET_ACTIONS) as [FleetAction, ...FleetAction[]]),
  names: z.array(name).min(1).max(500),
})
const pageBody = z.strictObject({ name })

/** Several tabs that ask at the same time get the same answer. */
const YOUNG_MS = 500

/** Answers the page of a fleet. It calls each daemon with the daemon's own token, which is never sent to a browser. */
export function createFleetApp({ tokens, port, daemons }: FleetParts): Hono<DoorEnvironment> {
  const app = new Hono<DoorEnvironment>()
  app.onError((error, context) => answerRefusal(context, error))
  app.notFound(context => answerRefusal(context, unknownPath(context.req.path, 'the page of the fleet is at /')))
  app.use(guardHost(port))
  const guarded = guardToken(tokens, 'with the token of this page; "oddsmith fleet DIR --page" prints an address that opens it')
  for (const path of ['/api/fleet', '/api/actions', '/api/pages']) app.use(path, guarded)
  app.use(limitBodies())
  const ask = rememberFor(YOUNG_MS, () => askFleet(daemons()))
  app.get('/api/fleet', async context => context.json(await ask()))
  app.post('/api/actions', async context => {
    const key = readKey(context)
    const { do: action, names } = (await readBody(context, actBody)) as z.output<typeof actBody>
    const named = names.map(each => known(daemons(), each))
    return context.json({ answers: await actFleet(named, action, key) })
  })
  app.post('/api/pages', async context => {
    const { name } = (await readBody(context, pageBody)) as z.output<typeof pageBody>
    return context.json({ url: await pageOf(known(daemons(), name)) })
  })
  routeToken(app, tokens, '"oddsmith fleet DIR --page" gives another one')
  routeFiles(app, fleetPageFiles())
  return app
}

function known(daemons: readonly FleetDaemon[], name: string): FleetDaemon {
  const daemon = daemons.find(each => each.name === name)
  if (daemon !== undefined) return daemon
  throw new DoorError(404, 'not_found', `there is no daemon ${name.slice(0, 200)}; /api/fleet lists all daemons`)
}

/** An address that opens a daemon's own page once: it contains a code that only that page can use. */
async function pageOf({ name, door }: FleetDaemon): Promise<string> {
  if (door === null) throw new DoorError(404, 'not_found', `no daemon runs for ${name}, or it has no door open`)
  try {
    return `${door.url}/#code=${await fleetClient(door).code()}`
  } catch (error) {
    if (error instanceof DoorCallError) throw new DoorError(503, 'no_answer', `${name}: ${error.message}`)
    throw error
  }
}

/** Shares one call among all that ask while it runs, and for a moment after. */
function rememberFor(youngMs: number, ask: () => Promise<readonly FleetRow[]>): () => Promise<readonly FleetRow[]> {
  let last: Promise<readonly FleetRow[]> | null = null
  const forget = async (asked: Promise<unknown>): Promise<void> => {
    await asked.catch(() => undefined)
    setTimeout(() => {
      last = null
    }, youngMs).unref()
  }
  return () => {
    if (last === null) {
      last = ask()
      void forget(last)
    }
    return last
  }
}
