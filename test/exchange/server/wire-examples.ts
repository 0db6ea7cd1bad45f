import { readFileSync } from 'node:fs'

/** Messages of the protocol by name, with invented values: those of REST begin with `rest_`, those of the stream with `ws_`. */
export const WIRE_EXAMPLES = JSON.parse(
  readFileSync(new URL('../../fixtures/wire-examples.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, unknown>>
