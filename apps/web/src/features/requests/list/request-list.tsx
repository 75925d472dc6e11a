import { Link } from '@tanstack/react-router'
import type { ListedRequest } from '@waybill/contract/requests/shapes'
import type { ReactNode } from 'react'
import { useAccount } from '../../../shared/api/session.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../shared/ui/lists/list-more.tsx'
import { useSelection } from '../../../shared/ui/lists/use-selection.ts'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { GALLERY, type RequestListParams } from '../request-list-params.ts'
import { type RequestListReading as List, useRequestList } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'
import styles from './request-list.module.css'
import { RequestRow } from './request-row.tsx'
import { RequestSelection } from './request-selection.tsx'
import { RequestTools } from './request-tools.tsx'

const SKELETONS = ['one', 'two', 'three', 'four']

interface RequestListProps {
  params: RequestListParams
  /** Whose requests: an account of the team, or everyone; null: the account's. */
  whose: string | null
  memberFilter: ReactNode
  onParams: (params: RequestListParams) => void
}

/**
 * The account's requests, and the team's for its admin and managers: the progress of each at a glance, changed one or
 * several at a time.
 */
export function RequestList({ params, whose, memberFilter, onParams }: RequestListProps) {
  const words = useWords(requestsWords)
  const list = useRequestList(params, whose)
  const account = useAccount()
  // Managers read what others asked for; only the admin changes it.
  const mayChange = ({ requester }: ListedRequest) => requester._id === account?._id || account?.memberRole === 'admin'
  const selection = useSelection(list.rows.filter(mayChange))
  return (
    <>
      <RequestTools params={params} counts={list.counts} onParams={onParams} memberFilter={memberFilter} />
      {selection.ids.size > 0 && <RequestSelection rows={list.rows} selection={selection} />}
      {list.rows.length > 0 ? (
        <ul
          className={`${partsStyles.frame} ${listStyles.listRows}`}
          aria-label={words.listLabel}
          aria-busy={list.isStale}
        >
          {list.rows.map((request) => (
            <RequestRow
              key={request._id}
              request={request}
              mayChange={mayChange(request)}
              isSelected={selection.ids.has(request._id)}
              onToggle={(isRange) => selection.toggle(request._id, isRange)}
            />
          ))}
        </ul>
      ) : (
        <Instead list={list} params={params} />
      )}
      <ListMore list={list} label={words.more} />
    </>
  )
}

/** Replaces the rows: the wait, the failure, or why there are none. */
function Instead({ list, params: { view = 'all', q } }: { list: List; params: RequestListParams }) {
  const words = useWords(requestsWords)
  if (list.error) return <ListFailed told={words.failed} error={list.error} again={words.again} onAgain={list.retry} />
  if (list.counts === null) {
    return (
      <div className={`${partsStyles.frame} ${listStyles.listRows}`} role="status" aria-label={words.loading}>
        {SKELETONS.map((key) => (
          <div
            key={key}
            className={`${listStyles.listRow} ${`${listStyles.listRow} ${styles.requestRow}`} ${listStyles.listRowWaiting}`}
          />
        ))}
      </div>
    )
  }
  if (q) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.nothingFound(q)}</p>
  if (view !== 'all') return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.emptyViews[view]}</p>
  return (
    <div className={listStyles.listInstead}>
      <h2>{words.emptyTitle}</h2>
      <p className={textStyles.soft}>{words.emptyText}</p>
      <Button renderRoot={(props) => <Link to="/dash/requests" search={{ new: GALLERY }} {...props} />}>
        {words.chooseTemplate}
      </Button>
    </div>
  )
}
