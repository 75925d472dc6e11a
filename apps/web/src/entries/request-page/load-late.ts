/**
 * Code that loads after the page: with the first chosen file, so that it is there when uploads fill the connection, or
 * at the click that needs it.
 */
export const loadAnswering = () => import('./sending/send-chosen.ts')
export const loadTakingUp = () => import('./sending/take-up-submission.ts')
export const loadRunning = () => import('./sending/run-submission.ts')
export const loadUnderWay = async () => (await import('./sending/under-way.tsx')).UnderWay
export const loadCodePart = async () => (await import('./proof/code-part.tsx')).CodePart
export const loadPickAgain = async () => (await import('./sending/pick-again.tsx')).PickAgain
export const loadSealingPart = async () => (await import('./sealed/sealing-part.tsx')).SealingPart
export const loadNotHere = async () => (await import('./sending/not-here.tsx')).NotHere

/** Begins to load the code for sending; a failure shows when the code is needed. */
export function foresee(): void {
  for (const load of [loadAnswering, loadUnderWay]) load().catch(() => undefined)
}
