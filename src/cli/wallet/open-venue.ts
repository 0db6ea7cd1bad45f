import { resolve } from 'node:path'
import type { RunClock } from '../../model/time.js'
import type { Notice } from '../../venues/notice.js'
import type { OpenVenue, VenueParts } from '../../venues/venue-definition.js'
import { systemWires } from '../../venues/wires/system-wires.js'
import { complaint, type LoadedConfig, resolveSecret } from '../config/config.js'
import { openKeystore } from './keystore.js'

export interface OpenVenueOptions {
  readonly loaded: LoadedConfig
  /** What a venue at an embedded exchange is opened with; null: what the config says of one elsewhere. */
  readonly stanza: unknown
  readonly clock: RunClock
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onNotice?: Notice
  /** Of an encrypted keystore of which the config does not say where its passphrase is; null or absent: it is not known. */
  readonly passphrase?: string | null
}

/** Opens the venue of a config by the system's wires. Rejects with an `ExitError` where a secret of it cannot be had. */
export async function openVenue(options: OpenVenueOptions): Promise<OpenVenue> {
  const { loaded, stanza, clock, environment, onNotice } = options
  const { definition, config, source } = loaded
  const parts: VenueParts = {
    wires: systemWires(clock),
    timings: config.feed,
    onNotice: onNotice ?? (() => undefined),
    secret: (value, field) => resolveSecret(source, ['venue', field], value, environment),
    complaint: (field, what) => complaint(source, ['venue', field], what),
    keystore: (file, passphrase) => openKeystore(resolve(source.file, '..', file), passphrase ?? options.passphrase ?? null),
  }
  return definition.open(stanza ?? loaded.own, parts)
}
