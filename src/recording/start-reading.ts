import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { ClockOffset, SourceClock } from './columns/clock-offset.js'
import type { EventSource } from './formats/event-source.js'
import type { Input, ReadOptions } from './formats/format.js'

/** An input with its format's name, by which a thread opens it. */
export interface OpenInput extends Input {
  readonly format: string
}

/** Inputs being read. */
export interface InputStreams {
  readonly sources: readonly EventSource[]
  close(): Promise<void>
}

interface StartOptions extends Omit<ReadOptions, 'tellClock'> {
  readonly threads: number | undefined
  /** Clock offset of each input, by its index; filled as each becomes known. */
  readonly clocks: Map<number, SourceClock>
}

/** Reads the inputs as streams, large ones in threads: as many as given, else as many as pay. */
export async function startReading(
  inputs: readonly OpenInput[],
  { threads: wanted, clocks, ...options }: StartOptions,
): Promise<InputStreams> {
  const { indexOf, coverage } = options
  const tellClock = (id: number, clock: ClockOffset | null): void => {
    const { markets, format } = inputs[id]!
    const [market] = markets
    if (clock !== null) clocks.set(id, { source: market !== undefined && markets.length === 1 ? market.id : format, ...clock })
  }
  const tasks = inputs.flatMap(({ files, format, markets }, id) => {
    const places = new Map(markets.map(market => [market.id, indexOf(market.id)]))
    return files === undefined ? [] : [{ id, format, files, places }]
  })
  tasks.sort((a, b) => inputs[a.id]!.startsAt - inputs[b.id]!.startsAt)
  const bytes = tasks.flatMap(({ files }) => files).reduce((sum, file) => sum + statSync(file).size, 0)
  const threads = wanted ?? threadsFor(bytes, tasks.length)
  const reading =
    threads === 0 ? null : (await import('./read-threads.js')).startReadThreads(tasks, { threads, coverage, tellClock })
  const sources = inputs.map((input, id) => ({
    startsAt: input.startsAt,
    groups: () =>
      reading === null || input.files === undefined
        ? input.read({ ...options, tellClock: clock => tellClock(id, clock) })
        : reading.groups(id),
  }))
  return { sources, close: async () => reading?.close() }
}

const THREADS_MAX = 4

/**
 * How many threads pay for their start: none for small inputs. Two cores are left for merging, writing and compression: on two cores, threads were
 * slower than none.
 */
const threadsFor = (bytes: number, inputs: number): number =>
  bytes < BYTES_MIN ? 0 : Math.max(0, Math.min(THREADS_MAX, availableParallelism() - 2, inputs))

const BYTES_MIN = 4 * 1024 * 1024
