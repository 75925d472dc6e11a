import { describe, expect, test } from 'vitest'
import { arrived, finished, nowhere, samples, write } from '#test/mail/mail-samples'
import type { TemplateName } from './facts/mail-facts.ts'

const templateNames = Object.keys(samples) as TemplateName[]

describe.each(templateNames.flatMap((name) => [[name, 'en'] as const, [name, 'zh'] as const]))(
  '%s in %s',
  (name, language) => {
    const mail = write(name, {}, language)

    test('loads nothing and runs nothing', () => {
      expect(mail.html).not.toMatch(/<(?:img|script|link|iframe|object|form|svg|video|audio)\b/i)
      expect(mail.html).not.toMatch(/\b(?:src|background|srcset|on\w+)=|url\(|@import/i)
      for (const [, href] of mail.html.matchAll(/href="([^"]*)"/g))
        expect(String(href).replace('/report/', '/d/')).toBe(arrived.link)
    })

    test('names its language, is at most 560 wide, and stays below the size that mail programs clip', () => {
      expect(mail.html).toContain(`<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">`)
      expect(mail.html).toContain('max-width:560px')
      expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000)
    })

    test('has a subject on one line, text, and its origin', () => {
      expect(mail.subject).toMatch(/^\S.*\S$/)
      expect(mail.text).toContain('https://waybill.example')
      expect(mail.text).not.toMatch(/undefined|null|NaN|\[object/)
      expect(mail.html).not.toMatch(/undefined|\bnull\b|NaN|\[object/)
    })

    test('has the same content in its text as in its HTML', () => {
      const shown = mail.html
        .replace(/<style>.*?<\/style>/gs, '')
        .replaceAll('\u2060', '')
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
      const lines = mail.text.split('\n').flatMap((line) => line.replace(/^(?:> | {2})/, '').split('  '))
      for (const line of lines.filter((line) => line !== '-- ')) expect(shown).toContain(line.replace(/[:：]$/, ''))
    })

    test('marks itself as automatic for mail programs', () => {
      expect(mail.headers['Auto-Submitted']).toBe(name.startsWith('files-arrived') ? undefined : 'auto-generated')
    })
  },
)

test('puts the code on a line to itself, once', () => {
  expect(
    write('sender-code')
      .text.split('\n')
      .filter((line) => /^[0-9A-HJKMNP-TV-Z]{5}$/.test(line)),
  ).toEqual(['7K2QX'])
})

describe('files-arrived', () => {
  test('begins with the sender’s verified address and takes replies there', () => {
    const mail = write('files-arrived', { sender: { ...arrived.sender, name: 'PayPal Security' } })
    expect(mail.text).toMatch(/^ada@lovelace\.example sent you 2 files\nada@lovelace\.example, address verified\n/)
    expect(mail.replyTo).toBe('ada@lovelace.example')
    expect(mail.subject).toBe('ada@lovelace.example sent you 2 files')
    expect(mail.text).toContain('address verified\nName: PayPal Security\n')
  })

  test('holds the link, the message, names, sizes and the expiry', () => {
    const { text, html } = write('files-arrived')
    expect(text).toContain(`\n${arrived.link}\n`)
    expect(html).toContain(`href="${arrived.link}"`)
    expect(text).toContain('> Final housing,\n> please quote by Friday.')
    expect(text).toContain('gearbox-housing-r7.dwg  212.4 MB')
    expect(text).toContain('报价/报价 “Q3” №7.pdf  0 B')
    expect(text).toContain('Expires 27 Nov 2026 at 14:00 UTC')
    expect(text).toContain('The sender sees when you download.')
  })

  test('says that a transfer never expires', () => {
    expect(write('files-arrived', { expiresAt: null }).text).toContain('Never expires')
    expect(write('files-arrived', { expiresAt: null }, 'zh').text).toContain('永久有效')
  })

  test('cuts a long list and counts the rest', () => {
    const { text, html } = write('files-arrived', { fileCount: 1_500 })
    expect(text).toContain('and 1498 more')
    expect(html).toContain('and 1498 more')
  })

  test('has no quote without a message', () => {
    const { text, html } = write('files-arrived', { message: ' \n ' })
    expect(text).not.toContain('>')
    expect(html).not.toContain('border-left')
  })

  test('shows markup in names and messages as text', () => {
    const evil = '</td><a href="https://evil.example">x</a><script>1</script>'
    const { html, text } = write('files-arrived', { message: evil, files: [{ path: evil, bytes: 1 }] })
    expect(html).not.toContain('<a href="https://evil')
    expect(html).not.toContain('<script')
    expect(text).toContain(`> ${evil}`)
  })
})

describe('downloads-finished', () => {
  test('names, place, and both clocks', () => {
    const { text, subject, replyTo } = write('downloads-finished')
    expect(subject).toBe('asha@rao-forge.example downloaded 1 file · No. 7kQ2xWd')
    expect(text).toContain('a.dwg  5 B')
    expect(text).toContain('Downloaded in Bengaluru, India')
    expect(text).toContain('20 Sep 2026, 14:02 UTC+5:30 their time')
    expect(text).toContain('20 Sep 2026, 16:32 UTC+8 your time')
    expect(replyTo).toBe('asha@rao-forge.example')
  })

  test('in Chinese', () => {
    const { text } = write('downloads-finished', {}, 'zh')
    expect(text).toContain('下载地点：印度 Bengaluru')
    expect(text).toContain('对方时间：2026年9月20日 14:02（UTC+5:30）')
  })

  test.each([
    ['received', 0, 'asha@rao-forge.example has your file\n\nReceived by their device.\n\nDownloaded in'],
    ['received', 3_000_000, 'has your file\n\n3 MB in doubt: nobody can tell whether it was read.\n\nDownloaded in'],
    [
      'handed-over',
      0,
      'asha@rao-forge.example downloaded 1 file\n\nHanded to your proxy. What happened to it after that is not known.\n\n',
    ],
    [
      'sent-by-proxy',
      0,
      'asha@rao-forge.example downloaded 1 file\n\nSent by your proxy, according to its own report.\n\n',
    ],
    [null, 0, 'asha@rao-forge.example has your file\n\nDownloaded in'],
  ] as const)('states the evidence: %s, %i bytes in doubt', (evidence, doubtBytes, told) => {
    const { text, html } = write('downloads-finished', { evidence, doubtBytes })
    expect(text).toContain(told)
    const isDelivered = evidence === 'received' || evidence === null
    expect([html.includes('Delivered'), html.includes('Handed over')]).toEqual([isDelivered, !isDelivered])
  })

  test('claims nothing that is unknown', () => {
    const files = finished.files.map((file) => ({ ...file, at: nowhere }))
    const { text } = write('downloads-finished', { files, senderTimeZone: null, recipient: null })
    expect(text).toContain('Downloaded in an unknown place')
    expect(text).toContain('20 Sep 2026, 08:32 UTC')
    expect(text).not.toContain('their time')
    expect(text).toContain('Someone with your link')
  })

  test('gives each file its own location if they differ', () => {
    const elsewhere = {
      path: 'b.dwg',
      bytes: 6,
      finishedAt: '2026-09-21T08:32:00.000Z',
      at: { ...nowhere, country: 'HK' },
    }
    const { text } = write('downloads-finished', { files: [...finished.files, elsewhere], fileCount: 2 })
    expect(text).toMatch(/Downloaded in Bengaluru, India; Hong Kong/)
    expect(text).toMatch(/b\.dwg {2}6 B\n(?:.*\n)*? {2}Hong Kong/)
  })
})

test('download-stopped says how much arrived', () => {
  const { text } = write('download-stopped')
  expect(text).toContain('asha@rao-forge.example has 1 of 3 files')
  expect(text).toContain('100 MB of 232.5 MB arrived')
  expect(text).toContain('b.dwg  50 MB of 200 MB')
  expect(text).toContain('and 1 more')
})

test('does not claim in download-stopped that everything which arrived was read', () => {
  const there = { path: 'b.dwg', bytes: 5_000_000, deliveredBytes: 5_000_000 }
  const explain = (files: Array<typeof there>, unfinishedCount = files.length) =>
    write('download-stopped', { files, unfinishedCount, deliveredBytes: 5_000_000, totalBytes: 5_000_000 }).text
  expect(explain([there])).toContain('All 5 MB arrived, but the connection broke before it was clear')
  // An empty file is missing, or one that is not listed here.
  const missing = { path: 'empty.txt', bytes: 0, deliveredBytes: 0 }
  expect(explain([there, missing])).toContain('5 MB of 5 MB arrived, then nothing for an hour')
  expect(explain([there], 2)).toContain('5 MB of 5 MB arrived, then nothing for an hour')
})

test('never lets a line break in a name reach the subject', () => {
  const { subject } = write('file-withdrawn', { path: 'a\r\nBcc: eve@evil.example\u2028.pdf' })
  expect(subject).toBe('File withdrawn: a Bcc: eve@evil.example .pdf')
})

test('new-sign-in names browser, place and time on the reader’s clock, and never makes a link of a browser’s name', () => {
  const mail = write('new-sign-in', { device: 'visit evil.example' })
  expect(mail.text).toContain('Bengaluru, India\n20 Sep 2026, 16:32 UTC+8')
  expect(mail.html).not.toContain('evil.example')
  expect(mail.text).toContain(`Set a new password:\n${arrived.link}`)
})

test('says what a code is for', () => {
  expect(write('sender-code').text).toContain('sending files')
  expect(write('sender-code', { purpose: 'signUp' }).text).toContain('signing up')
  expect(write('sender-code', { purpose: 'signUp' }, 'zh').text).toContain('注册')
  expect(write('sender-code', { purpose: 'newAddress' }).text).toContain(
    'change your account’s email address to this one',
  )
})

test.each(['en', 'zh'] as const)('says in %s that a file opens again about which the scanner was wrong', (language) => {
  const { subject, text } = write('file-withdrawn', { isCleared: true }, language)
  expect(subject).toMatch(language === 'en' ? /^File available again: a\.pdf/ : /^文件已恢复：a\.pdf/)
  expect(text).not.toMatch(/withdrawn|已撤下/)
})
