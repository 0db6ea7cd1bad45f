// Loaded before a daemon of a chaos run: its wall clock stands as many ms beside the machine's as the file says.
import { readFileSync } from 'node:fs'

const file = process.env.ODDSMITH_CHAOS_CLOCK
const real = Date.now
let offset = 0
const read = () => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    offset = 0
  }
}
if (file !== undefined) {
  read()
  setInterval(read, 100).unref()
  Date.now = () => real() + offset
}
