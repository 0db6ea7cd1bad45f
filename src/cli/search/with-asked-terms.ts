import { z } from 'zod'

/** Fields whose own fields can be replaced one by one. */
const PARTS = ['fees', 'settlement', 'rewards'] as const

/** Applies terms of the command line to a parsed config. Anything that is not a config is returned unchanged: its schema will report it. */
export function withAskedTerms(read: unknown, asked: Readonly<Record<string, unknown>> | undefined): unknown {
  const config = fields.safeParse(read)
  if (asked === undefined || !config.success) return read
  const parts = PARTS.flatMap(name => {
    const own = fields.safeParse(config.data[name] ?? {})
    const more = fields.safeParse(asked[name])
    return own.success && more.success ? [[name, { ...own.data, ...more.data }] as const] : []
  })
  return { ...config.data, ...asked, ...Object.fromEntries(parts) }
}

const fields = z.record(z.string(), z.unknown())
