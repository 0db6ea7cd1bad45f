import { type Fault, fault } from '../../../protocol/api/schemas-faults.js'

/** Faults as somebody wrote them, checked. Throws a RangeError that names the first one that is none. */
export const readFaults = (list: readonly unknown[]): readonly Fault[] =>
  list.map((one, index) => {
    const read = fault.safeParse(one)
    if (read.success) return read.data
    const issue = read.error.issues[0]
    throw new RangeError(`fault ${index + 1}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is none'}`)
  })
