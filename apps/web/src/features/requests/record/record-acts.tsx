import { Link, useNavigate } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { DropMenu, Menu } from '../../../shared/ui/dialogs/drop-menu.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { deleteRequests, setStanding } from '../list/change-requests.ts'
import { DuplicateDialog } from '../list/duplicate-dialog.tsx'
import { standingsOf } from '../request-acts.ts'
import { RequestIcon } from '../request-icon.tsx'
import { useRequestWords } from '../request-words.ts'
import { requestsWords } from '../words/requests-words.ts'
import { FetchButton } from './fetch-button.tsx'
import { exportComments, exportSuppliers, remindSuppliers } from './record-calls.ts'
import { requestRecordWords } from './words/request-record-words.ts'

type Asked = 'remind' | 'close' | 'duplicate' | 'delete'

interface RecordActsProps {
  record: RequestRecord
  /** A suspended account may view, download and close; who only reads it may view and download. */
  mayChange: boolean
}

/** Actions for the request as a whole. */
export function RequestRecordActs({ record, mayChange }: RecordActsProps) {
  const words = useRequestWords(requestRecordWords)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayRemind = mayChange && record.state === 'open'
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.gapTight}`}>
      {mayRemind && (
        <Button
          variant="default"
          leftSection={<Icon name="mail" />}
          disabled={record.remindable === 0}
          title={record.remindable === 0 ? words.nobodyToRemind : undefined}
          onClick={() => setAsked('remind')}
        >
          {record.remindable === 0 ? words.remind : words.remindSome(record.remindable)}
        </Button>
      )}
      <FetchButton record={record} isDisabled={record.counts.submissions === 0} />
      {mayChange && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="." search={{ edit: '' } as never} resetScroll={false} {...props} />}
        >
          {words.edit}
        </Button>
      )}
      <MoreActs record={record} mayChange={mayChange} onAsk={setAsked} />
      <Questions record={record} asked={asked} onEnd={() => setAsked(null)} />
    </div>
  )
}

/**
 * Closing asks first: suppliers who are about to send find it closed. The other actions have an opposite that undoes
 * them.
 */
function MoreActs({ record, mayChange, onAsk }: RecordActsProps & { onAsk: (asked: Asked) => void }) {
  const words = useRequestWords(requestRecordWords)
  const { standings, duplicate } = useWords(requestsWords)
  const possible = standingsOf[record.state].filter((to) => record.mayChange && (mayChange || to === 'close'))
  return (
    <DropMenu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<RequestIcon name="more" />}>
          {words.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {possible.map((to) => (
          <Menu.Item
            key={to}
            leftSection={
              <RequestIcon name={to === 'pause' ? 'pause' : to === 'close' ? 'lock' : 'requests'} size={18} />
            }
            onClick={() => (to === 'close' ? onAsk('close') : void setStanding([record._id], to))}
          >
            {standings[to]}
          </Menu.Item>
        ))}
        {mayChange && (
          <Menu.Item leftSection={<Icon name="copy" size={18} />} onClick={() => onAsk('duplicate')}>
            {duplicate}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="download" size={18} />} onClick={() => void exportSuppliers(record)}>
          {words.exportCsv}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="download" size={18} />} onClick={() => void exportComments(record)}>
          {words.exportComments}
        </Menu.Item>
        {record.mayChange && (
          <Menu.Item leftSection={<Icon name="bin" size={18} />} onClick={() => onAsk('delete')}>
            {words.delete}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </DropMenu>
  )
}

function Questions({ record, asked, onEnd }: { record: RequestRecord; asked: Asked | null; onEnd: () => void }) {
  const words = useRequestWords(requestRecordWords)
  const { standings } = useWords(requestsWords)
  const navigate = useNavigate()
  const questions = {
    remind: { title: words.remindTitle(record.remindable), text: words.remindText, label: words.remind },
    close: { title: words.closeTitle, text: words.closeText, label: standings.close },
    delete: { title: words.deleteTitle, text: words.deleteText, label: words.delete },
  }
  const answers = {
    remind: () => void remindSuppliers(record),
    close: () => void setStanding([record._id], 'close'),
    // Leaves the page first, which is about to show nothing; if the action fails, the list still has the request.
    delete: () => void navigate({ to: '/dash/requests' }).then(() => deleteRequests([record._id])),
  }
  return (
    <>
      {(['remind', 'close', 'delete'] as const).map((question) => (
        <ConfirmDialog
          key={question}
          isOpen={asked === question}
          title={questions[question].title}
          text={questions[question].text}
          confirmLabel={questions[question].label}
          keepLabel={words.cancel}
          onConfirm={() => {
            onEnd()
            answers[question]()
          }}
          onKeep={onEnd}
        />
      ))}
      <DuplicateDialog request={record} isOpen={asked === 'duplicate'} onEnd={onEnd} />
    </>
  )
}
