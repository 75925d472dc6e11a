import { wantedBy } from '@waybill/contract/billing/lifts'
import type { DraftFinding } from '@waybill/contract/transfers/manifest'
import { UpgradeLink } from '../../../shared/billing/upgrade/upgrade-link.tsx'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { Gap } from '../../../shared/words/gap.tsx'

/** Leads to the plan that allows what the draft needs. */
export function LiftHint({ finding: { code, facts } }: { finding: DraftFinding }) {
  const { emailTo, files, forwarded } = useQuickSend((state) => state.draft)
  const count = code === 'too-many-recipients' ? emailTo.length : files.length + forwarded.length
  const wanted = wantedBy(code, { ...facts, count })
  // Too many recipients are said at their field, with the same link.
  if (wanted === null || wanted.limit === 'recipients') return null
  return (
    <>
      <Gap />
      <UpgradeLink {...wanted} />
    </>
  )
}
