import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { language, prose, slug, text, typedAddress } from '../core/fields.ts'
import { REPORT_TEXT_MAX_CHARS, reportReasons } from './reports.ts'

/**
 * Reports a transfer to the operator, as anybody with its link. A network counts once for each transfer: a repetition is
 * accepted and changes nothing. As a form it answers with a page.
 */
export const reportTransfer = endpoint('reportTransfer', {
  summary: 'Report a transfer to the operator',
  worksWithoutFactor: 'as-visitor',
  params: z.strictObject({ slug }),
  body: z.strictObject({
    /** The recipient's token of the link. */
    user: text(64).optional(),
    reason: z.enum(reportReasons),
    text: prose(REPORT_TEXT_MAX_CHARS * 2)
      .refine((typed) => typed.length <= REPORT_TEXT_MAX_CHARS, `has more than ${REPORT_TEXT_MAX_CHARS} characters`)
      .optional(),
    /** Where the operator may write to; empty: nowhere. */
    email: typedAddress.optional(),
    lang: language.optional(),
  }),
  status: 202,
  problems: ['transfer-not-found', 'invalid-recipient', 'invalid-input', 'too-many-requests', 'proof-required'],
  auth: 'form',
})
