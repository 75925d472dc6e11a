import { accentOf } from '@waybill/contract/branding/accent'
import { ourBranding, type PageBranding } from '@waybill/contract/branding/page-branding'
import { expect, test } from 'vitest'
import { arrived } from '#test/mail/mail-samples'
import { writeMail } from './write-mail.ts'

const company = {
  name: 'Lovelace & Co. evil.example',
  logo: { light: { path: '/brand/abc/page', width: 400, height: 100 }, dark: null },
  accent: accentOf('#7fc4ff'),
  welcome: 'Welcome',
  background: '/brand/def/page',
}
const write = (branding: PageBranding | undefined, language: 'en' | 'zh' = 'en') =>
  writeMail(
    {
      template: 'files-arrived',
      to: 'asha@rao-forge.example',
      language,
      facts: arrived,
      ...(branding && { branding }),
    },
    { messageId: 'x@waybill.example', origin: 'https://waybill.example' },
  )

test('a mail of a visitor and of the free plan has our mark and says that it was sent with Waybill', () => {
  const { html, text } = write(ourBranding)
  expect(html).toMatch(/letter-spacing:-0\.2px[^>]*>Waybill<\/td>/)
  expect(text).toMatch(/-- \nSent with Waybill, https:\/\/waybill\.example\nReport this transfer:\n/)
  expect(html).not.toContain('<img')
  expect(write(ourBranding, 'zh').text).toMatch(/-- \n通过 Waybill 发送：https:\/\/waybill\.example\n举报此传输：\n/)
})

test('a plan with the line alone has no mark of ours at the top', () => {
  const { html, text } = write({ mark: 'line', company: null })
  expect(html).not.toMatch(/>Waybill<\/td>/)
  expect(html).toContain('Sent with Waybill, https://waybill.example')
  expect(text).toContain('Sent with Waybill')
})

test('without the line nothing names us but the links', () => {
  const { html, text, subject } = write({ mark: 'none', company: null })
  expect(html.replaceAll(/https:\/\/waybill\.example\S*/g, '')).not.toMatch(/Waybill/)
  expect(text).not.toMatch(/Waybill/)
  expect(text).toMatch(/-- \nReport this transfer:\nhttps:\S+\n$/)
  expect(subject).toBe('ada@lovelace.example sent you 2 files')
  expect(write({ mark: 'none', company }).text).toMatch(/-- \nLovelace & Co\. evil\.example\nReport this transfer:\n/)
})

test('a company’s mail has its logo with the name as text, and its colour on the button', () => {
  const { html } = write({ mark: 'line', company })
  const [image = ''] = /<img[^>]*>/.exec(html) ?? []
  expect(image).toContain('src="https://waybill.example/brand/abc/mail"')
  expect(image).toContain('width="176" height="44"')
  expect(image).toContain('alt="Lovelace &amp; Co. evil.example"')
  expect(html.match(/<img/g)).toHaveLength(1)
  const { accent } = accentOf('#7fc4ff').light
  expect(html).toContain(`<td align="center" bgcolor="${accent}" style="background:${accent};`)
  expect(html).not.toContain('/brand/def')
})

test('a name without a logo is text that no mail program links', () => {
  const { html } = write({ mark: 'none', company: { ...company, logo: null, accent: null } })
  expect(html).toContain('Lovelace &amp; Co. evil.\u2060example')
  expect(html).toContain('bgcolor="#C8371B"')
})
