import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A file of the page, read once. */
export interface PageFile {
  readonly type: string
  readonly body: Buffer
}

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

const SCRIPTS = [
  'main',
  'act',
  'dom',
  'door',
  'forms',
  'plots',
  'states',
  'table',
  'view-alerts',
  'view-events',
  'view-market',
  'view-markets',
  'view-orders',
  'view-overview',
  'view-results',
  'view-settings',
] as const

const FLEET_SCRIPTS = ['fleet', 'act', 'dom', 'door', 'states', 'table'] as const

/**
 * The policy for browsers: the page may run its own scripts, call its own door, and show reports that the door serves. It may load nothing from
 * elsewhere, and no other page may frame it.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page's files by path. Other paths do not exist, so no path can lead outside. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  const files = filesOf('index.html', SCRIPTS)
  files.set('/page/uPlot.min.css', { type: STYLE, body: ofPackage('uplot/dist/uPlot.min.css') })
  files.set('/page/uPlot.iife.min.js', { type: SCRIPT, body: ofPackage('uplot/dist/uPlot.iife.min.js') })
  return files
}

/** The files of a fleet's page by path. */
export const fleetPageFiles = (): ReadonlyMap<string, PageFile> => filesOf('fleet.html', FLEET_SCRIPTS)

function filesOf(index: string, scripts: readonly string[]): Map<string, PageFile> {
  const files = new Map<string, PageFile>()
  files.set('/', { type: 'text/html; charset=utf-8', body: own(index) })
  files.set('/page/page.css', { type: STYLE, body: own('page.css') })
  for (const name of scripts) files.set(`/page/${name}.js`, { type: SCRIPT, body: own(`${name}.js`) })
  return files
}

const own = (name: string): Buffer => readFileSync(new URL(`page/${name}`, import.meta.url))
const ofPackage = (path: string): Buffer => readFileSync(createRequire(import.meta.url).resolve(path))
