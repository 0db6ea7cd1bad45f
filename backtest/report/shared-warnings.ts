import type { AccountResult } from '../result.js'

/** The warnings of several accounts, each once; a warning of only some of them names their models. */
export function sharedWarnings(accounts: readonly Pick<AccountResult, 'model' | 'warnings'>[]): readonly string[] {
  const models = new Map<string, string[]>()
  for (const { model, warnings } of accounts)
    for (const warning of warnings) models.set(warning, [...(models.get(warning) ?? []), model])
  return [...models].map(([warning, of]) => (of.length === accounts.length ? warning : `${of.join(', ')}: ${warning}`))
}
