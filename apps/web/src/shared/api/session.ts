import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { SignedIn } from '@waybill/contract/identity/session-endpoints'
import { useEffect } from 'react'
import { lookAgainSoon } from '../loading/line.ts'
import { makeStore, useStore } from '../state/store.ts'
import { keep, onKeptElsewhere, readKept } from '../storage/kept.ts'
import { awaitBearer, onBearerOver, setBearer } from './bearer.ts'
import { call, loadRoutes } from './client.ts'
import { keepBrand } from './kept-brand.ts'

/**
 * Who is signed in on this browser. All tabs share the session's handle; the access token stays in this tab's memory;
 * the refresh token is in a cookie that no script can read.
 */
const account = makeStore<User | null | undefined>(hasSession() ? undefined : null, null)
/** Where this page goes after its own sign-out button. */
let wayOut: '/' | '/login' | null = null

/** Whether this browser has a session: the specification's "stored session id". */
export function hasSession(): boolean {
  return readKept('session') !== null
}

/** Null: nobody. Undefined: there is a session that has not been checked yet. */
export const accountNow = account.read

export const useAccount = (): User | null | undefined => useStore(account)

/** Calls `listener` whenever the signed-in account, or what is known of it, changes. */
export const watchAccount = account.subscribe

/** Takes new facts about the account from a call. */
export const setAccount = account.set

/** A sign-up, a login or a refresh: from here on every call is the account's. */
export function takeSignedIn({ accessToken, refreshToken, user }: SignedIn): User {
  keep('account', user._id)
  keep('session', refreshToken)
  keepBrand(user)
  setBearer(accessToken)
  setAccount(user)
  loadRoutes().catch(() => undefined)
  return user
}

/** Where a page leads after its user has signed out; null: the session ended in another way. */
export const wayOutNow = (): typeof wayOut => wayOut

/** Nobody is signed in here any more. */
function forgetSession(): void {
  keep('session', null)
  keep('account', null)
  setBearer(null)
  setAccount(null)
}

let restoring: Promise<User | null> | null = null

/**
 * Checks the stored session and gets a new access token; null where there is none or the server refuses it. One check
 * at a time in this tab, and one in all tabs: they share the cookie, which is valid for one use.
 *
 * @throws ConnectionError where the server cannot be reached; the session stays
 */
export function restoreSession(): Promise<User | null> {
  if (!hasSession()) {
    forgetSession()
    return Promise.resolve(null)
  }
  if (!restoring) {
    restoring = oneTabAtATime(refresh).finally(() => {
      restoring = null
    })
    awaitBearer(restoring)
  }
  return restoring
}

/** The same, repeated as long as no answer comes: only the server's refusal ends a session. */
export async function restorePatiently(signal: AbortSignal): Promise<User | null> {
  for (;;) {
    try {
      return await restoreSession()
    } catch {
      await lookAgainSoon(signal)
      signal.throwIfAborted()
    }
  }
}

onBearerOver(restoreSession)

const MOST_REMOVING_MS = 2_000

/** `index.html` begins a renewal before this code is there; null once taken, and where it failed or the session is another. */
interface Begun {
  takeRenewal?: () => Promise<SignedIn | null>
}

async function refresh(): Promise<User | null> {
  try {
    const reply = (await (globalThis as Begun).takeRenewal?.()) ?? (await call('refreshSession', {}))
    // Another tab has signed someone else in meanwhile: nothing of the first account may stay here.
    const held = account.read()
    if (held && held._id !== reply.user._id) location.reload()
    return takeSignedIn(reply)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'signed-out') throw error
    const refused = readKept('session')
    // Before the session is forgotten: where the page is left meanwhile, the next one finds the session refused too, and
    // removes what is left. A device that does not answer keeps nobody here.
    await Promise.race([removeLeft(), new Promise((resolve) => setTimeout(resolve, MOST_REMOVING_MS))])
    // Somebody may have signed in meanwhile.
    if (readKept('session') === refused) forgetSession()
    return null
  }
}

/** Browsers limit locks to secure origins; elsewhere the server's grace period for a token just used must do. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? (locks.request('waybill-session', work) as Promise<T>) : work()
}

/**
 * Loads the account's current state: after a send, the stored and counted amounts have changed. A call while another one
 * runs has it read once more: the answer on its way may be older than the change.
 */
export function refreshAccount(): Promise<void> {
  queued ??= running
    .catch(() => undefined)
    .then(() => {
      queued = null
      running = readAgain()
      return running
    })
  return queued
}

let running: Promise<void> = Promise.resolve()
let queued: Promise<void> | null = null

async function readAgain(): Promise<void> {
  const { user } = await call('readAccount', {})
  if (account.read()) setAccount(user)
}

/** Reloads the account when a component that shows it appears, and whenever the user returns to the page. */
export function useFreshAccount(): void {
  useEffect(() => {
    const look = () => {
      if (account.read() && document.visibilityState === 'visible') void refreshAccount().catch(() => undefined)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/**
 * Ends the session here and in every tab of this browser, and leaves the page: the dashboard goes to a login that leads
 * to the front page, since the next person did not ask for the last person's page; any other page reloads. Recordings and
 * shares that the account has not sent are deleted.
 */
export async function signOut(): Promise<void> {
  await call('logOut', {})
  await removeLeft(account.read()?._id)
  if (/^\/(?:dash|operator)\b/.test(location.pathname)) return leaveSignedOut('/login')
  forgetSession()
  location.reload()
}

/** Never rejects. */
const removeLeft = async (owner?: string) => (await import('./left-behind.ts').catch(() => null))?.removeLeft(owner)

/** Stops showing the account's data, also where the browser lets its owner stay, and leaves. */
export function leaveSignedOut(to: '/' | '/login'): void {
  wayOut = to
  // A browser may keep the page that it leaves: going back would still show the account.
  addEventListener('pageshow', () => location.reload(), { once: true })
  forgetSession()
  location.replace(to)
}

/** Another tab has signed in or out: this one follows. */
onKeptElsewhere('session', (handle) => {
  if (handle === null) return forgetSession()
  if (account.read()) return location.reload()
  setAccount(undefined)
  void restoreSession().catch(() => undefined)
})
