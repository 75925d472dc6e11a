import { plans, soldRoles } from '@waybill/contract/billing/plans'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { contentFigures } from './content-figures.ts'
import { openContent } from './open-content.ts'

const settings = readConfig({ SUPPORT_EMAIL: 'help@acme.example', COMPANY_NAME: 'Acme & Sons' })
const content = openContent(settings)
const both = ['en', 'zh'] as const

const textOf = (slug: string, folder: 'help' | 'legal' = 'help') =>
  JSON.stringify(content.find(folder, 'en', slug)?.blocks)

describe('figures', () => {
  it('are those of the plans', () => {
    const figures = contentFigures(settings, 'en')
    for (const role of ['free', ...soldRoles] as const) {
      const plan = plans[role]
      const bytes = (text: string | undefined) => {
        const [, size, unit] = /^(\d+) (GB|TB)$/.exec(text ?? '') ?? []
        return Number(size) * (unit === 'TB' ? 1e12 : 1e9)
      }
      expect(bytes(figures.get(`${role}.storage`))).toBe(plan.storageBytes)
      expect(bytes(figures.get(`${role}.upload`))).toBe(plan.uploadLimitBytes)
      expect(figures.get(`${role}.recipients`)).toBe(`${plan.recipientLimit}`)
      expect(figures.get(`${role}.files`)).toBe(`${plan.fileLimit}`)
      expect(figures.get(`${role}.monthly`)).toBe(`US$${plan.monthlyPriceUsd}`)
      expect(figures.get(`${role}.yearly`)).toBe(`US$${plan.yearlyPriceUsd}`)
    }
    expect(figures.get('pro.transfers')).toBe('unlimited')
  })

  it('are filled in, none is left', () => {
    for (const language of both)
      for (const folder of ['blog', 'help', 'updates', 'legal', 'stories', 'roadmap'] as const)
        for (const article of content.list(folder, language))
          expect([article.slug, JSON.stringify(article)]).not.toEqual([article.slug, expect.stringContaining('{{')])
  })
})

describe('legal texts', () => {
  it('take the name of the operator as one line', () => {
    expect(() => readConfig({ COMPANY_NAME: 'x'.repeat(201) })).toThrow('COMPANY_NAME must be one line')
    expect(() => readConfig({ COMPANY_NAME: 'a\tb' })).toThrow('COMPANY_NAME must be one line')
  })

  it('name the operator, and say where this server keeps files', () => {
    expect(textOf('privacy-policy', 'legal')).toContain('Acme & Sons')
    expect(textOf('privacy-policy', 'legal')).toContain('help@acme.example')
    expect(textOf('privacy-policy', 'legal')).toContain('AES-256')
    expect(textOf('privacy-policy', 'legal')).not.toContain('Stripe')
    expect(textOf('privacy-policy', 'legal')).not.toContain('Postal address')
  })

  it('name the postal address, mail and scanning as this server has them', () => {
    const own = openContent(readConfig({ COMPANY_ADDRESS: '1 Pier Road, Hong Kong', CLAMD: 'scan.lan:3310' }))
    const privacy = JSON.stringify(own.find('legal', 'en', 'privacy-policy')?.blocks)
    expect(privacy).toContain('Postal address: 1 Pier Road, Hong Kong')
    expect(JSON.stringify(own.find('legal', 'zh', 'terms-of-use')?.blocks)).toContain('1 Pier Road, Hong Kong')
    expect(privacy).toContain('virus scanner that the operator runs')
    expect(textOf('privacy-policy', 'legal')).not.toContain('virus scanner that')
    expect(textOf('report')).toContain('does not scan files')
  })

  it('claim no encryption of files where a store keeps them', () => {
    const s3 = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    }
    const stored = openContent(readConfig(s3)).find('legal', 'en', 'privacy-policy')
    expect(JSON.stringify(stored)).not.toContain('AES-256')
    expect(JSON.stringify(stored)).toContain('object store')
  })
})

describe('the search of the help', () => {
  it.each([
    ['en', 'forgot password', 'account-security'],
    ['en', 'The link has EXPIRED', 'expired-link'],
    ['en', 'encrypt', 'sealed-requests'],
    ['en', 'invoices', 'plans-and-billing'],
    ['en', 'how do I delete my account?', 'your-data'],
    ['zh', '忘记密码', 'account-security'],
    ['zh', '退信', 'bounced-emails'],
    ['zh', '发票', 'plans-and-billing'],
    ['zh', '怎样导出数据', 'your-data'],
    ['zh', 'webhook', 'webhooks'],
  ] as const)('finds in %s by %j %s', (language, query, slug) => {
    expect(
      content
        .searchHelp(language, query)
        .slice(0, 3)
        .map((article) => article.slug),
    ).toContain(slug)
  })

  // One sign, two, several in a question, and text of both scripts: the first article is the one that is meant.
  it.each([
    ['票', 'plans-and-billing'],
    ['团', 'team'],
    ['录', 'record'],
    ['录音', 'record'],
    ['域名', 'own-domain'],
    ['举报', 'report'],
    ['定时', 'send-later'],
    ['退款', 'plans-and-billing'],
    ['加密', 'sealed-requests'],
    ['微信', 'email-or-link'],
    ['WeChat 链接', 'email-or-link'],
    ['ＤＫＩＭ 域名', 'own-domain'],
    ['API密钥', 'api-keys'],
    ['webhook签名', 'webhooks'],
    ['npx 终端', 'command-line'],
    ['zip压缩包', 'download-files'],
    ['链接打不开了怎么办', 'expired-link'],
    ['视频太大，不能发送', 'limits'],
    ['我把文件发错人了', 'change-after-sending'],
    ['怎么删除账户', 'your-data'],
    ['如何退款？', 'plans-and-billing'],
  ])('puts first for the Chinese %j %s', (query, slug) => {
    expect(content.searchHelp('zh', query)[0]?.slug).toBe(slug)
  })

  it('finds few articles for a word that few have, and none for one that none has', () => {
    for (const query of ['票', '发票', '录音', '举报']) expect(content.searchHelp('zh', query)).toHaveLength(1)
    for (const query of ['狗', '钉钉', '狗 cat']) expect([query, content.searchHelp('zh', query)]).toEqual([query, []])
  })

  it.each(['', '   ', '?!', 'xyzzy', '魑魅魍魉', 'the', 'a '.repeat(60)])('takes %j', (query) => {
    expect(content.searchHelp('en', query).length).toBeLessThanOrEqual(content.list('help', 'en').length)
  })

  it('finds nothing where nothing fits', () => {
    expect(content.searchHelp('en', 'xyzzy')).toEqual([])
    expect(content.searchHelp('zh', '魑魅魍魉')).toEqual([])
  })
})
