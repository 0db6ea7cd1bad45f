const EVERY_MS = 100

/** One line that is written over itself, where a person looks; nothing where nobody does. */
export function progressLine(): { say: (text: string) => void; clear: () => void } {
  if (!process.stderr.isTTY) return { say: () => undefined, clear: () => undefined }
  let shownAt = 0
  return {
    say: text => {
      const now = performance.now()
      if (now - shownAt < EVERY_MS) return
      shownAt = now
      process.stderr.write(`\r\u001b[K${text}`)
    },
    clear: () => void process.stderr.write('\r\u001b[K'),
  }
}
