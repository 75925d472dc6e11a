import { Drawing } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import type { Mark, SupplierStanding } from './mark-of.ts'
import recordSuppliersStyles from './record-suppliers.module.css'

const circle = 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z'
const drawings: Record<Mark, string> = {
  missing: circle,
  late: `${circle}M12 8.5V12l2.3 1.6`,
  optional: 'M7 12h10',
  sent: 'M12 18.5v-11m0 0L7 12.5m5-5l5 5',
  accepted: 'M5 12.5l4.5 4.5L19 7.5',
  'sent-back': 'M8.5 5.5L5 9l3.5 3.5M5 9h8.5a5 5 0 0 1 0 10H8',
}

const tones: Partial<Record<Mark, string | undefined>> = {
  late: layoutStyles.bad,
  sent: '',
  accepted: layoutStyles.good,
  'sent-back': layoutStyles.warned,
}

const toneOf = (mark: Mark) => (mark in tones ? `${layoutStyles.strong} ${tones[mark]}` : textStyles.soft)

interface ItemMarkProps {
  mark: Mark
  /** How many files there are. */
  count: number
}

/** An icon, a word and a count: never colour alone. */
export function ItemMark({ mark, count }: ItemMarkProps) {
  const words = useRequestWords(requestRecordWords)
  return (
    <span className={`${recordSuppliersStyles.itemMark} ${toneOf(mark)}`} data-mark={mark}>
      <Drawing path={drawings[mark]} size={16} />
      {words.marks[mark]}
      {count > 1 && (
        <span className={`${layoutStyles.tiny} ${textStyles.mono}`}>
          <span aria-hidden="true">×{count}</span>
          <span className={textStyles.unseen}>, {words.fileCount(count)}</span>
        </span>
      )}
    </span>
  )
}

const inks: Record<SupplierStanding, Mark> = {
  complete: 'accepted',
  late: 'late',
  'sent-back': 'sent-back',
  partly: 'missing',
  nothing: 'missing',
}

/** The state of a supplier as a whole, in the same style. */
export function StandingMark({ standing }: { standing: SupplierStanding }) {
  const words = useRequestWords(requestRecordWords)
  return (
    <span className={`${recordSuppliersStyles.itemMark} ${toneOf(inks[standing])}`} data-mark={inks[standing]}>
      <Drawing path={drawings[inks[standing]]} size={16} />
      {words.standings[standing]}
    </span>
  )
}
