import { workerData } from 'node:worker_threads'
import { holds } from '../../../protocol/verify.js'
import { SignatureSlots } from './signature-slots.js'

// It sleeps while nothing is open, and lives until it is ended.
new SignatureSlots(workerData as SharedArrayBuffer).serve(holds)
