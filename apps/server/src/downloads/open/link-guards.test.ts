import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewOf } from '#test/pages/preview-of'
import { Person } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { codeOf, GuardedLinks, grant, PASSWORD, pageOf, unlock } from '#test/transfers/guarded-links'
import { hostileValues } from '../../../test/bad-input/cases/field-cases.ts'

let links: GuardedLinks
beforeAll(async () => {
  links = await GuardedLinks.open()
})
afterAll(() => links?.close())

test('tells every caller that a paused link is paused, and resumes it unchanged', async () => {
  const { id, path, link } = await links.send()
  const reader = links.stranger()
  const granted = await grant(reader, link)
  const described = await reader.call('describeDownload', { body: { grant: granted.body.grant } })
  const [{ url }] = described.body.links
  await links.edit(id, { isPaused: true })
  const page = await pageOf(reader, path)
  expect(page.status).toBe(403)
  expect(page.text).toContain('The sender has paused this link')
  links.expectNothingTold(page.text)
  expect(codeOf(await grant(reader, link))).toBe('transfer-paused')
  expect(codeOf(await reader.call('reportOpened', { body: link }))).toBe('transfer-paused')
  for (const name of ['describeDownload', 'planZip'] as const) {
    expect(codeOf(await reader.call(name, { body: { grant: granted.body.grant } }))).toBe('transfer-paused')
  }
  expect((await reader.fetch(url)).status).toBe(403)
  await links.edit(id, { isPaused: false })
  expect((await pageOf(reader, path)).status).toBe(200)
  expect((await reader.fetch(url)).status).toBe(200)
  await new Recipient(links.app, links.owner, { id, upload: '', path }).until(() => true)
})

describe('a password', () => {
  test('closes the link to every browser that has not shown it, and reveals nothing before', async () => {
    const { id, path, link } = await links.send()
    const [reader, other] = [links.stranger(), links.stranger()]
    const before = await grant(reader, link)
    await links.edit(id, { password: PASSWORD })
    const page = await pageOf(reader, path)
    expect(page.status).toBe(403)
    expect(page.text).toContain('This transfer is locked')
    expect(previewOf(page.text)).toMatchObject({ 'og:title': 'A protected transfer', 'og:description': 'Waybill' })
    links.expectNothingTold(page.text)
    expect(await grant(reader, link)).toMatchObject({
      status: 403,
      body: { code: 'link-locked', facts: { challenges: ['password'] } },
    })
    expect(codeOf(await reader.call('reportOpened', { body: link }))).toBe('link-locked')
    // What was opened before the password existed is closed.
    expect(codeOf(await reader.call('describeDownload', { body: before.body }))).toBe('unknown-field')
    expect(codeOf(await reader.call('describeDownload', { body: { grant: before.body.grant } }))).toBe('grant-expired')
    expect((await unlock(reader, link)).body).toEqual({ isOpen: false, challenges: ['password'] })
    expect(codeOf(await unlock(reader, link, { password: 'open for nobody' }))).toBe('link-password-wrong')
    expect((await unlock(reader, link, { password: PASSWORD })).body).toEqual({ isOpen: true, challenges: [] })
    expect((await pageOf(reader, path)).text).toContain('secret-plan.pdf')
    expect(codeOf(await grant(reader, link))).toBe('done')
    expect(codeOf(await grant(other, link))).toBe('link-locked')
    await links.app.passTime(24 * 3_600_000)
    expect(codeOf(await grant(reader, link))).toBe('link-locked')
    await unlock(reader, link, { password: PASSWORD })
    expect(codeOf(await grant(reader, link))).toBe('done')
    await links.edit(id, { password: 'another one' })
    expect(codeOf(await grant(reader, link))).toBe('link-locked')
    await links.edit(id, { password: null })
    expect(codeOf(await grant(other, link))).toBe('done')
  })

  test('allows ten tries in a quarter of an hour, for one link from one network', async () => {
    const [one, two] = [await links.send('link'), await links.send('link')]
    for (const { id } of [one, two]) await links.edit(id, { password: PASSWORD })
    const guesser = links.stranger()
    const codes = await Promise.all(
      Array.from({ length: 14 }, (_, nth) => unlock(guesser, one.link, { password: `guess ${nth}` }).then(codeOf)),
    )
    expect(codes.filter((code) => code === 'link-password-wrong')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(4)
    expect(codeOf(await unlock(guesser, one.link, { password: PASSWORD }))).toBe('too-many-requests')
    expect(codeOf(await unlock(guesser, two.link, { password: PASSWORD }))).toBe('done')
    expect(codeOf(await unlock(links.stranger(), one.link, { password: PASSWORD }))).toBe('done')
  })

  test('that is right opens the link to any number of browsers of one network', async () => {
    const { id, link } = await links.send('link')
    await links.edit(id, { password: PASSWORD })
    const { ip } = links.stranger()
    for (let nth = 0; nth < 12; nth += 1) {
      const colleague = new Person(links.app, `colleague-${nth}@example.com`, ip)
      expect(codeOf(await unlock(colleague, link, { password: PASSWORD }))).toBe('done')
    }
    const guesser = new Person(links.app, 'guesser@example.com', ip)
    for (let nth = 0; nth < 10; nth += 1) {
      expect(codeOf(await unlock(guesser, link, { password: `guess ${nth}` }))).toBe('link-password-wrong')
    }
    expect(codeOf(await unlock(guesser, link, { password: PASSWORD }))).toBe('too-many-requests')
  })

  test('is requested by a form that needs no scripts', async () => {
    const { id, path, link } = await links.send()
    await links.edit(id, { password: PASSWORD })
    const reader = links.stranger()
    const submit = (fields: Record<string, string>) =>
      reader.fetch('/unlock', { method: 'POST', body: new URLSearchParams({ ...link, ...fields }) })
    const { text } = await pageOf(reader, path)
    expect(text).toMatch(/<form class="closed locked" action="\/unlock" method="post">/)
    const wrong = await submit({ password: 'wrong', lang: 'zh' })
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, `${path}?problem=link-password-wrong&lang=zh`])
    const told = await pageOf(reader, wrong.headers.get('location') ?? '')
    expect(told.text).toContain('这次传输需要密码')
    expect(told.text).toMatch(/<p role="alert" class="take-failed">[^<]*密码/)
    links.expectNothingTold(told.text)
    expect((await pageOf(reader, `${path}?problem=<script>`)).text).toMatch(/<p role="alert" class="take-failed"><\/p>/)
    const right = await submit({ password: PASSWORD, lang: 'en' })
    expect([right.status, right.headers.get('location')]).toEqual([303, `${path}?lang=en`])
    expect((await pageOf(reader, path)).text).toContain('secret-plan.pdf')
    expect((await submit({ slug: 'a/b', password: 'x' })).status).toBe(404)
  })
})

test('tells the visitor of a closed link that it has expired', async () => {
  const { id, path, link } = await links.send()
  await links.edit(id, { password: PASSWORD })
  await links.app.ctx.db.updateTable('transfers').set({ expires_at: sql<Date>`now()` }).where('id', '=', id).execute()
  const page = await pageOf(links.stranger(), path)
  links.expectNothingTold(page.text)
  expect(page.text).toContain('This transfer is locked')
  const reader = links.stranger()
  expect(codeOf(await unlock(reader, link, { password: 'wrong' }))).toBe('link-password-wrong')
  expect(codeOf(await unlock(reader, link, { password: PASSWORD }))).toBe('done')
  const opened = await pageOf(reader, path)
  expect([opened.status, opened.text.includes('Ask for more time')]).toEqual([410, true])
  expect(codeOf(await grant(reader, link))).toBe('transfer-expired')
})

test('refuses invalid values in every field of the call, and never fails', async () => {
  const { id, link } = await links.send()
  await links.edit(id, { password: PASSWORD, onlyProven: true })
  const failed: string[] = []
  for (const field of ['slug', 'user', 'password', 'email', 'code', 'lang', 'role']) {
    for (const value of hostileValues) {
      const answer = await unlock(links.stranger(), link, { [field]: value })
      if (answer.status >= 500) failed.push(`${field} ${JSON.stringify(value).slice(0, 60)} ${answer.status}`)
    }
  }
  expect(failed).toEqual([])
})
