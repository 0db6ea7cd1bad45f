import { age, card, h, moment } from './dom.js'
import { table } from './table.js'

const RANK = { critical: 2, warning: 1, info: 0 }
const TONE = { critical: 'bad', warning: 'warn', info: '' }

/** How grave the gravest alert is, as a class; empty: none is on, or none that matters much. */
export const gravestOf = ({ firing }) => TONE[firing.toSorted((a, b) => RANK[b.severity] - RANK[a.severity])[0]?.severity] ?? ''

/** Alerts that are on, and how their receivers do. */
export function alerts() {
  const firing = table({
    label: 'Alerts that are on',
    columns: [
      {
        name: 'severity',
        show: ({ severity }) => [severity, TONE[severity]],
        of: ({ severity }) => RANK[severity],
        isText: true,
      },
      { name: 'what', show: ({ kind }) => kind, of: ({ kind }) => kind, isText: true },
      {
        name: 'since',
        show: ({ sinceMs }) => moment(sinceMs * 1_000),
        of: ({ sinceMs }) => sinceMs,
        isText: true,
        isWide: true,
      },
      { name: 'for', show: ({ sinceMs }) => age(Math.max(0, Date.now() - sinceMs)) },
      { name: 'what it says', show: ({ text }) => text, isText: true, isLong: true },
    ],
    keyOf: ({ id }) => id,
    empty: 'none: nothing is wrong that an alert is for',
  })
  const receivers = table({
    label: 'Receivers of alerts',
    columns: [
      { name: 'receiver', show: ({ name }) => name, isText: true },
      { name: 'took', show: ({ sent }) => String(sent) },
      { name: 'tries failed', show: ({ failures }) => [String(failures), failures > 0 ? 'warn' : ''] },
      { name: 'waiting', show: ({ waiting }) => [String(waiting), waiting > 0 ? 'warn' : ''] },
      { name: 'given up', show: ({ dropped }) => [String(dropped), dropped > 0 ? 'bad' : ''] },
      {
        name: 'last failure',
        show: ({ lastFailure }) => (lastFailure === null ? ['none', 'good'] : [lastFailure, 'bad']),
        isText: true,
        isLong: true,
      },
    ],
    keyOf: ({ name }) => name,
    empty: 'none',
  })
  const none = h(
    'p',
    { class: 'soft', hidden: true },
    'The config of this run has neither alerts nor heartbeatUrl: nothing rings. See "Alerts" in the guide.',
  )
  const known = h('div', { class: 'grid' }, card('Alerts that are on', firing.node), card('Receivers', receivers.node))
  return {
    node: h('div', { class: 'grid' }, none, known),
    update: () => undefined,
    alerts({ firing: on, sinks, heartbeat }) {
      const hasNone = sinks.length === 0 && heartbeat === null
      none.hidden = !hasNone
      known.hidden = hasNone
      firing.update(on.toSorted((a, b) => RANK[b.severity] - RANK[a.severity] || a.sinceMs - b.sinceMs))
      receivers.update(heartbeat === null ? sinks : [...sinks, { name: 'heartbeatUrl', waiting: 0, dropped: 0, ...heartbeat }])
    },
    leave: () => undefined,
  }
}
