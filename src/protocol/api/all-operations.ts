import type { Operation } from './operation.js'
import { OPERATIONS } from './operations.js'
import { OAUTH_OPERATIONS, OLDER_OAUTH_OPERATIONS } from './operations-oauth.js'
import { OLDER_OPERATIONS } from './operations-older.js'
import { OPERATOR_OPERATIONS } from './operations-operator.js'

/** Every operation of the service: both revisions and the operator's side. */
export const ALL_OPERATIONS: readonly Operation[] = [
  OPERATIONS,
  OAUTH_OPERATIONS,
  OLDER_OPERATIONS,
  OLDER_OAUTH_OPERATIONS,
  OPERATOR_OPERATIONS,
].flatMap(group => Object.values<Operation>(group))
