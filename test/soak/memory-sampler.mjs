// Loaded before the processes of a soak: each writes its memory to a file of its own, heap after a collection, as many times as it is asked.
import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const { ODDSMITH_SOAK_FOLDER: folder, ODDSMITH_SOAK_EVERY_MS: everyMs } = process.env
if (isMainThread && folder !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const name = ['daemon', 'run', 'exchange-child'].find(word => process.argv.some(part => part.includes(word))) ?? 'other'
  setInterval(() => {
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    const line = JSON.stringify({ at: Date.now(), heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 })
    appendFileSync(`${folder}/memory-${name}.ndjson`, `${line}\n`)
  }, Number(everyMs)).unref()
}
