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

  it.each(['', '   ', '?!', 'xyzzy', '魑魅魍魉', 'the', 'a '.repeat(60)])('takes %j', (query) => {
    expect(content.searchHelp('en', query).length).toBeLessThanOrEqual(content.list('help', 'en').length)
  })

  it('finds nothing where nothing fits', () => {
    expect(content.searchHelp('en', 'xyzzy')).toEqual([])
    expect(content.searchHelp('zh', '魑魅魍魉')).toEqual([])
  })
})
