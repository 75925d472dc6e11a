import { readFileSync } from 'node:fs'
import { Problem } from '@waybill/contract/core/problems'
import { PASSWORD_MAX_CHARS } from '@waybill/contract/identity/passwords'
import { accountRoles } from '@waybill/contract/operating/desk-account-endpoints'
import { writeSubscription } from '../../billing/index.ts'
import { hashPassword, insertAccount } from '../../identity/accounts/index.ts'
import { makeResetLink, requireGoodPassword } from '../../identity/sessions/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { readEnv } from '../../platform/config/env.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { isAbout, noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { type Command, choiceOf, readWords, UsageError } from '../command.ts'
import { typedAddress } from '../typed-address.ts'
import { type OpenedDatabase, withDatabase } from '../with-database.ts'

export const addUser: Command = {
  help: `Usage: npm run waybill -- user add --email <address> [options]

Creates an account and prints a link to set its password. The link works once, for an hour, and anyone who has it owns
the account. The address counts as verified, so make sure that it is the owner's.

  --email <address>        Required.
  --role <role>            Default: free. 'user role --help' lists the roles.
  --name <text>            Full name.
  --company <text>         Company name.
  --language en|zh         Language of the account's emails and pages. Default: en.
  --password-file <path>   Sets the password to the file's first line and prints no link.
`,
  async run(typed, print) {
    const text = { type: 'string' } as const
    const options = { email: text, role: text, name: text, company: text, language: text, 'password-file': text }
    const { values } = readWords(typed, { options, words: [] })
    const email = typedAddress(values.email)
    const role = choiceOf('role', values.role ?? 'free', accountRoles)
    const language = choiceOf('language', values.language ?? 'en', ['en', 'zh'])
    const passwordFile = values['password-file']
    const password = passwordFile === undefined ? null : readPassword(passwordFile)
    const { name = '', company = '' } = values
    const user = { email, role, language, fullName: name, company, password }
    if (password !== null) requireSound({ config: readConfig(readEnv()) }, password, user)
    const noted = { command: 'user add', isDone: (link: string | null) => link !== null }
    const made = await withDatabase((ctx) => insert(ctx, user), noted)
    if (made === null) {
      print(`There is already an account with the address ${email}.\n`)
      return 1
    }
    print(`Created an account for ${email} with the role ${role}.\n`)
    if (made !== '') print(`Its owner can set the password within an hour at\n${made}\n`)
    return 0
  },
}

function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0] ?? ''
  } catch (error) {
    throw new UsageError(`The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

interface NewUser {
  email: string
  role: (typeof accountRoles)[number]
  language: 'en' | 'zh'
  fullName: string
  company: string
  password: string | null
}

/** The link, '' where the password is already set; null where the address has an account. */
async function insert(ctx: OpenedDatabase, { password, role, ...user }: NewUser): Promise<string | null> {
  // Without a given password, the account gets one that nobody knows.
  const passwordHash = await hashPassword(password ?? newToken())
  const id = newId()
  isAbout({ address: user.email })
  return ctx.db.transaction().execute(async (tx) => {
    const made = { ...user, id, passwordHash, timeZone: null, referrer: null, referral: null }
    const workspaceId = await insertAccount(tx, made)
    if (workspaceId === null) return null
    await writeSubscription(tx, workspaceId, { role })
    const facts = { by: 'operator', role } as const
    await noteSecurityIn(tx, { event: 'account-made', outcome: 'ok', accountId: id, facts })
    return password === null ? (await makeResetLink(ctx, tx, id)).link : ''
  })
}

function requireSound(ctx: Pick<OpenedDatabase, 'config'>, password: string, owner: NewUser): void {
  if (password.length > PASSWORD_MAX_CHARS) {
    throw new UsageError(`The password must have at most ${PASSWORD_MAX_CHARS} characters.`)
  }
  try {
    requireGoodPassword(ctx, password, owner)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { minChars } = error.facts
    throw new UsageError(
      error.code === 'password-too-common'
        ? 'The password is too easy to guess; choose another.'
        : `The password must have at least ${minChars} characters.`,
    )
  }
}
