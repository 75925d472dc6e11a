import type { DeskLifetimeCode } from '@waybill/contract/operating/desk-lifetime-endpoints'
import { type LifetimeState, lifetimeStates } from '@waybill/contract/operating/desk-states'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { Choice } from './choice.tsx'
import styles from './desk.module.css'
import { DeskList, DeskRow, Fact, rereadDesk, useDeskList, useDeskSearch, useMoment } from './desk-list.tsx'
import { LifetimeForm } from './lifetime-form.tsx'
import { deskWords } from './words/desk-words.ts'

/** Codes of the lifetime deal: makes some, and shows who has redeemed which. */
export function LifetimePage() {
  const words = useWords(deskWords)
  const [search, show] = useDeskSearch()
  const state: LifetimeState = lifetimeStates.find((one) => one === search.state) ?? 'open'
  const list = useDeskList('lifetime', { state }, (after, signal) =>
    call('listLifetimeAtDesk', { query: { state, ...after }, signal }),
  )
  const codes = list.data?.pages.flatMap((page) => page.codes) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.lifetime}>
      <LifetimeForm />
      <Choice
        label={words.stateLabel}
        value={state}
        options={lifetimeStates.map((one) => [one, words.lifetime.states[one]])}
        onChoose={(chosen) => show({ state: chosen })}
      />
      <DeskList list={list} count={codes.length} empty={words.lifetime.none}>
        {codes.map((code) => (
          <CodeRow key={code._id} code={code} />
        ))}
      </DeskList>
    </section>
  )
}

function CodeRow({ code }: { code: DeskLifetimeCode }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  const { ending, note, email, madeAt, redeemedAt, revokedAt } = code
  return (
    <DeskRow
      head={
        <>
          <strong className={textStyles.mono}>…{ending}</strong>
          {email !== null && <span>{email}</span>}
          {note !== '' && <span>{note}</span>}
          <span className={textStyles.soft}>{moment(madeAt)}</span>
        </>
      }
    >
      <dl className={styles.figures}>
        <Fact label={words.lifetime.made}>{moment(madeAt)}</Fact>
        {redeemedAt !== null && <Fact label={words.lifetime.redeemed}>{moment(redeemedAt)}</Fact>}
        {email !== null && <Fact label={words.lifetime.by}>{email}</Fact>}
        {revokedAt !== null && <Fact label={words.lifetime.ended}>{moment(revokedAt)}</Fact>}
        <Fact label={words.account.id}>
          <span className={textStyles.mono}>{code._id}</span>
        </Fact>
      </dl>
      {redeemedAt === null && revokedAt === null && <EndButton code={code} />}
      {redeemedAt !== null && revokedAt === null && <p className={textStyles.soft}>{words.lifetime.usedText}</p>}
    </DeskRow>
  )
}

function EndButton({ code: { _id, ending } }: { code: DeskLifetimeCode }) {
  const words = useWords(deskWords)
  const [isOpen, setOpen] = useState(false)
  const { isBusy, error, save } = useMutation()
  const end = () =>
    void save(async () => {
      const { isEnded } = await call('endLifetimeAtDesk', { params: { code: _id }, body: {} })
      setOpen(false)
      notify({ title: isEnded ? words.lifetime.endedNow : words.lifetime.notEnded })
      await rereadDesk()
    })
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.lifetime.end}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={words.lifetime.endTitle(ending)}
        text={words.lifetime.endText}
        confirmLabel={words.lifetime.end}
        keepLabel={words.cancel}
        isBusy={isBusy}
        onConfirm={end}
        onKeep={() => setOpen(false)}
      >
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </div>
  )
}
