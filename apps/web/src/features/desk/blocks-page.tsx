import { formatBytes } from '@waybill/contract/core/sizes'
import type { DeskBlock } from '@waybill/contract/operating/desk-block-endpoints'
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
import styles from './desk.module.css'
import { DeskList, DeskRow, Fact, rereadDesk, useDeskList, useMoment } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

/** Contents that nobody can send here; lifts the block of one. */
export function BlocksPage() {
  const words = useWords(deskWords)
  const list = useDeskList('blocks', {}, (after, signal) => call('listBlocksAtDesk', { query: after, signal }))
  const blocks = list.data?.pages.flatMap((page) => page.blocks) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.blocks}>
      <p className={textStyles.soft}>{words.blocks.text}</p>
      <DeskList list={list} count={blocks.length} empty={words.blocks.none}>
        {blocks.map((block) => (
          <BlockRow key={block.sha256} block={block} />
        ))}
      </DeskList>
    </section>
  )
}

function BlockRow({ block: { sha256, bytes, files, note, blockedAt } }: { block: DeskBlock }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  return (
    <DeskRow
      head={
        <>
          <strong className={textStyles.mono}>{sha256.slice(0, 12)}…</strong>
          {note !== '' && <span>{note}</span>}
          <span className={textStyles.soft}>{moment(blockedAt)}</span>
        </>
      }
    >
      <dl className={styles.figures}>
        <Fact label={words.blocks.files}>{files}</Fact>
        {bytes !== null && <Fact label={words.blocks.size}>{formatBytes(bytes)}</Fact>}
      </dl>
      <p className={`${textStyles.mono} ${layoutStyles.small}`}>{sha256}</p>
      <LiftButton sha256={sha256} files={files} />
    </DeskRow>
  )
}

function LiftButton({ sha256, files }: Pick<DeskBlock, 'sha256' | 'files'>) {
  const words = useWords(deskWords)
  const [isOpen, setOpen] = useState(false)
  const { isBusy, error, save } = useMutation()
  const lift = () =>
    void save(async () => {
      const { isLifted } = await call('liftBlockAtDesk', { params: { sha256 }, body: {} })
      setOpen(false)
      notify({ title: isLifted ? words.blocks.lifted : words.blocks.notLifted })
      await rereadDesk()
    })
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.blocks.lift}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={words.blocks.liftTitle}
        text={words.blocks.liftText(files)}
        confirmLabel={words.blocks.lift}
        keepLabel={words.cancel}
        isBusy={isBusy}
        onConfirm={lift}
        onKeep={() => setOpen(false)}
      >
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </div>
  )
}
