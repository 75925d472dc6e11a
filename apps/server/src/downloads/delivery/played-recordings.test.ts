/** Recordings as Safari makes them: what a player gets of them, and what hides under such a name. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { sendTo } from '#test/people/recipient'

const recorded = (name: string) => readFile(new URL(`../../../../../e2e/fixtures/recordings/${name}`, import.meta.url))

let app: TestApp
let files: Array<{ path: string; content: Buffer }>
beforeAll(async () => {
  app = await makeTestApp()
  files = [
    { path: 'video-20261123-101500.mp4', content: await recorded('safari-video.mp4') },
    { path: 'memo-20261123-101600.m4a', content: await recorded('safari-memo.m4a') },
  ]
})
afterAll(() => app?.close())

const types = ['video/mp4', 'audio/mp4']

test('every range that a player asks comes with its type, as a saved file in a sandbox', async () => {
  const recipient = await sendTo(app, files)
  const { links } = await recipient.grant()
  for (const [nth, { url }] of links.entries()) {
    const content = files[nth]?.content ?? Buffer.alloc(0)
    const size = content.length
    // Safari asks for two bytes first, and plays nothing without a 206.
    for (const [range, from, to] of [
      ['bytes=0-1', 0, 2],
      ['bytes=0-', 0, size],
      [`bytes=0-${size - 1}`, 0, size],
      ['bytes=5000-9999', 5_000, 10_000],
      ['bytes=-500', size - 500, size],
      [`bytes=100-${size + 500}`, 100, size],
    ] as const) {
      const answer = await recipient.get(url, { range })
      expect([range, answer.status, answer.headers.get('content-type')]).toEqual([range, 206, types[nth]])
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`)
      expect(Buffer.from(await answer.bytes()).equals(content.subarray(from, to))).toBe(true)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?(?:video|memo)-/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
    const beyond = await recipient.get(url, { range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  }
})

test('without scripts each plays in its own element', async () => {
  const recipient = await sendTo(app, files)
  const { links } = await recipient.grant()
  for (const [nth, { file }] of links.entries()) {
    const played = await recipient.browser.fetch('/increment', {
      method: 'POST',
      body: new URLSearchParams({ ...recipient.link, play: file }),
    })
    const page = await recipient.get(played.headers.get('location') ?? '', { accept: 'text/html' })
    const name = files[nth]?.path
    expect(await page.text()).toMatch(new RegExp(`<${nth === 0 ? 'video' : 'audio'}[^>]* src="/get/[^"]+/${name}"`))
  }
})

describe('under the name of a recording', () => {
  const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
  const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)])

  test.each([
    ['a page', 'video-20261123-101500.mp4', page],
    ['a program', 'memo-20261123-101600.m4a', program],
  ])('a visitor cannot send %s', async (_what, path, content) => {
    await expect(sendTo(app, [{ path, content }])).rejects.toThrow('insecure-file-type')
  })

  test('a page that an account sends stays bytes for a player, which no browser shows', async () => {
    const recipient = await sendTo(app, [{ path: 'video-20261123-101500.mp4', content: page }], await makeAccount(app))
    const { links } = await recipient.grant()
    const { headers } = await recipient.get(links[0]?.url ?? '')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
})
