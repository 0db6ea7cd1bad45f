import { resolve } from 'node:path'
import type { RunClock } from '../../model/time.js'
import type { Notice } from '../../venues/notice.js'
import type { OpenVenue, VenueParts } from '../../venues/venue-definition.js'
import { systemWires } from '../../venues/wires/system-wires.js'
import { complaint, type LoadedConfig, resolveSecret } from '../config/config.js'
import { openKeystore } from './keystore.js'

export interface OpenVenueOptions {
  readonly loaded: LoadedConfig
  /** The venue's config at an embedded exchange; null: the venue's own fields of the config. */
  readonly stanza: unknown
  readonly clock: RunClock
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onNotice?: Notice
  /** Passphrase of an encrypted keystore, if the config does not say where it is; null or absent: unknown. */
  readonly passphrase?: string | null
}

/** Opens the venue of a config with the system's sockets and clock. Rejects with an `ExitError` if a secret is missing. */
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
