import { Problem } from '@waybill/contract/core/problems'
import { type Notice, notify } from '../../ui/page/notices.ts'

/** Without a connection the notice comes without the way. */
const PATIENCE_MS = 2_000

/**
 * A notice about a refusal, with the way to the plan that lifts the limit. The code for that loads now; a failure that is
 * no answer of the server has no such way, and is told at once.
 */
export function notifyRefusal(
  failure: unknown,
  notice: Pick<Notice, 'title' | 'text'> & Partial<Notice>,
  label?: string,
): void {
  if (!(failure instanceof Problem)) {
    notify(notice)
    return
  }
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, PATIENCE_MS))
  void Promise.race([import('./upgrade-target.ts'), late])
    .then(({ upgradeAction }) => upgradeAction(failure, label))
    .catch(() => undefined)
    .then((action) => notify({ ...notice, action }))
}
