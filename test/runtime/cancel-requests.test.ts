import { describe, expect, it } from 'vitest'
import { OrderId } from '../../src/model/ids.js'
import type { Cancel } from '../../src/model/intent.js'
import { cancelRequests } from '../../src/runtime/cancel-requests.js'

const cancel = (counter: number, lot?: Cancel['lot']): Cancel => ({
  kind: 'cancel',
  order: OrderId.of(7, counter),
  ...(lot !== undefined && { lot }),
})

describe('the requests that cancels become', () => {
  it('take old orders together, young ones together, and each doubtful one alone', () => {
    const cancels = [
      cancel(1, 'alone'),
      cancel(2),
      cancel(3, 'young'),
      cancel(4, 'old'),
      cancel(5, 'young'),
      cancel(6, 'alone'),
    ]
    expect(cancelRequests(cancels)).toEqual([['7-2', '7-4'], ['7-3', '7-5'], ['7-1'], ['7-6']])
  })

  it('are none where nothing is canceled', () => {
    expect(cancelRequests([])).toEqual([])
  })
})
