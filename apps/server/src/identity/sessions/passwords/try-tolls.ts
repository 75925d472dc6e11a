import { Problem } from '@waybill/contract/core/problems'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Toll } from '../../../platform/http/limits/admit-try.ts'
import { noteSecurity } from '../../../platform/security-log/security-scope.ts'

/**
 * The price of wrong passwords and second factors (decision 0031). Known browsers count separately; strangers count by
 * network and all together, and beyond the total they prove the address by a mailed code, which no guesser can.
 */
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const FREE_OF_ONE = 5

const wait = (retryAfterSeconds: number) => new Problem('too-many-requests', { retryAfterSeconds })

/** Wrong tries of one browser or session that belongs to the account, or of one that has just proven its address. */
const ofOne = (name: string, refusal = wait): Toll => ({
  name,
  free: FREE_OF_ONE,
  seconds: DAY_SECONDS,
  perDoubling: 10,
  most: 100,
  refusal,
  isClearedByRight: true,
})

type Tried = { what: string; free: number; most: number }
const passwords: Tried = { what: 'login', free: 20, most: 500 }
/** Three of a million numbers are valid at any time: fifty tries a day find one in 7,000 days. */
const factors: Tried = { what: 'second-factor', free: 10, most: 50 }

const ofStrangers = ({ what, free, most }: Tried, subject: string, network: string): Toll[] => [
  {
    name: `${what}/${subject} ${network}`,
    free: FREE_OF_ONE,
    seconds: DAY_SECONDS,
    perDoubling: 10,
    isClearedByRight: true,
  },
  {
    name: `${what}/${subject}`,
    free,
    seconds: DAY_SECONDS,
    perDoubling: free * 2,
    most,
    refusal: () => {
      noteSecurity({ event: 'login', outcome: 'limited', facts: { code: 'sender-unproven' } })
      return new Problem('sender-unproven')
    },
  },
]

/** Wrong logins of one address or network, for any account. */
const ofPlace = ({ ip, network }: Pick<Actor, 'ip' | 'network'>): Toll[] => [
  { name: `logins-of/${ip}`, free: 50, seconds: HOUR_SECONDS, perDoubling: 50 },
  { name: `logins-of-network/${network}`, free: 300, seconds: HOUR_SECONDS, perDoubling: 300 },
]

interface Tries {
  actor: Pick<Actor, 'ip' | 'network'>
  /** The browser, where known. */
  ownDevice: string | null
}

export const strangersTolls = (address: string): string => `${passwords.what}/${mailboxOf(address)}`

export const loginTolls = (address: string, { actor, ownDevice }: Tries): Toll[] =>
  ownDevice === null
    ? [...ofStrangers(passwords, mailboxOf(address), actor.network), ...ofPlace(actor)]
    : [ofOne(`login/${mailboxOf(address)}/${ownDevice}`, tooManyLogins)]

const tooManyLogins = (retryAfterSeconds: number) => new Problem('too-many-logins', { retryAfterSeconds })

export const factorTolls = (accountId: string, { actor, ownDevice }: Tries): Toll[] =>
  ownDevice === null
    ? ofStrangers(factors, accountId, actor.network)
    : [ofOne(`second-factor/${accountId}/${ownDevice}`)]

/** For a session that must prove its account's password or factor again. */
export const sessionTolls = (what: 'password' | 'second-factor', accountId: string, sessionId: string): Toll[] => [
  ofOne(`${what}/${accountId}/session/${sessionId}`),
]
