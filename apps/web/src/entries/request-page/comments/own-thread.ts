import { Problem } from '@waybill/contract/core/problems'
import type { Comment } from '@waybill/contract/requests/comment-shapes'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { asWho } from '../as-who.ts'
import { loadAnswering } from '../load-late.ts'
import type { SubmissionSession } from '../submission-session.tsx'

type Item = RequestView['items'][number]

/** While a thread is open on a visible page. */
const REREAD_MS = 20_000

/** Replaces what the page knows of an item's thread. */
function changeItem(session: SubmissionSession, itemId: string, to: (item: Item) => Item): void {
  const { request } = session.read()
  session.set({
    request: { ...request, items: request.items.map((item) => (item._id === itemId ? to(item) : item)) },
  })
}

const withComment = (known: readonly Comment[], comment: Comment): Comment[] =>
  [...known.filter(({ _id }) => _id !== comment._id), comment].toSorted((one, other) => one.place - other.place)

const lookedAtMs = new WeakMap<SubmissionSession, number>()
const LOOK_PAUSE_MS = 10_000

/** What is unread in all threads, when the reader comes back to the page. All threads share one call. */
async function lookAtCounts(session: SubmissionSession): Promise<void> {
  const before = lookedAtMs.get(session) ?? 0
  if (document.visibilityState !== 'visible' || performance.now() - before < LOOK_PAUSE_MS) return
  lookedAtMs.set(session, performance.now())
  const { request } = await call('openRequest', { body: session.link })
  for (const { _id, comments, unread } of request.items) {
    changeItem(session, _id, (item) => ({ ...item, comments, unread }))
  }
}

/** Follows the counts while the page is there. Without a connection they stay as they are. */
export function useCounts(session: SubmissionSession): void {
  useEffect(() => {
    const look = () => void lookAtCounts(session).catch(() => undefined)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [session])
}

/** Reads a thread, and marks what the page then shows as read. */
async function readOwn(session: SubmissionSession, itemId: string): Promise<number> {
  const body = { ...session.link, item: itemId }
  const { thread } = await call('openThread', { body })
  const last = thread.comments.at(-1)?.place ?? 0
  changeItem(session, itemId, (item) => {
    // What was sent while this answer was on its way stays.
    const lastComments = [...thread.comments, ...item.lastComments.filter(({ place }) => place > last)]
    return { ...item, comments: lastComments.length, unread: 0, lastComments }
  })
  if (last > thread.seenTo) await call('openThread', { body: { ...body, seenTo: last } })
  return thread.seenTo
}

/**
 * A thread as far as the page knows it: the whole once it was opened, and again as long as it is open and the page is
 * visible. `newAfter`: what came after this place was not read before.
 */
export function useOwnThread(session: SubmissionSession, item: Item, isOpen: boolean) {
  const [seenTo, setSeenTo] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const again = useRef(() => {})
  const { _id } = item
  useEffect(() => {
    if (!isOpen) return
    let isOver = false
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const before = await readOwn(session, _id)
        if (isOver) return
        setFailed(false)
        setSeenTo((known) => known ?? before)
      } catch {
        if (!isOver) setFailed(true)
      }
    }
    const lookAgain = () => void look()
    again.current = lookAgain
    lookAgain()
    const timer = setInterval(lookAgain, REREAD_MS)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [session, _id, isOpen])
  return {
    comments: item.lastComments,
    newAfter: seenTo ?? newAfterOf(item),
    isWhole: item.lastComments.length >= item.comments,
    hasFailed,
    retry: () => again.current(),
  }
}

/** Before the thread is read: the newest of the other side's, as many as are unread. */
function newAfterOf({ lastComments, unread }: Item): number {
  const theirs = lastComments.filter(({ author, isWithdrawn }) => !author.isOwn && !isWithdrawn)
  return unread === 0 ? Number.MAX_SAFE_INTEGER : (theirs.at(-unread - 1)?.place ?? 0)
}

/** An unproven address gets a code, as the sentence for its refusal says; the field for it replaces Send. */
async function mailCodeFor(session: SubmissionSession, failure: unknown): Promise<void> {
  const isUnproven = failure instanceof Problem && failure.code === 'sender-unproven'
  if (!isUnproven || session.read().step.is !== 'choosing') return
  const { mailCode } = await loadAnswering()
  await mailCode(session, 'show')
}

/** Throws the failure of the call. */
export async function sendComment(session: SubmissionSession, itemId: string, text: string): Promise<void> {
  const { note: _note, ...who } = asWho(session)
  const body = { ...who, item: itemId, text }
  const { comment } = await call('addComment', { body }).catch(async (failure: unknown) => {
    await mailCodeFor(session, failure)
    throw failure
  })
  changeItem(session, itemId, (item) => {
    const isKnown = item.lastComments.some(({ _id }) => _id === comment._id)
    return {
      ...item,
      comments: item.comments + (isKnown ? 0 : 1),
      lastComments: withComment(item.lastComments, comment),
    }
  })
}

export async function takeBack(session: SubmissionSession, itemId: string, { _id }: Comment): Promise<void> {
  // Refused, it is too late: the thread says so when it is read again.
  const answer = await call('takeBackComment', { body: { ...session.link, comment: _id } }).catch(() => null)
  if (answer === null) return void (await readOwn(session, itemId).catch(() => undefined))
  changeItem(session, itemId, (item) => ({ ...item, lastComments: withComment(item.lastComments, answer.comment) }))
}
