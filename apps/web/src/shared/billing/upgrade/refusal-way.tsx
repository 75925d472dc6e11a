import { wantedBy } from '@waybill/contract/billing/lifts'
import type { Refusal } from '../../ui/page/notices.ts'
import { UpgradeLink } from './upgrade-link.tsx'

interface RefusalWayProps extends Refusal {
  onLeave?: () => void
}

/** The way on from a refusal: to the plan that lifts the limit. Nothing where no plan helps. */
export function RefusalWay({ code, facts, label, onLeave }: RefusalWayProps) {
  const wanted = wantedBy(code, facts)
  return wanted && <UpgradeLink {...wanted} label={label} {...(onLeave && { onLeave })} />
}
