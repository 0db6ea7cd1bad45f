import { z } from 'zod'

/** Fields whose own fields are asked for one by one. */
const PARTS = ['fees', 'settlement', 'rewards'] as const

/** What was read of a config, with the terms that a person asked for beside it. What is no config stays as it is: its schema says so. */
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
