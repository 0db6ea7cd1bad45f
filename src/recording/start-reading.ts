import { statSync } from 'node:fs'
import type { EventSource } from './event-source.js'
import type { Input, ReadOptions } from './format.js'
import { startReadThreads, threadsFor } from './read-threads.js'

/** An input with the name of its format, by which a thread opens it. */
export interface OpenInput extends Input {
  readonly format: string
}

/** Inputs as streams. */
export interface Reading {
  readonly sources: readonly EventSource[]
  close(): Promise<void>
}

/** The inputs as streams, those that are worth it read by threads: as many as told, else as many as pay. */
export function startReading(
  inputs: readonly OpenInput[],
  options: ReadOptions & { readonly threads: number | undefined },
): Reading {
  const { indexOf, coverage } = options
  const tasks = inputs.flatMap(({ files, format, markets }, id) => {
    const places = new Map(markets.map(market => [market.id, indexOf(market.id)]))
    return files === undefined ? [] : [{ id, format, files, places }]
  })
  tasks.sort((a, b) => inputs[a.id]!.startsAt - inputs[b.id]!.startsAt)
  const bytes = tasks.flatMap(({ files }) => files).reduce((sum, file) => sum + statSync(file).size, 0)
  const threads = options.threads ?? threadsFor(bytes, tasks.length)
  const reading = threads === 0 ? null : startReadThreads(tasks, { threads, coverage })
  const sources = inputs.map((input, id) => ({
    startsAt: input.startsAt,
    groups: () => (reading === null || input.files === undefined ? input.read(options) : reading.groups(id)),
  }))
  return { sources, close: async () => reading?.close() }
}
