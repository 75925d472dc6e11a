import { expect, test } from 'vitest'
import { readRecords } from './journal.ts'
import { JournalState, type Mark } from './journal-state.ts'
import { isLeftOut, Settling } from './settling.ts'

const mark = (path: string, more: Partial<Mark> = {}): Mark => ({ path, bytes: 10, modifiedAt: 1, inode: 5, ...more })

test('a file is known once it is sent, under another name too, and not once it has changed', () => {
  const state = new JournalState()
  expect(state.isKnown(mark('a'))).toBe(false)
  state.take({ is: 'sending', upload: 'u', token: 't', files: [mark('a')] })
  expect(state.isKnown(mark('a'))).toBe(true)
  expect(state.unfinished).toHaveLength(1)
  state.take({ is: 'sent', upload: 'u', slug: 's' })
  expect(state.unfinished).toEqual([])
  expect(state.isKnown(mark('a'))).toBe(true)
  expect(state.isKnown(mark('renamed'))).toBe(true)
  expect(state.isKnown(mark('a', { inode: 6 }))).toBe(true)
  expect(state.isKnown(mark('a', { modifiedAt: 2 }))).toBe(false)
  expect(state.isKnown(mark('a', { bytes: 11 }))).toBe(false)
  expect(state.isKnown(mark('other', { inode: 6 }))).toBe(false)
})

test('a file system without inodes knows files by their names alone', () => {
  const state = new JournalState()
  state.take({ is: 'seen', files: [mark('a', { inode: 0 })] })
  expect(state.isKnown(mark('a', { inode: 0 }))).toBe(true)
  expect(state.isKnown(mark('b', { inode: 0 }))).toBe(false)
})

test('what was given up counts as new, what was refused does not', () => {
  const state = new JournalState()
  state.take({ is: 'sending', upload: 'u', token: 't', files: [mark('a')] })
  state.take({ is: 'dropped', upload: 'u' })
  expect([state.isKnown(mark('a')), state.unfinished]).toEqual([false, []])
  state.take({ is: 'refused', code: 'file-blocked', files: [mark('a')] })
  expect(state.isKnown(mark('a'))).toBe(true)
})

test('a new token takes the place of the old one, and the journal is read back as it was written', () => {
  const lines = [
    { is: 'seen', files: [] },
    { is: 'start', folder: '/in' },
    { is: 'sending', upload: 'u', token: 'old', files: [mark('a')] },
    { is: 'sending', upload: 'u', token: 'new', files: [mark('a')] },
  ]
  const state = readRecords(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'journal')
  expect(state.isStarted).toBe(true)
  expect(state.unfinished.map(({ token }) => token)).toEqual(['new'])
  expect(() => readRecords('{"is":"sta\n', 'the-journal')).toThrow(/damaged: the-journal/)
})

test('a file is complete once it has not changed for the whole time', () => {
  const settling = new Settling(5_000)
  const grown = mark('a', { bytes: 20 })
  expect(settling.observe(0, [mark('a')])).toEqual([])
  expect(settling.observe(4_000, [grown])).toEqual([])
  expect(settling.observe(8_999, [grown])).toEqual([])
  expect(settling.observe(9_000, [grown])).toEqual([grown])
  // Deleted and there again: it begins again.
  expect(settling.observe(10_000, [])).toEqual([])
  expect(settling.observe(11_000, [grown])).toEqual([])
  expect(settling.observe(16_000, [grown])).toEqual([grown])
})

test('hidden and unfinished files are left out', () => {
  for (const path of ['.hidden', 'in/.git/config', 'a.part', 'a.TMP', 'a.crdownload', 'a.txt~']) {
    expect([path, isLeftOut(path)]).toEqual([path, true])
  }
  for (const path of ['a.txt', 'in/a.b.c', 'part', 'x.parts']) expect([path, isLeftOut(path)]).toEqual([path, false])
})
