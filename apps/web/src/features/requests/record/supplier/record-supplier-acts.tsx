import { Button } from '@mantine/core'
import type { RequestPerson, RequestRecord } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { useNow } from '../../../../shared/time/ago-time.tsx'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/confirm-dialog.tsx'
import { CopyButton } from '../../../../shared/ui/fields/copy-button.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../../shared/words/language.tsx'
import { FetchButton } from '../fetch-button.tsx'
import { isWaiting, wasJustReminded } from '../people/may-remind.ts'
import { whoOf } from '../people/who-of.ts'
import { remindPeople, removePeople } from '../record-calls.ts'
import { requestRecordWords } from '../words/request-record-words.ts'

interface SupplierActsProps {
  record: RequestRecord
  person: RequestPerson
  mayChange: boolean
  onGone: () => void
}

/** What is done with one supplier as a whole. */
export function SupplierActs({ record, person, mayChange, onGone }: SupplierActsProps) {
  const words = useWords(requestRecordWords)
  const [asked, setAsked] = useState<'remind' | 'remove' | null>(null)
  const isTooSoon = wasJustReminded(person, useNow())
  return (
    <div className="supplier-acts">
      {person.link && <OwnLink link={person.link} />}
      <div className="supplier-buttons">
        {mayChange && record.state === 'open' && isWaiting(person) && (
          <Button
            variant="default"
            leftSection={<Icon name="mail" />}
            disabled={isTooSoon}
            title={isTooSoon ? words.justReminded : undefined}
            onClick={() => setAsked('remind')}
          >
            {words.remind}
          </Button>
        )}
        {person.fileCount > 0 && <FetchButton record={record} people={[person._id]} />}
        <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsked('remove')}>
          {words.remove}
        </Button>
      </div>
      <Questions record={record} person={person} asked={asked} onEnd={() => setAsked(null)} onGone={onGone} />
    </div>
  )
}

function OwnLink({ link }: { link: string }) {
  const words = useWords(requestRecordWords)
  const url = new URL(link, location.origin)
  return (
    <p className="supplier-link">
      <span className="soft">{words.ownLink}</span>
      <CopyButton text={url.href} label={words.copyOwnLink} done={words.linkCopied}>
        {`${url.host}${url.pathname.slice(0, 14)}…`}
      </CopyButton>
    </p>
  )
}

interface QuestionsProps extends Pick<SupplierActsProps, 'record' | 'person' | 'onGone'> {
  asked: 'remind' | 'remove' | null
  onEnd: () => void
}

function Questions({ record, person, asked, onEnd, onGone }: QuestionsProps) {
  const words = useWords(requestRecordWords)
  const who = whoOf(person) ?? words.someone
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'remind'}
        title={words.remindOne(who)}
        text={words.remindOneText}
        confirmLabel={words.remind}
        keepLabel={words.cancel}
        onConfirm={() => {
          onEnd()
          void remindPeople(record, [person._id])
        }}
        onKeep={onEnd}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={words.removeTitle(1, who)}
        text={words.removeText}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        onConfirm={() => {
          onEnd()
          void removePeople(record, [person], who).then((isGone) => isGone && onGone())
        }}
        onKeep={onEnd}
      />
    </>
  )
}
