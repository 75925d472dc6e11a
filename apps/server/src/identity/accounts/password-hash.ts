import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createPasswordQueue, type PasswordCaller } from './password-queue.ts'

/**
 * Passwords as argon2id hashes (RFC 9106). A hash costs tens of milliseconds of a core, so few are computed at once and
 * few may wait; further callers must retry, and everything else is answered meanwhile.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** More than the number of cores makes none faster, and blocks the threads for disk work. */
const MAX_AT_ONCE = Math.min(4, availableParallelism())

/** Compared where there is no account, so that this takes as long. Nobody knows its password. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$YBWFhwCzjZi7jB9t8yfWew$uARjxATAwm8hywERZYEnkfaBn2N0NPMhOXswGdcQSfg'

/** How many hashes this process has begun. */
export const passwordWork = { begun: 0 }

const enqueue = createPasswordQueue({ concurrency: MAX_AT_ONCE, maxWaiting: 32 })

/** @throws Problem 'busy' when too many wait */
export const hashPassword = (password: string): Promise<string> =>
  inQueue('stranger', () => hash(settled(password), COST))

/**
 * Whether `passwordHash` belongs to this password; false for null, after the same work. `isFamiliar` lets the call wait
 * separately from strangers.
 *
 * @throws Problem 'busy' when too many wait
 */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  { isFamiliar = false } = {},
): Promise<boolean> {
  const isSame = await inQueue(isFamiliar ? 'familiar' : 'stranger', () =>
    verify(passwordHash ?? NOBODYS_HASH, settled(password)),
  )
  return isSame && passwordHash !== null
}

/** Keyboards encode the same 'é' in two ways (RFC 8265, 4.2.2). */
const settled = (password: string): string => password.normalize('NFC')

/** Counts the work when it begins. */
const inQueue = <Result>(caller: PasswordCaller, work: () => Promise<Result>): Promise<Result> =>
  enqueue(caller, () => {
    passwordWork.begun += 1
    return work()
  })
