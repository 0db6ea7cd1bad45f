import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, type BrowserPage, openBrowser } from './operator/browser.js'

const ROOT = resolve(import.meta.dirname, '..')
const SITE = join(ROOT, 'build/site')

/** As it would be published. */
function publish(): Promise<{ readonly server: ServerType; readonly url: string }> {
  const app = new Hono().use(serveStatic({ root: SITE }))
  return new Promise(ready => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      ready({ server, url: `http://127.0.0.1:${port}` }),
    )
  })
}

describe.skipIf(BROWSER === undefined)(
  'the site of the documentation (skipped where none of chromium and chrome is installed)',
  () => {
    let page: BrowserPage
    let site: Awaited<ReturnType<typeof publish>>
    const at = (path: string): string => `${site.url}/${path}`
    beforeAll(async () => {
      // A link that leads nowhere, or a name that is not exported, ends it with code 1.
      execFileSync(process.execPath, ['site.js'], { cwd: ROOT, stdio: 'pipe' })
      site = await publish()
      page = await openBrowser()
    }, 300_000)
    afterAll(async () => {
      await page.close()
      site.server.close()
    })

    const headings = (): Promise<readonly string[]> =>
      page.evaluate('[...document.querySelectorAll("h1, h2")].map(each => each.textContent.trim())')

    test('begins with the front page, and leads to every section', async () => {
      await page.go(at('index.html'))
      await page.until('document.querySelectorAll("#tsd-nav-container a, #tsd-nav-container summary").length > 5')
      expect(await headings()).toEqual(
        expect.arrayContaining(['oddsmith', 'In a minute', 'With real money', 'What is promised']),
      )
      const sections = await page.evaluate<string>('document.querySelector("#tsd-nav-container").textContent')
      for (const section of ['Run', 'Study', 'Extend', 'The exchange', 'The code']) expect(sections).toContain(section)
    })

    test('has every command and every field as the code has them, and the doors', async () => {
      await page.go(at('documents/Every_command.html'))
      await page.until('document.body.textContent.includes("oddsmith journal backup")')
      await page.go(at('documents/Every_field_of_a_config.html'))
      await page.until(
        '[...document.querySelectorAll("td code")].some(cell => cell.textContent === "limits.positionMaxShares")',
      )
      await page.go(at('modules/oddsmith_engine.html'))
      await page.until('document.body.textContent.includes("createDesk")')
    })

    test('opens each guide without a complaint of the browser', async () => {
      const guides = readdirSync(join(SITE, 'documents'))
      expect(guides.length).toBeGreaterThan(22)
      for (const guide of guides) {
        await page.go(at(`documents/${encodeURI(guide)}`))
        await page.until('document.querySelector("h1") !== null')
        const broken =
          'document.querySelectorAll("img").values().filter(each => each.complete && each.naturalWidth === 0).toArray().length'
        expect([guide, await page.evaluate(broken)]).toEqual([guide, 0])
      }
      expect(page.complaints).toEqual([])
    }, 120_000)
  },
)
