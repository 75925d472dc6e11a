import { expect, test } from 'vitest'
import type { TransferFile } from '../files/transfer-file-store.ts'
import type { Transfer } from '../transfer-store.ts'
import { presentSaved } from './present-saved.ts'

test('names the recordings among the files', () => {
  const named = (path: string, nth: number) => ({ id: `file-${nth}`, path, bytes: nth }) as TransferFile
  const files = ['a.pdf', 'video-20261123-101500.webm', 'memo-20261123-101501.m4a', 'video-20261123-101502.mp4'].map(
    named,
  )
  const transfer = { slug: 'abcdefg', bytes: 6, sent_at: new Date(0), expires_at: null, sends_at: null } as Transfer
  const more = { profilePic: null, shareWith: [], linkOrigin: null }
  const { fileObjects, recordedVideos, voiceMemo } = presentSaved(transfer, [], files, more)
  expect(fileObjects.map(({ fileName }) => fileName)).toEqual(files.map(({ path }) => path))
  expect(recordedVideos).toEqual([fileObjects[1], fileObjects[3]])
  expect(voiceMemo).toEqual({ fileName: 'memo-20261123-101501.m4a', size: 2, itemPath: 'file-2' })
  expect(presentSaved(transfer, [], files.slice(0, 1), more)).toMatchObject({ recordedVideos: [], voiceMemo: null })
})
