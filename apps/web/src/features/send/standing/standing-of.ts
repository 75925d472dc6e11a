import { judgeStanding, type StandingCode } from '@waybill/contract/billing/standing'
import type { User } from '@waybill/contract/identity/profile-endpoints'

/** What keeps the account from sending, worst first; null when it may send. */
export const standingOf = ({
  role,
  subscription,
  status,
  folderSize,
  thisMonthsTransfers,
  hasLostSeat,
}: User): StandingCode | null =>
  judgeStanding({
    role,
    subscription,
    isSuspended: status === 'revoke',
    hasLostSeat,
    usedBytes: folderSize,
    monthTransfers: thisMonthsTransfers,
  })
