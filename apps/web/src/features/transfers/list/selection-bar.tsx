import { Link } from '@tanstack/react-router'
import type { Role } from '@waybill/contract/billing/plans'
import { DEFAULT_EXPIRY_SECONDS, expiryAllowed, expiryOptions } from '@waybill/contract/transfers/expiry'
import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { upgradeTarget } from '../../../shared/billing/upgrade/upgrade-target.ts'
import { upgradeWords } from '../../../shared/billing/upgrade/words/upgrade-words.ts'
import { expiriesWords } from '../../../shared/expiry/words/expiries-words.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { DropMenu, Menu } from '../../../shared/ui/dialogs/drop-menu.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { ChosenBar } from '../../../shared/ui/lists/chosen-bar.tsx'
import type { Selection } from '../../../shared/ui/lists/use-selection.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { arrivalWords } from '../words/arrival-words.ts'
import { deleteTransfers, eraseRecords, extendTransfers } from './change-transfers.ts'
import { fetchTransfers } from './fetch-transfers.ts'
import { remindTransfers } from './remind-transfers.ts'
import type { TransferListWords } from './words/en.ts'
import { transferListWords } from './words/transfer-list-words.ts'

type Kind = 'sent' | 'received' | 'deleted'

interface SelectionBarProps {
  selection: Selection
  /** Those that are chosen. */
  transfers: readonly ListedTransfer[]
  kind: Kind
  role: Role
  /** Every one of them. */
  mayChange: boolean
}

/** Actions for the chosen transfers together. */
export function SelectionBar({ selection, transfers, kind, role, mayChange }: SelectionBarProps) {
  const words = useWords(transferListWords)
  const [isAsking, setAsking] = useState(false)
  const ids = [...selection.ids]
  const end = endOf(kind, words)
  const { deleteText } = useWords(arrivalWords)
  const endsUpload = kind === 'sent' && transfers.some(({ arrival }) => arrival)
  const remove = () => {
    setAsking(false)
    void end.act(ids).then((isGone) => isGone && selection.clear())
  }
  return (
    <>
      <ChosenBar selection={selection} count={ids.length} words={words}>
        {kind === 'sent' && <Fetch transfers={transfers} />}
        {kind === 'sent' && mayChange && <Remind transfers={transfers} />}
        {kind === 'sent' && mayChange && (
          <ExtendMenu role={role} onChoose={(seconds) => void extendTransfers(ids, seconds)} />
        )}
        {mayChange && (
          <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsking(true)}>
            {end.label}
          </Button>
        )}
      </ChosenBar>
      <ConfirmDialog
        isOpen={isAsking}
        title={end.title(ids.length)}
        text={endsUpload ? `${end.text} ${deleteText}` : end.text}
        confirmLabel={end.label}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </>
  )
}

function Fetch({ transfers }: Pick<SelectionBarProps, 'transfers'>) {
  const words = useWords(transferListWords)
  const { isBusy, save } = useMutation()
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={isBusy}
      onClick={() => void save(() => fetchTransfers(transfers.map(({ _id }) => _id)))}
    >
      {words.fetch}
    </Button>
  )
}

/** Asks first: one press mails many people. */
function Remind({ transfers }: Pick<SelectionBarProps, 'transfers'>) {
  const words = useWords(transferListWords)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remind = () => {
    setAsking(false)
    setBusy(true)
    void remindTransfers(transfers).finally(() => setBusy(false))
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="mail" />} loading={isBusy} onClick={() => setAsking(true)}>
        {words.remind}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.remindTitle(transfers.length)}
        text={words.remindText}
        confirmLabel={words.remind}
        keepLabel={words.cancel}
        onConfirm={remind}
        onKeep={() => setAsking(false)}
      />
    </>
  )
}

/** How a list's transfers are deleted, and what the page says before it. */
function endOf(kind: Kind, words: TransferListWords) {
  const { hide, hideTitle, hideText, erase, eraseTitle, eraseText, deleteTitle, deleteText } = words
  if (kind === 'deleted') return { label: erase, title: eraseTitle, text: eraseText, act: eraseRecords }
  if (kind === 'received') {
    return { label: hide, title: hideTitle, text: hideText, act: (ids: string[]) => deleteTransfers(ids, kind) }
  }
  return {
    label: words.delete,
    title: deleteTitle,
    text: deleteText,
    act: (ids: string[]) => deleteTransfers(ids, kind),
  }
}

/** The expiries that a role may choose, counted from now. */
export function ExtendMenu({ role, onChoose }: { role: Role; onChoose: (seconds: number) => void }) {
  const words = useWords(transferListWords)
  const expiries = useWords(expiriesWords)
  const { seePlans } = useWords(upgradeWords)
  const target = upgradeTarget({ limit: 'expiry', need: DEFAULT_EXPIRY_SECONDS + 1 })
  const upgrade = typeof target === 'object' ? target : null
  return (
    <DropMenu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="clock" />}>
          {words.extend}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.extendFromNow}</Menu.Label>
        {expiryOptions
          .filter(({ seconds }) => expiryAllowed(role, seconds))
          .map(({ key, seconds }) => (
            <Menu.Item key={key} onClick={() => onChoose(seconds)}>
              {expiries[key]}
            </Menu.Item>
          ))}
        {upgrade && (
          <Menu.Item component={Link} {...(upgrade as object)} leftSection={<Icon name="lock" />}>
            {seePlans}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </DropMenu>
  )
}
