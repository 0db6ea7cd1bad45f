import { workerData } from 'node:worker_threads'
import { holds } from '../../../protocol/verify.js'
import { SignatureSlots } from './signature-slots.js'

// It sleeps while nothing is open, and lives until it is ended. Not while this file is still loaded: to end a thread there, behind a file that has an
// `await` of its own, kills the whole process on Node 24.
setImmediate(() => new SignatureSlots(workerData as SharedArrayBuffer).serve(holds))
