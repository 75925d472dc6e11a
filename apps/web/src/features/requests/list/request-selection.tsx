import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { ChosenBar } from '../../../shared/ui/lists/chosen-bar.tsx'
import type { Selection } from '../../../shared/ui/lists/use-selection.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { mayBe, standings } from '../request-acts.ts'
import { requestsWords } from '../words/requests-words.ts'
import { deleteRequests, setStanding } from './change-requests.ts'

interface RequestSelectionProps {
  rows: readonly ListedRequest[]
  selection: Selection
}

/** Actions for the chosen requests together; each applies to those that allow it. */
export function RequestSelection({ rows, selection }: RequestSelectionProps) {
  const words = useWords(requestsWords)
  const [isAsking, setAsking] = useState(false)
  const chosen = rows.filter(({ _id }) => selection.ids.has(_id))
  const fitting = standings.flatMap((standing) => {
    const ids = chosen.flatMap(({ _id, state }) => (mayBe(state, standing) ? [_id] : []))
    return ids.length > 0 ? [{ standing, ids }] : []
  })
  const remove = () => {
    setAsking(false)
    void deleteRequests(chosen.map(({ _id }) => _id)).then((isGone) => isGone && selection.clear())
  }
  return (
    <>
      <ChosenBar selection={selection} count={chosen.length} words={words}>
        {fitting.map(({ standing, ids }) => (
          <Button key={standing} variant="default" onClick={() => void setStanding(ids, standing)}>
            {words.standings[standing]}
          </Button>
        ))}
        <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
      </ChosenBar>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.deleteTitle(chosen.length)}
        text={words.deleteText}
        confirmLabel={words.delete}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </>
  )
}
