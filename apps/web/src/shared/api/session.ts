import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { SignedIn } from '@waybill/contract/identity/session-endpoints'
import { useEffect } from 'react'
import { lookAgainSoon } from '../loading/line.ts'
import { makeStore, useStore } from '../state/store.ts'
import { keep, onKeptElsewhere, readKept } from '../storage/kept.ts'
import { awaitBearer, onBearerOver, setBearer } from './bearer.ts'
import { call } from './client.ts'

/**
 * Who is signed in on this browser. The session's handle is kept for every tab; the access token stays in this tab's
 * memory; the refresh token is in a cookie that no script reads.
 */
const account = makeStore<User | null | undefined>(hasSession() ? undefined : null, null)
/** Where this page goes, once it was signed out by its own button. */
let wayOut: '/' | '/login' | null = null

/** Whether this browser keeps a session: the specification's "stored session id". */
export function hasSession(): boolean {
  return readKept('session') !== null
}

/** Null: nobody. Undefined: a session is kept and was not checked yet. */
export const accountNow = account.read

export const useAccount = (): User | null | undefined => useStore(account)

/** Calls `listener` whenever who is signed in, or what is known of them, changes. */
export const watchAccount = account.subscribe

/** Takes what a call has told anew of the account. */
export const setAccount = account.set

/** A sign-up, a login or a refresh: from here on every call is the account's. */
export function takeSignedIn({ accessToken, refreshToken, user }: SignedIn): User {
  keep('session', refreshToken)
  setBearer(accessToken)
  setAccount(user)
  return user
}

/** Where a page of somebody who has just signed out leads; null: the session ended in another way. */
export const wayOutNow = (): typeof wayOut => wayOut

/** Nobody is signed in here any more. */
function forgetSession(): void {
  keep('session', null)
  setBearer(null)
  setAccount(null)
}

let restoring: Promise<User | null> | null = null

/**
 * Checks the kept session and takes a new access token; null where there is none or the server refuses it. One check
 * at a time in this tab, and one in all tabs: they share the cookie, which is good for one use.
 *
 * @throws ConnectionError where the server cannot be reached; the session is kept
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

/** The same, asked again for as long as no answer comes: only the server's refusal ends a session. */
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

async function refresh(): Promise<User | null> {
  try {
    const reply = await call('refreshSession', {})
    // Another tab has signed someone else in meanwhile: nothing of the first may be left here.
    const held = account.read()
    if (held && held._id !== reply.user._id) location.reload()
    return takeSignedIn(reply)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'signed-out') throw error
    forgetSession()
    return null
  }
}

/** Browsers keep locks to secure origins; elsewhere the server's grace for a token just used has to do. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? (locks.request('waybill-session', work) as Promise<T>) : work()
}

/** Asks for the account as it stands now: after a send, what is stored and counted has changed. */
export function refreshAccount(): Promise<void> {
  refreshing ??= readAgain().finally(() => {
    refreshing = null
  })
  return refreshing
}

let refreshing: Promise<void> | null = null

async function readAgain(): Promise<void> {
  const { user } = await call('readAccount', {})
  if (account.read()) setAccount(user)
}

/**
 * While a component that shows it stands, the account is read anew as it appears and whenever the page is returned to.
 */
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
 * Ends the session here and in every tab of this browser, and leaves the page: the dashboard for a login that leads to
 * the front, since the next person did not ask for the page the last one was on; any other page for itself.
 */
export async function signOut(): Promise<void> {
  await call('logOut', {})
  if (location.pathname.startsWith('/dash')) return leaveSignedOut('/login')
  forgetSession()
  location.reload()
}

/** Shows nothing of the account any longer, also where the browser lets its owner stay, and leaves. */
export function leaveSignedOut(to: '/' | '/login'): void {
  wayOut = to
  // A browser may keep the page it leaves: on the way back it would still show the account.
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
