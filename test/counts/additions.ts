import type { Addition } from './addition.js'
import { command } from './additions/command.js'
import { deskField } from './additions/desk-field.js'
import { feed } from './additions/feed.js'
import { format } from './additions/format.js'
import { limit } from './additions/limit.js'
import { ownCommand } from './additions/own-command.js'
import { packageStrategy } from './additions/package-strategy.js'
import { strategy } from './additions/strategy.js'
import { venue } from './additions/venue.js'

/** What contributors add most often. All of them are made in one copy, so no two may create one file. */
export const ADDITIONS: readonly Addition[] = [
  ...[strategy, packageStrategy, venue, feed, format],
  ...[ownCommand, command, limit, deskField],
]
