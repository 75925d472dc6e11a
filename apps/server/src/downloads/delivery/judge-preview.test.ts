import { expect, test } from 'vitest'
import { judgePreview } from './judge-preview.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const webm = hex('1a45dfa39f4286810142f7810142f2810442f381084282847765626d')
const matroska = hex('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61')
const mp4 = Buffer.from('\0\0\0\x20ftypisom')
const html = Buffer.from('<script>alert(1)</script>')
const png = hex('89504e470d0a1a0a')

test.each([
  ['photo.PNG', png, 'picture', null],
  ['photo.jpg', png, 'picture', null],
  ['plan.pdf', Buffer.from('%PDF-1.7'), 'pdf', null],
  ['notes.txt', Buffer.from('报价'), 'text', 'text/plain'],
  ['wide.txt', Buffer.from('\ufeff报价', 'utf16le'), 'text', 'text/plain'],
  ['page.html', html, 'text', 'text/plain'],
  ['film.webm', webm, 'video', 'video/webm'],
  ['film.mp4', mp4, 'video', 'video/mp4'],
  ['call.m4a', Buffer.from('\0\0\0\x20ftypM4A '), 'audio', 'audio/mp4'],
  ['song.mp3', hex('fffb9064'), 'audio', 'audio/mpeg'],
  ['song.mp3', Buffer.from('ID3'), 'audio', 'audio/mpeg'],
  ['call.wav', Buffer.from('RIFF\0\0\0\0WAVE'), 'audio', 'audio/wav'],
  ['call.ogg', Buffer.from('OggS'), 'audio', 'audio/ogg'],
])('%s is shown as its name and its bytes say', (path, head, kind, type) => {
  expect(judgePreview(path, head)).toEqual({ kind, type })
})

test.each([
  ['film.mp4', html],
  ['film.mp4', png],
  ['film.webm', matroska],
  ['film.mp4', Buffer.from('RIFF\0\0\0\0WAVE')],
  ['song.mp3', webm],
  ['photo.png', html],
  ['photo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['photo.heic', Buffer.from('\0\0\0\x18ftypheic')],
  ['plan.pdf', html],
  ['notes.txt', Buffer.from('a\0b')],
  ['notes.txt', Buffer.from('%PDF-1.7')],
  ['notes.txt', mp4],
  ['video-20261123-101500.webm', webm],
  ['housing.dwg', Buffer.from('AC1032')],
  ['none', Buffer.from('plain')],
])('%s is not shown where they disagree', (path, head) => {
  expect(judgePreview(path, head)).toBeNull()
})
