import { getAddress, Interface } from 'ethers'
import { expect, test } from 'vitest'
import { decodeMulticall, encodeMulticallAnswer } from '../../src/protocol/multicall.js'

const VERSION_3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const VERSION_2 = '0x5BA1e12693Dc8F9c48aAD8770482f4739bEeD696'
const ONE = getAddress(`0x${'1a'.repeat(20)}`)
const TWO = getAddress(`0x${'2b'.repeat(20)}`)

const bundle = new Interface([
  'function tryAggregate(bool, tuple(address, bytes)[]) view returns (tuple(bool success, bytes returnData)[])',
  'function aggregate3(tuple(address, bool, bytes)[]) view returns (tuple(bool success, bytes returnData)[])',
])
const parts = [
  { to: ONE, data: '0x1234' },
  { to: TWO, data: '0x' },
]

test('reads the bundles of another library, of both versions', () => {
  const second = bundle.encodeFunctionData('tryAggregate', [false, parts.map(({ to, data }) => [to, data])])
  const third = bundle.encodeFunctionData('aggregate3', [parts.map(({ to, data }) => [to, true, data])])
  for (const address of [VERSION_2, VERSION_3])
    for (const data of [second, third]) expect(decodeMulticall(address, data)).toEqual(parts)
})

test('what it answers is read by another library', () => {
  const [rows] = bundle.decodeFunctionResult('tryAggregate', encodeMulticallAnswer(['0xff', '0x']))
  expect(rows.map((row: { success: boolean; returnData: string }) => [row.success, row.returnData])).toEqual([
    [true, '0xff'],
    [true, '0x'],
  ])
})

test('any other call is none', () => {
  const call = bundle.encodeFunctionData('aggregate3', [[]])
  expect(decodeMulticall(ONE, call)).toBeNull()
  for (const data of ['', '0x', '0x12345678', call.slice(0, -2), 'not hex']) expect(decodeMulticall(VERSION_3, data)).toBeNull()
})

test('a bundle whose calls all name the same bytes is none, because its answer would be a thousand times as long', () => {
  const honest = bundle.encodeFunctionData('tryAggregate', [false, [[ONE, `0x${'ab'.repeat(1_000)}`]]])
  const [head, place, call] = [honest.slice(0, 10 + 2 * 64), word(32 * 500), honest.slice(10 + 4 * 64)]
  const bomb = `${head}${word(500)}${place.repeat(500)}${call}`
  // The other library decodes it: 500 copies.
  expect(bundle.decodeFunctionData('tryAggregate', bomb)[1]).toHaveLength(500)
  expect(decodeMulticall(VERSION_3, bomb)).toBeNull()
  const two = `${head}${word(1)}${word(32)}${call}`
  expect(decodeMulticall(VERSION_3, two)).toEqual([{ to: ONE, data: `0x${'ab'.repeat(1_000)}` }])
})

test('places and lengths beyond the end are none', () => {
  const call = bundle.encodeFunctionData('tryAggregate', [false, [[ONE, '0x1234']]])
  for (let at = 10; at < call.length; at += 64)
    for (const wrong of ['f'.repeat(64), word(2 ** 40), word(call.length)])
      expect(() => decodeMulticall(VERSION_3, call.slice(0, at) + wrong + call.slice(at + 64))).not.toThrow()
})

const word = (value: number): string => value.toString(16).padStart(64, '0')
