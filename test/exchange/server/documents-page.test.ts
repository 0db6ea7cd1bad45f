import { describe, expect, test } from 'vitest'
import { startExchange } from '../../../src/exchange.js'
import { BROWSER, openBrowser } from '../../operator/browser.js'

const BACKGROUND = 'getComputedStyle(document.documentElement).backgroundColor'
const HEADING = 'getComputedStyle(document.querySelector(".info .title")).color'

/** The lightness of a colour as a style has it, from 0 to 1. */
const lightness = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return (red + green + blue) / 3 / 255
}

describe.runIf(BROWSER !== undefined)('the page of the documents', () => {
  test('has the colours that the person prefers, also where that changes', async () => {
    const exchange = await startExchange()
    const page = await openBrowser()
    try {
      await page.scheme('dark')
      await page.go(`${exchange.baseUrl}/docs`)
      await page.until('document.querySelector(".info .title") !== null')
      expect(lightness(await page.evaluate<string>(BACKGROUND))).toBeLessThan(0.3)
      expect(lightness(await page.evaluate<string>(HEADING))).toBeGreaterThan(0.6)
      await page.scheme('light')
      await page.until('!document.documentElement.classList.contains("dark-mode")')
      expect(lightness(await page.evaluate<string>(HEADING))).toBeLessThan(0.4)
      expect(page.complaints).toEqual([])
    } finally {
      await page.close()
      await exchange.close()
    }
  })
})
