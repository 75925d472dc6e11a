import { isTypeWanted } from '@waybill/contract/requests/item-rules'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import type { RecordingKind } from '@waybill/contract/transfers/recordings'
import { canRecord, extensionRecorded } from '../../../shared/recording/formats.ts'
import { RecordingLine } from '../../../shared/recording/recording-line.tsx'
import { listenForOverlays } from '../../../shared/ui/dialogs/overlays.ts'
import { foresee } from '../load-late.ts'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { addPickedToItem } from './add-chosen.ts'
import { typesTaken } from './judge-chosen.ts'

type Item = RequestView['items'][number]

// The recorder is the page's only overlay, and this is its code.
listenForOverlays()

const kindsFor = ({ limits }: Pick<RequestView, 'limits'>, item: Item): RecordingKind[] =>
  (['memo', 'video'] as const).filter(
    (kind) =>
      item.kind === 'files' &&
      canRecord(kind) &&
      isTypeWanted(typesTaken({ limits }, item), `file.${extensionRecorded(kind)}`),
  )

/** Records for an item, where it accepts what this browser records. */
export function RecordPart({ item }: { item: Item }) {
  const session = useSubmissionSession()
  const request = useSessionState((state) => state.request)
  const chosen = useSessionState((state) => state.chosen)
  const kinds = kindsFor(request, item)
  if (kinds.length === 0) return null
  const first = request.items.find((one) => one.state !== 'accepted' && kindsFor(request, one).length > 0)
  const add = (file: File) => {
    foresee()
    void addPickedToItem(session, item._id, [file])
  }
  return (
    <RecordingLine
      kinds={kinds}
      taken={chosen.map(({ source }) => source.path)}
      offersKept={first === item}
      onAdd={add}
    />
  )
}
