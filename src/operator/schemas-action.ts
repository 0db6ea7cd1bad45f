import { z } from 'zod'
import { count, list, row, scope } from './schemas-words.js'

// Requests to a daemon, and its answers.

const value = z.unknown()

export const action = z
  .discriminatedUnion('do', [
    row({ do: z.enum(['pause', 'resume']), scope }).describe(
      'pause removes the orders of the scope and places none until a resume; resume of `all` lifts every pause, halt and stop',
    ),
    row({
      do: z.literal('close'),
      scope,
      crossTicks: count
        .max(10_000)
        .nullable()
        .exactOptional()
        .describe('takes this far beyond the best price; null or absent: rests only'),
    }).describe('sells what is held in the scope and places nothing else until a resume, also after a restart'),
    row({ do: z.literal('restart'), scope }).describe('makes the strategies of the scope again, those that failed too'),
    row({ do: z.enum(['halt', 'cancel-all']) }).describe(
      'both remove every order; cancel-all takes those of other programs too',
    ),
    row({
      do: z.literal('set'),
      path: z.string().min(1).max(300).describe('limits.positionMaxShares, strategies.two-sided.halfSpreadTicks, …'),
      value,
      confirm: row({ from: value, to: value }).exactOptional().describe('of a limit that is loosened: what was shown'),
    }),
    row({
      do: z.literal('reload'),
      confirm: z.string().max(100).exactOptional().describe('the hash of the difference that was shown'),
    }),
  ])
  .meta({ id: 'Action' })

const change = row({
  path: z.string(),
  from: value,
  to: value,
  effect: z.enum(['now', 'restart', 'restart of the market']),
  loosens: z.boolean(),
}).meta({ id: 'Change' })

const text = z.string()

export const actionAnswer = z
  .discriminatedUnion('is', [
    row({
      is: z.literal('done'),
      text,
      open: count.exactOptional().describe('orders of ours that the venue’s list still shows in the scope'),
    }),
    row({ is: z.literal('unsure'), text, open: count.nullable() }).describe(
      'carried out here, and the venue’s list did not show it in time; open null: the list could not be read',
    ),
    row({ is: z.literal('confirm'), text, changes: list(change), hash: z.string() }).describe(
      'not done yet: it loosens a limit, or it is a reload, and is shown first',
    ),
    row({ is: z.literal('refused'), text }).describe('a bad path or value; nothing changed'),
  ])
  .meta({ id: 'ActionAnswer' })

/** A request to a daemon. */
export type Action = z.output<typeof action>
/** An action that changes settings of a run. */
export type SettingsAction = Action & { readonly do: 'set' | 'reload' }
/** The result of an action. */
export type ActionAnswer = z.output<typeof actionAnswer>
/** One path of the config that an action changes. */
export type Change = z.output<typeof change>
