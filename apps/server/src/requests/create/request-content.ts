import { ECDH } from 'node:crypto'
import { isUnpaid, type Role } from '@waybill/contract/billing/plans'
import { cleanName } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import { instantOf, isTimeZone } from '@waybill/contract/core/zoned-time'
import { isLongEnough, PASSWORD_MIN_CHARS } from '@waybill/contract/identity/passwords'
import { isLocalTime } from '@waybill/contract/requests/deadline'
import { typeOf } from '@waybill/contract/requests/item-rules'
import { type ItemKind, judgeOptions } from '@waybill/contract/requests/questions'
import { judgePattern } from '@waybill/contract/requests/rename-pattern'
import type { Deadline, Sealing } from '@waybill/contract/requests/shapes'
import { expiryAllowed, isExpirySeconds } from '@waybill/contract/transfers/expiry'
import { holdsLink, MESSAGE_MAX_CHARS, messageLength } from '@waybill/contract/transfers/message-links'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { cleanedName } from '../../identity/accounts/index.ts'

/**
 * The typed content of a request, in the form for storage. Our mails carry it to strangers: without a paid plan it may
 * hold no links.
 */
const wrong = (field: string) => new Problem('invalid-input', { where: 'body', field })

function plainText(role: Role, typed: string, field: string): string {
  if (isUnpaid(role) && holdsLink(typed)) throw new Problem('message-holds-link', { field })
  return typed
}

/** On one line, not empty. @throws Problem 'invalid-input' | 'message-holds-link' {field} */
export function titleOf(role: Role, typed: string): string {
  const title = plainText(role, cleanedName(typed), 'title')
  if (title === '') throw wrong('title')
  return title
}

/** @throws Problem 'invalid-input' | 'message-holds-link' {field} */
export function messageOf(role: Role, typed: string): string {
  if (messageLength(typed) > MESSAGE_MAX_CHARS) throw wrong('message')
  return plainText(role, typed, 'message')
}

/** @throws Problem 'invalid-input' */
export function typesOf(typed: readonly string[], field = 'types'): string[] {
  return [
    ...new Set(
      typed.map((one) => {
        const type = typeOf(one)
        if (type === null) throw wrong(field)
        return type
      }),
    ),
  ]
}

/** One folder, named after the title unless given. */
export const folderOf = (typed: string, title: string): string => cleanName(typed.trim() === '' ? title : typed)

/** @throws Problem 'invalid-input' | 'expiry-reserved' {role} */
export function lifeOf(role: Role, seconds: number): number {
  if (!isExpirySeconds(seconds)) throw wrong('expirySeconds')
  if (!expiryAllowed(role, seconds)) throw new Problem('expiry-reserved', { role })
  return seconds
}

/** @throws Problem 'password-too-short' {minChars} */
export function requirePasswordLength(password: string): void {
  if (!isLongEnough(password)) throw new Problem('password-too-short', { minChars: PASSWORD_MIN_CHARS })
}

/** The columns of a deadline. @throws Problem 'invalid-input' */
export function deadlineOf(deadline: Deadline | null) {
  if (deadline === null) return { deadline: null, deadline_zone: 'UTC', deadline_rule: 'fixed' as const, due_at: null }
  const { at, zone, rule } = deadline
  if (!isLocalTime(at)) throw wrong('deadline.at')
  if (!isTimeZone(zone)) throw wrong('deadline.zone')
  return { deadline: at, deadline_zone: zone, deadline_rule: rule, due_at: new Date(instantOf(at, zone)) }
}

/** The stored form, if its public key is a point of the curve. @throws Problem 'invalid-input' */
export function sealingOf(typed: Sealing): string {
  try {
    ECDH.convertKey(Buffer.from(typed.publicKey, 'base64url'), 'prime256v1')
  } catch {
    throw wrong('sealing.publicKey')
  }
  return JSON.stringify(typed)
}

export interface TypedItem {
  _id?: string | undefined
  name: string
  hint: string
  isRequired: boolean
  types: readonly string[]
  maxFiles: number | null
  maxBytes: number | null
  exampleFile: string | null
  pattern: string
  kind: ItemKind
  options: readonly string[]
  takesSeveral: boolean
  section: string
}

/** @throws Problem 'invalid-input' | 'message-holds-link' {field} */
export function itemsOf(role: Role, typed: readonly TypedItem[]) {
  return typed.map((item, position) => {
    const field = `items.${position}`
    const name = plainText(role, cleanedName(item.name), `${field}.name`)
    if (name === '') throw wrong(`${field}.name`)
    if (judgePattern(item.pattern) !== null) throw wrong(`${field}.pattern`)
    const options = item.options.map((option) => plainText(role, cleanedName(option), `${field}.options`))
    if (options.includes('') || judgeOptions({ kind: item.kind, options }) !== null) throw wrong(`${field}.options`)
    return {
      id: item._id ?? null,
      position,
      name,
      hint: plainText(role, item.hint.trim(), `${field}.hint`),
      is_required: item.isRequired,
      types: typesOf(item.types, `${field}.types`),
      max_files: item.maxFiles,
      max_bytes: item.maxBytes,
      example_file_id: item.exampleFile,
      pattern: item.pattern.trim(),
      kind: item.kind,
      options,
      takes_several: item.kind === 'choice' && item.takesSeveral,
      section: plainText(role, cleanedName(item.section), `${field}.section`),
    }
  })
}
export type JudgedItem = ReturnType<typeof itemsOf>[number]

interface TypedSupplier {
  email: string
  name?: string | undefined
  company?: string | undefined
  timeZone?: string | undefined
  lang?: 'en' | 'zh' | undefined
}

export interface JudgedSupplier {
  address: string
  name: string
  company: string
  timeZone: string | null
  language: 'en' | 'zh' | null
}

/** Each address once. @throws Problem 'invalid-recipient' {address} | 'invalid-input' | 'message-holds-link' {field} */
export function suppliersOf(role: Role, typed: readonly TypedSupplier[]): JudgedSupplier[] {
  const suppliers = new Map<string, JudgedSupplier>()
  for (const { email, name = '', company = '', timeZone, lang } of typed) {
    const parsed = parseAddress(email)
    if ('problem' in parsed) throw new Problem('invalid-recipient', { address: email })
    if (timeZone !== undefined && !isTimeZone(timeZone)) throw wrong('suppliers.timeZone')
    if (suppliers.has(parsed.address)) continue
    suppliers.set(parsed.address, {
      address: parsed.address,
      name: plainText(role, cleanedName(name), 'suppliers.name'),
      company: plainText(role, cleanedName(company), 'suppliers.company'),
      timeZone: timeZone ?? null,
      language: lang ?? null,
    })
  }
  return [...suppliers.values()]
}
