import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { asyncApiDocument } from '../../../protocol/api/asyncapi.js'
import type { Json } from '../../../protocol/api/json-schema.js'
import { openApiDocument } from '../../../protocol/api/openapi.js'
import type { Operation } from '../../../protocol/api/operation.js'
import { notFound } from '../http/refusal.js'
import type { Services } from './services.js'

/** Files of the documentation page, by their names in the URL. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** Serves the OpenAPI and AsyncAPI documents, and a page for people that loads nothing from other servers. They need no key. */
export const documentRoutes = (app: Hono, services: Services, operations: readonly Operation[]): void => {
  const requiresApiKey = services.auth.keys.isRequired
  const openApi = printedOnce(() => openApiDocument(operations, { requiresApiKey, isCounted: services.auth.limits !== null }))
  for (const path of ['/openapi.json', '/asyncapi.json', '/docs/:file'])
    app.use(path, async (context, next) => {
      await turnOf(context)
      await next()
    })
  app.get('/openapi.json', context => context.json({ ...openApi(), servers: [{ url: new URL(context.req.url).origin }] }))
  app.get('/asyncapi.json', context => {
    const { host, protocol } = new URL(context.req.url)
    return context.json(asyncApiDocument({ host, isSecure: protocol === 'https:', requiresApiKey }))
  })
  app.get('/docs', context => context.html(PAGE, 200, SAFE))
  app.get('/docs/start.js', context => context.body(START, 200, { ...SAFE, 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/docs/:file', async context => {
    const file = context.req.param('file')
    const type = FILES[file]
    if (type === undefined) throw notFound('page')
    return context.body(await readFile(new URL(file, PAGE_FILES)), 200, { ...SAFE, 'content-type': type })
  })
}

/**
 * Resolves once the earlier requests of the connection are answered and read. Documents are large and no limit counts them: a client that sent a
 * thousand requests at once, and read nothing, would otherwise block the exchange for seconds and leave a thousand documents in its memory.
 */
const turnOf = async (context: Context): Promise<void> => {
  const { outgoing } = context.env as Partial<HttpBindings>
  // Node gives the connection to one answer after the other.
  if (outgoing?.socket === null) await once(outgoing, 'socket')
}

/** Making the document blocks the exchange for a quarter of a second, so it is made once, at the first request. */
const printedOnce = (print: () => Json): (() => Json) => {
  let printed: Json | null = null
  return () => (printed ??= print())
}

/** The build copies the files there; a server that runs from source uses the same build. */
const PAGE_FILES = import.meta.url.endsWith('.ts')
  ? new URL('../../../../dist/swagger-ui/', import.meta.url)
  : new URL('../../../../swagger-ui/', import.meta.url)

const SAFE = {
  'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
  'x-content-type-options': 'nosniff',
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trading service (beta)</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** The style sheet has dark colours for a page of this class, and its program does not set it. */
const START = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
follow()
dark.addEventListener('change', follow)
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page', deepLinking: true, docExpansion: 'list', filter: true, validatorUrl: null })
`
