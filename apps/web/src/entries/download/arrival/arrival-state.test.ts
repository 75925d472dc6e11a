import type { ArrivalNews, FileArrival } from '@waybill/contract/transfers/arrival'
import { expect, test } from 'vitest'
import type { ReceivedFile } from '../files/contents.tsx'
import { type ArrivalState, fileNow, hearArrival } from './arrival-state.ts'

const coming = (bytes: number): FileArrival => ({ state: 'arriving', bytes, isReadable: true })
const view = {
  state: 'arriving' as const,
  filesThere: 1,
  fileCount: 3,
  arrivedBytes: 40,
  totalBytes: 100,
  brokeOffAt: null,
}
const asServed: ArrivalState = { view, away: null }
const newsOf = (files: ArrivalNews['files'], more: Partial<ArrivalNews> = {}): ArrivalNews => ({
  ...view,
  ...more,
  files,
})
const file = (id: string, arrival?: FileArrival): ReceivedFile => ({
  id,
  path: `${id}.bin`,
  bytes: 50,
  sha256: null,
  isWithdrawn: false,
  isProgram: false,
  scan: null,
  ...(arrival && { arrival }),
})

test('until the first message a file is as the page was served', () => {
  expect(fileNow(file('a', coming(10)), asServed).arrival).toEqual(coming(10))
  expect(fileNow(file('b'), asServed).arrival).toBeUndefined()
})

test('the first message names every file that is not there: all others are there', () => {
  const now = hearArrival(asServed, newsOf([{ id: 'b', arrival: coming(20) }]), true)
  expect(fileNow(file('a', coming(10)), now).arrival).toBeUndefined()
  expect(fileNow(file('b'), now).arrival).toEqual(coming(20))
})

test('a later message names what changed: other files stay as they are, and one without arrival is there', () => {
  const files = [
    { id: 'a', arrival: coming(1) },
    { id: 'b', arrival: coming(2) },
  ]
  const now = hearArrival(hearArrival(asServed, newsOf(files), true), newsOf([{ id: 'a' }]), false)
  expect(fileNow(file('a'), now).arrival).toBeUndefined()
  expect(fileNow(file('b'), now).arrival).toEqual(coming(2))
})

test('the first message of a new stream replaces what was known', () => {
  const before = hearArrival(asServed, newsOf([{ id: 'a', arrival: coming(1) }]), true)
  expect(fileNow(file('a'), hearArrival(before, newsOf([]), true)).arrival).toBeUndefined()
})

test('a file whose rest does not come at present cannot be downloaded', () => {
  const missing: FileArrival = { state: 'missing', bytes: 5, isReadable: true }
  expect(fileNow(file('a', missing), asServed).arrival?.isReadable).toBe(false)
  expect(fileNow(file('a', { ...coming(5), isReadable: false }), asServed).arrival?.isReadable).toBe(false)
})

test('every file of a whole transfer is there', () => {
  const now = hearArrival(asServed, newsOf([], { state: 'whole' }), false)
  expect(fileNow(file('a', coming(10)), now).arrival).toBeUndefined()
})
