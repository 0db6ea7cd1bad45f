import { reasonOf } from '../model/reason-of.js'

/** What a person can do about a missing answer or a refusal, from the text of its error. */
export function remedyOf(error: unknown): string {
  const text = reasonOf(error)
  const status = /\bHTTP (\d{3})\b/.exec(text)?.[1]
  const known = status === undefined ? undefined : BY_STATUS[status]
  if (known !== undefined) return known
  if (status?.startsWith('5') === true) return DOWN
  if (text.includes('no answer')) return SILENT
  if (text.includes('another shape') || text.includes('not JSON')) return STRANGE
  return 'run doctor again in a minute; if it stays, look at the log of a run and ask the venue'
}

const DOWN = 'the venue is down or overloaded: wait, check what it publishes about its state, and run doctor again before a run'
const SILENT =
  'no whole answer came: look at the address in the config, the network, a firewall between, and whether the venue is up; start no run until it answers'
const STRANGE =
  'the address may belong to something else than the venue, or the venue changed its answers: check the address, then update oddsmith'

const BY_STATUS: Readonly<Record<string, string>> = {
  401: 'check apiKey, and that key and account in the config belong together; a key of another network is refused too',
  403: 'a firewall of the venue or a rule about regions stops this computer: ask from a place that the venue allows, or ask the venue',
  404: 'the address may be that of something else: check it against the documents of the venue',
  425: 'the venue does not take such calls yet: wait a minute until it has started, and run doctor again',
  429: 'the calls of this window are used up: wait for its end; where another program uses the same key, stop that one or lower budget.windows',
}
