import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/**
 * Whether the compressed data of a gzip file end too early: its writer was killed, or it was not copied whole. The file is read to its end. Rejects if
 * it cannot be read.
 */
export async function isCutShort(file: string): Promise<boolean> {
  try {
    await pipeline(createReadStream(file), createGunzip(), new Writable({ write: (_bytes, _encoding, done) => done() }))
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNEXPECTED_END) return true
    throw error
  }
}

/** Of zlib: there is no further input, and the data have not ended. */
const UNEXPECTED_END = 'Z_BUF_ERROR'
