import { expect, test } from 'vitest'
import { arrived, write } from '#test/mail/mail-samples'

test('extension-requested names the requester, the files and when the link expired, and replies go to the requester', () => {
  const { subject, text, html, replyTo } = write('extension-requested')
  expect(subject).toBe('asha@rao-forge.example asked for more time · No. 7kQ2xWd')
  expect(text).toContain('报价/报价 “Q3” №7.pdf and 1 more\nThe link expired on 20 Sep 2026, 16:32 UTC+8')
  expect(text).toContain(`Extend by 48 hours:\n${arrived.link}`)
  expect(html).toContain(`href="${arrived.link}"`)
  expect(replyTo).toBe('asha@rao-forge.example')
  expect(write('extension-requested', {}, 'zh').subject).toBe('asha@rao-forge.example 请求延长有效期 · 编号 7kQ2xWd')
  expect(write('extension-requested', { fileName: null, fileCount: 0 }).text).not.toContain('null')
})

test('never turns a file name into a link', () => {
  expect(write('access-requested', { fileName: 'evil.example' }).html).not.toContain('evil.example')
})

test('access-requested names whose link is in use', () => {
  const { subject, text } = write('access-requested')
  expect(subject).toBe('asha@rao-forge.example asked for their own link · No. 7kQ2xWd')
  expect(text).toContain('They are using the link of ida@rao-forge.example')
  expect(write('access-requested', { through: null }).text).not.toContain('the link of')
})

test('extension-granted gives the new expiry on the sender’s clock and on the reader’s', () => {
  const { subject, text, replyTo } = write('extension-granted')
  expect(subject).toBe('ada@lovelace.example gave you more time')
  expect(text).toContain(
    'Your link works again until:\n20 Sep 2026, 16:32 UTC+8 their time\n20 Sep 2026, 14:02 UTC+5:30 your time',
  )
  expect(replyTo).toBe('ada@lovelace.example')
  const chinese = write('extension-granted', {}, 'zh').text
  expect(chinese).toContain('对方时间：2026年9月20日 16:32（UTC+8）\n您的时间：2026年9月20日 14:02（UTC+5:30）')
  expect(write('extension-granted', { expiresAt: null }).text).toContain('no longer expires')
  expect(write('extension-granted', { readerTimeZone: null, senderTimeZone: null }).text).toContain('08:32 UTC')
})
