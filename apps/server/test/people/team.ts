/** A team for tests: an admin with a plan, and people who joined through the links of their mails. */
import type { Role } from '@waybill/contract/billing/plans'
import type { InvitedRole } from '@waybill/contract/workspaces/member-roles'
import type { TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount, PASSWORD } from './account-person.ts'
import { makePerson } from './people.ts'

let addressesMade = 0
export const newAddress = (name = 'member'): string => `${name}-${++addressesMade}@team.example`

/** The token of the newest invitation that the address was mailed. */
export async function inviteTokenOf(app: TestApp, address: string): Promise<string> {
  const mails = await app.mails(address)
  const tokens = mails.flatMap(({ text }) => [...text.matchAll(/\/invite\/([\w-]{22})/g)].map(([, token]) => token))
  const [token] = tokens
  if (token === undefined) throw new Error(`no invitation was mailed to ${address}`)
  return token
}

export const invite = (admin: AccountPerson, emails: string[], role: InvitedRole = 'member') =>
  admin.call('inviteMembers', { body: { emails, role } })

/** Somebody without an account joins by the link of a mail. */
export async function joinAsNew(app: TestApp, address: string, options: { token?: string; password?: string } = {}) {
  const person = makePerson(app, address)
  const token = options.token ?? (await inviteTokenOf(app, address))
  const password = options.password ?? PASSWORD
  const body = { invite: token, newMemberEmail: address, password, fullName: `Name of ${address}` }
  return { person, answer: await person.call('joinTeam', { body }) }
}

/** Somebody with an account accepts the invitation that they were mailed. */
export async function joinAs(app: TestApp, person: AccountPerson, token?: string) {
  return person.call('acceptInvite', { body: { invite: token ?? (await inviteTokenOf(app, person.address)) } })
}

export interface TestTeam {
  admin: AccountPerson
  members: AccountPerson[]
}

/** An admin, and accounts that accepted invitations. */
export async function makeTeam(
  app: TestApp,
  { role = 'business', members = ['member'] }: { role?: Role; members?: InvitedRole[] } = {},
): Promise<TestTeam> {
  const admin = await makeAccount(app, {
    role,
    subscription: 'active',
    email: newAddress('admin'),
    company: 'Lovelace',
  })
  const joined: AccountPerson[] = []
  for (const memberRole of members) {
    const member = await makeAccount(app, { email: newAddress(memberRole) })
    await invite(admin, [member.address], memberRole)
    const { status, body } = await joinAs(app, member)
    if (status !== 200) throw new Error(`could not join: ${JSON.stringify(body)}`)
    joined.push(member)
  }
  return { admin, members: joined }
}
