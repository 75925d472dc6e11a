import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { initialsOf } from '../download/initials.ts'
import { Address } from '../ui/address.tsx'
import { mailTo } from '../ui/mail-to.ts'
import { Stamp, type StampInk } from '../ui/stamp.tsx'
import { answerWords } from '../words/answer.ts'
import { useWords } from '../words/language.tsx'

/** Who asks, as people call them; their address stands under it. */
export function callerOf({ name, company, email }: RequestView['requester']): string {
  return [name, company].filter((one) => one !== '').join(', ') || email
}

/** Who asks, as the page's heading, and how the request stands. */
export function AskerLine({ request }: { request: RequestView }) {
  const words = useWords(answerWords)
  const { requester } = request
  const caller = callerOf(requester)
  const stamp = stampOf(request)
  return (
    <div className="from">
      <span className="from-initials" aria-hidden="true">
        {initialsOf(requester.name || requester.company || requester.email)}
      </span>
      <div>
        <h1>{words.headline(caller)}</h1>
        <p className="soft">
          <a className="asker-mail" href={mailTo(requester.email)}>
            <Address of={requester.email} />
          </a>
        </p>
      </div>
      {stamp && (
        <span className="asker-stamp">
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
