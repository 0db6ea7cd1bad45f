import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { asked, routeOf } from './asked-operation.js'
import { DoorError } from './door-error.js'
import type { DoorParts } from './door-parts.js'
import { finishedResults, reportOf, summaryOf } from './finished-results.js'
import type { DoorEnvironment } from './guard-requests.js'
import { DOOR_OPERATIONS } from './operations.js'
import { PAGE_POLICY, type PageFile, pageFiles } from './page-files.js'
import { createResultLinks } from './result-links.js'

const COMMON = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' }

/** A report may run its own scripts, but cannot reach the page around it or its token. */
const REPORT_POLICY = 'sandbox allow-scripts'

/** Adds the page's files, and the finished results that it shows. */
export function routePage(app: Hono<DoorEnvironment>, { task }: Pick<DoorParts, 'task'>): void {
  const { home } = task
  const links = createResultLinks()
  routeFiles(app, pageFiles())
  app.get(DOOR_OPERATIONS.results.path, context => context.json(finishedResults(home)))
  app.get(routeOf(DOOR_OPERATIONS.result.path), context =>
    context.json(found(summaryOf, home, asked(context, DOOR_OPERATIONS.result).params)),
  )
  app.post(routeOf(DOOR_OPERATIONS.link.path), context => {
    const report = found(reportOf, home, asked(context, DOOR_OPERATIONS.link).params)
    return context.json({ path: `/results/${links.linkTo(report)}` })
  })
  app.get('/results/:link', context => {
    const report = links.fileOf(context.req.param('link'))
    if (report === null) throw new DoorError(404, 'not_found', 'this address has expired: open the report from the page again')
    const headers = { ...COMMON, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': REPORT_POLICY }
    return new Response(new Uint8Array(readFileSync(report)), { headers })
  })
}

/** Adds the files of a page, each with the page's policy. */
export function routeFiles(app: Hono<DoorEnvironment>, files: ReadonlyMap<string, PageFile>): void {
  for (const [path, { type, body }] of files)
    app.get(
      path,
      () =>
        new Response(new Uint8Array(body), {
          headers: { ...COMMON, 'Content-Type': type, 'Content-Security-Policy': PAGE_POLICY },
        }),
    )
}

function found<T>(read: (home: string, id: string) => T | null, home: string, { id }: Readonly<Record<string, unknown>>): T {
  const result = read(home, String(id))
  if (result !== null) return result
  throw new DoorError(404, 'not_found', `there is nothing of ${String(id).slice(0, 200)}; /api/results lists all results`)
}
