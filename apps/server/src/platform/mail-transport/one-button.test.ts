import { describe, expect, it } from 'vitest'
import { samples, write } from '#test/mail/mail-samples'
import type { TemplateName } from './mail-facts.ts'

/** Codes are typed on a page that is already open; for a deleted account there is no page. */
const WITHOUT: readonly TemplateName[] = ['sender-code', 'link-code', 'access-request-code', 'account-deleted']
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
      expect(label.trim()).not.toBe('')
      expect(text).toContain(href.replaceAll('&amp;', '&'))
    },
  )

  it.each(WITHOUT)('puts no button into %s', (name) => {
    expect([...write(name, {}, language).html.matchAll(buttons)]).toEqual([])
  })
})

it('offers a visitor to keep the transfer through the button', () => {
  const follow = { link: 'https://waybill.example/welcomeback?slug=7kQ2xWd&email=a%40b.example', isOwn: false }
  const { html, text } = write('downloads-finished', { follow })
  expect(html).toContain('Keep and track this transfer')
  expect(text).toContain(follow.link)
})

it('sends a mail that an earlier version queued without the button', () => {
  const { html } = write('downloads-finished', { follow: undefined } as never)
  expect([...html.matchAll(buttons)]).toEqual([])
})
