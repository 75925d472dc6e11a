import { describe, expect, test } from 'vitest'
import { arrived, daily, finished, listed, nowhere, opened, person, write } from '#test/mail/mail-samples'
import { writeMail } from './write-mail.ts'

test('tells the reader of an alert and their mail program how to stop such mails', () => {
  const muteLink = 'https://waybill.example/mute/abc'
  for (const [language, label] of [
    ['en', 'Stop these emails: '],
    ['zh', '不再接收此类邮件：'],
  ] as const) {
    const order = { template: 'downloads-finished', to: 'ada@lovelace.example', language, facts: finished } as const
    const mail = writeMail({ ...order, muteLink }, { messageId: 'id', origin: 'https://waybill.example' })
    expect(mail.text.endsWith(`${label}${muteLink}\n`)).toBe(true)
    expect(mail.html).toContain(`<a class="soft" href="${muteLink}"`)
    expect(mail.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${muteLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  }
  expect(Object.keys(write('downloads-finished').headers)).not.toContain('List-Unsubscribe')
})

describe('transfer-opened', () => {
  test('names who, when on both clocks, where, and with which device', () => {
    const { subject, text, replyTo } = write('transfer-opened')
    expect(subject).toBe('asha@rao-forge.example opened your transfer · No. 7kQ2xWd')
    expect(text).toContain(
      [
        'asha@rao-forge.example',
        '  20 Sep 2026, 14:02 UTC+5:30 their time',
        '  20 Sep 2026, 16:32 UTC+8 your time',
        '  Bengaluru, India',
        '  Firefox on Linux',
      ].join('\n'),
    )
    expect(replyTo).toBe('asha@rao-forge.example')
  })

  test('lists several people in one mail and counts the rest', () => {
    const { subject, text, replyTo } = write('transfer-opened', { openingCount: 200 })
    expect(subject).toBe('200 people opened your transfer · No. 7kQ2xWd')
    expect(text).toContain('and 199 more')
    expect(replyTo).toBeNull()
  })

  test('claims nothing unknown and never makes a link of a device’s name', () => {
    const unknown = { recipient: null, openedAt: opened.openings[0]?.openedAt ?? '', device: null, at: nowhere }
    expect(write('transfer-opened', { openings: [unknown] }, 'zh').text).toContain('未知地点\n  未知设备')
    const odd = { ...unknown, device: 'visit evil.example' }
    expect(write('transfer-opened', { openings: [odd] }).html).not.toContain('evil.example')
  })
})

test('downloads-listed names each file, who downloaded it, and whether again', () => {
  const { subject, text } = write('downloads-listed')
  expect(subject).toBe('2 downloads of No. 7kQ2xWd')
  expect(text).toContain(
    '报价/报价 “Q3” №7.pdf  5 MB\n  asha@rao-forge.example\n  20 Sep 2026, 14:02 UTC+5:30 their time',
  )
  expect(text).toContain('3 files in one zip  9 MB\n  Someone with your link, again\n')
  const [first] = listed.downloads
  if (!first) throw new Error('the sample has one')
  const handed = { ...first, evidence: 'handed-over', doubtBytes: 0 } as const
  const doubted = { ...first, evidence: 'received', doubtBytes: 3_000_000 } as const
  const rests = write('downloads-listed', { downloads: [handed, doubted] }).text
  expect(rests).toContain(
    'asha@rao-forge.example\n  Handed to your proxy. What happened to it after that is not known.\n  20 Sep',
  )
  expect(rests).toContain('asha@rao-forge.example\n  3 MB in doubt: nobody can tell whether it was read.\n  20 Sep')
  expect(write('downloads-listed', { downloadCount: 500 }).text).toContain('and 498 more')
  expect(write('downloads-listed', {}, 'zh').subject).toBe('编号 7kQ2xWd 有 2 次下载')
})

test('files-waiting says whose files expire when, with the recipient’s own link', () => {
  const { subject, text, replyTo } = write('files-waiting')
  expect(subject).toBe('Your 2 files from ada@lovelace.example expire on 27 Nov 2026')
  expect(text).toMatch(
    /^2 files from ada@lovelace\.example are still waiting for you\nada@lovelace\.example, address verified\n/,
  )
  expect(text).toContain('Expires 27 Nov 2026 at 14:00 UTC')
  expect(text).toContain('https://waybill.example/d/7kQ2xWd/')
  expect(text).toContain('This is the only reminder.')
  expect(replyTo).toBe('ada@lovelace.example')
  expect(write('files-waiting', { fileCount: 1 }).subject).toBe(
    'Your file from ada@lovelace.example expires on 27 Nov 2026',
  )
  expect(write('files-waiting', {}, 'zh').subject).toBe('ada@lovelace.example 发给您的 2 个文件将于 2026年11月27日到期')
})

describe('not-fetched', () => {
  test('says who, how long the link still works, and where to resend it', () => {
    const { subject, text } = write('not-fetched')
    expect(subject).toBe(
      'asha@rao-forge.example has not downloaded all your files: the link expires in 2.2 days · No. 7kQ2xWd',
    )
    expect(text).toContain('Expires 20 Sep 2026, 16:32 UTC+8')
    expect(text).toContain('Opened the page')
    expect(text).toContain(arrived.link)
    expect(write('not-fetched', {}, 'zh').subject).toBe(
      'asha@rao-forge.example 尚未下载您的文件，2.2 天后到期 · 编号 7kQ2xWd',
    )
  })

  test('covers several people, an open link, and a sender without an account', () => {
    expect(write('not-fetched', { recipientCount: 3, daysLeft: 1 }).subject).toBe(
      '3 people have not downloaded all your files: the link expires in 1 day · No. 7kQ2xWd',
    )
    const byLink = write('not-fetched', {
      recipients: [{ address: null, hasOpened: false }],
      follow: { link: 'https://waybill.example/welcomeback', isOwn: false },
    })
    expect(byLink.subject).toBe('Nobody has downloaded all your files: the link expires in 2.2 days · No. 7kQ2xWd')
    expect(byLink.text).toContain('Write to them')
    expect(byLink.text).not.toMatch(/opened/i)
    expect(byLink.html).toContain('Keep and track this transfer')
  })
})

test('the digest lists what people did with each transfer', () => {
  const stopped = { ...person, recipient: null, finishedCount: 0, hasRepeated: true, isStalled: true }
  const [first] = daily.transfers
  if (!first) throw new Error('the sample has one')
  const transfers = [{ ...first, people: [person, stopped], personCount: 9 }]
  const { subject, text } = write('digest', { transfers, transferCount: 4 })
  expect(subject).toBe('Your daily summary: activity on 4 transfers')
  expect(text).toContain(
    'No. 7kQ2xWd · a.dwg and 2 more\n\nasha@rao-forge.example\n  opened the transfer, downloaded 2 files\n',
  )
  expect(text).toContain(
    'Someone with your link\n  opened the transfer, downloaded again, has not finished downloading\n',
  )
  expect(text).toContain('and 7 more\n')
  expect(text).toContain('and 3 more transfers')
  expect(text).toContain(`View your transfers:\n${arrived.link}`)
  const sent = { ...person, evidence: 'sent-by-proxy', doubtBytes: 0 } as const
  expect(write('digest', { transfers: [{ ...first, people: [sent] }] }).text).toContain(
    'downloaded 2 files\n  Sent by your proxy, according to its own report.\n',
  )
  expect(write('digest', { transfers: [{ ...first, title: 'Housing' }] }).text).toContain(
    'Housing · No. 7kQ2xWd · a.dwg and 2 more\n',
  )
  expect(write('digest', {}, 'zh').text).toContain('已打开，已下载 2 个文件')
})
