import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserPage } from './browser.js'

const NOTES = readFileSync(join(import.meta.dirname, 'note-controls.js'), 'utf8')

/** Has a page note which controls it shows and which are used, in every document that it opens from now on. */
export const noteControls = (page: BrowserPage): Promise<void> => page.before(`{${NOTES}}`)

/** Controls that were shown and never used. */
export const unusedControls = (page: BrowserPage): Promise<readonly string[]> =>
  page.evaluate(
    `(({ shown, used }) => shown.filter(name => !used.includes(name)))(JSON.parse(sessionStorage.getItem('test-controls')))`,
  )
