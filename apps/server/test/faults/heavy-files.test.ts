/** Files that take long to draw delay only themselves, and one sender's delay nobody else's. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { makePerson, type Person, type SentFile } from '#test/people/people'
import { halves, heavyPdf } from '#test/storage/picture-files'

let inbox: SmtpInbox
let app: TestApp
beforeAll(async () => {
  inbox = await openSmtpInbox()
  app = await makeTestApp({ env: { SMTP_URL: inbox.url } })
})
afterAll(async () => {
  await app.close()
  await inbox.close()
})

const to = (address: string) => inbox.mails.filter(({ recipients }) => recipients.includes(address))

async function askCode(person: Person): Promise<string> {
  const before = to(person.address).length
  await person.call('requestSenderCode', { body: { email: person.address } })
  await until(() => to(person.address).length > before)
  return /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(to(person.address).at(-1)?.parsed.text ?? '')?.[0] ?? ''
}

async function provenPerson(): Promise<Person> {
  const person = makePerson(app)
  await person.call('confirmSenderCode', { body: { email: person.address, verifyId: await askCode(person) } })
  return person
}

async function save(person: Person, files: SentFile[]): Promise<string> {
  const plan = await person.plan({ files })
  await person.upload(plan, files)
  const { status } = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(status).toBe(200)
  return plan.upload
}

const drawn = async (upload: string): Promise<number> =>
  (
    await sql`select from thumbnails t join files f on f.id = t.file_id where f.upload_id = ${upload}`.execute(
      app.ctx.db,
    )
  ).rows.length

test('sends codes and draws another sender’s picture while one sender’s heavy files wait for their turn', async () => {
  const [heavy, light] = [await provenPerson(), await provenPerson()]
  const pdf = heavyPdf()
  const many = Array.from({ length: 12 }, (_none, nth) => ({
    path: `${nth}.pdf`,
    content: Buffer.concat([pdf, Buffer.from(`% ${nth}`)]),
  }))
  const waiting = await save(heavy, many)
  await until(() => app.ctx.pictures.pids().length > 0)
  const photo = await save(light, [{ path: 'photo.png', content: await halves(80, 60).png().toBuffer() }])
  await until(async () => (await drawn(photo)) === 1, 50_000)
  expect(await askCode(makePerson(app))).toMatch(/^\w{5}$/)
  expect(await drawn(waiting)).toBeLessThan(many.length)
})
