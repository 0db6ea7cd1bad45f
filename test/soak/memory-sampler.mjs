// Loaded before the processes of a soak: each writes its memory to a file of its own as many times as it is asked, after two collections: the
// first one frees, the second one gives free pages back to the system. Else resident memory would tell how lazily the collector works.
import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const { ODDSMITH_SOAK_FOLDER: folder, ODDSMITH_SOAK_EVERY_MS: everyMs } = process.env
if (isMainThread && folder !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // The exchange first: the paths of its files may have the words of the others in them.
  const name = ['exchange-child', 'daemon', 'run'].find(word => process.argv.some(part => part.includes(word))) ?? 'other'
  setInterval(() => {
    collect()
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    const line = JSON.stringify({ at: Date.now(), heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 })
    appendFileSync(`${folder}/memory-${name}.ndjson`, `${line}\n`)
  }, Number(everyMs)).unref()
}
