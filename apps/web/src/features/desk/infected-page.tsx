import { formatBytes } from '@waybill/contract/core/sizes'
import type { DeskInfected } from '@waybill/contract/operating/desk-infected-endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { notify } from '../../shared/ui/page/notices.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './desk.module.css'
import { DeskList, DeskRow, Fact, useDeskList, useMoment } from './desk-list.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { deskWords } from './words/desk-words.ts'

/** Files in which the virus scanner found malware; opens those about which it was wrong. */
export function InfectedPage() {
  const words = useWords(deskWords)
  const list = useDeskList('infected', {}, (after, signal) => call('listInfectedAtDesk', { query: after, signal }))
  const files = list.data?.pages.flatMap((page) => page.files) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.infected}>
      <p className={textStyles.soft}>{words.infected.text}</p>
      <DeskList list={list} count={files.length} empty={words.infected.none}>
        {files.map((file) => (
          <FileRow key={file._id} file={file} />
        ))}
      </DeskList>
    </section>
  )
}

function FileRow({ file }: { file: DeskInfected }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  const { finding, sending, sha256 } = file
  return (
    <DeskRow
      head={
        <>
          <strong className={textStyles.mono}>{finding}</strong>
          {sending !== null && <span>{sending.address}</span>}
          <span className={textStyles.soft}>{moment(file.scannedAt)}</span>
        </>
      }
    >
      <dl className={styles.figures}>
        <Fact label={words.reported.size(1, formatBytes(file.bytes))}>
          {sending === null ? words.infected.submitted : <span className={textStyles.mono}>{sending.slug}</span>}
        </Fact>
        <Fact label={words.account.id}>
          <span className={textStyles.mono}>{file._id}</span>
        </Fact>
      </dl>
      {sha256 !== null && <p className={`${textStyles.mono} ${layoutStyles.small}`}>{sha256}</p>}
      <ClearButton file={file} />
    </DeskRow>
  )
}

function ClearButton({ file: { _id, finding } }: { file: DeskInfected }) {
  const words = useWords(deskWords)
  const [isOpen, setOpen] = useState(false)
  const clear = async (reason: string) => {
    const { opened } = await call('clearInfectedAtDesk', { params: { file: _id }, body: { reason } })
    notify({ title: opened > 0 ? words.infected.cleared : words.infected.stillBlocked })
  }
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.infected.clear}
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        title={words.infected.clearTitle(finding)}
        text={words.infected.clearText}
        confirmLabel={words.infected.clear}
        act={clear}
        onEnd={() => setOpen(false)}
      />
    </div>
  )
}
