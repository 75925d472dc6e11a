import { z } from 'zod'
import { roles } from '../billing/plans.ts'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, label, text } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'

/** All roles that an account may have: nobody who is signed in is anonymous. */
export const accountRoles = roles.filter((role) => role !== 'anon' && role !== 'undefined')

const deskAccount = z.object({
  _id: id,
  email: z.string(),
  fullName: z.string(),
  company: z.string(),
  role: z.string(),
  subscription: z.string(),
  teamRole: z.string(),
  createdAt: instant,
  /** When a session of it was used last; null: never, or longer ago than sessions are kept. */
  lastActiveAt: instant.nullable(),
  /** Of its workspace. */
  usedBytes: bytes,
  suspendedAt: instant.nullable(),
  suspendedBecause: z.string(),
  isOperator: z.boolean(),
  hasFactor: z.boolean(),
})
export type DeskAccount = z.infer<typeof deskAccount>

/** Newest first. `q` is part of an address, a name or a company, or a whole id; '' finds all. */
export const searchAccounts = endpoint('searchAccounts', {
  summary: 'Accounts, for operators',
  auth: 'operator',
  query: z.strictObject({ q: text(200).default(''), after: text(200).optional() }),
  reply: z.object({ accounts: z.array(deskAccount), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

const params = z.strictObject({ account: id })
/** The account of an operator cannot be changed here: 'operator-account'. */
const problems = [...deskProblems, 'operator-account'] as const

/** As `user suspend`: it stops sending, and its links stop working. Its owner does not see the reason. */
export const suspendAtDesk = endpoint('suspendAtDesk', {
  summary: 'Suspend an account',
  auth: 'operator',
  params,
  body: z.strictObject({ reason: label(500).refine((typed) => typed.trim() !== '', 'is empty') }),
  status: 204,
  problems,
})

/** As `user restore`. */
export const restoreAtDesk = endpoint('restoreAtDesk', {
  summary: 'Let a suspended account send again',
  auth: 'operator',
  params,
  body: z.strictObject({}),
  status: 204,
  problems,
})

/** As `user role`: of its workspace. Lifetime codes may give more; the answer says what holds. */
export const setRoleAtDesk = endpoint('setRoleAtDesk', {
  summary: "Set the role of an account's workspace",
  auth: 'operator',
  params,
  body: z.strictObject({ role: z.enum(accountRoles) }),
  reply: z.object({ role: z.string() }),
  problems,
})
