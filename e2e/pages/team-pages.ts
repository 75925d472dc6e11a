import type { Page } from '@playwright/test'
import { expect, newAddress } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, signUp } from './account-pages.ts'

type Visitors = (options?: object) => Promise<Page>

/** An admin and two members, each in a browser; they joined through the links of their mails. */
export async function makeTeam(
  waybill: WaybillServer,
  newVisitor: Visitors,
  names: readonly string[],
  options: object = {},
) {
  const people = names.map((name) => ({ name, email: newAddress(name.split(' ')[0]?.toLowerCase() ?? '') }))
  const pages: Page[] = []
  for (const person of people) {
    const page = await newVisitor(options)
    await signUp(page, waybill, person, null)
    pages.push(page)
  }
  const [admin, ...members] = pages as [Page, ...Page[]]
  const [boss, ...others] = people as [(typeof people)[number], ...typeof people]
  await waybill.setPlan(boss.email, { role: 'business' })
  const emails = others.map(({ email }) => email)
  await callAs(admin, 'inviteMembers', { body: { emails, role: 'member' } })
  for (const [nth, page] of members.entries()) {
    await callAs(page, 'acceptInvite', { body: { invite: await inviteToken(waybill, emails[nth] ?? '') } })
  }
  // Everybody knows everybody.
  for (const page of pages) await page.goto('/dash')
  return { admin, members, people }
}

async function inviteToken(waybill: WaybillServer, address: string): Promise<string> {
  const token = async () =>
    (await waybill.allMails())
      .filter(({ to }) => to === address)
      .flatMap(({ text }) => /\/invite\/([\w-]{22})/.exec(text)?.[1] ?? [])[0] ?? ''
  await expect.poll(token, { timeout: 30_000 }).not.toBe('')
  return token()
}
