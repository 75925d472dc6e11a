import { randomUUID } from 'node:crypto'
import { MAX_MESSAGE_CHARS } from '@waybill/contract/conversations/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { readReply } from './read-reply.ts'

const HEAD = ['From: Ada <ada@lovelace.example>', 'To: bounce+abc@waybill.example', 'Message-ID: <1@lovelace.example>']
const mailOf = (head: readonly string[], body: string) => [...HEAD, ...head, '', body].join('\r\n')
const read = async (mail: string | Uint8Array) => {
  const reply = await readReply(typeof mail === 'string' ? Buffer.from(mail) : mail, 'waybill.example')
  if (reply === null) throw new Error('not read')
  return reply
}
const textOf = async (mail: string | Uint8Array) => (await read(mail)).text

describe('the text', () => {
  test('is what the person wrote', async () => {
    const reply = await read(
      mailOf([], 'Thanks!\r\n\r\nOn 27 Nov 2026, at 10:00, Waybill <a@b.example> wrote:\r\n> Hello'),
    )
    expect(reply).toMatchObject({ text: 'Thanks!', isAutomatic: false, hasFiles: false })
    expect(reply.addressedTo).toContain('bounce+abc@waybill.example')
  })

  test.each([
    ['gbk', 'quoted-printable', '=CE=C4=BC=FE=C4=D8=A3=BF'],
    ['GB2312', 'base64', Buffer.from([0xce, 0xc4, 0xbc, 0xfe, 0xc4, 0xd8, 0xa3, 0xbf]).toString('base64')],
    ['gb18030', '8bit', Buffer.from([0xce, 0xc4, 0xbc, 0xfe, 0xc4, 0xd8, 0xa3, 0xbf]).toString('latin1')],
    ['utf-8', 'base64', Buffer.from('文件呢？').toString('base64')],
    ['big5', '8bit', Buffer.from([0xa4, 0xe5, 0xa5, 0xf3, 0xa9, 0x4f, 0xa1, 0x48]).toString('latin1')],
  ])('is decoded from %s in %s', async (charset, encoding, body) => {
    const head = [`Content-Type: text/plain; charset=${charset}`, `Content-Transfer-Encoding: ${encoding}`]
    expect(await textOf(Buffer.from(mailOf(head, body), 'latin1'))).toMatch(/^文件呢[？?]$/)
  })

  test('of a mail of HTML alone has no tags, styles, scripts or quoted mail', async () => {
    const html =
      '<html><head><style>p{color:red}</style><title>x</title></head><body><p>Fish &amp; &#20013;<br>chips&nbsp;&lt;3</p>' +
      '<script>alert(1)</script><div class="gmail_quote">On 27 Nov 2026 Waybill wrote:<blockquote>Hello</blockquote></div></body></html>'
    expect(await textOf(mailOf(['Content-Type: text/html; charset=utf-8'], html))).toBe('Fish & 中\nchips <3')
  })

  test('is cut at the limit of a message', async () => {
    const text = await textOf(mailOf([], 'x'.repeat(MAX_MESSAGE_CHARS + 1)))
    expect([text.length, text.endsWith('…')]).toEqual([MAX_MESSAGE_CHARS, true])
  })
})

const multipart = (type: string, disposition: string) =>
  [
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n',
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n\r\nbytes\r\n--b--\r\n`,
  ].join('')
const mixed = ['Content-Type: multipart/mixed; boundary=b']

test('files are noticed, also those that are not whole', async () => {
  const mail = mailOf(mixed, multipart('application/pdf', 'attachment; filename=plan.pdf'))
  expect(await read(mail)).toMatchObject({ text: 'See the file.', hasFiles: true })
  expect(await read(mail.slice(0, mail.indexOf('bytes')))).toMatchObject({ text: 'See the file.', hasFiles: true })
})

test('a signature of the mail is no file', async () => {
  for (const type of ['application/pgp-signature', 'application/pkcs7-signature; name=smime.p7s']) {
    expect((await read(mailOf(mixed, multipart(type, 'attachment; filename=s')))).hasFiles).toBe(false)
  }
})

describe('a mail of a program', () => {
  test.each([
    'Auto-Submitted: auto-replied',
    'auto-submitted: auto-generated; owner-email="x@y"',
    'Precedence: bulk',
    'Precedence: list',
    'List-Id: <news.example.com>',
    'X-Autoreply: yes',
    'X-Loop: a@b.example',
    'Return-Path: <>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  ])('%s', async (header) => {
    expect((await read(mailOf([header], 'I am away.'))).isAutomatic).toBe(true)
  })

  test('of a mail server, and one of ours that came back', async () => {
    for (const from of ['MAILER-DAEMON@mx.example', 'no-reply@shop.example', 'Postmaster <postmaster@mx.example>']) {
      const mail = mailOf([], 'x').replace('Ada <ada@lovelace.example>', from)
      expect([from, (await read(mail)).isAutomatic]).toEqual([from, true])
    }
    const withId = (id: string) => read(mailOf([], 'x').replace('<1@lovelace.example>', `<${id}>`))
    expect((await withId(`${newId()}@WAYBILL.example`)).isAutomatic).toBe(true)
    // As Thunderbird and Apple Mail write it for somebody with an address at our host.
    expect((await withId(`${randomUUID()}@waybill.example`)).isAutomatic).toBe(false)
  })

  test('is not one that says no', async () => {
    for (const header of ['Auto-Submitted: no', 'Auto-Submitted: No (a person)', 'X-Auto-Response-Suppress: All']) {
      expect([header, (await read(mailOf([header], 'I am here.'))).isAutomatic]).toEqual([header, false])
    }
  })
})

test('the hash is that of the Message-ID, else of the mail', async () => {
  const hash = async (mail: string) => Buffer.from((await read(mail)).mailHash).toString('hex')
  const mail = mailOf([], 'x')
  expect(await hash(mail)).toBe(await hash(mail.replace('\r\n\r\nx', '\r\nX-Hop: 2\r\n\r\nx')))
  const without = mail.replace(/Message-ID:.*\r\n/, '')
  expect(await hash(without)).not.toBe(await hash(without.replace('Ada', 'Bob')))
})

test('anything is read, or ignored, but never throws', async () => {
  const good = mailOf(mixed, multipart('text/html', 'inline'))
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length),
      fc.nat(80),
      fc.string({ unit: 'binary', maxLength: 40 }),
      async (at, cut, put) => {
        const reply = await readReply(
          Buffer.from(good.slice(0, at) + put + good.slice(at + cut), 'latin1'),
          'waybill.example',
        )
        if (reply === null) return
        expect(reply.text.isWellFormed()).toBe(true)
        expect(reply.text).not.toContain('\0')
      },
    ),
    { numRuns: 300 },
  )
  for (const tag of ['<style', '<div ', '<', '&#x', '</p']) {
    await readReply(Buffer.from(mailOf(['Content-Type: text/html'], tag.repeat(40_000))), 'waybill.example')
  }
})
