import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, text } from '../core/fields.ts'
import { answers } from './sent-files.ts'
import { closed, link, notTaking, receipt, who } from './submission-endpoints.ts'

/**
 * Answers to questions, sent without files. Answers that the request has already, and that nobody sent back, change
 * nothing: where all are such, the reply is the receipt of the last submission.
 */
export const sendAnswers = endpoint('sendAnswers', {
  summary: 'Answer the questions of a request',
  worksWithoutFactor: 'as-visitor',
  maxBodyBytes: 2_500_000,
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

/**
 * The sealed answers of a sealed request, for its requester to open: of all suppliers, or of one. A page has about a
 * megabyte of them. In requests that are not sealed there are none.
 */
export const listSealedAnswers = endpoint('listSealedAnswers', {
  summary: 'Answers that only the requester can open',
  keyScope: 'read',
  auth: 'session',
  params: z.strictObject({ request: id }),
  query: z.strictObject({ supplier: id.optional(), after: text(400).optional() }),
  reply: z.object({
    answers: z.array(
      z.object({
        submission: id,
        supplier: id,
        item: id,
        /** As it was sent: `docs/sealed-files.md` says how to open it. */
        answer: z.string(),
        answeredAt: instant,
        /** The supplier’s last answer to the question. */
        isCurrent: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
  problems: ['unauthenticated', 'request-not-found', 'invalid-input'],
})
