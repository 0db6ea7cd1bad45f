import { workerData } from 'node:worker_threads'
import { holds } from '../../../protocol/verify.js'
import { SignatureSlots } from './signature-slots.js'

// Sleeps while no claim is open, and lives until it is ended. Waits until this file is loaded: ending a thread while a file with an `await` at its
// top level loads kills the whole process on Node 24.
setImmediate(() => new SignatureSlots(workerData as SharedArrayBuffer).serve(holds))
