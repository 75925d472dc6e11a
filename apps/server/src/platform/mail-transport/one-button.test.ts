import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { samples, write } from '#test/mail/mail-samples'
import type { TemplateName } from './facts/mail-facts.ts'

/** Codes are typed on a page that is already open; for a deleted account there is no page. */
const WITHOUT: readonly string[] = ['sender-code', 'link-code', 'access-request-code', 'account-deleted']

/** Their links are made by what they are handed to: `tellAccount`, `mailSupplier`. */
const LINKED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['new-sign-in', 'session-reused', 'password-changed', 'factor-changed'],
  ...['files-asked', 'files-asked-again', 'item-sent-back'],
])

interface Target {
  /** What its code makes the link from. A mail that has several ways names each. */
  from: readonly string[]
  en: string
  zh: string
}

const target = (en: string, zh: string, ...from: string[]): Target => ({ en, zh, from })
const record = ['View transfer', '查看这次传输'] as const
const download = ['Download files', '下载文件', 'paths.receivedTransfer(', 'paths.sharedTransfer('] as const
const ownPage = 'paths.request(request.slug, requestToken('

/** Where each mail leads, and what its button says. A new mail gets a row: the very thing, never a general page. */
const targets: Record<string, Target> = {
  'extension-requested': target('Extend by 48 hours', '延长 48 小时', 'paths.extension(token)'),
  'access-requested': target('Add them', '添加对方', 'paths.extension(token)'),
  'extension-granted': target(...download),
  'files-arrived': target(...download),
  'files-arrived-again': target(...download),
  'files-waiting': target(download[0], download[1], download[2]),
  'downloads-finished': target(...record, 'senderAddress, recipientId })'),
  'download-stopped': target(...record, 'senderAddress, recipientId })'),
  'transfer-opened': target(...record, 'recipientId: only?.recipientId })'),
  'downloads-listed': target(...record, 'follow: senderLink('),
  'not-fetched': target('Resend the link', '重新发送', 'senderAddress, recipientId })'),
  digest: target(...record, 'paths.transferRecord(first.slug)', 'paths.transfers'),
  'files-asked': target('Send files', '发送文件', ownPage),
  'files-asked-again': target('Send files', '发送文件', ownPage),
  'item-sent-back': target('Send it again', '重新发送', ownPage),
  'submission-receipt': target('View your submission', '查看我的页面', 'link: await ownLink('),
  'submission-arrived': target('Review files', '查看文件', 'paths.requestRecord(request.slug, supplier.id)'),
  'comments-written': target(
    'Read and reply',
    '查看并回复',
    'paths.requestRecord(request.slug, first.supplier_id, first.item_id)',
    'threadAnchor(first.item_id)',
  ),
  'inbox-full': target('Free up storage', '释放空间', 'paths.library'),
  'file-withdrawn': target(...record, 'follow: senderLink(', 'supplierLink: await ownLink('),
  'transfer-reported': target('Open the desk', '打开运营台', 'paths.reportDesk(transfer.slug)'),
  'not-sent': target('Open the transfer', '打开传输', 'paths.transferRecord(slug)'),
  'upload-broke-off': target('Continue the upload', '继续上传', 'paths.home : paths.transferRecord(slug)'),
  'arrival-changed': target('View the transfer', '查看此传输', ...download.slice(2)),
  'transfer-blocked': target(...record, 'follow = senderLink('),
  'infected-arrived': target('View the transfer', '查看此传输', ...download.slice(2)),
  'new-sign-in': target('Set a new password', '设置新密码', 'paths.forgotPassword(account.email)'),
  'session-reused': target('Set a new password', '设置新密码', 'paths.forgotPassword(account.email)'),
  'password-reset': target('Set a new password', '设置新密码', 'paths.resetPassword(token)'),
  'password-changed': target('Set a new password', '设置新密码', 'paths.forgotPassword(account.email)'),
  'factor-changed': target('Undo the change', '撤销更改', 'offerTakeBack('),
  'email-changed': target('Undo the change', '撤销更改', 'offerTakeBack('),
  'anchor-made': target('View all anchors', '查看所有锚点', 'paths.anchors'),
  'webhook-paused': target('View your webhooks', '查看您的 Webhook', 'paths.accountWebhooks'),
  'conversation-message': target('Open the desk', '打开运营台', 'paths.conversationDesk(conversationId)'),
  'conversation-answered': target('Open the conversation', '打开对话', 'paths.conversation)'),
  'conversation-files-refused': target('Open the conversation', '打开对话', 'paths.conversation)'),
  'trial-ending': target('Review your trial', '查看试用', 'paths.trialEnding'),
  'plan-charged': target('View your invoices', '查看账单', 'paths.invoices'),
  'prepaid-bought': target('View your invoices', '查看账单', 'paths.invoices'),
  'payment-failed': target('Change the card', '更换银行卡', 'paths.cardLink('),
  'plan-ended': target('View the plans', '查看方案', 'paths.plans'),
  'prepaid-ending': target('Extend Business', '续期商务版', 'paths.plans'),
  'team-invite': target('View invitation', '查看邀请', 'paths.invite(token)'),
  'team-joined': target('View your team', '查看团队', 'paths.team)'),
  'team-removed': target('Sign in', '登录', 'paths.login)'),
  'team-handover-asked': target('Answer in your account', '在账户中答复', 'paths.accountProfile)'),
  'team-handed-over': target('View your team', '查看团队', 'paths.team : paths.accountProfile'),
  'team-factor-required': target('Set it up', '立即设置', 'paths.accountSecurity)'),
  'team-over-seats': target('See plans', '查看方案', 'paths.plans : paths.transfers'),
  'host-wrong': target('See what is wrong', '查看问题', 'paths.domain)'),
  'mail-domain-failed': target('View email domain', '查看邮件域名', 'paths.mailDomain)'),
  'mail-domain-test': target('View email domain', '查看邮件域名', 'paths.mailDomain)'),
  'transfer-shared': target('View transfer', '查看传输', 'paths.transferRecord(share.slug)'),
  'request-shared': target('View request', '查看请求', 'paths.requestRecord(share.slug)'),
}

const buttons = /<td align="center" bgcolor[^>]*><a href="([^"]+)"[^>]*>([^<]+)<\/a>/g
const names = Object.keys(samples) as TemplateName[]

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  it.each(names.filter((name) => !WITHOUT.includes(name)))(
    'puts one button into %s, and the same link into its text',
    (name) => {
      const { html, text } = write(name, {}, language)
      const found = [...html.matchAll(buttons)]
      expect(found).toHaveLength(1)
      const [, href = '', label = ''] = found[0] ?? []
      expect(href).toMatch(/^https:\/\/waybill\.example\/./)
      expect(label.trim()).toBe(targets[name]?.[language])
      expect(text).toContain(href.replaceAll('&amp;', '&'))
    },
  )

  it.each(WITHOUT as TemplateName[])('puts no button into %s', (name) => {
    expect([...write(name, {}, language).html.matchAll(buttons)]).toEqual([])
  })
})

describe('the code that queues a mail', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|^platform\/(?:mail-transport|security-log)\//.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => /queueMail|tellAccount|mailSupplier|linkTo/.test(text))

  it.each(names.filter((name) => !WITHOUT.includes(name)))('leads %s to the very thing', (name) => {
    const { from = ['a row in `targets`'] } = targets[name] ?? {}
    const queueing = files.filter((text) => LINKED_ELSEWHERE.has(name) || text.includes(`'${name}'`))
    for (const part of from)
      expect(
        queueing.some((text) => text.includes(part)),
        part,
      ).toBe(true)
  })
})

it('says what the page behind the button shows', () => {
  const { text } = write('downloads-finished')
  expect(text).toContain('shows when each file was downloaded, and has the receipt.')
})

it('offers a visitor to keep the transfer through the button', () => {
  const follow = { link: 'https://waybill.example/welcomeback?slug=7kQ2xWd&email=a%40b.example', isOwn: false }
  const { html, text } = write('downloads-finished', { follow })
  expect(html).toContain('Keep and track this transfer')
  expect(text).toContain('Sign up with this address to keep the transfer')
  expect(text).toContain(follow.link)
})

it('sends a mail that an earlier version queued without the button', () => {
  const { html } = write('downloads-finished', { follow: undefined } as never)
  expect([...html.matchAll(buttons)]).toEqual([])
})
