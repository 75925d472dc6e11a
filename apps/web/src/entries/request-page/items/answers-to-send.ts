import { isQuestion, isSameAnswer, judgeAnswer } from '@waybill/contract/requests/questions'
import type { SessionState } from '../submission-session.tsx'

/** The typed answers that fit their questions and say something new. */
export function answersToSend({ request, answers }: Pick<SessionState, 'request' | 'answers'>) {
  return request.items.flatMap((item) => {
    const answer = answers[item._id]
    if (answer === undefined || !isQuestion(item.kind) || item.state === 'accepted') return []
    if (judgeAnswer(item, answer) !== null || isSameAnswer(answer, item.answer ?? [])) return []
    return [{ item: item._id, answer: [...answer] }]
  })
}
