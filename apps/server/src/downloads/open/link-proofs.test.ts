import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '#test/people/account-person'
import { Recipient } from '#test/people/recipient'
import { codeOf, GuardedLinks, grant, PASSWORD, pageOf, unlock } from '#test/transfers/guarded-links'

let links: GuardedLinks
beforeAll(async () => {
  links = await GuardedLinks.open()
})
afterAll(() => links?.close())

describe('only proven addresses', () => {
  test('open an email transfer: the recipient’s own, by a code to this browser', async () => {
    const { id, address, path, link } = await links.send()
    await links.edit(id, { onlyProven: true })
    const [reader, thief] = [links.stranger(), links.stranger()]
    const page = await pageOf(reader, path)
    expect(page.text).toContain('This transfer is for certain people')
    links.expectNothingTold(page.text, address)
    const asked = await unlock(reader, link, { email: `  ${address.toUpperCase()}` })
    const strange = await unlock(thief, link, { email: 'thief@example.com' })
    expect(asked.body).toEqual({ isOpen: false, challenges: ['code'] })
    expect([strange.status, strange.body]).toEqual([asked.status, asked.body])
    expect((await links.codeFor('thief@example.com')).count).toBe(0)
    const { code, count } = await links.codeFor(address)
    expect(count).toBe(1)
    expect((await pageOf(reader, path)).text).toContain('Enter the code from your email')
    expect((await pageOf(reader, `${path}?step=email`)).text).toContain('This transfer is for certain people')
    expect(codeOf(await unlock(thief, link, { code }))).toBe('code-wrong')
    expect(codeOf(await unlock(links.stranger(), link, { code }))).toBe('code-expired')
    expect(await unlock(reader, link, { code: '00000' })).toMatchObject({
      body: { code: 'code-wrong', facts: { triesLeft: 4 } },
    })
    expect(codeOf(await unlock(reader, link, { code: 'many' }))).toBe('code-malformed')
    expect((await unlock(reader, link, { code: code.toLowerCase() })).body).toEqual({ isOpen: true, challenges: [] })
    expect((await pageOf(reader, path)).text).toContain('secret-plan.pdf')
    expect([codeOf(await grant(reader, link)), codeOf(await grant(thief, link))]).toEqual(['done', 'link-locked'])
    await links.edit(id, { onlyProven: false })
    await links.edit(id, { onlyProven: true })
    expect(codeOf(await grant(reader, link))).toBe('link-locked')
  })

  test('on its list open a link transfer, each as themselves, until they are removed', async () => {
    const { id, path, link } = await links.send('link')
    const mei = `mei-${id.toLowerCase()}@example.com`
    const added = await links.owner.call('addRecipients', {
      params: { transfer: id },
      body: { emailTo: [{ email: mei }] },
    })
    await links.edit(id, { onlyProven: true })
    const reader = links.stranger()
    await unlock(reader, link, { email: 'nobody@example.com' })
    await unlock(reader, link, { email: mei })
    expect((await links.codeFor('nobody@example.com')).count).toBe(0)
    expect((await unlock(reader, link, { code: (await links.codeFor(mei)).code })).body.isOpen).toBe(true)
    const taken = new Recipient(links.app, links.owner, { id, upload: '', path })
    const granted = await grant(reader, link)
    const described = await reader.call('describeDownload', { body: { grant: granted.body.grant } })
    expect(described.body.transfer.recipient).toBe(mei)
    for (const { url } of described.body.links) await (await reader.fetch(url)).bytes()
    await taken.untilFinished(2)
    const [, listed] = added.body.transfer.recipients
    const record = await (await links.owner.fetch(`/getQs?slug=${link.slug}`)).json()
    expect(record.allDocs[0].recipients).toMatchObject([
      { email: null, downloads: 0 },
      { email: mei, downloads: 2, deliveredBytes: 90_501 },
    ])
    expect(record.allDocs[0].total_downloads).toBe(2)
    await links.owner.call('removeRecipient', { params: { transfer: id, recipient: listed._id } })
    expect(codeOf(await grant(reader, link))).toBe('link-locked')
    expect((await reader.fetch(described.body.links[0].url)).status).toBe(404)
  })

  test('include those that an account has proven by signing up', async () => {
    const reader = await makeAccount(links.app)
    const { id, link } = await links.send('link')
    await links.owner.call('addRecipients', {
      params: { transfer: id },
      body: { emailTo: [{ email: reader.address }] },
    })
    await links.edit(id, { onlyProven: true })
    expect([codeOf(await grant(reader, link)), codeOf(await grant(links.stranger(), link))]).toEqual([
      'done',
      'link-locked',
    ])
  })

  test('are recorded as proven by an account, once a day, on the receipt too', async () => {
    const reader = await makeAccount(links.app)
    const { id, link } = await links.send('link')
    const added = await links.owner.call('addRecipients', {
      params: { transfer: id },
      body: { emailTo: [{ email: reader.address }] },
    })
    const recipient = added.body.transfer.recipients.find(
      ({ email }: { email: string }) => email === reader.address,
    )._id
    await links.edit(id, { onlyProven: true })
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const proofs = async () =>
      (
        await links.app.ctx.db
          .selectFrom('events')
          .select(['kind', 'detail', 'recipient_id'])
          .where('transfer_id', '=', id)
          .where('kind', 'in', ['proven', 'opened'])
          .orderBy('place')
          .execute()
      ).map(({ kind, detail, recipient_id }) => [kind, detail, recipient_id])
    await reader.fetch(`/w/${link.slug}`)
    expect(await proofs()).toEqual([])
    await Promise.all([1, 2, 3].map(() => reader.call('reportOpened', { body: link, headers: firefox })))
    await reader.call('grantDownload', { body: { ...link, files: 'all' }, headers: firefox })
    expect(await proofs()).toEqual([
      ['proven', 'account', recipient],
      ['opened', null, recipient],
    ])
    const { body } = await links.owner.call('readReceipt', { params: { transfer: id, recipient } })
    expect(body.receipt.identity).toMatchObject({ by: 'account' })
    await links.app.passTime(86_400_000)
    await reader.call('reportOpened', { body: link, headers: firefox })
    expect((await proofs()).filter(([kind]) => kind === 'proven')).toHaveLength(2)
  })

  test('are not recorded for signed-in visitors where no proof is required', async () => {
    const reader = await makeAccount(links.app)
    const { id, link } = await links.send('link')
    await links.owner.call('addRecipients', {
      params: { transfer: id },
      body: { emailTo: [{ email: reader.address }] },
    })
    await grant(reader, link)
    const kinds = await links.app.ctx.db.selectFrom('events').select('kind').where('transfer_id', '=', id).execute()
    expect(kinds.map(({ kind }) => kind)).not.toContain('proven')
  })

  test('allow five tries of a code for ten minutes, one use, and few codes an hour for a caller', async () => {
    const { id, address, link } = await links.send()
    await links.edit(id, { onlyProven: true })
    const reader = links.stranger()
    await unlock(reader, link, { email: address })
    expect(codeOf(await unlock(links.stranger(), link, { email: address }))).toBe('too-many-codes')
    const { code } = await links.codeFor(address)
    const wrong = code === '11111' ? '22222' : '11111'
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => unlock(reader, link, { code: wrong }).then(codeOf)),
    )
    expect(tries.filter((one) => one === 'code-wrong')).toHaveLength(5)
    expect(codeOf(await unlock(reader, link, { code }))).toBe('code-expired')
    await links.app.passTime(3_000)
    const next = links.stranger()
    await unlock(next, link, { email: address })
    await links.app.passTime(601_000)
    expect(codeOf(await unlock(next, link, { code: (await links.codeFor(address)).code }))).toBe('code-expired')
    expect(codeOf(await unlock(next, link, { email: 'no address' }))).toBe('invalid-recipient')
    for (let nth = 2; nth < 5; nth += 1) {
      await links.app.passTime(3_000)
      expect(codeOf(await unlock(links.stranger(), link, { email: address }))).toBe('done')
    }
    await links.app.passTime(3_000)
    expect(codeOf(await unlock(links.stranger(), link, { email: address }))).toBe('proof-required')
  })

  test('are requested before or after a password, one after the other', async () => {
    const { id, address, link } = await links.send()
    await links.edit(id, { onlyProven: true, password: PASSWORD })
    const reader = links.stranger()
    expect((await unlock(reader, link)).body.challenges).toEqual(['password', 'email'])
    expect((await unlock(reader, link, { password: PASSWORD })).body.challenges).toEqual(['email'])
    await unlock(reader, link, { email: address })
    expect((await unlock(reader, link, { code: (await links.codeFor(address)).code })).body).toEqual({
      isOpen: true,
      challenges: [],
    })
  })
})
