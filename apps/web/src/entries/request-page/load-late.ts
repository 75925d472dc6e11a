/**
 * What is loaded after the page stands: with the first chosen file, so that it is there when the line is busy with others,
 * or at the press that needs it.
 */
export const loadSending = () => import('./send-chosen.ts')
export const loadTakingUp = () => import('./take-up-batch.ts')
export const loadRunning = () => import('./run-batch.ts')
export const loadUnderWay = async () => (await import('./under-way.tsx')).UnderWay
export const loadCodePart = async () => (await import('./code-part.tsx')).CodePart
export const loadPickAgain = async () => (await import('./pick-again.tsx')).PickAgain
export const loadSealingPart = async () => (await import('./sealing-part.tsx')).SealingPart
export const loadNotHere = async () => (await import('./not-here.tsx')).NotHere

/** Begins to load what sending takes; a failure shows when it is needed. */
export function foresee(): void {
  for (const load of [loadSending, loadUnderWay]) load().catch(() => undefined)
}
