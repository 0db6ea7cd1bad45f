import type { Operation } from './operation.js'
import { OPERATIONS } from './operations.js'
import { OAUTH_OPERATIONS, OLDER_OAUTH_OPERATIONS } from './operations-oauth.js'
import { OLDER_OPERATIONS } from './operations-older.js'

/** Every operation of the service, both revisions. */
export const ALL_OPERATIONS: readonly Operation[] = [
  OPERATIONS,
  OAUTH_OPERATIONS,
  OLDER_OPERATIONS,
  OLDER_OAUTH_OPERATIONS,
].flatMap(group => Object.values<Operation>(group))
