import type { Language } from '@waybill/contract/core/fields'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import downloadStyles from '../../shared/served-page/download.module.css'
import { initialsOf } from '../../shared/served-page/initials.ts'
import { Address } from '../../shared/ui/marks/address.tsx'
import { Stamp, type StampInk } from '../../shared/ui/marks/stamp.tsx'
import { mailTo } from '../../shared/ui/page/mail-to.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { nameAndCompany } from '../../shared/words/marks.ts'
import answerStyles from './answer.module.css'
import { answerWords } from './words/answer-words.ts'

/** The requester's name; their address is under it. */
export function requesterNameOf({ name, company, email }: RequestView['requester'], language: Language): string {
  return nameAndCompany(name, company, language) || email
}

/** The requester, as the page's heading, and the state of the request. */
export function RequesterLine({ request }: { request: RequestView }) {
  const words = useWords(answerWords)
  const { language } = useLanguage()
  const { requester } = request
  const caller = requesterNameOf(requester, language)
  const stamp = stampOf(request)
  return (
    <div className={downloadStyles.from}>
      <span className={downloadStyles.fromInitials} aria-hidden="true">
        {initialsOf(requester.name || requester.company || requester.email)}
      </span>
      <div>
        <h1>{words.headline(caller)}</h1>
        <p className={textStyles.soft}>
          <a className={answerStyles.requesterMail} href={mailTo(requester.email)}>
            <Address of={requester.email} />
          </a>
        </p>
      </div>
      {stamp && (
        <span className={answerStyles.requesterStamp}>
          <Stamp ink={stamp.ink}>{words[stamp.word]}</Stamp>
        </span>
      )}
    </div>
  )
}

type StampWord = 'completeStamp' | 'pausedStamp' | 'closedStamp' | 'expiredStamp'

function stampOf({ state, isComplete }: RequestView): { word: StampWord; ink: StampInk } | null {
  if (isComplete) return { word: 'completeStamp', ink: 'delivered' }
  if (state === 'paused') return { word: 'pausedStamp', ink: 'waiting' }
  if (state === 'closed') return { word: 'closedStamp', ink: 'ink' }
  return state === 'expired' ? { word: 'expiredStamp', ink: 'stamp' } : null
}
