import { isQuestion, isSameAnswer, judgeAnswer } from '@waybill/contract/requests/questions'
import type { SessionState } from '../submission-session.tsx'

/**
 * The typed answers that fit their questions and say something new. An answer that was sent back can be sent again
 * unchanged; beside files or other answers it goes only once it was changed, for its field shows it from the start.
 */
export function answersToSend(
  { request, answers }: Pick<SessionState, 'request' | 'answers'>,
  { hasFiles }: { hasFiles: boolean },
) {
  const fitting = request.items.flatMap((item) => {
    const answer = answers[item._id]
    if (answer === undefined || !isQuestion(item.kind) || item.state === 'accepted') return []
    if (judgeAnswer(item, answer) !== null) return []
    const isSame = isSameAnswer(answer, item.answer ?? [])
    return isSame && item.state !== 'sent-back' ? [] : [{ item: item._id, answer: [...answer], isSame }]
  })
  const changed = fitting.filter(({ isSame }) => !isSame)
  const sent = changed.length > 0 || hasFiles ? changed : fitting
  return sent.map(({ item, answer }) => ({ item, answer }))
}
