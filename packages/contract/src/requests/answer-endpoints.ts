import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { answers } from './sent-files.ts'
import { closed, link, notTaking, receipt, who } from './submission-endpoints.ts'

/**
 * Answers to questions, sent without files. Answers that the request has already, and that nobody sent back, change
 * nothing: where all are such, the reply is the receipt of the last submission.
 */
export const sendAnswers = endpoint('sendAnswers', {
  summary: 'Answer the questions of a request',
  worksWithoutFactor: 'as-visitor',
  maxBodyBytes: 1_048_576,
  body: z.strictObject({ ...link, ...who, answers: answers.min(1) }),
  reply: z.object({ receipt }),
  problems: [
    ...closed,
    ...notTaking,
    'identity-required',
    'sender-unproven',
    'invalid-recipient',
    'message-holds-link',
    'item-not-found',
    'item-accepted',
    'answer-unfit',
    'link-busy',
    'busy',
    'invalid-input',
  ],
})
