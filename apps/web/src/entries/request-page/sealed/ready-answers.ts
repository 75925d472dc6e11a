import { loadSealing } from '../../../shared/sealing/load-sealing.ts'
import type { SubmissionSession } from '../submission-session.tsx'

export interface TypedAnswer {
  item: string
  answer: string[]
}

/**
 * What was sealed on this page, by what it says: a second try sends the same bytes, which the server knows again. A
 * fresh seal would be a new answer.
 */
const sealedBefore = new WeakMap<SubmissionSession, Map<string, Promise<string>>>()

/** The answers as they are sent: sealed for the request's key, where it has one. */
export async function readyAnswers(session: SubmissionSession, typed: readonly TypedAnswer[]): Promise<TypedAnswer[]> {
  const { sealing, items } = session.read().request
  if (sealing === null || typed.length === 0) return [...typed]
  const { sealAnswer } = await loadSealing()
  const before = sealedBefore.get(session) ?? new Map<string, Promise<string>>()
  sealedBefore.set(session, before)
  const sealed = typed.map(async (one) => {
    const said = JSON.stringify([sealing.publicKey, one])
    const options = items.find(({ _id }) => _id === one.item)?.options ?? []
    const made = before.get(said) ?? sealAnswer(sealing.publicKey, one, options.length > 0 ? options : one.answer)
    before.set(said, made)
    return { item: one.item, answer: [await made] }
  })
  return Promise.all(sealed)
}
