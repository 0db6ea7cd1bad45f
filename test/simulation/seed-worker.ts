import type { SeedRequest } from './run-seeds.js'
import { simulate } from './simulate.js'

// One seed after another: the process that asks waits for each answer.
process.on('message', (request: SeedRequest) => {
  void simulate(request).then(result => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
