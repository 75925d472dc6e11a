import { Button, Menu } from '@mantine/core'
import { expiryAllowed, expiryOptions } from '@waybill/contract/expiry'
import type { Role } from '@waybill/contract/plans'
import { useState } from 'react'
import { ChosenBar } from '../ui/chosen-bar.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DropMenu } from '../ui/drop-menu.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Selection } from '../ui/use-selection.ts'
import { useWords } from '../words/language.tsx'
import { quickSendWords } from '../words/quick-send.ts'
import { transferListWords } from '../words/transfer-list.ts'
import { deleteTransfers, extendTransfers } from './change-transfers.ts'

interface SelectionBarProps {
  selection: Selection
  isReceived: boolean
  role: Role
}

/** What can be done to the chosen transfers together. */
export function SelectionBar({ selection, isReceived, role }: SelectionBarProps) {
  const words = useWords(transferListWords)
  const [isAsking, setAsking] = useState(false)
  const ids = [...selection.ids]
  const remove = () => {
    setAsking(false)
    void deleteTransfers(ids, isReceived ? 'received' : 'sent').then((isGone) => isGone && selection.clear())
  }
  return (
    <>
      <ChosenBar selection={selection} count={ids.length} words={words}>
        {!isReceived && <ExtendMenu role={role} onChoose={(seconds) => void extendTransfers(ids, seconds)} />}
        <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsking(true)}>
          {isReceived ? words.hide : words.delete}
        </Button>
      </ChosenBar>
      <ConfirmDialog
        isOpen={isAsking}
        title={isReceived ? words.hideTitle(ids.length) : words.deleteTitle(ids.length)}
        text={isReceived ? words.hideText : words.deleteText}
        confirmLabel={isReceived ? words.hide : words.delete}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </>
  )
}

/** The lives a role may choose, counted from now. */
export function ExtendMenu({ role, onChoose }: { role: Role; onChoose: (seconds: number) => void }) {
  const words = useWords(transferListWords)
  const { expiries } = useWords(quickSendWords)
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
      </Menu.Dropdown>
    </DropMenu>
  )
}
