import { Problem } from '@waybill/contract/core/problems'
import type { SecondFactorAsked, SignedIn } from '@waybill/contract/identity/session-endpoints'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { finishSso as endpoint } from '@waybill/contract/workspaces/sso-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import {
  type Account,
  cleanedName,
  ensureDevice,
  findAccount,
  findAccountOfAddress,
  hashPassword,
  insertAccount,
  lockAccount,
} from '../../identity/accounts/index.ts'
import { askSecondFactor, type Browser, commitSignIn, type SignInNeeds, signIn } from '../../identity/sessions/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Call } from '../../platform/http/bind.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { isAbout, noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { findLinked, findSso, linkSubject, noteSsoTried, type StoredSso } from '../index.ts'
import { noteJoinedByCompany, takeCompanySeat } from '../team/index.ts'
import { takeAttempt } from './attempt.ts'
import { requireOnPlan, triesPerNetwork } from './begin-sso.ts'
import type { Providers } from './providers.ts'
import { type Person, redeemCode } from './redeem-code.ts'

type Needs = SignInNeeds & Pick<Context, 'limits' | 'clock' | 'outbound'>
type Finishing = Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>

const MOST_NAME_CHARS = 200

/**
 * Signs in with what the provider gave the browser that began. The account is that of the person at the provider, at the
 * first time the member of the team with the verified address, or a new one in the team. An account outside the team is
 * never opened. A second factor of the account is asked for all the same.
 *
 * @throws Problem as the contract's `finishSso` names them
 */
export async function finishSso(
  ctx: Needs,
  providers: Providers,
  call: Finishing,
): Promise<SignedIn | SecondFactorAsked> {
  const { body, actor, request, reply } = call
  await ctx.limits.spend(triesPerNetwork, actor.network)
  const attempt = takeAttempt(ctx, request, reply, body.state)
  if (attempt === null) throw new Problem('sso-failed', { because: 'expired' })
  const sso = await requireOnPlan(ctx.db, await findSso(ctx.db, attempt.workspaceId))
  // RFC 9207; and the admin may have changed the provider meanwhile.
  const isOther = sso.issuer !== attempt.issuer || (body.iss !== undefined && body.iss !== sso.issuer)
  if (isOther) throw new Problem('sso-failed', { because: 'token' })
  if (body.code === undefined) throw new Problem('sso-failed', { because: 'declined' })
  const person = await redeemCode(ctx, providers, { sso, attempt, code: body.code })
  isAbout({ address: person.address })
  const subjectHash = ctx.masterKey.mac('sso-subject', JSON.stringify([sso.issuer, person.subject]))
  const known = await findMember(ctx.db, { sso, person, subjectHash })
  const deviceId = await ensureDevice(ctx, request, reply)
  const entering = { sso, person, subjectHash, browser: { actor, request, deviceId } }
  return known === null ? makeMember(ctx, call, entering) : enterAs(ctx, call, known, entering)
}

interface Entering {
  sso: StoredSso
  person: Person
  subjectHash: Uint8Array
  browser: Browser
}

/** The member of the team; null for somebody new. @throws Problem 'sso-refused' {because: 'left' | 'elsewhere'} */
async function findMember(
  db: Kysely<Database>,
  { sso, person, subjectHash }: Pick<Entering, 'sso' | 'person' | 'subjectHash'>,
): Promise<Account | null> {
  const linkedId = await findLinked(db, sso.workspaceId, subjectHash)
  const linked = linkedId === null ? null : await findAccount(db, linkedId)
  if (linked?.workspace_id === sso.workspaceId) return linked
  const named = await findAccountOfAddress(db, person.address)
  // Also somebody who left and was invited again.
  if (named?.workspace_id === sso.workspaceId) return named
  if (linkedId !== null) throw new Problem('sso-refused', { because: 'left' })
  if (named !== null) throw new Problem('sso-refused', { because: 'elsewhere' })
  return null
}

async function enterAs(
  ctx: Needs,
  { reply }: Finishing,
  { id }: Account,
  { sso, subjectHash, browser }: Entering,
): Promise<SignedIn | SecondFactorAsked> {
  const { workspaceId, issuer } = sso
  const account = await ctx.db.transaction().execute(async (tx) => {
    const own = await lockMember(tx, id, workspaceId)
    if (!(await linkSubject(tx, { workspaceId, subjectHash, issuer, accountId: id }))) {
      throw new Problem('sso-refused', { because: 'linked' })
    }
    if (own.member_role === 'admin') await noteSsoTried(tx, workspaceId)
    return own
  })
  isAbout({ accountId: id })
  const asked = await askSecondFactor(ctx, account)
  if (asked !== null) return asked
  const signedIn = await commitSignIn(ctx, reply, async (tx) => {
    await lockMember(tx, id, workspaceId)
    return signIn(ctx, tx, id, browser)
  })
  return signedIn
}

/** @throws Problem 'sso-refused' {because: 'left'} where the account has left meanwhile */
async function lockMember(tx: Kysely<Database>, id: string, workspaceId: string): Promise<Account> {
  const own = (await lockAccount(tx, id)) ? await findAccount(tx, id) : null
  if (own?.workspace_id !== workspaceId) throw new Problem('sso-refused', { because: 'left' })
  return own
}

/** Somebody whom the team does not know yet takes a seat. Nobody knows the password: a mailed link can set one. */
async function makeMember(
  ctx: Needs,
  { actor, reply }: Finishing,
  { sso, person, subjectHash, browser }: Entering,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(newToken(256))
  const { workspaceId, issuer } = sso
  const id = newId()
  return commitSignIn(ctx, reply, async (tx) => {
    const { role, company } = await takeCompanySeat(tx, { workspaceId, address: person.address })
    const account = {
      id,
      email: person.address,
      passwordHash,
      fullName: nameOf(person),
      company,
      language: actor.language,
      timeZone: null,
      referrer: null,
      referral: null,
      team: { workspaceId, memberRole: role },
    }
    if ((await insertAccount(tx, account)) === null) throw new Problem('sso-refused', { because: 'elsewhere' })
    await linkSubject(tx, { workspaceId, subjectHash, issuer, accountId: id })
    const about = { accountId: id, address: person.address, facts: { by: 'owner' } as const }
    await noteSecurityIn(tx, { event: 'account-made', outcome: 'ok', ...about })
    await noteJoinedByCompany(ctx, tx, { accountId: id, workspaceId, role })
    return signIn(ctx, tx, id, browser)
  })
}

/** Our mails carry it to strangers: one that holds a link is left out. */
const nameOf = ({ name }: Person): string => (holdsLink(name) ? '' : cleanedName(name).slice(0, MOST_NAME_CHARS))
