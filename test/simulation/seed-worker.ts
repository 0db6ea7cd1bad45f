import type { SeedRequest } from './run-seeds.js'
import { simulate } from './simulate.js'

// One seed after another: the process that asks waits for each answer.
process.on('message', ({ seed, events }: SeedRequest) => {
  void simulate(seed, events).then(result => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
