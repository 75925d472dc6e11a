import { describe, expect, it, test } from 'vitest'
import { judgeFile, MOST_UNREAD_BYTES, mayJump, readTo } from './evidence.ts'

const MIB = 1024 * 1024

describe('how far a connection was read', () => {
  const carried = { startsAt: 2 * MIB, arrivedTo: 8 * MIB }

  it('is all that arrived, where the reader ended it in order', () => {
    expect(readTo(carried, 'read', [])).toBe(8 * MIB)
  })

  it.each([
    ['nothing, where nobody continues', [], 2 * MIB],
    ['to where a neighbour begins', [5 * MIB], 5 * MIB],
    ['to the furthest of them', [3 * MIB, 6 * MIB], 6 * MIB],
    ['to its very end', [8 * MIB], 8 * MIB],
    ['never beyond what arrived', [8 * MIB + 1], 2 * MIB],
    ['not by those that begin before it, or where it does', [0, 2 * MIB], 2 * MIB],
  ])('that was cut is %s', (_, neighbours, to) => {
    expect(readTo(carried, 'cut', neighbours)).toBe(to)
  })

  it('that was cut is all but what a system may hold unread', () => {
    const long = { startsAt: MIB, arrivedTo: 100 * MIB }
    expect(readTo(long, 'cut', [])).toBe(100 * MIB - MOST_UNREAD_BYTES)
    expect(readTo(long, 'cut', [90 * MIB])).toBe(90 * MIB)
  })
})

describe('a file', () => {
  const file = { bytes: 100, arrivedBytes: 100, readBytes: 60, isQuiet: false, isCutWhole: false }

  test.each([
    ['of which a byte is missing is open', { arrivedBytes: 99 }, { state: 'open' }],
    ['of which a byte is missing stays open', { arrivedBytes: 99, isQuiet: true }, { state: 'open' }],
    ['that was read is finished', { readBytes: 100 }, { state: 'finished', doubtBytes: 0 }],
    [
      'that was read is finished, whatever was cut',
      { readBytes: 100, isCutWhole: true },
      { state: 'finished', doubtBytes: 0 },
    ],
    ['that arrived is doubtful', {}, { state: 'doubtful', doubtBytes: 40 }],
    [
      'that arrived and is asked for no more is finished, with the doubt',
      { isQuiet: true },
      { state: 'finished', doubtBytes: 40 },
    ],
    [
      'that one connection brought and lost is not',
      { isQuiet: true, isCutWhole: true },
      { state: 'doubtful', doubtBytes: 40 },
    ],
    ['of no bytes is finished', { bytes: 0, arrivedBytes: 0, readBytes: 0 }, { state: 'finished', doubtBytes: 0 }],
  ])('%s', (_, evidence, verdict) => {
    expect(judgeFile({ ...file, ...evidence })).toEqual(verdict)
  })
})

test.each([
  ['whole', false, false],
  ['whole', true, false],
  ['resumed', true, false],
  ['looking', false, true],
  ['looking', true, true],
  ['ranged', false, false],
  ['ranged', true, true],
] as const)('whoever asks for what is %s, and might jump before (%s), may jump (%s)', (asking, didBefore, may) => {
  expect(mayJump(asking, didBefore)).toBe(may)
})
