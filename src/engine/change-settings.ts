import type { SettingsControl } from '../model/batch.js'
import type { Account } from './account.js'
import type { Outbox } from './outbox.js'
import { redefine } from './redefine.js'
import type { Waking } from './waking.js'

interface SettingsParts {
  readonly account: Account
  readonly outbox: Outbox
  readonly waking: Waking
}

/**
 * Applies settings that a person changed. If a limit became tighter, all orders are canceled, because risk checked them against the wider one; they
 * are opened again under the new one.
 */
export function changeSettings({ account, outbox, waking }: SettingsParts, control: SettingsControl): void {
  const { limits = account.settings.limits, requote = account.settings.requote, parameters = [] } = control
  account.settings = { ...account.settings, limits, requote }
  account.scopes.limit(limits)
  account.parameters.take(parameters)
  for (const slot of account.slots) {
    slot.takeSettings(limits, account.parameters)
    redefine(account, slot)
    if (!control.isTighter) continue
    for (const order of slot.orders) if (!order.isAsked) outbox.cancel(slot, order, 'pull')
  }
  waking.wakeAll('orders')
}
