import { Link } from '@tanstack/react-router'
import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { useAccount } from '../../../shared/api/session.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { dueSentence } from '../due-sentence.ts'
import { openLink, recordPath } from '../request-acts.ts'
import { requestStampOf } from '../request-stamp.ts'
import { requestsWords } from '../words/requests-words.ts'
import requestListStyles from './request-list.module.css'
import { RequestMenu } from './request-menu.tsx'
import { RequestProgress } from './request-progress.tsx'

interface RequestRowProps {
  request: ListedRequest
  mayChange: boolean
  isSelected: boolean
  onToggle: (isRange: boolean) => void
}

/** One request of the list: its title, its progress, its deadline. */
export function RequestRow({ request, mayChange, isSelected, onToggle }: RequestRowProps) {
  const words = useWords(requestsWords)
  const { stamp: sealed } = useWords(sealingWords)
  const { language } = useLanguage()
  const { mark, ink } = requestStampOf(request, Date.now())
  return (
    <li
      className={`${listStyles.listRow} ${requestListStyles.requestRow}`}
      data-selected={isSelected || undefined}
      data-state={request.state}
    >
      {mayChange ? (
        <label className={listStyles.rowPick}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
            aria-label={words.select(request.title)}
          />
        </label>
      ) : (
        <span className={listStyles.rowPick} />
      )}
      <div className="request-row-what">
        <Link to={recordPath(request.slug)} className={`${partsStyles.titleLink} ${requestListStyles.requestRowTitle}`}>
          {request.title}
        </Link>
        <p className={textStyles.soft}>
          {request.isSealed && (
            <span className={requestListStyles.requestRowSealed} title={sealed}>
              <Icon name="lock" size={14} />
              <span className={textStyles.unseen}>{sealed} · </span>
            </span>
          )}
          {words.items(request.itemCount)} · {request.isOpenLink ? words.openLink : words.byMail}
          {request.hasPassword && ` · ${words.withPassword}`} · <span className={textStyles.mono}>{request.slug}</span>
        </p>
        <Team request={request} />
        {request.unreadComments > 0 && <p className={layoutStyles.bad}>{words.newComments(request.unreadComments)}</p>}
      </div>
      <RequestProgress request={request} />
      <div className={`${layoutStyles.stackTight} ${requestListStyles.requestRowEnd}`}>
        <Stamp ink={ink} isSmall>
          {words.stamps[mark]}
        </Stamp>
        <p className={textStyles.soft}>
          {dueSentence(request, language, Date.now())}
          <span className={requestListStyles.requestRowExpiry}>
            <Expiry request={request} />
          </span>
        </p>
      </div>
      <div className={requestListStyles.requestRowActs}>
        {request.isOpenLink && request.state === 'open' && (
          <CopyButton text={openLink(request.link).href} label={words.copyLink} done={words.linkCopied}>
            {''}
          </CopyButton>
        )}
        {mayChange && <RequestMenu request={request} />}
      </div>
    </li>
  )
}

/** Who made it, where that is somebody else, and who looks after it. */
function Team({ request: { requester, assignee } }: { request: ListedRequest }) {
  const words = useWords(requestsWords)
  const account = useAccount()
  const told = [
    ...(requester._id === account?._id ? [] : [words.createdBy(requester.fullName || requester.email)]),
    ...(assignee === null
      ? []
      : [assignee._id === account?._id ? words.assignedToYou : words.assignedTo(assignee.fullName || assignee.email)]),
  ]
  return told.length > 0 && <p className={textStyles.soft}>{told.join(' · ')}</p>
}

/** Shows the expiry where there is one. */
function Expiry({ request: { expiresAt, state } }: { request: ListedRequest }) {
  const words = useWords(requestsWords)
  const { language } = useLanguage()
  if (expiresAt === null) return null
  const day = formatDay(expiresAt, 'local', language)
  return state === 'expired' ? words.ended(day) : words.ends(day)
}
